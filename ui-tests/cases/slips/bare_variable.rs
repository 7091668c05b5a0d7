use skill_runtime::skill;

skill! {
    pub skill Probe() {
        vars { count: u32 = 0 }
        start state A { loop { count += 1; } -> FINAL when self.count == 3; -> FAILED after 1s; }
    }
}

fn main() {}

use skill_runtime::skill;

skill! {
    pub skill Probe() {
        vars { count: 1 = 0 }
        start state A { loop { self.count += 1; } -> FINAL when self.count > 2; }
    }
}

fn main() {}

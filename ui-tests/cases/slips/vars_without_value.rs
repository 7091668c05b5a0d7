use skill_runtime::skill;

skill! {
    pub skill Probe() {
        vars { count: u32 }
        start state A { -> FINAL when self.count == 1; -> FAILED after 1s; }
    }
}

fn main() {}

use skill_runtime::skill;

skill! {
    pub skill Probe() {
        vars { count: u32 = 0; other: u32 = 0; }
        start state A { -> FINAL when self.count == self.other; -> FAILED after 1s; }
    }
}

fn main() {}

use skill_runtime::skill;

skill! {
    pub skill Probe() {
        vars { a: u32 = 0 b: u32 = 0 }
        start state A { -> FINAL when self.a == self.b; -> FAILED after 1s; }
    }
}

fn main() {}

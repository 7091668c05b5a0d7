use skill_runtime::skill;

skill! {
    pub skill Probe(n: u32 = 0) {
        start state A { -> FINAL when self.n >; -> FAILED after 1s; }
    }
}

fn main() {}

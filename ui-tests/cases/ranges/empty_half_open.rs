use skill_runtime::skill;

skill! {
    pub skill Probe(count: u32 in 3..3) {
        start state A { -> FINAL when self.count == 3; -> FAILED after 1s; }
    }
}

fn main() {}

use skill_runtime::skill;

skill! {
    pub skill Probe(count: u32 = 1 in 0.5..=1.5) {
        start state A { -> FINAL when self.count == 3; -> FAILED after 1s; }
    }
}

fn main() {}

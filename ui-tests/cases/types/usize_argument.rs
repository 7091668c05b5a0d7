use skill_runtime::skill;

skill! {
    pub skill Probe(count: usize) {
        start state A { -> FINAL when self.count == 3; -> FAILED after 1s; }
    }
}

fn main() {}

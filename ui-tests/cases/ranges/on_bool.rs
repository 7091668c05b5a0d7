use skill_runtime::skill;

skill! {
    pub skill Probe(fast: bool = true in false..=true) {
        start state A { -> FINAL when self.fast; -> FAILED after 1s; }
    }
}

fn main() {}

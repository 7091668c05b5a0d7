use skill_runtime::skill;

skill! {
    pub skill Probe(name: &str) {
        start state A { -> FINAL when self.name == "a"; -> FAILED after 1s; }
    }
}

fn main() {}

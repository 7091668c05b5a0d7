use skill_runtime::skill;

skill! {
    pub skill Probe(name: String) {
        start state A { -> FINAL when self.name == "a"; -> FAILED after 1s; }
    }
}

fn main() {}

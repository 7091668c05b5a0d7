use skill_runtime::skill;

skill! {
    pub skill Probe(name: bool = true) {
        start state A { -> FINAL after 0s; -> FAILED after 9s; }
    }
}

fn main() {}

use skill_runtime::skill;

skill! {
    pub skill Probe(x: core::time::Duration) {
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}

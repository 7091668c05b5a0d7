use skill_runtime::skill;

skill! {
    pub skill Probe(limit: f32) {
        start state A { -> FINAL after limit; }
    }
}

fn main() {}

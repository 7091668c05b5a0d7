use skill_runtime::skill;

skill! {
    pub skill Probe(x: f32 = 3.0 in 5.0) {
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}

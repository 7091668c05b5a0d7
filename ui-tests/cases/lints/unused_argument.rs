use skill_runtime::skill;

skill! {
    #[deny(skill::unused_argument)]
    pub skill Probe(speed: f32) {
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}

use skill_runtime::skill;

skill! {
    pub skill Probe(speed: f32 in 1.0..=0.0) {
        start state A { -> FINAL after self.speed; }
    }
}

fn main() {}

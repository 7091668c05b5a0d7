use skill_runtime::skill;

skill! {
    pub skill Probe(speed: Option<f32> = Some(2.0) in 0.0..=1.0) {
        start state A { -> FINAL when self.speed.is_some(); -> FAILED after 1s; }
    }
}

fn main() {}

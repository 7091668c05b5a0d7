use skill_runtime::skill;
skill! {
    pub skill Sub(speed: Option<f32> = None in 0.0..=1.0) {
        start state A { -> FINAL when self.speed.is_some(); -> FAILED after 1s; }
    }
}
skill! {
    pub skill Probe() {
        depends_skills { Sub }
        start state A = Sub { speed: Some(2.0) }? { -> FINAL on FINAL; }
    }
}
fn main() {}

use skill_runtime::skill;
const TOP: f32 = 2.0;
skill! {
    pub skill Probe(speed: f32 = TOP in 0.0..=1.0) {
        start state A { -> FINAL after self.speed; }
    }
}
fn main() {}

use skill_runtime::skill;
const TOP: f32 = -2.0;
skill! {
    pub skill Probe(speed: f32 in 0.0..=TOP) {
        start state A { -> FINAL after self.speed; }
    }
}
fn main() {}

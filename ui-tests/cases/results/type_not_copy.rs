use skill_runtime::{SkillResult, skill};

#[derive(Clone, SkillResult)]
pub struct Spot {
    pub x_m: f32,
}

skill! {
    pub skill Probe() -> Spot {
        start state A { -> FINAL(Spot { x_m: 1.0 }) after 1s; }
    }
}

fn main() {}

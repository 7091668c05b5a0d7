use skill_runtime::{SkillResult, skill};

#[derive(Clone, Copy, SkillResult)]
pub struct Path {
    pub points: [f32; 3],
}

skill! {
    pub skill Probe() -> Path {
        start state A { -> FINAL(Path { points: [0.0; 3] }) after 1s; }
    }
}

fn main() {}

use skill_runtime::{SkillResult, skill};

/// A place.
#[derive(SkillResult, Clone, Copy)]
pub struct Spot {
    pub x_m: f32,
}

skill! {
    pub skill Locate() -> Spot {
        start state Look { -> FINAL(Spot { x_m: 1.0 }) after 1s; }
    }
}

skill! {
    pub skill Probe() {
        depends_skills { Locate }
        #[allow(skill::duplicate_call)]
        start state A = (Locate {}, Locate {})? { -> FAILED("{}", locate.x_m) on FINAL(locate); }
    }
}

fn main() {}

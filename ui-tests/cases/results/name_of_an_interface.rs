use skill_runtime::{SkillResult, interface, skill};

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

interface! {
    pub Lamp { fields { x_m: f32 } }
}

skill! {
    pub skill Probe() {
        depends_skills { Locate }
        depends_interfaces { lamp: Lamp }
        start state A = Locate {}? { -> FAILED("{}", lamp.x_m) on FINAL(lamp); }
    }
}

fn main() {}

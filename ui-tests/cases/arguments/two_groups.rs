use skill_runtime::skill;

use skill_runtime::Arguments;

#[derive(Clone, PartialEq, Debug, Default, Arguments)]
pub struct Targets {
    pub yaw: Option<f32>,
}

skill! {
    pub skill Probe(..a: Targets, ..b: Targets) {
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}

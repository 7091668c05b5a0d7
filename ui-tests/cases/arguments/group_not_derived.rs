use skill_runtime::skill;

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Targets {
    pub yaw: Option<f32>,
}

skill! {
    pub skill Probe(..targets: Targets) {
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}

use skill_runtime::Argument;

#[derive(Clone, Copy, PartialEq, Debug, Argument)]
pub struct Gait {
    speed: f32,
}

fn main() {}

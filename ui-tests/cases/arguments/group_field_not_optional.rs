use skill_runtime::Arguments;

#[derive(Clone, PartialEq, Debug, Default, Arguments)]
pub struct Angles {
    yaw: Option<f32>,
    pitch: f32,
}

fn main() {}

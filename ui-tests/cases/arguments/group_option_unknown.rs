use skill_runtime::Arguments;

#[derive(Clone, PartialEq, Debug, Default, Arguments)]
pub struct Angles {
    #[argument(range = 0.0..=1.0)]
    yaw: Option<f32>,
}

fn main() {}

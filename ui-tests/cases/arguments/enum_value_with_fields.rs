use skill_runtime::Argument;

#[derive(Clone, Copy, PartialEq, Debug, Argument)]
pub enum Gait {
    Slow,
    Fast(f32),
}

fn main() {}

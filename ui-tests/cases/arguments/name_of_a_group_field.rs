use skill_runtime::{Arguments, skill};
#[derive(Clone, Debug, Default, PartialEq, Arguments)]
pub struct Target { x_m: Option<f32>, y_m: Option<f32> }
skill! {
    pub skill Probe(x_m: f32, ..target: Target) {
        start state A { -> FINAL when self.target.y_m == Some(self.x_m); -> FAILED after 1s; }
    }
}
fn main() {}

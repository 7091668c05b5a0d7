use skill_runtime::{Arguments, skill};
#[derive(Clone, Debug, Default, PartialEq, Arguments)]
pub struct Target { #[argument(in 0.0..=1.0)] x_m: Option<f32> }
const FAR: Option<f32> = Some(2.0);
skill! {
    pub skill Sub(..target: Target) {
        start state A { -> FINAL when self.target.x_m == None; -> FAILED after 1s; }
    }
}
skill! {
    pub skill Probe() {
        depends_skills { Sub }
        start state A = Sub { x_m: FAR }? { -> FINAL on FINAL; }
    }
}
fn main() {}

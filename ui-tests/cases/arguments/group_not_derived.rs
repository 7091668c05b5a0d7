use skill_runtime::skill;
pub struct Target { x_m: Option<f32> }
skill! {
    pub skill Probe(..target: Target) {
        start state A { -> FINAL when self.target.x_m == None; -> FAILED after 1s; }
    }
}
fn main() {}

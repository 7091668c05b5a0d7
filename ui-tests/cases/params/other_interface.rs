use skill_runtime::{blackboard, interface};
interface! { pub Lamp { fields { on: bool } } }
blackboard! { pub Board { "Parameters": Lamp } }
fn main() {}

use skill_runtime::blackboard;

blackboard! { }

fn main() {}

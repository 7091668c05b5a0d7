use skill_runtime::{blackboard, skill_space};

blackboard! { pub Board {} }

skill_space! { pub Space on Board {} }

fn main() {}

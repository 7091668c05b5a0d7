use skill_runtime::{blackboard, interface};

interface! { pub Motion { fields { moving: bool } } }

blackboard! { pub Board { motion: Motion (writer = skills, 1) } }

fn main() {}

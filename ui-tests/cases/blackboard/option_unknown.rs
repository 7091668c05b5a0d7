use skill_runtime::{blackboard, interface};

interface! { pub Motion { fields { moving: bool } } }

blackboard! { pub Board { motion: Motion (owner = skills) } }

fn main() {}

use skill_runtime::{blackboard, interface};

interface! { pub Motion { fields { moving: bool } } }

blackboard! { pub Board { 1: Motion } }

fn main() {}

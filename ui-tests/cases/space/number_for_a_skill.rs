use skill_runtime::{blackboard, skill, skill_space};

skill! { pub skill Walk() { start state A { -> FINAL after 1s; } } }

blackboard! { pub Board {} }

skill_space! { pub Space on Board { Walk, 1 } }

fn main() {}

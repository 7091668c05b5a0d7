use skill_runtime::{blackboard, interface, skill, skill_space};
interface! { pub Motion { fields { moving: bool } } }
mod b { skill_runtime::skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } } }
use b::Pick as Other;
skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } }
blackboard! { pub Board { motion: Motion } }
skill_space! { pub Space on Board { Pick, Other } }
fn main() {}

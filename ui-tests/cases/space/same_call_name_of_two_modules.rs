use skill_runtime::{blackboard, interface, skill, skill_space};
interface! { pub Motion { fields { moving: bool } } }
mod a { skill_runtime::skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } } }
mod b { skill_runtime::skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } } }
skill! { pub skill Other() { start state A { -> FINAL after 1s; } } }
blackboard! { pub Board { motion: Motion } }
skill_space! { pub Space on Board { a::Pick, b::Pick, Other } }
fn main() {}

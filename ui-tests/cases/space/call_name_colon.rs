use skill_runtime::{blackboard, interface, skill_space};
interface! { pub Motion { fields { moving: bool } } }
blackboard! { pub Board { motion: Motion } }
mod a { skill_runtime::skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } } }
mod b { skill_runtime::skill! { pub skill Pick() { start state A { -> FINAL after 1s; } } } }
skill_space! { pub Robot on Board { a::Pick, "pick_b": b::Pick } }
fn main() {}

use skill_runtime::{blackboard, interface, skill, skill_space};
interface! { pub Motion { fields { moving: bool } } }
skill! { pub skill PickUp() { start state A { -> FINAL after 1s; } } }
skill! { pub skill Pick_Up() { start state A { -> FINAL after 1s; } } }
blackboard! { pub Board { motion: Motion } }
skill_space! { pub Space on Board { PickUp, Pick_Up } }
fn main() {}

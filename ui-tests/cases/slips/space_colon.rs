use skill_runtime::{blackboard, interface, skill, skill_space};
interface! { pub Motion { fields { moving: bool } } }
skill! { pub skill A() { start state S { -> FINAL after 1s; } } }
blackboard! { pub Board { motion: Motion } }
skill_space! { pub Space: Board { A } }
fn main() {}

#![deny(warnings)]
use skill_runtime::{blackboard, interface, skill, skill_space};
interface! { pub Motion { fields { moving: bool } } }
blackboard! { pub Board { motion: Motion } }
skill! { #[deprecated(note = "use Other")] pub skill Probe() { start state S { -> FINAL after 1s; } } }
skill_space! { pub Robot on Board { Probe } }
fn main() {}

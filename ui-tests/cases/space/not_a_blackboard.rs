use skill_runtime::{interface, skill, skill_space};
interface! { pub Motion { fields { moving: bool } } }
skill! { pub skill Walk() { depends_interfaces { motion: Motion } start state A { -> FINAL when motion.moving; } } }
skill! { pub skill Other() { start state A { -> FINAL after 1s; } } }
pub struct Board;
skill_space! { pub Robot on Board { Walk, Other } }
fn main() {}

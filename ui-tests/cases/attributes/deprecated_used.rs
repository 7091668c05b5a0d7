#![deny(warnings)]
use skill_runtime::skill;
skill! { #[deprecated(note = "use Other")] pub skill Probe() { start state S { -> FINAL after 1s; } } }
skill! { pub skill User() { depends_skills { Probe } start state S = Probe {}? { -> FINAL on FINAL; } } }
fn main() {}

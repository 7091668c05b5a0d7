#![deny(warnings)]
use skill_runtime::skill;
skill! { #[must_use] pub skill Probe() { start state S { -> FINAL after 1s; } } }
fn main() { Probe {}; }

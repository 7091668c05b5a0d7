use skill_runtime::skill;
skill! { #[foo] pub skill Probe() { start state S { -> FINAL after 1s; } } }
fn main() {}

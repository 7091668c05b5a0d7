use skill_runtime::skill;
skill! { #[allow(skill::dead_ends)] pub skill Probe() { start state S { -> FINAL after 1s; } } }
fn main() {}

use skill_runtime::skill;
skill! { #[derive(Clone)] pub skill Probe() { start state S { -> FINAL after 1s; } } }
fn main() {}

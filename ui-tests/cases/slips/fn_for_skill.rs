use skill_runtime::skill;
skill! { pub fn Probe() { start state S { -> FINAL after 1s; } } }
fn main() {}

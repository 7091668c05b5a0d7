use skill_runtime::skill;
skill! { pub Probe() { start state S { -> FINAL after 1s; } } }
fn main() {}

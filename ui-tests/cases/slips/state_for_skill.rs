use skill_runtime::skill;
skill! { state A { -> FINAL after 1s; } }
fn main() {}

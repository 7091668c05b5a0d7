use skill_runtime::{skill, skill_space};

skill! { pub skill Wait() { start state A { -> FINAL after 1s; } } }
skill! { pub skill Other() { start state A { -> FINAL after 1s; } } }

skill_space! { pub Robot on Bord { Wait, Other } }

fn main() {}

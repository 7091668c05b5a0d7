use skill_runtime::skill;
skill! {
    pub skill A() { start state S { -> FINAL after 1s; } }
    pub skill B() { start state S { -> FINAL after 1s; } }
}
fn main() {}

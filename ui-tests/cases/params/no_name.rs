use skill_runtime::skill;
skill! {
    pub skill Wait() {
        params { 12.5 }
        start state Waiting { -> FINAL after 1s; }
    }
}
fn main() {}

use skill_runtime::skill;
skill! {
    pub skill Wait() {
        params { fast: bool = false in 0..=1 }
        start state Waiting { -> FINAL when self.fast; }
    }
}
fn main() {}

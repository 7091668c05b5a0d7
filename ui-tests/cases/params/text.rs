use skill_runtime::skill;
skill! {
    pub skill Wait() {
        params { name: Text<8> = Text::new() }
        start state Waiting { -> FINAL when self.name.is_empty(); }
    }
}
fn main() {}

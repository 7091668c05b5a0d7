use skill_runtime::skill;
skill! {
    pub skill Wait() {
        params { #[unit = "s"] wait: f32 = 12.5 }
        start state Waiting { -> FINAL after self.wait; }
    }
}
fn main() {}

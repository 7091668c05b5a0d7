use skill_runtime::skill;
skill! {
    pub skill Wait() {
        params { wait_sec: f32 = 12.5 } vars { wait_sec: f32 = 1.0 }
        start state Waiting { -> FINAL after self.wait_sec; }
    }
}
fn main() {}

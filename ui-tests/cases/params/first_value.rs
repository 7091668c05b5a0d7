use skill_runtime::skill;
skill! {
    pub skill Wait() {
        params { wait_sec: f32 = 12.5 } vars { left_sec: f32 = wait_sec }
        start state Waiting { -> FINAL after self.left_sec + self.wait_sec; }
    }
}
fn main() {}

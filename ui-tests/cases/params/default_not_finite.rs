use skill_runtime::skill;
skill! {
    pub skill Wait() {
        params { wait_sec: f32 = f32::NAN }
        start state Waiting { -> FINAL after self.wait_sec; }
    }
}
fn main() {}

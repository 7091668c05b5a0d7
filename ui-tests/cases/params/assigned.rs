use skill_runtime::skill;
skill! {
    pub skill Wait() {
        params { wait_sec: f32 = 12.5 }
        start state Waiting { loop { self.wait_sec = 1.0; } -> FINAL after self.wait_sec; }
    }
}
fn main() {}

use skill_runtime::skill;
skill! {
    pub skill Wait() {
        params { wait_sec: f64 = 12.5 }
        start state Waiting { -> FINAL after self.wait_sec as f32; }
    }
}
fn main() {}

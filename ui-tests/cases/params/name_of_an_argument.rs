use skill_runtime::skill;
skill! {
    pub skill Wait(wait_sec: f32) {
        params { wait_sec: f32 = 12.5 }
        start state Waiting { -> FINAL after self.wait_sec; }
    }
}
fn main() {}

use skill_runtime::skill;
skill! {
    pub skill Wait() {
        params { wait_sec: f32 = 12.5 }
        start state Waiting { -> FINAL after self.wait_scc; -> FAILED after self.wait_sec; }
    }
}
fn main() {}

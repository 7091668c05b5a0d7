use skill_runtime::skill;
skill! {
    pub skill Wait() {
        params { wait_sec: Option<f32> = None }
        start state Waiting { -> FINAL when self.wait_sec.is_none(); }
    }
}
fn main() {}

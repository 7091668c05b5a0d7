use skill_runtime::skill;
skill! {
    pub skill Wait() {
        params { wait_sec: u8 = 300 }
        start state Waiting { -> FINAL when self.wait_sec == 0; }
    }
}
fn main() {}

use skill_runtime::skill;
skill! {
    pub skill Wait() {
        params { count: u64 = 1 }
        start state Waiting { -> FINAL when self.count == 1; }
    }
}
fn main() {}

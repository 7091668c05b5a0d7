use skill_runtime::skill;
skill! {
    pub skill Wait() {
        params { rounds: u32 = 3 in 1.0..=5.0 }
        start state Waiting { -> FINAL when self.rounds == 1; }
    }
}
fn main() {}

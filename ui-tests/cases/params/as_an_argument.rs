use skill_runtime::skill;
skill! {
    pub skill Wait() {
        params { wait_sec: f32 = 12.5 }
        start state Waiting { -> FINAL after self.wait_sec; }
    }
}
skill! {
    pub skill Twice() {
        depends_skills { Wait }
        start state Waiting = Wait { wait_sec: 2.0 } { -> FINAL on FINAL; -> FAILED on FAILED; }
    }
}
fn main() {}

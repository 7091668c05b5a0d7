use skill_runtime::skill;
skill! {
    #[deny(skill::unused_parameter)]
    pub skill Wait() {
        params { wait_sec: f32 = 12.5 }
        start state Waiting { -> FINAL after 1s; }
    }
}
fn main() {}

use skill_runtime::skill;
skill! {
    pub skill Wait() {
        params { _a: u32 = 1 }
        start state Waiting { params { b: u32 = 1 } -> FINAL after 1s; }
    }
}
fn main() {}

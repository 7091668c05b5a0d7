use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Outer {
            start state Inner { foo -> Last after 1s; }
            state Last { -> FINAL afer 1s; }
        }
        state Outer { -> FINAL after 1s; }
    }
}

fn main() {}

use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Outer {
            start state Inner { -> Last after 1s; }
            state Last { init { } }
        }
    }
}

fn main() {}

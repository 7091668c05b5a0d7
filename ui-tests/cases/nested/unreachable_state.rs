use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Outer {
            start state Inner { -> FINAL after 1s; }
            state Never { -> FINAL after 1s; }
        }
    }
}

fn main() {}

use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A {
            /// At the start.
            init {}
            -> FINAL after 1s;
        }
    }
}

fn main() {}

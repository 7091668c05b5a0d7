use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Outer {
            start state Inner { -> Other otherwise; }
        }
        state Other {
            start state Deep {
                start state Deeper { -> Outer otherwise; }
            }
        }
    }
}

fn main() {}

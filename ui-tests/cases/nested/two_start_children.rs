use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Outer {
            start state First { -> Second after 1s; }
            start state Second { -> FINAL after 1s; }
        }
    }
}

fn main() {}

use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Outer {
            state First { -> Second after 1s; }
            state Second { -> FINAL after 1s; }
        }
    }
}

fn main() {}

use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { -> Deep after 1s; -> Outer after 2s; }
        state Outer {
            start state Inner {
                start state Deep { -> FINAL after 1s; }
            }
        }
    }
}

fn main() {}

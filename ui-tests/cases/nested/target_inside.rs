use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { -> Inner after 1s; -> Outer after 2s; }
        state Outer {
            start state Before { -> Inner after 1s; }
            state Inner { -> FINAL after 1s; }
        }
    }
}

fn main() {}

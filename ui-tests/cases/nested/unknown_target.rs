use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state Outer {
            start state Inner { -> Othr after 1s; }
            state Other { -> FINAL after 1s; }
        }
    }
}

fn main() {}

use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A {
            start state Inner { -> FINAL after 1s; }
            -> FINAL after 1s;
        }
    }
}

fn main() {}

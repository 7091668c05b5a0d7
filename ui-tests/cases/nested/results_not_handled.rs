use skill_runtime::skill;

skill! {
    pub skill Step() { start state A { -> FINAL after 1s; } }
}

skill! {
    pub skill Probe() {
        depends_skills { Step }
        start state Outer {
            start state Inner = Step {} { -> FINAL on FINAL; }
        }
    }
}

fn main() {}

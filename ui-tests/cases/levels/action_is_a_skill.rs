use skill_runtime::skill;

skill! {
    pub skill Walk() { start state A { -> FINAL after 1s; } }
}

skill! {
    pub skill Probe() {
        depends_skills { Walk }
        start state A = action Walk() { -> FINAL on FINAL; -> FAILED on FAILED; }
    }
}

fn main() {}

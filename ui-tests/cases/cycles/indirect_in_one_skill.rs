use skill_runtime::skill;

skill! {
    pub skill Probe() {
        depends_skills { Probe }
        start state A = (Probe {}, Probe {}) { -> FINAL on FINAL; -> FAILED on FAILED; }
    }
}

fn main() {}

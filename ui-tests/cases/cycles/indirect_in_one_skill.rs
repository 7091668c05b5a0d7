use skill_runtime::skill;

skill! {
    pub skill Probe() {
        depends_skills { Probe }
        #[allow(skill::duplicate_call)]
        start state A = (Probe {}, Probe {}) { -> FINAL on FINAL; -> FAILED on FAILED; }
    }
}

fn main() {}

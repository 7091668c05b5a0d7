use skill_runtime::{agent, skill};

skill! {
    pub skill Walk() { start state A { -> FINAL after 1s; } }
}

agent! {
    pub agent Striker() {
        depends_skills { Walk }
        start state A = (Walk {}, Walk {}) { -> A on FINAL; -> FAILED on FAILED; }
    }
}

fn main() {}

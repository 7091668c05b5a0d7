use skill_runtime::{agent, skill};

skill! {
    pub skill Walk() { start state A { -> FINAL after 1s; } }
}

agent! {
    pub agent Striker() {
        depends_skills { Walk }
        start state A = Walk {} { -> A on FINAL; -> FAILED on FAILED; }
    }
}

skill! {
    pub skill Probe() {
        depends_skills { Striker }
        start state A = Striker {} { -> FINAL on FINAL; -> FAILED on FAILED; }
    }
}

fn main() {}

use skill_runtime::{agent, skill};

skill! {
    pub skill Walk() { start state A { -> FINAL after 1s; } }
}

agent! {
    pub agent Striker() {
        depends_skills { Walk }
        start state Outer = Walk {} {
            -> FINAL on FINAL;
            -> FAILED on FAILED;
            start state Inner = Walk {} { -> Inner on FINAL; -> FAILED on FAILED; }
        }
    }
}

fn main() {}

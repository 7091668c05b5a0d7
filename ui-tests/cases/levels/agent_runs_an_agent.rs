use skill_runtime::{agent, skill};

skill! {
    pub skill Walk() { start state A { -> FINAL after 1s; } }
}

agent! {
    pub agent Keeper() {
        start state A { -> FINAL after 1s; }
    }
}

agent! {
    pub agent Striker() {
        depends_skills { Keeper }
        start state A = Keeper {} { -> FINAL on FINAL; -> FAILED on FAILED; }
    }
}

fn main() {}

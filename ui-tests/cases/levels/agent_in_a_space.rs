use skill_runtime::{agent, skill};

skill! {
    pub skill Walk() { start state A { -> FINAL after 1s; } }
}

agent! {
    pub agent Striker() {
        start state A { -> FINAL after 1s; }
    }
}

skill_runtime::blackboard! {
    pub Board { "Skiller": skill_runtime::skiller::SkillerInterface }
}

skill_runtime::skill_space! {
    pub Space on Board { Walk, Striker }
}

fn main() {}

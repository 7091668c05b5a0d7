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

skill_runtime::interface! {
    pub Lamp { fields { on: bool } }
}

skill_runtime::blackboard! {
    pub Board { "Lamp": Lamp }
}

fn run(board: &Board, sender: core::num::NonZeroU32) {
    let _ = skill_runtime::AgentRunner::new(board, Striker {}, sender);
}

fn main() {}

use skill_runtime::skill;

skill! {
    pub skill Walk() { start state A { -> FINAL after 1s; } }
}

use skill_runtime::{Exec as _, Skill as _, Status};

fn stroll(ports: &mut ProbePorts<'_>) -> Status {
    Walk {}.start().exec(ports)
}

skill! {
    pub skill Probe() {
        start state A = action stroll() { -> FINAL on FINAL; -> FAILED on FAILED; }
    }
}

fn main() {}

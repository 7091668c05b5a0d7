use skill_runtime::skill;

use skill_runtime::Status;

fn kick(_: &mut ProbePorts<'_>) -> Status {
    Status::Final
}

skill! {
    pub skill Probe() {
        start state A = action kick() { -> FINAL on FINAL; }
    }
}

fn main() {}

use skill_runtime::{Status, skill};

fn kick(_: &mut ProbePorts<'_>) -> Status {
    Status::Final
}

skill! {
    pub skill Probe() {
        start state A = action kick()? { -> FAILED("{}", power) on FINAL(power); }
    }
}

fn main() {}

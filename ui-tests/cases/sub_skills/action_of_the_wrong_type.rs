use skill_runtime::skill;

fn kick(_: &mut ProbePorts<'_>) -> bool {
    true
}

skill! {
    pub skill Probe() {
        start state A = action kick() { -> FINAL on FINAL; -> FAILED on FAILED; }
    }
}

fn main() {}

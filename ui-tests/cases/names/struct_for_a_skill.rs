use skill_runtime::skill;

pub struct Look;

skill! {
    pub skill Probe() {
        depends_skills { Look }
        start state A = Look {} { -> FINAL on FINAL; -> FAILED on FAILED; }
    }
}

fn main() {}

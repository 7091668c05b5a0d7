use skill_runtime::skill;

pub struct Jump;

skill! {
    pub skill Probe() {
        depends_skills { Jump }
        start state Go = Jump {} { -> FINAL on FINAL; -> FAILED on FAILED; }
    }
}

fn main() {}

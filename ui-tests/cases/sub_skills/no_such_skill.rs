use skill_runtime::skill;

skill! {
    pub skill Probe() {
        depends_skills { Wolk }
        start state Go = Wolk {} { -> FINAL on FINAL; -> FAILED on FAILED; }
    }
}

fn main() {}

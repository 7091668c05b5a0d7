use skill_runtime::skill;

pub mod parts {
    pub struct Jump;
}

skill! {
    pub skill Play() {
        depends_skills { parts::Jump }
        start state A = Jump {} { -> FINAL on FINAL; -> FAILED on FAILED; }
    }
}

fn main() {}

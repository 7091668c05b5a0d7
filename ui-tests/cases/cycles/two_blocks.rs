use skill_runtime::skill;

skill! {
    pub skill Ping() {
        depends_skills { Pong }
        start state A = Pong {} { -> FINAL on FINAL; -> FAILED on FAILED; }
    }
}

skill! {
    pub skill Pong() {
        depends_skills { Ping }
        start state A = Ping {} { -> FINAL on FINAL; -> FAILED on FAILED; }
    }
}

fn main() {}

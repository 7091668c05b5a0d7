use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { -> FINAL after -5s; -> FAILED after 9s; }
    }
}

fn main() {}

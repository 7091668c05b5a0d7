use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { -> when true; -> FAILED after 1s; }
    }
}

fn main() {}

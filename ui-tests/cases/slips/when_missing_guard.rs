use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { -> FINAL when; -> FAILED after 1s; }
    }
}

fn main() {}

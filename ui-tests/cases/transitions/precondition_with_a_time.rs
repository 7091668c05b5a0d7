use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { precond -> FINAL after 1s; -> FAILED after 2s; }
    }
}

fn main() {}

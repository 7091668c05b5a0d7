use skill_runtime::skill;

skill! {
    #[deny(skill::unreachable_transition)]
    pub skill Probe() {
        start state A { -> FINAL after 5s; -> FAILED after 10s; }
    }
}

fn main() {}

use skill_runtime::skill;

skill! {
    pub skill Probe() {
        max_transitions = many;
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}

use skill_runtime::skill;

skill! {
    pub skill Probe() {
        max_transitions = ten;
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}

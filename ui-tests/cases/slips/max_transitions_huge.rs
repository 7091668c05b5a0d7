use skill_runtime::skill;

skill! {
    pub skill Probe() {
        max_transitions = 99999999999999999999999;
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}

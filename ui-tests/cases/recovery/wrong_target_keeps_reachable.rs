use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { -> Bb after 1s; }
        state B { -> FINAL after 1s; }
    }
}

fn main() {}

use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state B { -> FINAL after 1s; }
        state A =
    }
}

fn main() {}

use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { -> A otherwise; }
        state B { -> FINAL after 1s; }
    }
}

fn main() {}

use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { -> FINAL after { return 1.0 }; }
    }
}

fn main() {}

use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { -> FINAL; }
    }
}

fn main() {}

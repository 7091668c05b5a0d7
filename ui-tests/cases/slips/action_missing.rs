use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A = action { -> FINAL on FINAL; }
    }
}

fn main() {}

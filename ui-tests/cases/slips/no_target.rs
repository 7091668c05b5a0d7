use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { -> after 1s; }
    }
}

fn main() {}

use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { -> FINAL(1.5) after 1s; }
    }
}

fn main() {}

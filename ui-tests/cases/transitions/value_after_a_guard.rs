use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { -> FINAL when 1 > 0 2; }
    }
}

fn main() {}

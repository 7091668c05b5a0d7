use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { -> B otherwise; }
        state B { -> C otherwise; }
        state C { -> A otherwise; }
    }
}

fn main() {}

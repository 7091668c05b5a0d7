use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A = ;
        state B { -> FINAL after 1s; }
    }
}

fn main() {}

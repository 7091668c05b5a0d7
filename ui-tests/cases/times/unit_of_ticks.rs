use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { -> FINAL after 3 blinks; }
    }
}

fn main() {}

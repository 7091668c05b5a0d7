use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { init { let count = } -> FINAL after 1s; }
    }
}

fn main() {}

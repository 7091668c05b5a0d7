use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { init { let a = 1 let b = 2; } -> FINAL after 1s; }
    }
}

fn main() {}

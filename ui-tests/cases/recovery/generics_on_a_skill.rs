use skill_runtime::skill;

skill! {
    pub skill Probe<T>(value: T) {
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}

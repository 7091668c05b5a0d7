use skill_runtime::skill;

skill! {
    pub skill Probe<const N: usize>() {
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}

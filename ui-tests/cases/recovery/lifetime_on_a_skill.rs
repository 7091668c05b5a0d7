use skill_runtime::skill;

skill! {
    pub skill Probe<'a>() {
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}

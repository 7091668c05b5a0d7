use skill_runtime::skill;

skill! {
    pub skill Probe() {
        #[allow(dead_code)]
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}

use skill_runtime::skill;

skill! {
    pub skill Probe() {
        always { init {} }
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}

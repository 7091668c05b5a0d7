use skill_runtime::skill;

skill! {
    pub skill Probe() {
        always { -> FAILED after 1s; }
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}

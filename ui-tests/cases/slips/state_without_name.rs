use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state { -> FINAL after 1s; }
    }
}

fn main() {}

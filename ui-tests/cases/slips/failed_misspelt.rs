use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start state A { -> FAIL after 1s; -> FINAL after 2s; }
    }
}

fn main() {}

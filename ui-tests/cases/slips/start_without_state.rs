use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start A { -> FINAL after 1s; }
    }
}

fn main() {}

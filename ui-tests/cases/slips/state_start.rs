use skill_runtime::skill;

skill! {
    pub skill Probe() {
        state start A { -> FINAL after 1s; }
    }
}

fn main() {}

use skill_runtime::skill;

skill! {
    pub skill Probe() {
        state A { -> FINAL after 1s; }
    }
}

fn main() {}

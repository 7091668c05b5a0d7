use skill_runtime::skill;

skill! {
    pub skill Probe() {
        start sate A { -> FINAL after 1s; }
    }
}

fn main() {}

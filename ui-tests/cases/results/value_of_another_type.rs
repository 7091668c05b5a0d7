use skill_runtime::skill;

skill! {
    pub skill Probe() -> f32 {
        start state A { -> FINAL(true) after 1s; }
    }
}

fn main() {}

use skill_runtime::skill;

skill! {
    pub skill Probe() -> f32 {
        start state A { -> FINAL(1.5, 2.5) after 1s; }
    }
}

fn main() {}

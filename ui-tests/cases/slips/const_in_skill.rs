use skill_runtime::skill;

skill! {
    pub skill Probe() {
        const LIMIT: f32 = 3.0;
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}

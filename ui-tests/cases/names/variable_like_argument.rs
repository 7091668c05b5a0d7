use skill_runtime::skill;

skill! {
    pub skill Probe(x: f32 = 1.0) {
        vars { x: u32 = 0 }
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}

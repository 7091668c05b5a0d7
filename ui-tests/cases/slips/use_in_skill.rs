use skill_runtime::skill;

skill! {
    pub skill Probe() {
        use core::f32::consts::PI;
        start state A { -> FINAL after 1s; }
    }
}

fn main() {}

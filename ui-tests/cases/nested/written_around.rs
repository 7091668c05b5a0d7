use skill_runtime::{interface, skill};

interface! {
    pub Legs { fields { speed: f32 } }
}

skill! {
    pub skill Left() {
        depends_interfaces { writes legs: Legs }
        start state Write { init { legs.speed = 1.0; } -> FINAL after 1s; }
    }
}

skill! {
    pub skill Right() {
        depends_interfaces { writes legs: Legs }
        start state Write { init { legs.speed = 1.0; } -> FINAL after 1s; }
    }
}

skill! {
    pub skill Probe() {
        depends_skills { Left, Right }
        start state Outer = Left {} {
            -> FINAL on FINAL;
            -> FAILED on FAILED;
            start state Inner = Right {} { -> FINAL on FINAL; -> FAILED on FAILED; }
        }
    }
}

fn main() {}

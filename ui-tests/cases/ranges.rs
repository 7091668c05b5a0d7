#[macro_use]
extern crate skill_runtime;

#[path = "../prelude.rs"]
pub mod prelude;

pub mod default_const {
    const TOP: f32 = 2.0;
    skill! {
        pub skill Probe(speed: f32 = TOP in 0.0..=1.0) {
            start state A { -> FINAL after self.speed; }
        }
    }
}

pub mod default_some {
    skill! {
        pub skill Probe(speed: Option<f32> = Some(2.0) in 0.0..=1.0) {
            start state A { -> FINAL when self.speed.is_some(); -> FAILED after 1s; }
        }
    }
}

pub mod empty {
    skill! {
        pub skill Probe(speed: f32 in 1.0..=0.0) {
            start state A { -> FINAL after self.speed; }
        }
    }
}

pub mod empty_const {
    const TOP: f32 = -2.0;
    skill! {
        pub skill Probe(speed: f32 in 0.0..=TOP) {
            start state A { -> FINAL after self.speed; }
        }
    }
}

pub mod empty_half_open {
    skill! {
        pub skill Probe(count: u32 in 3..3) {
            start state A { -> FINAL when self.count == 3; -> FAILED after 1s; }
        }
    }
}

pub mod float_for_an_integer {
    skill! {
        pub skill Probe(count: u32 = 1 in 0.5..=1.5) {
            start state A { -> FINAL when self.count == 3; -> FAILED after 1s; }
        }
    }
}

pub mod on_bool {
    skill! {
        pub skill Probe(fast: bool = true in false..=true) {
            start state A { -> FINAL when self.fast; -> FAILED after 1s; }
        }
    }
}

pub mod on_enum {
    use crate::prelude::*;
    skill! {
        pub skill Probe(leg: motion::Leg in 0..=1) {
            start state A { -> FINAL when self.leg == motion::Leg::Left; -> FAILED after 1s; }
        }
    }
}

pub mod default_not_finite {
    skill! {
        pub skill Probe(a: f32 = f32::NAN, b: f64 = 1.0 / 0.0, c: Option<f32> = Some(f32::INFINITY), d: f32 = 2.0 * 3.0) {
            start state A { -> FINAL when self.a + self.d > 1.0; -> FAILED after self.b; -> FAILED when self.c.is_some(); }
        }
    }
}

pub mod result_not_finite {
    skill! {
        pub skill Probe() -> f32 {
            start state A { -> FINAL(f32::NAN) after 1s; }
        }
    }
}

#[macro_use]
extern crate skill_runtime;

pub mod no_states {
    skill! {
        pub skill Probe() {
            vars { n: u32 = 0 }
        }
    }
}

pub mod none {
    skill! {
        pub skill Probe() {
            state A { -> FINAL after 1s; }
            state B { -> A after 1s; }
        }
    }
}

pub mod two {
    skill! {
        pub skill Probe() {
            start state A { -> B after 1s; }
            start state B { -> FINAL after 1s; }
        }
    }
}

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

pub mod none_without_values {
    skill! {
        pub skill Probe() {
            state A(n: u32) tries 2 { -> FAILED when self.n > 3; -> B after 1s; }
            state B { -> A(1) after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod none_has_values {
    skill! {
        pub skill Probe() {
            state A(next: state()) tries 2 {
                start state In { -> FAILED after 1s; }
                -> FINAL after 3s;
            }
        }
    }
}

pub mod misspelt_without_state {
    skill! {
        pub skill Probe() {
            sart A { -> B(1) after 1s; }
            state B(n: u32) tries 2 { -> FAILED when self.n > 3; -> FINAL after 2s; }
        }
    }
}

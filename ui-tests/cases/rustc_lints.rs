#[macro_use]
extern crate skill_runtime;

pub mod must_use_unused {
    #![deny(warnings)]
    skill! { #[must_use] pub skill Probe() { start state S { -> FINAL after 1s; } } }
    fn main() { Probe {}; }
}

pub mod default_too_large {
    skill! {
        pub skill Wait() {
            params { wait_sec: u8 = 300 }
            start state Waiting { -> FINAL when self.wait_sec == 0; }
        }
    }
}

#[macro_use]
extern crate skill_runtime;

#[path = "../prelude.rs"]
pub mod prelude;

pub mod after_a_time {
    skill! {
        pub skill Probe(n: u32 = 0) {
            start state A { -> FINAL after 1s when rising self.n > 1; -> FINAL after 2s when self.n > 2 for 1s; -> FAILED after 9s; }
        }
    }
}

pub mod crossing_for {
    skill! {
        pub skill Probe() {
            continuous { x: f32 = 0.0 }
            start state A { flow { der(self.x) = 1.0; } -> FINAL when crossing self.x > 1.0 for 1s; -> FAILED after 9s; }
        }
    }
}

pub mod elapsed_elsewhere {
    skill! {
        pub skill Probe() {
            vars { n: f32 = self.elapsed() }
            continuous { x: f32 = 0.0 }
            always { -> FAILED when self.elapsed() > 1.0; }
            start state A(m: f32 = self.elapsed()) {
                precond -> FAILED when self.elapsed() > 2.0;
                vars { k: f32 = self.elapsed() }
                init { self.n = self.elapsed(); }
                flow { der(self.x) = self.elapsed(); }
                -> FINAL when self.elapsed() > self.n + self.k + self.m + self.x;
            }
        }
    }
}

pub mod elapsed_with_an_argument {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL when self.elapsed(1) > 2.0; -> FAILED when self.elapsd() > 2.0; }
        }
    }
}

pub mod elapsed_without_parentheses {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL when self.elapsed > 2.0; -> FAILED after 9s; }
        }
    }
}

pub mod falling {
    skill! {
        pub skill Probe(n: u32 = 0) {
            start state A { -> FINAL when falling self.n > 1; -> FAILED when risng self.n > 1; }
        }
    }
}

pub mod for_elsewhere {
    skill! {
        pub skill Probe(n: u32 = 0) {
            depends_skills { crate::prelude::Walk }
            start state A = Walk { distance: 1.0 }? {
                -> FINAL on FINAL for 3s;
                -> FINAL after 2s for 3s;
                -> FINAL for 3s when self.n == 1;
                -> FINAL when self.n == 2 for 1s && self.n > 0;
                -> FINAL when self.n == 3 for 1s for 2s;
                -> FINAL when self.n == 4 for self.m;
                -> A otherwise for 3s;
            }
        }
    }
}

pub mod for_nothing {
    skill! {
        pub skill Probe(n: u32 = 0) {
            start state A { -> FINAL when for 1s; -> A when rising; -> FAILED when self.n > 1 for; }
        }
    }
}

pub mod for_what {
    skill! {
        pub skill Probe(n: u32 = 0) {
            start state A {
                -> FINAL when self.n > 1 for 25 ticks;
                -> FINAL when self.n > 2 for 0s;
                -> FINAL when self.n > 3 for 5;
                -> FINAL when self.n > 4 for -1.0;
                -> FINAL when self.n > 5 for "1";
                -> FINAL when self.n for 1s;
                -> FINAL when rising self.n;
            }
        }
    }
}

pub mod on_an_outcome {
    skill! {
        pub skill Probe(n: u32 = 0) {
            depends_skills { crate::prelude::Walk }
            start state A = Walk {} {
                -> FINAL on FINAL when self.n > 1 for 1s;
                -> FINAL on FINAL;
                -> A on FAILED when rising self.n > 1;
                -> FAILED on FAILED;
            }
        }
    }
}

pub mod precondition {
    skill! {
        pub skill Probe(n: u32 = 0) {
            start state A { precond -> FINAL when rising self.n > 1; -> FAILED after 9s; }
        }
    }
}

pub mod rising_elsewhere {
    skill! {
        pub skill Probe(n: u32 = 0) {
            start state A {
                -> FINAL rising self.n == 1;
                -> FINAL when rising rising self.n == 2;
                -> FINAL when rising crossing self.n == 3;
                -> FINAL when self.n == 4 && rising self.n == 5;
                -> FINAL falling self.n == 6;
            }
        }
    }
}

pub mod rising_of_a_flow {
    skill! {
        pub skill Probe() {
            continuous { x: f32 = 0.0 }
            start state A { flow { der(self.x) = 1.0; } -> FINAL when rising self.x > 1.0; -> FAILED after 9s; }
        }
    }
}

#[macro_use]
extern crate skill_runtime;

#[path = "../prelude.rs"]
pub mod prelude;
use prelude::Walk;

pub mod agent_without_calls {
    agent! {
        pub agent Probe() {
            always { -> A on FAILED; }
            start state A { -> FINAL after 1s; }
        }
    }
}

pub mod always_guarded {
    skill! {
        pub skill Probe(n: u32 = 0) {
            depends_skills { super::Walk }
            always { -> B on FAILED when self.n > 1; }
            start state A = Walk { distance: 1.0 } { -> FINAL on FINAL; }
            state B { -> FINAL after 1s; }
        }
    }
}

pub mod always_leads_there {
    skill! {
        pub skill Probe() {
            depends_skills { super::Walk }
            always { -> A on FAILED; -> A on FAILED; -> FINAL on FINAL; }
            start state A = Walk { distance: 1.0 } { -> FINAL on FINAL; }
        }
    }
}

pub mod always_leads_to_itself {
    skill! {
        pub skill Probe() {
            depends_skills { super::Walk }
            always { -> A on FAILED; }
            start state A { start state B = Walk { distance: 1.0 } { -> FINAL on FINAL; } }
        }
    }
}

pub mod common_final {
    skill! {
        pub skill Probe() {
            depends_skills { super::Walk }
            start state A {
                -> FINAL on FINAL;
                start state B = Walk { distance: 1.0 }? { -> FINAL on FINAL; }
            }
        }
    }
}

pub mod half_typed {
    skill! {
        pub skill Probe(n: u32 = 0) {
            depends_skills { super::Walk }
            always { -> A on FAILED when self.; }
            start state A {
                -> A on FAILED when self.;
                start state B = Walk { distance: 1.0 } { -> FINAL on FINAL; }
            }
        }
    }
}

pub mod never_needed {
    skill! {
        pub skill Probe(n: u32 = 0) {
            depends_skills { super::Walk }
            always { -> FAILED on FAILED when self.n > 1; -> C on FAILED; }
            start state A {
                -> C on FAILED;
                start state B = Walk { distance: 1.0 }? { -> FINAL on FINAL; }
            }
            state C { -> A after 1s; }
        }
    }
}

pub mod nothing_inside_runs {
    skill! {
        pub skill Probe() {
            start state A {
                -> A on FAILED;
                start state B { -> FINAL after 1s; }
            }
        }
    }
}

pub mod outer_guarded {
    skill! {
        pub skill Probe(n: u32 = 0) {
            depends_skills { super::Walk }
            start state A {
                -> A on FAILED when self.n > 1;
                start state B = Walk { distance: 1.0 } { -> FINAL on FINAL; -> B on FAILED when self.n > 2; }
                state C = Walk { distance: 1.0 }? { -> FINAL on FINAL; }
            }
        }
    }
}

pub mod result_of_nothing {
    skill! {
        pub skill Probe() {
            depends_skills { super::Walk }
            start state A {
                -> A on FAILED;
                start state B = Walk { distance: 1.0 } { -> FAILED after 1s; }
            }
        }
    }
}

pub mod unreachable {
    skill! {
        pub skill Probe(n: u32 = 0) {
            depends_skills { super::Walk }
            always { -> A on FAILED; -> C on FAILED when self.n > 3; }
            start state A {
                -> A on FAILED;
                -> C on FAILED;
                start state B = Walk { distance: 1.0 } { -> FINAL on FINAL; }
            }
            state C { -> FINAL after 1s; }
        }
    }
}

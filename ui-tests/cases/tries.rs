#[macro_use]
extern crate skill_runtime;

#[path = "../prelude.rs"]
pub mod prelude;

pub mod after_the_question_mark {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = Walk { distance: 1.0 } tries 3? { -> FINAL on FINAL; }
        }
    }
}

pub mod before_the_runs {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A tries 3 = Walk { distance: 1.0 } { -> FINAL on FINAL; }
        }
    }
}

pub mod between_its_own {
    skill! {
        pub skill Probe() {
            start state A tries 3 via A { -> FAILED after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod cannot_fail {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A tries 3 { -> FINAL after 1s; }
            state B = Walk { distance: 1.0 } tries 2 { -> FINAL on FINAL; -> A on FAILED; }
        }
    }
}

pub mod does_not_lead_back {
    skill! {
        pub skill Probe() {
            start state A tries 3 via B { -> FAILED after 1s; }
            state B { -> FINAL after 1s; }
        }
    }
}

pub mod guarded_around {
    skill! {
        pub skill Probe(n: u32 = 1) {
            depends_skills { super::prelude::Walk }
            start state A {
                -> C on FAILED when self.n > 1;
                start state B = Walk { distance: 1.0 } tries 3 { -> FINAL on FINAL; }
                state C { -> FINAL after 1s; }
            }
        }
    }
}

pub mod half_typed_count {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state A tries self. { -> FAILED after 1s; -> FINAL when self.n > 1; }
        }
    }
}

pub mod misspelt {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A tires 3 { -> FAILED after 1s; -> FINAL after 2s; }
            state B = Walk { distance: 1.0 } trys 3 { -> FINAL on FINAL; -> A on FAILED; }
        }
    }
}

pub mod missing_count {
    skill! {
        pub skill Probe() {
            start state A tries { -> FAILED after 1s; }
            state B tries via A { -> FAILED after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod missing_via {
    skill! {
        pub skill Probe() {
            start state A tries 3 via { -> FAILED after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod no_clone {
    pub struct Token;
    skill! {
        pub skill Probe() {
            start state A { -> B(Token) after 1s; }
            state B(token: Token) tries 3 {
                -> FAILED after 1s;
                -> FINAL when matches!(self.token, Token);
            }
        }
    }
}

pub mod no_such_state {
    skill! {
        pub skill Probe() {
            start state A tries 3 via Pouse { -> FAILED after 1s; }
            state Pause { -> A after 1s; -> FINAL after 2s; }
            state B tries 3 via Wait { -> FAILED after 1s; }
            state C { -> B after 1s; start state Wait { -> B after 1s; } }
        }
    }
}

pub mod number_without_unit {
    skill! {
        pub skill Probe(n: f32 = 1.0) {
            start state A tries self.n { -> FAILED after 1s; -> B after 2s; }
            state B tries 3s { -> FAILED after 1s; -> C after 2s; }
            state C tries 2.5 { -> FAILED after 1s; -> D after 2s; }
            state D tries -1 { -> FAILED after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod one_try {
    skill! {
        pub skill Probe() {
            start state A tries 1 { -> FAILED after 1s; -> B after 2s; }
            state B tries 0 { -> FAILED after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod no_number {
    skill! {
        pub skill Probe(n: u32 = 3) {
            start state A tries self.n > 2 { -> FAILED after 2s; -> B after 1s; }
            state B tries self.n == 1 || true { -> FAILED after 2s; -> FINAL after 1s; }
        }
    }
}

pub mod retry {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = Walk { distance: 1.0 }? retry 3 { -> B on FINAL; }
            state B retries 2 after 1s { -> FAILED after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod shared {
    skill! {
        pub skill Probe() {
            start state A tries 3 via P { -> FAILED after 1s; -> B after 2s; }
            state B tries 3 via P { -> FAILED after 1s; -> FINAL after 2s; }
            state P { -> A after 1s; -> B after 2s; }
        }
    }
}

pub mod twice {
    skill! {
        pub skill Probe() {
            start state A tries 3 tries 4 { -> FAILED after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod unknown_name {
    skill! {
        pub skill Probe() {
            start state A tries self.count { -> FAILED after 1s; -> FINAL after 2s; }
            state B tries count { -> FAILED after 1s; -> A after 2s; }
        }
    }
}

pub mod via_misspelt {
    skill! {
        pub skill Probe() {
            start state A tries 3 vai P { -> FAILED after 1s; -> FINAL after 2s; }
            state P { -> A after 1s; }
        }
    }
}

pub mod via_two {
    skill! {
        pub skill Probe() {
            start state A tries 3 via P, Q { -> FAILED after 1s; -> FINAL after 2s; }
            state P { -> A after 1s; }
            state Q { -> A after 1s; }
        }
    }
}

pub mod via_without_tries {
    skill! {
        pub skill Probe() {
            start state A via P { -> FAILED after 1s; -> FINAL after 2s; }
            state P { -> A after 1s; }
        }
    }
}

pub mod via_with_parameters {
    skill! {
        pub skill Probe() {
            start state A tries 3 via P { -> FAILED after 1s; -> FINAL after 2s; }
            state P(n: u32) { -> A when self.n > 1; }
        }
    }
}

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

pub mod attempts {
    skill! {
        pub skill Probe() {
            start state A attempts 3 { -> FAILED after 2s; -> FINAL after 1s; }
        }
    }
}

pub mod before_the_parameters {
    skill! {
        pub skill Probe() {
            start state S { -> A(1) after 1s; }
            state A tries 3 (n: u32) { -> FAILED after 1s; -> FINAL when self.n > 1; }
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

pub mod before_the_state {
    skill! {
        pub skill Probe() {
            start tries 3 state A { -> FAILED after 2s; -> FINAL after 1s; }
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

pub mod constant_count {
    const ONE: u32 = 1;
    const NONE: u32 = ONE - 1;
    const LIMIT: u32 = 1;

    skill! {
        pub skill Probe() {
            start state A tries ONE { -> FAILED when LIMIT > 3; -> B after 2s; }
            state B tries NONE { -> FAILED when LIMIT > 3; -> FINAL after 2s; }
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

pub mod equals {
    skill! {
        pub skill Probe() {
            start state A tries = 3 { -> FAILED after 2s; -> FINAL after 1s; }
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

pub mod held_by_value {
    skill! {
        pub skill Probe(n: u32 = 1) {
            depends_skills { super::prelude::Walk }
            start state S {
                -> A(Fails) when self.n == 1;
                -> A(Passes) when self.n == 2;
                -> A(Runs) when self.n == 3;
                -> A(Around) when self.n == 4;
            }
            state A(next: state()) tries 3 {
                start state B { -> self.next after 1s; }
            }
            state Fails { -> FAILED when self.n == 1; -> FINAL when self.n > 2; }
            state Passes = Walk { distance: 1.0 }? { -> FINAL on FINAL; }
            state Runs = Walk { distance: 1.0 } { -> FINAL on FINAL; }
            state Around {
                -> FINAL when self.n > 2;
                start state Inside { -> FAILED after 1s; }
            }
        }
    }
}

pub mod held_without_tries {
    skill! {
        pub skill Probe(n: u32 = 1) {
            depends_skills { super::prelude::Walk }
            start state S { -> A(Runs) when self.n == 1; -> B(Runs) when self.n == 2; }
            state A(next: state()) { -> S on FAILED; start state C { -> self.next after 1s; } }
            state B(next: state()) { start state D { -> self.next after 1s; } }
            state Runs = Walk { distance: 1.0 } { -> FINAL on FINAL; }
        }
    }
}

pub mod missing_body {
    skill! {
        pub skill Probe() {
            start state A tries 3;
            state B { -> A after 1s; -> FINAL after 2s; }
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

pub mod misspelt {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A tires 3 { -> FAILED after 1s; -> FINAL after 2s; }
            state B = Walk { distance: 1.0 } trys 3 { -> FINAL on FINAL; -> A on FAILED; }
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

pub mod no_failure_in_what_is_held {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state S { -> A(Held) when self.n == 1; }
            state A(next: state()) tries 3 { start state B { -> self.next after 1s; } }
            state Held { -> FINAL when self.n > 2; }
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

pub mod no_value {
    skill! {
        pub skill Probe() {
            start state A tries loop {} { -> FAILED after 2s; -> B after 1s; }
            state B tries let x = 3 { -> FAILED after 2s; -> FINAL after 1s; }
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

pub mod of_a_skill {
    skill! {
        pub skill Probe() tries 3 {
            start state A { -> FAILED after 2s; -> FINAL after 1s; }
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

pub mod question_and_handler {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = Walk { distance: 1.0 }? tries 3 { -> B on FAILED; -> FINAL on FINAL; }
            state B { -> FINAL after 2s; }
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

pub mod via_elsewhere {
    skill! {
        pub skill Probe() {
            start state O {
                start state A tries 3 via O { -> FAILED after 2s; -> B after 1s; }
                state B tries 3 via C {
                    -> FAILED after 2s;
                    -> D after 1s;
                    start state C { -> D after 3s; }
                }
                state D tries 3 via E { -> FAILED after 2s; -> G after 1s; }
                state F { start state E { -> D after 1s; } }
                state G tries 3 via H { -> FAILED after 2s; -> H after 1s; }
            }
            state H { -> FINAL after 1s; }
        }
    }
}

pub mod via_end {
    skill! {
        pub skill Probe() {
            start state A tries 3 via FINAL { -> FAILED after 2s; -> B after 1s; }
            state B tries 3 via FAILED { -> FAILED after 2s; -> FINAL after 1s; }
        }
    }
}

pub mod via_first {
    skill! {
        pub skill Probe() {
            start state A via P tries 3 { -> FAILED after 2s; -> FINAL after 1s; }
            state P { -> A after 1s; }
        }
    }
}

pub mod via_held {
    skill! {
        pub skill Probe() {
            start state S { -> A(P) after 1s; }
            state A(p: ref state()) tries 3 via self.p { -> FAILED after 2s; -> self.p after 1s; }
            state P { -> S after 1s; }
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

pub mod via_path {
    skill! {
        pub skill Probe() {
            start state A tries 3 via O::P { -> FAILED after 2s; -> O after 1s; }
            state O { start state P { -> A after 1s; -> FINAL after 2s; } }
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

pub mod via_with_parameters {
    skill! {
        pub skill Probe() {
            start state A tries 3 via P { -> FAILED after 1s; -> FINAL after 2s; }
            state P(n: u32) { -> A when self.n > 1; }
        }
    }
}

pub mod via_with_values {
    skill! {
        pub skill Probe() {
            start state A tries 3 via P(2) { -> FAILED after 2s; -> FINAL after 1s; }
            state P(n: u32 = 1) { -> A when self.n > 1; }
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

pub mod after_the_body {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = Walk { distance: 1.0 } { -> FINAL on FINAL; } tries 3
        }
    }
}

pub mod number_before_the_word {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = Walk { distance: 1.0 } 3 tries { -> FINAL on FINAL; }
        }
    }
}

pub mod too_many {
    skill! {
        pub skill Probe() {
            start state A tries 4294967296 { -> FAILED after 1s; -> B after 2s; }
            state B tries 99999999999999999999 { -> FAILED after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod half_typed_guard_beside_it {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A(n: u32 = 0) {
                -> B when self.;
                start state In { -> On after 1s; }
                state On { -> FINAL after 1s; }
            }
            state B = Walk { distance: 1.0 } tries 2 via P { -> resume A on FINAL; }
            state P { -> B after 1s; }
        }
    }
}

pub mod as_a_call {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = Walk { distance: 1.0 } tries(3, via = P) { -> FINAL on FINAL; }
            state P { -> A after 1s; }
        }
    }
}

pub mod in_parentheses {
    skill! {
        pub skill Probe() {
            depends_skills { super::prelude::Walk }
            start state A = Walk { distance: 1.0 } tries (3 via P) { -> FINAL on FINAL; }
            state P { -> A after 1s; }
        }
    }
}

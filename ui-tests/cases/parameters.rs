#[macro_use]
extern crate skill_runtime;

pub mod assigned {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side(1) after 1s; }
            state Side(corner: u32) {
                init { self.corner += 1; }
                -> FINAL after 1s;
                start state Drive { loop { self.corner = 3; } }
            }
        }
    }
}

pub mod assigned_in_a_guard {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side(1) after 1s; }
            state Side(corner: u32) { -> FINAL when self.corner = 3; -> FAILED after 1s; }
        }
    }
}

pub mod assigned_in_a_value {
    skill! {
        pub skill Probe() {
            vars { n: u32 = 0 }
            start state Begin { -> Side({ self.n += 1; self.n }) after 1s; }
            state Side(corner: u32) { -> FINAL when self.corner == 3; -> FAILED after 1s; }
        }
    }
}

pub mod attribute {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side(1) after 1s; }
            state Side(
                /// Which one.
                #[allow(unused)]
                corner: u32,
            ) { -> FINAL when self.corner > 3; -> FAILED after 1s; }
        }
    }
}

pub mod broken_list {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side(1, 2) after 1s; -> Turn(3) after 2s; }
            state Side(corner: , 3) { -> FINAL when self.corner > 3; -> FAILED after 1s; }
            state Turn(angle: u32 length: f32) { -> FINAL when self.angle > 3; -> FAILED after 1s; }
        }
    }
}

pub mod default {
    skill! {
        pub skill Probe() {
            vars { sides: u32 = 0 }
            start state Begin { -> Side after 1s; -> Side(1) after 2s; -> Side(1, 2, 3, 4) after 3s; }
            state Side(corner: u32, length_m: f32 = 1, laps: u32 = { self.sides += 1; self.sides }) {
                -> Side(self.corner, "long") when self.corner > self.laps;
                -> FINAL after self.length_m;
            }
        }
    }
}

pub mod default_before_none {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side(1) after 1s; }
            state Side(corner: u32 = 3, laps: u32) { -> FINAL when self.corner > self.laps; -> FAILED after 1s; }
        }
    }
}

pub mod default_half {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side after 1s; }
            state Side(corner: u32 = 3 +, laps: u32 = ) { -> FINAL when self.corner > self.laps; -> FAILED after 1s; }
        }
    }
}

pub mod default_of_a_state {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side(Begin) after 1s; }
            state Side(mut next: ref state() = Begin) { -> self.next after 1s; }
        }
    }
}

pub mod default_with_an_own_name {
    skill! {
        pub skill Probe(n: u32 = 1) {
            start state Outer {
                vars { x: u32 = 0 }
                start state Side(corner: u32 = self.n + self.x, laps: u32 = self.corner, sides: u32 = n) {
                    vars { length_m: u32 = 1 }
                    -> FINAL when self.corner > self.laps + self.length_m + self.sides;
                    -> FAILED after 1s;
                }
            }
        }
    }
}

pub mod given_half {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side(1 + , 2) after 1s; }
            state Side(corner: u32, n: u32) { -> FINAL when self.corner > self.n; -> FAILED after 1s; }
        }
    }
}

pub mod given_twice {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side(1, 2) after 1s; }
            state Side(corner: u32, corner: u32) { -> FINAL when self.corner > 3; -> FAILED after 1s; }
        }
    }
}

pub mod lent_to_be_changed {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side(1) after 1s; }
            state Side(corner: u32) { init { *(&mut self.corner) = 3; } -> FINAL after 1s; }
        }
    }
}

pub mod mut_elsewhere {
    skill! {
        pub skill Probe(mut n: u32 = 1) {
            vars { mut m: u32 = 2 }
            start state Begin { -> Side(3) after 1s; }
            state Side(corner: mut u32) { loop { self.m += 1; } -> FINAL when self.corner > self.n + self.m; }
        }
    }
}

pub mod name_taken_around {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side(1) after 1s; }
            state Side(corner: u32) {
                vars { corner: u32 = 0 }
                -> Turn(2) when self.corner > 3;
                start state Drive { -> Turn(self.corner) after 1s; }
                state Turn(corner: u32) { -> FINAL when self.corner > 3; -> FAILED after 1s; }
            }
        }
    }
}

pub mod name_taken_by_the_skill {
    skill! {
        pub skill Probe(corner: u32 = 3) {
            vars { done: u32 = 0 }
            start state Begin { -> Side(1, 2) after 1s; }
            state Side(corner: u32, done: u32) { -> FINAL when self.corner > self.done; -> FAILED after 1s; }
        }
    }
}

pub mod never_read {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side after 1s; }
            state Side(mut corner: u32 = 0, laps: u32 = 0) { init { self.corner = 1; } -> FINAL after 1s; }
        }
    }
}

pub mod no_values {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side after 1s; }
            state Side(corner: u32) { -> FINAL when self.corner > 3; -> FAILED after 1s; }
        }
    }
}

pub mod of_a_state_assigned {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side(Begin) after 1s; }
            state Side(next: state()) { loop { self.next = 1; } -> self.next after 1s; }
        }
    }
}

pub mod of_another_state {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side(1) when self.corner > 3; -> FINAL after 1s; }
            state Side(corner: u32) { -> FINAL when self.corner > 3; -> FAILED after 1s; }
        }
    }
}

pub mod outer_names_in_a_first_value {
    skill! {
        pub skill Probe(far: u32) {
            start state A { -> Side(3) after 1s; }
            state Side(corner: u32) {
                -> FINAL after 5s;
                start state Drive {
                    vars { left: u32 = corner, right: u32 = far + left }
                    -> Drive when self.left == self.right;
                }
            }
        }
    }
}

pub mod own_variable_in_a_first_value {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side(1) after 1s; }
            state Side(corner: u32) {
                vars { steps: u32 = corner, twice: u32 = 2 * self.steps }
                -> FINAL when self.steps > self.twice;
                -> FAILED after 1s;
            }
        }
    }
}

pub mod own_variable_in_a_precondition {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side(1) after 1s; }
            state Side(corner: u32) {
                vars { steps: u32 = 0 }
                precond -> FINAL when self.steps > self.corner;
                loop { self.steps += 1; }
                -> FINAL after 1s;
            }
        }
    }
}

pub mod skill_variable_by_self {
    skill! {
        pub skill Probe(times: u32 = 3) {
            vars { n: u32 = 2, m: u32 = self.n + self.times }
            start state Begin { -> FINAL when self.m > self.n; -> FAILED after 1s; }
        }
    }
}

pub mod start_child {
    skill! {
        pub skill Probe() {
            start state Outer {
                start state Side(corner: u32) { -> FINAL when self.corner > 3; -> FAILED after 1s; }
            }
        }
    }
}

pub mod start_state {
    skill! {
        pub skill Probe() {
            start state Side(laps: u32, corner: u32 = 1) { -> FINAL when self.corner > 3; -> Side(self.corner + 1) after 1s; }
        }
    }
}

pub mod too_few_values {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side(1) after 1s; }
            state Side(corner: u32, length_m: f32) { -> FINAL after self.length_m; -> FAILED when self.corner > 3; }
        }
    }
}

pub mod too_many_values {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side(1, 2.0) after 1s; }
            state Side(corner: u32) { -> FINAL when self.corner > 3; -> FAILED after 1s; }
        }
    }
}

pub mod type_first {
    skill! {
        pub skill Probe() {
            start state Side(u32 corner = 1, mut f32 length_m = 2.0) {
                loop { self.length_m += 1.0; }
                -> FINAL when self.corner > 1 && self.length_m > 2.0;
            }
        }
    }
}

pub mod type_missing {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side(1) after 1s; }
            state Side(corner) { -> FINAL after 1s; }
        }
    }
}

pub mod unknown_name {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side(1) after 1s; }
            state Side(corner: u32) {
                init { let _ = self.cornr; }
                -> FINAL when self.cornerr > 3;
                -> Side(self.conrer) when self.speed > 1;
                -> FAILED after 1s;
            }
        }
    }
}

pub mod unknown_type {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side(1) after 1s; }
            state Side(corner: Cornr) { -> FINAL after 1s; }
        }
    }
}

pub mod values_for_none {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side(1) after 1s; }
            state Side { -> FINAL after 1s; }
        }
    }
}

pub mod values_without_a_comma {
    skill! {
        pub skill Probe() {
            start state A { -> B(1 2) after 1s; }
            state B(a: u32, b: u32) { -> FINAL when self.a + self.b > 2; }
        }
    }
}

pub mod variable_without_a_value {
    skill! {
        pub skill Probe() {
            start state Begin {
                vars { steps: u32 }
                -> FINAL after 1s;
            }
        }
    }
}

pub mod without_self {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side(1) after 1s; }
            state Side(corner: u32) { -> FINAL when corner > 3; -> FAILED after 1s; }
        }
    }
}

pub mod wrong_type {
    skill! {
        pub skill Probe() {
            start state Begin { -> Side("one", 1) after 1s; }
            state Side(corner: u32, length_m: f32) { -> FINAL after self.length_m; -> FAILED when self.corner > 3; }
        }
    }
}

pub mod colon_before_the_default {
    skill! {
        pub skill Probe() {
            start state A(n: u32: 1) { -> FINAL when self.n > 3; -> A(self.n + 1) after 1s; }
        }
    }
}

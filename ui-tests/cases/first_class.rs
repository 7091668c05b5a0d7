#[macro_use]
extern crate skill_runtime;

pub mod exit_state {
    skill! {
        pub skill Probe() {
            start state Begin { -> Line(FINAL) after 1s; }
            state Line(avoid: state()) { -> self.avoid after 1s; -> FINAL after 3s; }
        }
    }
}

pub mod misspelt {
    skill! {
        pub skill Probe() {
            start state Begin { -> Line(Stop) after 1s; }
            state Line(avoid: state()) { -> self.avid after 1s; -> FINAL after 2s; -> self.avoid after 3s; }
            state Stop { -> FINAL after 1s; }
        }
    }
}

pub mod never_passed {
    skill! {
        pub skill Probe() {
            start state Begin { -> FINAL after 1s; -> Line(Stop) after 2s; }
            state Line(avoid: state()) { -> FINAL after 1s; }
            state Stop { -> FINAL after 1s; }
        }
    }
}

pub mod no_parameter {
    skill! {
        pub skill Probe() {
            start state Line { -> self.next when true; -> FINAL after 1s; }
        }
    }
}

pub mod not_a_state {
    skill! {
        pub skill Probe() {
            start state Begin { -> Line(1 + 2, 3) after 1s; }
            state Line(avoid: state(), n: u32) { -> self.avoid after 1s; -> FINAL when self.n > 3; }
        }
    }
}

pub mod other_parameters {
    skill! {
        pub skill Probe() {
            start state Begin { -> Line(Stop, Left) after 1s; }
            state Line(next: ref state(u32), avoid: state()) { -> self.avoid after 1s; -> self.next(1) after 3s; }
            state Left(times: u32) { -> FINAL when self.times > 3; -> FAILED after 1s; }
            state Stop { -> FINAL after 1s; }
        }
    }
}

pub mod out_of_reach {
    skill! {
        pub skill Probe() {
            start state Begin { -> Line(Turn) after 1s; -> Side after 2s; }
            state Line(avoid: ref state()) { -> self.avoid after 1s; -> self.avoid after 2s; }
            state Side {
                start state Drive { -> Turn after 1s; }
                state Turn { -> FINAL after 1s; }
            }
        }
    }
}

pub mod parentheses_missing {
    skill! {
        pub skill Probe() {
            start state Begin { -> Line(Stop) after 1s; }
            state Line(next: state) { -> self.next after 1s; }
            state Stop { -> FINAL after 1s; }
        }
    }
}

pub mod plain_value {
    skill! {
        pub skill Probe() {
            start state Begin { -> Line(1) after 1s; }
            state Line(next: u32) { -> self.next after 1s; -> FINAL after 2s; }
        }
    }
}

pub mod precondition_to_what_it_holds {
    skill! {
        pub skill Probe() {
            start state Begin { -> Line(Stop) after 1s; }
            state Line(avoid: state()) { precond -> self.avoid otherwise; -> FINAL after 1s; }
            state Stop { -> FINAL after 1s; }
        }
    }
}

pub mod ref_for_a_value {
    skill! {
        pub skill Probe() {
            start state Begin { -> Line(Stop) after 1s; }
            state Line(avoid: ref state()) { -> Next(self.avoid) after 1s; }
            state Next(avoid: state()) { -> self.avoid after 1s; }
            state Stop { -> FINAL after 1s; }
        }
    }
}

pub mod ref_of_a_value {
    skill! {
        pub skill Probe() {
            start state Begin { -> Line(1) after 1s; }
            state Line(next: ref u32) { -> FINAL after 1s; }
        }
    }
}

pub mod self_alone {
    skill! {
        pub skill Probe() {
            start state Begin { -> Line(Stop) after 1s; }
            state Line(avoid: state()) { -> self after 1s; -> self.avoid after 2s; }
            state Stop { -> FINAL after 1s; }
        }
    }
}

pub mod target_gone {
    skill! {
        pub skill Probe() {
            start state Begin { -> Line(Turn) after 1s; -> Side after 2s; }
            state Line(avoid: state()) { -> self.avoid after 1s; }
            state Side {
                start state Drive { -> Turn after 1s; }
                state Turn { -> Drive after 1s; -> FINAL after 2s; }
            }
        }
    }
}

pub mod target_incomplete {
    skill! {
        pub skill Probe() {
            start state Begin { -> Line(Stop) after 1s; }
            state Line(avoid: state()) { -> self. after 1s; -> self.avoid after 2s; }
            state Stop { -> FINAL after 1s; }
        }
    }
}

pub mod too_few_values {
    skill! {
        pub skill Probe() {
            start state Begin { -> Line(Left) after 1s; }
            state Line(next: ref state(u32, f32)) { -> self.next(1) after 3s; }
            state Left(times: u32, far: f32) { -> FINAL when self.times > 3; -> FAILED after self.far; }
        }
    }
}

pub mod two_without_end {
    skill! {
        pub skill Probe() {
            start state Begin { -> One after 1s; }
            state One {
                -> OneHolds(Two) after 1s;
                start state WaitOne { -> FINAL after 3s; }
                state OneHolds(first: state()) { -> self.first after 1s; }
            }
            state Two {
                -> TwoHolds(One) after 1s;
                start state WaitTwo { -> FINAL after 3s; }
                state TwoHolds(second: state()) { -> self.second after 1s; }
            }
        }
    }
}

pub mod unknown_state {
    skill! {
        pub skill Probe() {
            start state Begin { -> Line(Stpo) after 1s; }
            state Line(avoid: state()) { -> self.avoid after 1s; -> FINAL after 3s; }
            state Stop { -> FINAL after 1s; }
        }
    }
}

pub mod value_for_a_ref {
    skill! {
        pub skill Probe() {
            start state Begin { -> Line(Stop) after 1s; }
            state Line(avoid: state()) { -> Next(self.avoid) after 1s; }
            state Next(avoid: ref state()) { -> self.avoid after 1s; }
            state Stop { -> FINAL after 1s; }
        }
    }
}

pub mod value_given_for_a_state {
    skill! {
        pub skill Probe() {
            vars { n: u32 = 0 }
            start state Begin { -> Line(self.n) after 1s; }
            state Line(avoid: state()) { -> self.avoid after 1s; -> FINAL after 3s; }
        }
    }
}

pub mod variables_gone {
    skill! {
        pub skill Probe() {
            start state Begin { -> Line(Turn) after 1s; -> Side(2) after 2s; }
            state Line(avoid: state()) { -> self.avoid after 1s; }
            state Side(corner: u32) {
                start state Drive { -> Turn after 1s; }
                state Turn { -> FINAL when self.corner > 3; -> FAILED after 1s; }
            }
        }
    }
}

pub mod with_values {
    skill! {
        pub skill Probe() {
            start state Begin { -> Line(Left(3)) after 1s; }
            state Line(avoid: state()) { -> self.avoid after 1s; -> FINAL after 3s; }
            state Left(times: u32) { -> FINAL when self.times > 3; -> Line(Stop) after 1s; }
            state Stop { -> FINAL after 1s; }
        }
    }
}

pub mod without_end {
    skill! {
        pub skill Probe() {
            start state Begin { -> Line(Left) after 1s; }
            state Line(avoid: state()) { -> self.avoid after 1s; }
            state Left {
                -> Again(Left) after 1s;
                start state Wait { -> FINAL after 3s; }
                state Again(more: state()) { -> self.more after 1s; }
            }
        }
    }
}

pub mod without_self {
    skill! {
        pub skill Probe() {
            start state Begin { -> Line(Stop) after 1s; }
            state Line(avoid: state()) { -> avoid after 1s; -> Next(avoid) after 2s; }
            state Next(avoid: state()) { -> self.avoid after 1s; }
            state Stop { -> FINAL after 1s; }
        }
    }
}

pub mod wrong_type {
    skill! {
        pub skill Probe() {
            start state Begin { -> Line(Left) after 1s; }
            state Line(next: ref state(u32)) { -> self.next(1.5) after 3s; }
            state Left(times: u32) { -> FINAL when self.times > 3; -> FAILED after 1s; }
        }
    }
}

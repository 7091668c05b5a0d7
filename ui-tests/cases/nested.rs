#[macro_use]
extern crate skill_runtime;

pub mod always_leads_inside {
    skill! {
        pub skill Probe() {
            vars { n: u32 = 0 }
            always { -> Inner when self.n > 3; }
            start state Outer {
                start state Before { -> Inner after 1s; }
                state Inner { -> FINAL after 1s; }
            }
        }
    }
}

pub mod broken_inside {
    skill! {
        pub skill Probe() {
            start state Outer {
                start state Inner { foo -> Last after 1s; }
                state Last { -> FINAL afer 1s; }
            }
            state Outer { -> FINAL after 1s; }
        }
    }
}

pub mod dead_end {
    skill! {
        pub skill Probe() {
            start state Outer {
                start state Inner { -> Last after 1s; }
                state Last { init { } }
            }
        }
    }
}

pub mod duplicate_state {
    skill! {
        pub skill Probe() {
            start state A {
                start state Wait { -> Other after 1s; }
                state Other { -> Wait after 1s; }
                state Wait { -> B after 1s; }
            }
            state B {
                start state Wait { -> FINAL after 1s; }
            }
        }
    }
}

pub mod no_start_child {
    skill! {
        pub skill Probe() {
            start state Outer {
                state First { -> Second after 1s; }
                state Second { -> FINAL after 1s; }
            }
        }
    }
}

pub mod precondition_leads_inside {
    skill! {
        pub skill Probe() {
            vars { n: u32 = 0 }
            start state Outer {
                precond -> Inner when self.n > 3;
                start state Before { -> Inner after 1s; }
                state Inner { -> FINAL after 1s; }
            }
        }
    }
}

pub mod results_not_handled {
    skill! {
        pub skill Step() { start state A { -> FINAL after 1s; } }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Step }
            start state Outer {
                start state Inner = Step {} { -> FINAL on FINAL; }
            }
        }
    }
}

pub mod several_mistakes {
    skill! {
        pub skill Probe() {
            continuous { h: f32 = 0.0 }
            start state Outer(n: u32) {
                flow { der(self.k) = self.m; }
                start state Inner { -> Deep(self.n) when crossing self.h = 0.0; -> self.next after 1s; }
                state Other {
                    state Deep { -> Inner after 1s; }
                }
                -> FINAL after 2s;
            }
        }
    }
}

pub mod target_inside {
    skill! {
        pub skill Probe() {
            start state A { -> Inner after 1s; -> Outer after 2s; }
            state Outer {
                start state Before { -> Inner after 1s; }
                state Inner { -> FINAL after 1s; }
            }
        }
    }
}

pub mod target_inside_twice {
    skill! {
        pub skill Probe() {
            start state A { -> Deep after 1s; -> Outer after 2s; }
            state Outer {
                start state Inner {
                    start state Deep { -> FINAL after 1s; }
                }
            }
        }
    }
}

pub mod too_deep {
    skill! {
     pub skill Probe() {
    start state S0 {
    start state S1 {
    start state S2 {
    start state S3 {
    start state S4 {
    start state S5 {
    start state S6 {
    start state S7 {
    start state S8 {
    start state S9 {
    start state S10 {
    start state S11 {
    start state S12 {
    start state S13 {
    start state S14 {
    start state S15 {
    start state S16 {
    start state S17 {
    start state S18 {
    start state S19 {
    start state S20 {
    start state S21 {
    start state S22 {
    start state S23 {
    start state S24 {
    start state S25 {
    start state S26 {
    start state S27 {
    start state S28 {
    start state S29 {
    start state S30 {
    start state S31 {
    start state S32 {
    start state S33 {
    start state S34 {
    start state S35 {
    start state S36 {
    start state S37 {
    start state S38 {
    start state S39 {
    start state S40 {
    start state S41 {
    start state S42 {
    start state S43 {
    start state S44 {
    start state S45 {
    start state S46 {
    start state S47 {
    start state S48 {
    start state S49 {
    start state S50 {
    start state S51 {
    start state S52 {
    start state S53 {
    start state S54 {
    start state S55 {
    start state S56 {
    start state S57 {
    start state S58 {
    start state S59 {
    start state S60 {
    start state S61 {
    start state S62 {
    start state S63 {
    start state S64 {
    -> FINAL after 1s;
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
    }
}

pub mod two_start_children {
    skill! {
        pub skill Probe() {
            start state Outer {
                start state First { -> Second after 1s; }
                start state Second { -> FINAL after 1s; }
            }
        }
    }
}

pub mod unconditional_cycle {
    skill! {
        pub skill Probe() {
            start state Outer {
                start state Inner { -> Other otherwise; }
            }
            state Other {
                start state Deep {
                    start state Deeper { -> Outer otherwise; }
                }
            }
        }
    }
}

pub mod unknown_target {
    skill! {
        pub skill Probe() {
            start state Outer {
                start state Inner { -> Othr after 1s; }
                state Other { -> FINAL after 1s; }
            }
        }
    }
}

pub mod unreachable_state {
    skill! {
        pub skill Probe() {
            start state Outer {
                start state Inner { -> FINAL after 1s; }
                state Never { -> FINAL after 1s; }
            }
        }
    }
}

pub mod unreachable_with_all_inside {
    skill! {
        pub skill Probe() {
            start state A { -> FINAL after 1s; }
            state Outer {
                start state Inner { -> FINAL after 1s; }
            }
        }
    }
}

pub mod written_around {
    interface! {
        pub Legs { fields { speed: f32 } }
    }

    skill! {
        pub skill Left() {
            depends_interfaces { writes legs: Legs }
            start state Write { init { legs.speed = 1.0; } -> FINAL after 1s; }
        }
    }

    skill! {
        pub skill Right() {
            depends_interfaces { writes legs: Legs }
            start state Write { init { legs.speed = 1.0; } -> FINAL after 1s; }
        }
    }

    skill! {
        pub skill Probe() {
            depends_skills { Left, Right }
            start state Outer = Left {} {
                -> FINAL on FINAL;
                -> FAILED on FAILED;
                start state Inner = Right {} { -> FINAL on FINAL; -> FAILED on FAILED; }
            }
        }
    }
}

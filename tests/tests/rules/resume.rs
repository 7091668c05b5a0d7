//! Rule 17: states that are entered again as they were left.

use skill_runtime::{Status, skill};

use crate::handlers::Try;
use crate::stage::{Panel, Stage, log, logged, panel};

/// Runs a pass with a number on the panel, and returns the active states.
fn shows<M: skill_runtime::Exec<crate::stage::Board>>(stage: &mut Stage<M>, n: u32) -> String {
    stage.show(Panel { go: true, n });
    stage.exec();
    let states = stage.machine().active().filter(|entry| entry.skill.name != "try");
    let states: Vec<_> = states.map(|entry| entry.state_name()).collect();
    states.join(" > ")
}

skill! {
    #[allow(skill::never_final)]
    /// Is interrupted, and goes on in three ways.
    pub skill Patrol(first: u32 = 7) {
        depends_interfaces { panel: Panel }
        start state Walk(mut laps: u32 = self.first) {
            vars { seen: u32 = 1 }
            init { log("walk"); }
            loop { self.seen += 1; }
            exit {
                log("left walk");
                self.laps += 10;
            }
            -> Wait when panel.n == 1;
            start state Leg(mut n: u32 = 0) {
                precond -> Rest when panel.n == 13;
                init { log("leg"); }
                exit {
                    log("left leg");
                    self.n += 1;
                }
                -> Leg(self.n + 100) when panel.n == 2;
                -> Turn(self.n) when panel.n == 3;
                -> FAILED("{} laps, leg {}, {} seen", self.laps, self.n, self.seen)
                    when panel.n == 9;
            }
            state Turn(n: u32) {
                init { log("turn"); }
                -> FAILED("{} laps, turn {}", self.laps, self.n) when panel.n == 9;
                -> Far when panel.n == 4;
                start state Near { -> Far when panel.n == 5; }
                state Far {}
            }
        }
        state Wait {
            init { log("wait"); }
            -> resume Walk when panel.n == 10;
            -> resume Walk(3) when panel.n == 11 || panel.n == 13;
            -> resume deep Walk when panel.n == 12;
            -> Walk when panel.n == 14;
        }
        state Rest { -> resume Walk when panel.n == 10; }
    }
}

#[test]
fn a_state_enters_the_state_that_was_active_inside_it() {
    let mut stage = Stage::new(Patrol::default());
    shows(&mut stage, 2);
    assert_eq!(shows(&mut stage, 1), "Wait");
    logged();
    assert_eq!(shows(&mut stage, 10), "Walk > Leg");
    assert_eq!(logged(), ["transition", "walk", "leg"]);
    shows(&mut stage, 9);
    // The parameters are those after `exit`; variables begin anew.
    assert_eq!(stage.reason(), "17 laps, leg 1001, 2 seen");
}

#[test]
fn nothing_is_remembered_before_the_state_is_left_and_after_a_reset() {
    let mut stage = Stage::new(Patrol::default());
    shows(&mut stage, 3);
    assert_eq!(shows(&mut stage, 1), "Wait");
    assert_eq!(shows(&mut stage, 10), "Walk > Turn > Near");
    stage.reset();
    shows(&mut stage, 0);
    shows(&mut stage, 1);
    assert_eq!(shows(&mut stage, 10), "Walk > Leg");
    shows(&mut stage, 9);
    assert_eq!(stage.reason(), "17 laps, leg 1, 2 seen");

    skill! {
        #[allow(skill::never_final)]
        pub skill First() {
            depends_interfaces { panel: Panel }
            start state Wait { -> resume Walk when panel.n == 1; }
            state Walk(n: u32 = 4) {
                -> Wait when panel.n == 2;
                start state Leg(m: u32 = self.n + 1) { -> FAILED("{}", self.m) when panel.n == 3; }
            }
        }
    }
    let mut stage = Stage::new(First {});
    shows(&mut stage, 0);
    assert_eq!(shows(&mut stage, 1), "Walk > Leg");
    shows(&mut stage, 3);
    assert_eq!(stage.reason(), "5");
}

#[test]
fn parameters_that_are_given_are_the_given_ones() {
    let mut stage = Stage::new(Patrol::default());
    shows(&mut stage, 3);
    shows(&mut stage, 1);
    assert_eq!(shows(&mut stage, 11), "Walk > Turn > Near");
    shows(&mut stage, 9);
    assert_eq!(stage.reason(), "3 laps, turn 0");
}

#[test]
fn deep_enters_all_states_again() {
    let mut stage = Stage::new(Patrol::default());
    shows(&mut stage, 3);
    assert_eq!(shows(&mut stage, 5), "Walk > Turn > Far");
    shows(&mut stage, 1);
    assert_eq!(shows(&mut stage, 10), "Walk > Turn > Near");
    shows(&mut stage, 5);
    shows(&mut stage, 1);
    assert_eq!(shows(&mut stage, 12), "Walk > Turn > Far");
}

#[test]
fn other_transitions_enter_the_start_state() {
    let mut stage = Stage::new(Patrol::default());
    shows(&mut stage, 3);
    shows(&mut stage, 1);
    assert_eq!(shows(&mut stage, 14), "Walk > Leg");
    shows(&mut stage, 9);
    assert_eq!(stage.reason(), "7 laps, leg 0, 2 seen");
}

#[test]
fn a_state_whose_precondition_leads_on_is_remembered() {
    let mut stage = Stage::new(Patrol::default());
    shows(&mut stage, 2);
    shows(&mut stage, 1);
    // `Leg` is to be entered, but its precondition leads to `Rest`.
    logged();
    assert_eq!(shows(&mut stage, 13), "Rest");
    assert_eq!(logged(), ["transition", "walk", "left walk", "transition"]);
    assert_eq!(shows(&mut stage, 10), "Walk > Leg");
    shows(&mut stage, 9);
    assert_eq!(stage.reason(), "13 laps, leg 1001, 2 seen");
}

skill! {
    /// Is tried again, goes on in a try, and remembers what it held.
    pub skill Safe() {
        depends_skills { Try }
        depends_interfaces { panel: Panel }
        max_transitions = 3;
        always {
            -> resume Aside(Nod) when panel.n == 3;
        }
        start state Work {
            -> Pause when panel.n == 1;
            start state Grip = Try {} tries 3 via Back { -> FINAL on FINAL; }
            state Back { -> Grip when panel.n == 2; }
            state Sing(n: u32) tries 2 {
                -> FAILED("sang {}", self.n) when rising panel.n == 6;
            }
            -> Sing(4) when panel.n == 5;
        }
        state Pause {
            precond -> resume Work when panel.n == 4;
            -> resume Work when panel.n == 2;
        }
        state Aside(next: state()) {
            -> self.next when panel.n == 7;
            start state Look { -> Shake when panel.n == 8; }
            state Shake {}
            -> Pause when panel.n == 1;
        }
        state Nod { -> FINAL when panel.n == 20; }
    }
}

#[test]
fn the_number_of_a_try_begins_anew() {
    let mut stage = Stage::new(Safe {});
    shows(&mut stage, 0);
    assert_eq!(shows(&mut stage, 5), "Work > Sing");
    assert_eq!(shows(&mut stage, 6), "Work > Sing");
    shows(&mut stage, 1);
    assert_eq!(shows(&mut stage, 2), "Work > Sing");
    // One more try, although the second one had been begun.
    assert_eq!(shows(&mut stage, 6), "Work > Sing");
    shows(&mut stage, 0);
    shows(&mut stage, 6);
    assert_eq!(stage.reason(), "sang 4");
}

#[test]
fn a_transition_from_the_state_between_two_tries_goes_on_counting() {
    skill! {
        #[allow(skill::never_final)]
        pub skill Between() {
            depends_interfaces { panel: Panel }
            start state Work tries 2 via Back {
                start state One { -> Two when panel.n == 1; }
                state Two { -> FAILED("two") when panel.n == 2; }
            }
            state Back { -> resume Work when panel.n == 3; }
        }
    }
    let mut stage = Stage::new(Between {});
    shows(&mut stage, 0);
    shows(&mut stage, 1);
    assert_eq!(shows(&mut stage, 2), "Back");
    assert_eq!(shows(&mut stage, 3), "Work > Two");
    shows(&mut stage, 2);
    assert_eq!((stage.status(), stage.reason()), (Status::Failed, "two".to_owned()));
}

#[test]
fn resumes_are_transitions_anywhere() {
    let mut stage = Stage::new(Safe {});
    shows(&mut stage, 0);
    // Under `always`.
    assert_eq!(shows(&mut stage, 3), "Aside > Look");
    assert_eq!(shows(&mut stage, 8), "Aside > Shake");
    assert_eq!(shows(&mut stage, 1), "Pause");
    assert_eq!(shows(&mut stage, 3), "Aside > Shake");
    // A state that was passed by value.
    assert_eq!(shows(&mut stage, 7), "Aside > Nod");
    assert_eq!(shows(&mut stage, 1), "Pause");
    assert_eq!(shows(&mut stage, 3), "Aside > Nod");
    shows(&mut stage, 1);
    assert_eq!(shows(&mut stage, 2), "Work > Grip");
    shows(&mut stage, 5);
    // In a precondition, and again and again: up to the limit.
    skill! {
        pub skill Limited() {
            depends_interfaces { panel: Panel }
            max_transitions = 2;
            start state Work {
                -> Pause when panel.n == 1;
                start state A { -> B when panel.n == 2; }
                state B {}
            }
            state Pause { precond -> resume Work when true; }
        }
    }
    let mut stage = Stage::new(Limited {});
    shows(&mut stage, 2);
    assert_eq!(shows(&mut stage, 1), "Work > B");
    assert_eq!(stage.transitions(), ["B -> Pause", "Pause -> Work"]);
}

#[test]
fn states_may_have_the_names_of_the_words() {
    #[allow(non_camel_case_types)]
    mod named {
        use crate::stage::Panel;
        use skill_runtime::skill;

        skill! {
            #[allow(skill::no_effect)]
            pub skill Named() {
                depends_interfaces { panel: Panel }
                start state resume {
                    -> resume when panel.n == 1;
                    -> deep when panel.n == 2;
                }
                state deep {
                    -> resume when panel.n == 3;
                    -> FINAL when panel.n == 9;
                    start state after { -> when when panel.n == 4; }
                    state when { -> on when panel.n == 5; }
                    state on {}
                }
                state Other { -> resume deep when panel.n == 6; }
                always {
                    -> Other when panel.n == 7;
                    -> resume deep deep when panel.n == 8;
                }
            }
        }
    }
    let mut stage = Stage::new(named::Named {});
    let mut shown = |n| shows(&mut stage, n);
    assert_eq!([1, 2, 4, 7].map(&mut shown), ["resume", "deep > after", "deep > when", "Other"]);
    assert_eq!([6, 5, 3, 8].map(&mut shown), ["deep > when", "deep > on", "resume", "deep > on"]);
}

#[test]
fn a_message_that_is_refused_leaves_all_states() {
    skill! {
        pub skill Sends() {
            depends_interfaces { panel: Panel }
            start state Work {
                exit { log("left work"); }
                -> Pause when panel.n == 1;
                start state A { -> B when panel.n == 2; }
                state B {
                    init {
                        for n in 0..panel.n {
                            panel.send(panel::Note { n });
                        }
                    }
                    exit { log("left b"); }
                }
            }
            state Pause { -> resume Work when panel.n == 5; }
        }
    }
    let mut stage = Stage::new(Sends {});
    shows(&mut stage, 0);
    shows(&mut stage, 2);
    shows(&mut stage, 1);
    logged();
    shows(&mut stage, 5);
    assert_eq!(logged(), ["transition", "left b", "left work"]);
    assert_eq!(stage.reason(), "panel refused Note: queue full");
}

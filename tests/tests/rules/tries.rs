//! Rule 16: states that are tried again.

use skill_runtime::{Status, skill};

use crate::handlers::Try;
use crate::stage::{Panel, Stage, checked, log, logged};

/// Runs a pass with a number on the panel, and returns the transitions.
fn shows<M: skill_runtime::Exec<crate::stage::Board>>(stage: &mut Stage<M>, n: u32) -> Vec<String> {
    stage.show(Panel { go: true, n });
    stage.exec();
    stage.transitions()
}

skill! {
    /// Fails in the state itself.
    pub skill Own(tries: u32 = 3) {
        depends_interfaces { panel: Panel }
        start state Set { -> Grip(4, 5) otherwise; }
        state Grip(width: u32, mut left: u32) tries self.tries {
            vars { seen: u32 = 0 }
            loop {
                self.left += 1;
                self.seen += 1;
            }
            -> FAILED("{} of {}, {}", self.left, self.width, self.seen)
                when checked("guard", panel.n == 1);
            -> Set when panel.n == 2;
            -> FAILED("{} late", by) after 50ms when let by = panel.n + 1 && by != 4;
            -> FINAL when panel.n == 3;
        }
    }
}

#[test]
fn a_state_that_would_lead_to_failed_is_entered_again_with_its_parameters() {
    let mut stage = Stage::new(Own::default());
    shows(&mut stage, 0);
    // `Set`, two more tries, and the failure of the last one.
    assert_eq!(shows(&mut stage, 1), ["Grip -> Grip", "Grip -> Grip", "Grip -> FAILED"]);
    assert_eq!(stage.reason(), "7 of 4, 0");
}

#[test]
fn the_guard_is_checked_once() {
    let mut stage = Stage::new(Own { tries: Some(2) });
    shows(&mut stage, 0);
    logged();
    shows(&mut stage, 0);
    assert_eq!(logged(), ["guard"]);
    shows(&mut stage, 1);
    assert_eq!(logged(), ["guard", "transition", "guard", "transition"]);
}

#[test]
fn a_state_that_is_entered_in_another_way_has_all_its_tries() {
    let mut stage = Stage::new(Own { tries: Some(2) });
    shows(&mut stage, 0);
    stage.wait(50);
    assert_eq!(shows(&mut stage, 0), ["Grip -> Grip"]);
    assert_eq!(shows(&mut stage, 2)[..2], ["Grip -> Set", "Set -> Grip"]);
    shows(&mut stage, 0);
    stage.wait(50);
    assert_eq!(shows(&mut stage, 0), ["Grip -> Grip"]);
    stage.wait(50);
    assert_eq!(shows(&mut stage, 0), ["Grip -> FAILED"]);
    assert_eq!(stage.reason(), "1 late");
    stage.reset();
    shows(&mut stage, 0);
    stage.wait(50);
    assert_eq!(shows(&mut stage, 0), ["Grip -> Grip"]);
}

skill! {
    /// Tries within tries, with a pause and a handler around.
    pub skill Pick() {
        depends_skills { Try }
        depends_interfaces { panel: Panel }
        start state Safe {
            -> Rest on FAILED when panel.n == 60;
            -> FAILED on FAILED;
            start state Attempt tries 3 via Pause {
                exit { log("exit"); }
                -> Other when panel.n == 7;
                start state Close tries 2 {
                    -> FAILED("nothing") when panel.n == 1;
                    -> Down when panel.n == 2;
                }
                state Down = Try {} { -> FINAL on FINAL; }
            }
            state Pause {
                -> Attempt after 20ms;
                -> Pause when rising panel.n == 4;
                -> Other when panel.n == 7;
            }
            state Other {
                -> Pause when panel.n == 5;
                -> Attempt when panel.n == 6;
            }
        }
        state Rest { -> FINAL when panel.n == 9; }
    }
}

#[test]
fn a_state_between_the_tries_makes_a_pause() {
    let mut stage = Stage::new(Pick {});
    shows(&mut stage, 0);
    for _ in 0..2 {
        assert_eq!(shows(&mut stage, 1), ["Close -> Close", "Close -> Pause"]);
        assert_eq!(shows(&mut stage, 0), [""; 0]);
        stage.wait(20);
        assert_eq!(shows(&mut stage, 0), ["Pause -> Attempt"]);
    }
    assert_eq!(shows(&mut stage, 1), ["Close -> Close", "Close -> FAILED"]);
    assert_eq!(stage.reason(), "nothing");
}

#[test]
fn a_failure_of_a_sub_skill_goes_on_outwards_after_the_last_try() {
    let mut stage = Stage::new(Pick {});
    for n in [0, 2, 50, 0] {
        shows(&mut stage, n);
    }
    stage.wait(20);
    for n in [0, 2, 60] {
        shows(&mut stage, n);
    }
    assert_eq!(stage.transitions().last().map(String::as_str), Some("Down -> Pause"));
    stage.wait(20);
    for n in [0, 2] {
        shows(&mut stage, n);
    }
    logged();
    assert_eq!(shows(&mut stage, 60)[1..], ["Down -> Rest"]);
    assert_eq!(logged(), ["transition", "exit", "transition"]);
    assert_eq!(shows(&mut stage, 9), ["Rest -> FINAL"]);
}

#[test]
fn without_a_handler_around_the_last_failure_is_that_of_the_skill() {
    let mut stage = Stage::new(Pick {});
    for _ in 0..3 {
        for n in [0, 2, 50, 0] {
            shows(&mut stage, n);
        }
        stage.wait(20);
    }
    assert_eq!(stage.status(), Status::Failed);
    assert_eq!(stage.reason(), "50 is too much");
}

#[test]
fn the_state_between_the_tries_counts_only_what_was_tried() {
    let mut stage = Stage::new(Pick {});
    shows(&mut stage, 0);
    // One try, and then from elsewhere to the pause: the next try is the first one again.
    assert_eq!(shows(&mut stage, 1).last().map(String::as_str), Some("Close -> Pause"));
    for n in [7, 5] {
        shows(&mut stage, n);
    }
    let mut tries = 0;
    while stage.status() == Status::Running {
        stage.wait(20);
        shows(&mut stage, 0);
        shows(&mut stage, 1);
        tries += 1;
    }
    assert_eq!(tries, 3);
}

#[test]
fn the_state_between_the_tries_goes_on_counting_after_a_transition_to_itself() {
    let mut stage = Stage::new(Pick {});
    shows(&mut stage, 0);
    for _ in 0..2 {
        shows(&mut stage, 1);
        assert_eq!(shows(&mut stage, 4), ["Pause -> Pause"]);
        stage.wait(20);
        shows(&mut stage, 0);
    }
    assert_eq!(shows(&mut stage, 1), ["Close -> Close", "Close -> FAILED"]);
}

#[test]
fn a_precondition_and_a_lost_input_are_not_tried_again() {
    skill! {
        pub skill Guarded() {
            depends_interfaces { panel: crate::stage::Panel }
            start state Begin { -> Run when panel.n == 1; }
            state Run tries 5 {
                precond -> FAILED("not now") when !panel.go;
                -> FAILED("again") when panel.n == 2;
                -> FINAL when panel.n == 9;
            }
        }
    }
    let mut stage = Stage::new(Guarded {});
    stage.show(Panel { go: false, n: 1 });
    stage.exec();
    assert_eq!(stage.reason(), "not now");
    let mut stage = Stage::new(Guarded {});
    shows(&mut stage, 1);
    assert_eq!(shows(&mut stage, 2).len(), 5);
    let mut stage = Stage::new(Guarded {});
    shows(&mut stage, 1);
    stage.panel.remove();
    stage.exec();
    assert_eq!(stage.reason(), "no writer for panel");
}

#[test]
fn each_try_is_a_transition() {
    skill! {
        #[allow(skill::never_final)]
        pub skill AtOnce() {
            max_transitions = 4;
            start state Run tries 7 { -> FAILED("at once") otherwise; }
        }
    }
    let mut stage = Stage::new(AtOnce {});
    stage.exec();
    assert_eq!(stage.transitions(), ["Run -> Run"; 4]);
    assert_eq!(stage.exec(), Status::Failed);
    assert_eq!(stage.transitions().len(), 3);
}

#[test]
fn a_state_that_is_passed_on_is_tried_again_where_it_is() {
    skill! {
        pub skill Passed() {
            depends_interfaces { panel: crate::stage::Panel }
            start state Begin { -> Around(Work, Work) otherwise; }
            state Around(by_value: state(), by_ref: ref state()) {
                -> self.by_value when rising panel.n == 1;
                -> self.by_ref when rising panel.n == 2;
                start state Wait { -> Wait when rising panel.n == 3; }
            }
            state Work tries 2 {
                -> FAILED after 10ms;
                -> FINAL when panel.n == 9;
            }
        }
    }
    for (n, active) in [(1, "passed: Around > passed: Work"), (2, "passed: Work")] {
        let mut stage = Stage::new(Passed {});
        shows(&mut stage, 0);
        assert_eq!(shows(&mut stage, n).len(), 1);
        assert_eq!(skill_runtime::Machine::active(stage.machine()).to_string(), active);
        stage.wait(10);
        assert_eq!(shows(&mut stage, 0), ["Work -> Work"]);
        assert_eq!(skill_runtime::Machine::active(stage.machine()).to_string(), active);
        stage.wait(10);
        assert_eq!(shows(&mut stage, 0), ["Work -> FAILED"]);
    }
}

skill! {
    /// Holds a state whose failures it handles, and tries again.
    pub skill Holds() {
        depends_skills { Try }
        depends_interfaces { panel: Panel }
        start state Set { -> Hold(Held) otherwise; }
        state Hold(next: state()) tries 2 {
            start state Wait { -> self.next when panel.n == 2; }
        }
        state Held {
            -> Set when panel.n == 3;
            start state Down = Try {} { -> FINAL on FINAL; }
        }
    }
}

#[test]
fn a_failure_of_what_a_state_held_by_value_runs_is_tried_again() {
    let mut stage = Stage::new(Holds {});
    shows(&mut stage, 0);
    for again in ["Down -> Hold", "Down -> FAILED"] {
        assert_eq!(shows(&mut stage, 2), ["Wait -> Held"]);
        assert_eq!(shows(&mut stage, 60)[1..], [again]);
    }
    assert_eq!(stage.reason(), "60 is too much");
}

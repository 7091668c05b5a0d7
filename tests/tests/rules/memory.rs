//! Rule 15: guards with memory, and the time that a state is active.

use skill_runtime::{Status, skill};

use crate::stage::{Panel, Stage};

/// Returns the panel with a number, and with the flag.
fn shows(go: bool, n: u32) -> Panel {
    Panel { go, n }
}

/// Shows each of some flags for a pass of 10 ms; returns the passes in which `Done` is entered.
fn passes(
    stage: &mut Stage<impl skill_runtime::Exec<crate::stage::Board>>,
    go: &[u8],
) -> Vec<usize> {
    let mut done = Vec::new();
    for (pass, go) in go.iter().enumerate() {
        stage.show(shows(*go == 1, 0));
        stage.exec();
        if stage.transitions().iter().any(|of| of.ends_with("-> Done")) {
            done.push(pass);
        }
    }
    done
}

skill! {
    /// Leaves `Wait` at an edge.
    pub skill Edge() {
        depends_interfaces { panel: Panel }
        start state Wait { -> Done when rising panel.go; }
        state Done { -> Wait when panel.n == 0; }
    }
}

#[test]
fn rule_15_an_edge_needs_a_false_value_in_the_same_stay() {
    let mut stage = Stage::new(Edge {});
    // In pass 4 `Done` leads to `Wait` at once, where the guard holds.
    let done = passes(&mut stage, &[1, 1, 0, 0, 1, 1, 1, 0, 1]);
    assert_eq!(done, [4, 8]);
    assert!(stage.trace().contains("Wait -> Done  \"rising panel.go\""), "{}", stage.trace());
    stage.reset();
    assert_eq!(passes(&mut stage, &[1, 1, 0, 1]), [3]);
}

skill! {
    /// Leaves `Wait` when the guard has held for some time.
    pub skill Held(time_sec: f32 = 0.03) {
        depends_interfaces { panel: Panel }
        start state Wait {
            -> Done when panel.go for self.time_sec;
            -> Other when panel.n == 1;
            -> Done when rising !panel.go for 50ms;
        }
        state Done { -> Wait when panel.n == 0; }
        state Other { -> Wait when panel.n == 0; }
    }
}

#[test]
fn rule_15_the_time_begins_anew_when_the_guard_is_false() {
    let mut stage = Stage::new(Held::default());
    let done = passes(&mut stage, &[1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
    // Each stay begins anew: 30 ms after the entry in pass 7, and after that in pass 10.
    assert_eq!(done, [7, 10]);
    let mut stage = Stage::new(Held { time_sec: Some(0.02) });
    assert_eq!(passes(&mut stage, &[1, 1, 0, 0, 0, 0, 0, 0, 0, 0]), [7], "50 ms after pass 2");
    let mut stage = Stage::new(Held::default());
    assert_eq!(passes(&mut stage, &[0; 20]), [0; 0], "it held at the entry");
}

#[test]
fn rule_15_a_guard_that_is_not_checked_keeps_its_memory() {
    skill! {
        #[allow(skill::unconditional_cycle)]
        pub skill First() {
            depends_interfaces { panel: crate::stage::Panel }
            start state Outer {
                -> Inner when panel.n == 1;
                -> Done when rising panel.go;
                start state Begin {}
                state Inner {}
            }
            state Done { -> FINAL when panel.n == 9; }
        }
    }
    let mut stage = Stage::new(First {});
    stage.show(shows(false, 0));
    stage.exec();
    // The first transition is taken until the limit, in each pass.
    stage.show(shows(true, 1));
    stage.exec();
    stage.exec();
    assert!(!stage.trace().contains("Done"));
    stage.show(shows(true, 0));
    stage.exec();
    assert_eq!(stage.transitions(), ["Inner -> Done"], "it was false when it was last checked");
}

#[test]
fn rule_15_a_transition_inside_uses_an_edge_up() {
    skill! {
        pub skill Outer() {
            depends_interfaces { panel: crate::stage::Panel }
            start state Around {
                -> Inner when rising panel.go;
                start state Begin {}
                state Inner { -> Begin when panel.n == 1; }
            }
        }
    }
    let mut stage = Stage::new(Outer {});
    for (go, n, taken) in [
        (false, 0, &[][..]),
        (true, 0, &["Begin -> Inner"]),
        (true, 1, &["Inner -> Begin"]),
        (false, 0, &[]),
        (true, 0, &["Begin -> Inner"]),
    ] {
        stage.show(shows(go, n));
        stage.exec();
        assert_eq!(stage.transitions(), taken);
    }
}

#[test]
fn rule_15_under_always_the_memory_begins_with_the_run_and_after_the_target() {
    skill! {
        /// Only fails.
        #[allow(skill::never_final)]
        pub skill Watch() {
            depends_interfaces { panel: crate::stage::Panel }
            always {
                -> Done when rising panel.go;
                -> FAILED("late") when panel.n == 2 for 20ms;
            }
            start state Begin { -> Other when panel.n == 1; }
            state Other { -> Begin when panel.n == 1; }
            state Done { -> Begin when panel.n == 3; }
        }
    }
    let mut stage = Stage::new(Watch {});
    for (go, n, taken) in [
        (true, 0, &[][..]),
        (false, 0, &[]),
        // It outlives the states.
        (true, 0, &["Begin -> Done"]),
        (false, 0, &[]),
        (true, 3, &["Done -> Begin"]),
        (true, 0, &[]),
        (false, 0, &[]),
        (true, 2, &["Begin -> Done"]),
        (false, 2, &[]),
        (false, 2, &["Done -> FAILED"]),
    ] {
        stage.show(shows(go, n));
        stage.exec();
        assert_eq!(stage.transitions(), taken, "{go} {n}");
    }
    stage.reset();
    stage.show(shows(true, 0));
    stage.exec();
    assert_eq!(stage.transitions(), [""; 0], "as fresh");
}

#[test]
fn elapsed_is_the_time_since_the_entry_of_the_state() {
    skill! {
        /// `elapsed` is a variable, too.
        #[allow(skill::never_final)]
        pub skill Times() {
            depends_interfaces { panel: crate::stage::Panel }
            vars { elapsed: f32 = 0.0 }
            start state Around {
                loop { self.elapsed = self.elapsed(); }
                -> FAILED("{} {}", self.elapsed(), self.elapsed) when self.elapsed() > 0.075;
                start state Begin { -> Timed(self.elapsed() + 1.0) after 30ms; }
                state Timed(before: f32) {
                    -> FAILED("{:.3} {:.3}", self.before, self.elapsed()) when panel.go;
                }
            }
        }
    }
    let mut stage = Stage::new(Times {});
    while stage.exec() == Status::Running {}
    assert_eq!(stage.reason(), "0.08 0.08");
    let mut stage = Stage::new(Times {});
    for _ in 0..5 {
        stage.exec();
    }
    stage.show(shows(true, 0));
    assert_eq!(stage.exec(), Status::Failed);
    assert_eq!(stage.reason(), "1.030 0.020");
}

#[test]
fn under_always_a_time_counts_from_the_beginning() {
    skill! {
        pub skill Limited(limit_sec: f32 = 0.05) {
            depends_interfaces { panel: Panel }
            always {
                -> FAILED("{} s are over", self.limit_sec) after self.limit_sec;
                -> B when panel.n == 1;
            }
            start state A { -> B when panel.n == 2; }
            state B {
                -> A when panel.n == 3;
                -> FINAL when panel.n == 9;
            }
        }
    }
    let mut stage = Stage::new(Limited::default());
    for n in [0, 2, 3, 1, 0] {
        stage.show(Panel { go: true, n });
        assert_eq!(stage.exec(), Status::Running);
    }
    assert_eq!(stage.exec(), Status::Failed);
    assert_eq!(stage.reason(), "0.05 s are over");
    stage.reset();
    assert_eq!([0; 5].map(|_| stage.exec()), [Status::Running; 5]);
    assert_eq!(stage.exec(), Status::Failed);
}

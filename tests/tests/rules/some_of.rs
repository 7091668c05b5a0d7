//! Rule 7: lists of which not all must be FINAL.

use skill_runtime::{Machine, Status, skill};

use crate::stage::{Panel, Stage, checked, log, logged};

/// Whether a decimal digit of `n` at a place is a number.
fn shown(n: u32, place: u32, is: u32) -> bool {
    n / 10_u32.pow(place) % 10 == is
}

skill! {
    /// FINAL with a result, or FAILED, as a digit of the panel is 1 or 2.
    pub skill Digit(place: u32) -> u32 {
        depends_interfaces { panel: Panel }
        start state Read {
            loop { log(["0", "1", "2", "3"][self.place as usize]); }
            exit { log("exit"); }
            -> FINAL(self.place + 10) when shown(panel.n, self.place, 1);
            -> FAILED("digit {}", self.place) when shown(panel.n, self.place, 2);
        }
    }
}

/// FINAL or FAILED as a digit of the panel is 1 or 2.
fn dial(ports: &mut MixedPorts<'_>, place: u32) -> Status {
    log("action");
    match ports.panel.n {
        n if shown(n, place, 1) => Status::Final,
        n if shown(n, place, 2) => Status::Failed,
        _ => Status::Running,
    }
}

skill! {
    /// One of three.
    pub skill Any() -> u32 {
        depends_skills { Digit }
        start state Find = 1 of (
            camera: Digit { place: 0 },
            tag: Digit { place: 1 },
            Digit { place: 2 }
        ) {
            -> FINAL(spot + 100) on FINAL(camera: spot) when checked("guard", spot > 0);
            -> FINAL(spot) on FINAL(tag: spot);
            -> FINAL(0) on FINAL;
            -> FAILED on FAILED;
        }
    }
}

/// Runs a skill with the panel's numbers, one a pass, and returns the blocks that ran in the last.
fn run<S: skill_runtime::Skill>(call: S, numbers: &[u32]) -> (Stage<S::Machine>, Vec<&'static str>)
where
    S::Machine: skill_runtime::Exec<crate::stage::Board>,
{
    let mut stage = Stage::new(call);
    for n in numbers {
        stage.show(Panel { go: true, n: *n });
        logged();
        stage.exec();
    }
    (stage, logged())
}

#[test]
fn rule_7_one_of_a_list_is_enough_and_what_comes_after_it_does_not_run() {
    let ends: [(&[u32], u32, &[&str]); 6] = [
        (&[0, 1], 110, &["0", "exit", "transition", "guard", "exit", "exit", "transition"]),
        (&[0, 10], 11, &["0", "1", "exit", "transition", "exit", "exit", "transition"]),
        (&[0, 11], 110, &["0", "exit", "transition", "guard", "exit", "exit", "transition"]),
        (&[0, 100], 0, &["0", "1", "2", "exit", "transition", "exit", "exit", "transition"]),
        (&[2, 10], 11, &["1", "exit", "transition", "exit", "transition"]),
        (&[22, 100], 0, &["2", "exit", "transition", "transition"]),
    ];
    for (numbers, result, blocks) in ends {
        let (stage, log) = run(Any {}, numbers);
        assert_eq!(stage.machine().result(), Some(&result), "{numbers:?}");
        assert_eq!(log, blocks, "{numbers:?}");
    }
}

#[test]
fn rule_7_a_list_is_failed_when_too_few_are_left_with_the_last_failure() {
    let (mut stage, _) = run(Any {}, &[200, 2]);
    assert_eq!(stage.machine().status(), Status::Running);
    stage.show(Panel { go: true, n: 22 });
    stage.exec();
    assert_eq!(stage.reason(), "digit 1");
    let (stage, _) = run(Any {}, &[222]);
    assert_eq!(stage.reason(), "digit 2");
}

skill! {
    /// Two of four.
    pub skill Mixed() {
        depends_skills { Digit }
        depends_interfaces { panel: Panel }
        start state All = 2 of (
            action dial(0),
            Digit { place: 1 },
            knock: action dial(2),
            last: Digit { place: 3 },
        )? {
            -> Both on FINAL(dial: _, knock: _);
            -> Named(x) on FINAL(last: x, knock: _) when x > 10;
            -> FINAL on FINAL;
        }
        state Both { -> FINAL when panel.n == 9; }
        state Named(x: u32) { -> FAILED("last is {}", self.x) when panel.n == 9; }
    }
}

#[test]
fn rule_7_a_transition_is_taken_if_what_it_names_is_final() {
    for (numbers, transitions) in [
        (&[0, 101][..], &["All -> Both"][..]),
        (&[1, 100], &["All -> Both"]),
        (&[1000, 100], &["All -> Named"]),
        (&[0, 11], &["Read -> FINAL", "All -> FINAL"]),
        (&[10, 1000], &["Read -> FINAL", "All -> FINAL"]),
        (&[2, 1110], &["Read -> FINAL", "All -> FINAL"]),
    ] {
        let (stage, _) = run(Mixed {}, numbers);
        assert_eq!(stage.transitions(), transitions, "{numbers:?}");
    }
    let (mut stage, _) = run(Mixed {}, &[1000, 100]);
    stage.show(Panel { go: true, n: 9 });
    stage.exec();
    assert_eq!(stage.reason(), "last is 13");
}

#[test]
fn rule_7_an_action_that_has_ended_does_not_run_again() {
    let (_, log) = run(Mixed {}, &[2, 0]);
    assert_eq!(log, ["1", "action", "3"]);
    let (_, log) = run(Mixed {}, &[1, 0]);
    assert_eq!(log, ["1", "action", "3"]);
}

#[test]
fn rule_7_the_failure_is_that_of_what_failed_last() {
    for (numbers, reason) in [
        (&[22, 1000, 200][..], "on FAILED"),
        (&[202, 1000, 20], "digit 1"),
        (&[222], "on FAILED"),
        (&[2020, 2], "on FAILED"),
        (&[20, 200, 2000], "digit 3"),
    ] {
        let (stage, _) = run(Mixed {}, numbers);
        assert_eq!(stage.machine().status(), Status::Failed, "{numbers:?}");
        assert_eq!(stage.reason(), reason, "{numbers:?}");
    }
}

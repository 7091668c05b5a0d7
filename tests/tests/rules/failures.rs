//! Rule 6: failures as data.

use skill_runtime::{Machine, Status, StoredFailure, skill};

use crate::stage::{Panel, Stage};

/// Runs a pass with a number on the panel, and returns the transitions.
fn shows<M: skill_runtime::Exec<crate::stage::Board>>(stage: &mut Stage<M>, n: u32) -> Vec<String> {
    stage.show(Panel { go: true, n });
    stage.exec();
    stage.transitions()
}

skill! {
    /// Fails in different ways.
    pub skill Grip() {
        depends_interfaces { panel: Panel }
        start state Close {
            -> FAILED(SLIPS: "slips, {} N, {}", 2.5, panel.n) when panel.n == 1;
            -> FAILED(EMPTY: "nothing in it") when panel.n == 2;
            -> FAILED(SLIPS: "slips again, {}", panel.n) when panel.n == 3;
            -> FAILED("other, {}", panel.go) when panel.n == 4;
            -> Open when panel.n == 6;
            -> FINAL when panel.n == 10;
        }
        state Open { -> FAILED(SLIPS: "slips open") when panel.n == 5; }
    }
}

/// FAILED with 8.
fn knock(ports: &mut PickPorts<'_>) -> Status {
    if ports.panel.n == 8 { Status::Failed } else { Status::Running }
}

skill! {
    /// Handles the failures of a grip by their kinds.
    pub skill Pick() -> f32 {
        depends_skills { Grip }
        depends_interfaces { panel: Panel }
        start state Try = (Grip {}, action knock()) {
            -> Again(why, 7) on FAILED(why) when why.is(Grip::SLIPS) && why.number(0) == Some(2.5);
            -> FINAL(force)
                on FAILED(why) when why.is(Grip::SLIPS) && let Some(force) = why.number(0);
            -> FAILED(why) on FAILED(why) when why.is(Grip::EMPTY);
            -> Knocked(why) on FAILED(why) when why.is_of::<Pick>();
            -> FAILED("grip: {}", why.is_of::<Grip>()) on FAILED(why);
            -> FINAL(0.0) on FINAL;
        }
        state Again(why: StoredFailure, n: u32) {
            -> FAILED(self.why) when panel.n == self.n;
            -> FAILED("{}", self.why.number(1).unwrap_or(-1.0)) when panel.n == 9;
        }
        state Knocked(why: StoredFailure) { -> FAILED(self.why) when panel.n == 9; }
    }
}

#[test]
fn rule_6_failures_have_a_kind_and_numbers() {
    for (numbers, status, reason) in [
        (&[1, 7][..], Status::Failed, "slips, 2.5 N, 1"),
        (&[1, 9], Status::Failed, "1"),
        (&[2], Status::Failed, "nothing in it"),
        (&[3], Status::Final, ""),
        (&[4], Status::Failed, "grip: true"),
        (&[6, 5], Status::Failed, "grip: true"),
        (&[8, 9], Status::Failed, "on FAILED(why) when why.is_of::<Pick>()"),
    ] {
        let mut stage = Stage::new(Pick {});
        shows(&mut stage, 0);
        for n in numbers {
            shows(&mut stage, *n);
        }
        assert_eq!(stage.machine().status(), status, "{numbers:?}");
        match status {
            Status::Final => assert_eq!(stage.machine().result(), Some(&3.0)),
            _ => assert_eq!(stage.reason(), reason, "{numbers:?}"),
        }
    }
}

skill! {
    /// States around, and the skill, see failures, too.
    pub skill Carry() {
        depends_skills { Grip }
        depends_interfaces { panel: Panel }
        always {
            -> Rest(why) on FAILED(why) when why.is(Grip::EMPTY);
            -> FAILED on FAILED;
        }
        start state Whole {
            -> Part(why) on FAILED(why) when why.is(Grip::SLIPS);
            start state First = Grip {} { -> FINAL on FINAL; }
            state Part(why: StoredFailure) { -> FAILED(self.why) when panel.n == 7; }
        }
        state Rest(why: StoredFailure) { -> FAILED(self.why) when panel.n == 7; }
    }
}

#[test]
fn rule_6_states_around_get_the_failure() {
    for (n, transitions, reason) in [
        (1, &["Close -> FAILED", "First -> Part"][..], "slips, 2.5 N, 1"),
        (2, &["Close -> FAILED", "First -> Rest"], "nothing in it"),
    ] {
        let mut stage = Stage::new(Carry {});
        shows(&mut stage, 0);
        assert_eq!(shows(&mut stage, n), transitions);
        shows(&mut stage, 7);
        assert_eq!(stage.reason(), reason);
    }
    let mut stage = Stage::new(Carry {});
    shows(&mut stage, 0);
    shows(&mut stage, 4);
    assert_eq!(stage.reason(), "other, true");
}

skill! {
    /// Stays in a state whose sub-skill has failed, while another one fails inside it.
    pub skill Stays() {
        depends_skills { Grip }
        depends_interfaces { panel: Panel }
        start state Hold = Grip {} {
            -> FAILED(why) on FAILED(why) when panel.n == 7;
            -> Other on FAILED;
            -> FINAL on FINAL;
            start state Idle {}
            state Other = Grip {}? { -> Idle on FINAL; }
        }
    }
}

#[test]
fn rule_6_a_failure_is_known_as_long_as_its_state_is_active() {
    let mut stage = Stage::new(Stays {});
    shows(&mut stage, 0);
    assert_eq!(shows(&mut stage, 1), ["Close -> FAILED", "Idle -> Other"]);
    assert_eq!(shows(&mut stage, 2), ["Close -> FAILED", "Other -> Other"]);
    shows(&mut stage, 7);
    assert_eq!(stage.reason(), "slips, 2.5 N, 1");
}

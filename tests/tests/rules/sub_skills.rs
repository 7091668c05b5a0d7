//! Rule 7: the sub-skills of a state.

use skill_runtime::{Status, skill};

use crate::stage::{Panel, Stage, log, logged};
use crate::{Worker, number};

skill! {
    /// Logs its number, and ends as the panel says: its own number FINAL, 10 more FAILED.
    pub skill Hand(number: u32) {
        depends_interfaces { panel: Panel }
        start state Lift {
            loop { log(["hand 0", "hand 1", "hand 2"][self.number as usize]); }
            exit { log(["exit 0", "exit 1", "exit 2"][self.number as usize]); }
            -> FINAL when panel.n == self.number;
            -> FAILED("hand {}", self.number) when panel.n == 10 + self.number;
        }
    }
}
skill! {
    /// Three hands at once.
    pub skill Hands() {
        depends_skills { Hand }
        start state Lift = (Hand { number: 0 }, Hand { number: 1 }, Hand { number: 2 }) {
            exit { log("exit"); }
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
    }
}

#[test]
fn rule_7_parallel_sub_skills_run_in_list_order_until_all_are_final() {
    let mut stage = Stage::new(Hands::default());
    stage.show(number(9));
    assert_eq!(stage.exec(), Status::Running);
    assert_eq!(logged(), ["hand 0", "hand 1", "hand 2"]);
    stage.show(number(1));
    assert_eq!(stage.exec(), Status::Running);
    assert_eq!(logged(), ["hand 0", "hand 1", "exit 1", "transition", "hand 2"]);
    stage.show(number(0));
    assert_eq!(stage.exec(), Status::Running);
    assert_eq!(logged(), ["hand 0", "exit 0", "transition", "hand 2"], "1 is not run again");
    stage.show(number(2));
    assert_eq!(stage.exec(), Status::Final);
}

#[test]
fn rule_7_the_first_failed_sub_skill_ends_the_round() {
    let mut stage = Stage::new(Hands::default());
    stage.show(number(9));
    stage.exec();
    logged();
    stage.show(number(11));
    assert_eq!(stage.exec(), Status::Failed);
    let round = ["hand 0", "hand 1", "exit 1", "transition"];
    let leaving = ["exit", "exit 0", "exit 2", "transition"];
    assert_eq!(logged(), [round, leaving].concat(), "2 is not run");
    assert_eq!(stage.reason(), "hand 1");
}

#[test]
fn rule_7_sub_skills_are_reset_in_list_order_after_the_exit() {
    let mut stage = Stage::new(Hands::default());
    stage.show(number(9));
    stage.exec();
    logged();
    stage.reset();
    assert_eq!(logged(), ["exit", "exit 0", "exit 1", "exit 2"]);
}

#[test]
fn rule_7_two_states_with_one_skill_have_two_machines() {
    skill! {
        pub skill Twice() {
            depends_skills { Worker }
            start state One = Worker { name: 1 } {
                -> Two on FINAL;
                -> FAILED on FAILED;
            }
            state Two = Worker { name: 2 }? { -> FINAL on FINAL; }
        }
    }
    let mut stage = Stage::new(Twice::default());
    stage.show(number(1));
    assert_eq!(stage.exec(), Status::Running);
    assert!(logged().contains(&"worker exit"), "the first worker is done");
    stage.show(number(2));
    assert_eq!(stage.exec(), Status::Failed);
    assert_eq!(stage.reason(), "worker 2 in pass 0", "the second begins anew");
}

#[test]
fn rule_7_a_base_gives_the_arguments_that_a_call_does_not() {
    /// Returns a call of the hand that the panel shows, or of one that does not exist.
    #[allow(clippy::cast_precision_loss)] // a small number
    fn shown_hand(panel: &Panel) -> Given {
        Given { number: (panel.n < 9).then_some(panel.n), share: Some(0.1 * panel.n as f32) }
    }
    skill! {
        #[allow(skill::never_final)]
        pub skill Given(number: u32, share: f32 in 0.0..=0.5) {
            start state Fail { -> FAILED("hand {}, {}", self.number, self.share) otherwise; }
        }
    }
    skill! {
        pub skill Call(share: f32 = 0.25) {
            depends_skills { Given }
            depends_interfaces { panel: Panel }
            start state Watch {
                -> Written when panel.go;
                -> Base when panel.n != 0;
            }
            state Written = Given { share, ..shown_hand(panel) } {
                -> FINAL on FINAL;
                -> FAILED on FAILED;
            }
            state Base = Given { ..shown_hand(panel) } {
                -> FINAL on FINAL;
                -> FAILED on FAILED;
            }
        }
    }
    for (panel, reason) in [
        (Panel { go: true, n: 7 }, "hand 7, 0.25"),
        (Panel { go: false, n: 2 }, "hand 2, 0.2"),
        // Any computed value that the call does not accept.
        (Panel { go: false, n: 7 }, "argument `share` is 0.7, outside its range 0.0..=0.5"),
        (Panel { go: true, n: 9 }, "argument `number` is missing"),
    ] {
        let mut stage = Stage::new(Call::default());
        stage.show(panel);
        stage.exec();
        stage.exec();
        assert_eq!(stage.reason(), reason);
    }
}

#[test]
fn rule_6_a_failure_outlasts_that_of_an_inner_state() {
    skill! {
        /// Fails in its first pass.
        #[allow(skill::never_final)]
        pub skill Fails(number: u32) {
            start state Now { -> FAILED("number {}", self.number) otherwise; }
        }
    }
    skill! {
        pub skill BothFail() {
            depends_skills { Fails }
            start state Outer = Fails { number: 1 }? {
                -> FINAL on FINAL;
                start state Inner = Fails { number: 2 }? { -> FINAL on FINAL; }
            }
        }
    }
    let mut stage = Stage::new(BothFail {});
    assert_eq!((stage.exec(), stage.reason()), (Status::Failed, "number 1".to_owned()));
}

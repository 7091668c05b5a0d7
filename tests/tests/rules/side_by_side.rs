//! Rule 7: sub-skills and actions side by side.

use skill_runtime::{Machine, Status, skill};

use crate::number;
use crate::stage::{Bell, Panel, Stage, bell, log, logged};
use crate::sub_skills::Hand;

/// Logs its number, and ends as the panel says, like [`Hand`]. With 20 more it rings the bell.
fn nod(ports: &mut GesturePorts<'_>, number: u32) -> Status {
    log(if number == 3 { "nod 3" } else { "nod 4" });
    if ports.panel.n == 20 + number {
        ports.bell.send(bell::Ring);
    }
    match ports.panel.n {
        n if n == number => Status::Final,
        n if n == 10 + number => Status::Failed,
        _ => Status::Running,
    }
}

skill! {
    /// Two hands and two nods, twice.
    pub skill Gesture() {
        depends_skills { Hand }
        depends_interfaces { panel: Panel, optional bell: Bell }
        start state All = (action nod(3), Hand { number: 0 }, action nod(4), Hand { number: 1 })? {
            exit { log("exit"); }
            -> Again on FINAL;
            -> Again when panel.go;
        }
        state Again = (action nod(3), action nod(4)) {
            exit { log("exit"); }
            -> FINAL on FINAL;
            -> FAILED("no more nods") on FAILED;
        }
    }
}

/// Starts the skill, which runs the whole list once.
fn begun() -> Stage<<Gesture as skill_runtime::Skill>::Machine> {
    let mut stage = Stage::new(Gesture {});
    stage.show(number(9));
    assert_eq!(stage.exec(), Status::Running);
    assert_eq!(logged(), ["nod 3", "hand 0", "nod 4", "hand 1"]);
    stage
}

#[test]
fn rule_7_all_of_the_list_must_be_final_and_nothing_that_is_final_runs_again() {
    let mut stage = begun();
    stage.show(number(4));
    assert_eq!(stage.exec(), Status::Running);
    assert_eq!(logged(), ["nod 3", "hand 0", "nod 4", "hand 1"]);
    stage.show(number(0));
    assert_eq!(stage.exec(), Status::Running);
    assert_eq!(logged(), ["nod 3", "hand 0", "exit 0", "transition", "hand 1"]);
    stage.show(number(3));
    assert_eq!(stage.exec(), Status::Running);
    assert_eq!(logged(), ["nod 3", "hand 1"]);
    assert_eq!(stage.exec(), Status::Running);
    assert_eq!(logged(), ["hand 1"], "both actions are FINAL");
    stage.show(number(1));
    assert_eq!(stage.exec(), Status::Running);
    assert_eq!(stage.transitions(), ["Lift -> FINAL", "All -> Again"]);
    assert_eq!(logged(), ["hand 1", "exit 1", "transition", "exit", "transition"]);
    stage.show(number(9));
    assert_eq!(stage.exec(), Status::Running);
    assert_eq!(logged(), ["nod 3", "nod 4"], "another state begins anew");
}

#[test]
fn rule_7_an_action_runs_again_once_the_state_was_left() {
    let mut stage = begun();
    stage.show(number(3));
    stage.exec();
    stage.show(number(4));
    stage.exec();
    logged();
    stage.exec();
    assert_eq!(logged(), ["hand 0", "hand 1"]);
    stage.reset();
    assert_eq!(logged(), ["exit", "exit 0", "exit 1"]);
    stage.exec();
    assert_eq!(logged(), ["nod 3", "hand 0", "nod 4", "hand 1"]);
}

#[test]
fn rule_7_a_failed_action_ends_the_round_with_the_label_of_the_transition() {
    let mut stage = begun();
    stage.show(number(14));
    assert_eq!(stage.exec(), Status::Failed);
    assert_eq!(logged()[..3], ["nod 3", "hand 0", "nod 4"], "hand 1 is not run");
    assert_eq!(stage.reason(), "on FAILED");
    assert_eq!(stage.machine().failure().map(|failure| failure.skill.name), Some("gesture"));
}

#[test]
fn rule_7_a_failed_sub_skill_ends_the_round_with_its_reason() {
    let mut stage = begun();
    stage.show(number(10));
    assert_eq!(stage.exec(), Status::Failed);
    assert_eq!(
        logged(),
        ["nod 3", "hand 0", "exit 0", "transition", "exit", "exit 1", "transition"]
    );
    assert_eq!(stage.reason(), "hand 0");
    assert_eq!(stage.machine().failure().map(|failure| failure.skill.name), Some("hand"));
}

#[test]
fn rule_7_actions_alone_are_a_list_too() {
    let mut stage = begun();
    stage.show(Panel { go: true, n: 9 });
    stage.exec();
    logged();
    stage.show(number(3));
    assert_eq!(stage.exec(), Status::Running);
    assert_eq!(logged(), ["nod 3", "nod 4"]);
    stage.show(number(4));
    assert_eq!(stage.exec(), Status::Final);
    assert_eq!(logged(), ["nod 4", "exit", "transition"]);

    let mut stage = begun();
    stage.show(Panel { go: true, n: 9 });
    stage.exec();
    stage.show(number(13));
    assert_eq!(stage.exec(), Status::Failed);
    assert_eq!(stage.reason(), "no more nods");
}

#[test]
fn rule_13_a_refused_message_of_one_of_several_actions_ends_the_pass() {
    let mut stage = begun();
    stage.bell.remove();
    stage.show(number(24));
    assert_eq!(stage.exec(), Status::Failed);
    assert_eq!(logged(), ["nod 3", "hand 0", "nod 4", "exit", "exit 0", "exit 1"]);
    assert_eq!(stage.reason(), "bell refused Ring: no writer");
}

#[test]
fn what_an_action_kept_is_in_the_debug_text() {
    let mut stage = begun();
    assert!(!format!("{:?}", stage.machine()).contains("All.nod"));
    stage.show(number(3));
    stage.exec();
    let text = format!("{:?}", stage.machine());
    assert!(text.contains("All.nod: Final"), "{text}");
}

#[test]
fn rule_14_a_result_has_the_name_of_its_sub_skill_beside_actions() {
    skill! {
        pub skill Locate(x: u32) -> u32 {
            start state Look { -> FINAL(self.x) after 10ms; }
        }
    }
    skill! {
        pub skill Measure(x: u32) -> u32 {
            start state Look { -> FINAL(self.x) after 20ms; }
        }
    }
    fn blink(_: &mut FindPorts<'_>, _: u32) -> Status {
        log("blink");
        Status::Final
    }
    skill! {
        #[allow(skill::never_final)]
        pub skill Find() {
            depends_skills { Locate, Measure }
            start state Look = (
                action blink(0),
                Locate { x: 4 },
                action blink(1),
                Measure { x: 2 }
            )? {
                -> One(locate, far) on FINAL(locate, measure: far);
            }
            state One(locate: u32, far: u32) = (
                Locate { x: self.locate + self.far },
                action blink(2)
            )? {
                -> FAILED("{} {} {}", self.locate, self.far, spot) on FINAL(spot);
            }
        }
    }
    let mut stage = Stage::new(Find {});
    while stage.exec() == Status::Running {}
    assert_eq!(stage.reason(), "4 2 6");
    let blinks = logged().into_iter().filter(|what| *what == "blink").count();
    assert_eq!(blinks, 3, "each once in its state");
}

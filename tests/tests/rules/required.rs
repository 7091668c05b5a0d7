//! Rule 12: the checks at the beginning of an `exec`.

use skill_runtime::{
    Cause, Context, Exec, Instant, Machine, NoTrace, Skill, Snapshot, Status, Tick, skill,
};

use crate::stage::{Bell, Board, Lamp, Panel, Stage, checked, log, logged};

skill! {
    /// Requires the bell, and the panel with a limit of age.
    #[allow(skill::unused_interface)]
    pub skill Ringer() {
        depends_interfaces { panel: Panel (max_age = 40ms), bell: Bell }
        start state Outer {
            init { log("init"); }
            loop { log("loop"); }
            exit { log("outer exit"); }
            -> FINAL when panel.go;
            start state Inner { exit { log("inner exit"); } }
        }
    }
}

/// Publishes the panel in each pass.
fn publish_panel<M: Exec<Board>>(stage: &mut Stage<M>) {
    stage.panel.resume();
}

#[test]
fn rule_12_without_a_writer_nothing_is_entered() {
    let mut stage = Stage::new(Ringer {});
    stage.bell.remove();
    assert_eq!((stage.exec(), stage.reason()), (Status::Failed, "no writer for bell".to_owned()));
    let failure = stage.machine().failure().expect("a failure");
    assert_eq!((failure.skill, failure.cause), (Ringer::INFO, Cause::NoWriter(1)));
    assert_eq!(logged(), [""; 0]);
    assert_eq!(stage.trace(), "t=0.000 ringer: failed: no writer for bell\n");
}

#[test]
fn rule_12_a_writer_that_goes_leaves_all_that_is_active() {
    let mut stage = Stage::new(Ringer {});
    publish_panel(&mut stage);
    assert_eq!((stage.exec(), logged()), (Status::Running, vec!["init", "loop"]));
    // The guard holds in the same pass.
    stage.panel.set(Panel { go: true, n: 0 });
    stage.bell.remove();
    assert_eq!((stage.exec(), stage.reason()), (Status::Failed, "no writer for bell".to_owned()));
    assert_eq!(logged(), ["inner exit", "outer exit"]);
    // Rule 6: the skill stays FAILED, and checks nothing more.
    stage.panel.remove();
    assert_eq!((stage.exec(), stage.reason()), (Status::Failed, "no writer for bell".to_owned()));
    assert_eq!(stage.events(), []);
    // A reset restarts the skill, with the checks.
    stage.reset();
    assert_eq!(stage.exec(), Status::Failed);
    assert_eq!(stage.reason(), "no writer for panel", "the first in `depends_interfaces`");
    stage.reset();
    stage.panel.restore();
    stage.bell.restore();
    assert_eq!(stage.exec(), Status::Final);
}

#[test]
fn rule_12_a_final_skill_is_not_checked() {
    let mut stage = Stage::new(Ringer {});
    stage.panel.set(Panel { go: true, n: 0 });
    publish_panel(&mut stage);
    assert_eq!(stage.exec(), Status::Final);
    stage.bell.remove();
    assert_eq!(stage.exec(), Status::Final);
}

#[test]
fn rule_12_a_stale_value_fails_the_skill() {
    let mut stage = Stage::new(Ringer {});
    stage.show(Panel::default());
    stage.wait(40);
    assert_eq!(stage.exec(), Status::Running, "40 ms old");
    assert_eq!((stage.exec(), stage.reason()), (Status::Failed, "panel is stale".to_owned()));
    let failure = stage.machine().failure().expect("a failure");
    assert_eq!(failure.cause, Cause::Stale(0));
    assert_eq!(logged(), ["init", "loop", "inner exit", "outer exit"]);
    // A missing writer is reported before a stale value.
    stage.reset();
    stage.bell.remove();
    stage.exec();
    assert_eq!(stage.reason(), "no writer for bell");
}

#[test]
fn rule_12_an_optional_interface_is_not_checked() {
    skill! {
        pub skill Careful() {
            depends_interfaces { optional panel: Panel (max_age = 40ms), optional bell: Bell }
            start state Watch {
                -> FAILED("old") when panel.stale() && bell.has_writer();
                -> FINAL when panel.stale();
            }
        }
    }
    let mut stage = Stage::new(Careful {});
    stage.panel.remove();
    stage.bell.remove();
    assert_eq!(stage.exec(), Status::Final);
    stage.reset();
    stage.panel.restore();
    stage.bell.restore();
    stage.show(Panel::default());
    assert_eq!(stage.exec(), Status::Running);
    stage.wait(50);
    assert_eq!((stage.exec(), stage.reason()), (Status::Failed, "old".to_owned()));
}

#[test]
fn rule_12_the_arguments_come_first() {
    skill! {
        #[allow(skill::unused_argument, skill::unused_interface)]
        pub skill Within(share: f32 in 0.0..=1.0) {
            depends_interfaces { bell: Bell }
            start state Wait { -> FINAL after 1s; }
        }
    }
    let mut stage = Stage::new(Within { share: Some(2.0) });
    stage.bell.remove();
    stage.exec();
    assert_eq!(stage.reason(), "argument `share` is 2, outside its range 0.0..=1.0");
}

skill! {
    /// Runs `Ringer`, and requires no interface.
    pub skill Caller() {
        depends_skills { Ringer }
        start state Ring = Ringer {} {
            loop { log("caller"); }
            exit { log("caller exit"); }
            -> FINAL on FINAL;
            -> FAILED on FAILED;
            -> FINAL when checked("other", false);
        }
    }
}
skill! {
    /// Runs `Caller`, and requires the bell as the sub-skill of its sub-skill does.
    #[allow(skill::unused_interface)]
    pub skill Outermost() {
        depends_skills { Caller }
        depends_interfaces { bell: Bell }
        start state Call = Caller {}? {
            exit { log("outermost exit"); }
            -> FINAL on FINAL;
        }
    }
}

#[test]
fn rule_12_a_caller_that_does_not_require_it_sees_a_failed_sub_skill() {
    let mut stage = Stage::new(Caller {});
    publish_panel(&mut stage);
    assert_eq!(stage.exec(), Status::Running);
    logged();
    stage.bell.remove();
    assert_eq!((stage.exec(), stage.reason()), (Status::Failed, "no writer for bell".to_owned()));
    assert_eq!(stage.machine().failure().map(|failure| failure.skill.name), Some("ringer"));
    assert_eq!(logged(), ["caller", "inner exit", "outer exit", "caller exit", "transition"]);
}

#[test]
fn rule_12_the_outermost_that_requires_it_reports() {
    let mut stage = Stage::new(Outermost {});
    publish_panel(&mut stage);
    assert_eq!(stage.exec(), Status::Running);
    logged();
    stage.bell.remove();
    assert_eq!((stage.exec(), stage.reason()), (Status::Failed, "no writer for bell".to_owned()));
    assert_eq!(stage.machine().failure().map(|failure| failure.skill.name), Some("outermost"));
    assert_eq!(logged(), ["outermost exit", "caller exit", "inner exit", "outer exit"]);
    // The sub-skill reports an interface that only it requires.
    stage.reset();
    stage.bell.restore();
    stage.panel.remove();
    stage.exec();
    assert_eq!(stage.machine().failure().map(|failure| failure.skill.name), Some("ringer"));
}

#[test]
fn rule_12_a_sub_skill_that_is_not_run_is_not_checked() {
    skill! {
        /// Fails when the panel commands it.
        pub skill First() {
            depends_interfaces { panel: Panel }
            start state Wait {
                -> FAILED("first") when panel.n == 1;
                -> FINAL when panel.n == 2;
            }
        }
    }
    skill! {
        pub skill Both() {
            depends_skills { First, Ringer }
            start state Run = (First {}, Ringer {})? { -> FINAL on FINAL; }
        }
    }
    let mut stage = Stage::new(Both {});
    publish_panel(&mut stage);
    assert_eq!(stage.exec(), Status::Running);
    stage.panel.set(Panel { go: false, n: 1 });
    stage.bell.remove();
    assert_eq!((stage.exec(), stage.reason()), (Status::Failed, "first".to_owned()));
}

#[test]
fn rule_12_what_happens_between_two_passes_is_not_seen() {
    let mut stage = Stage::new(Ringer {});
    publish_panel(&mut stage);
    assert_eq!(stage.exec(), Status::Running);
    stage.bell.remove();
    stage.bell.restore();
    stage.panel.pause();
    stage.wait(100);
    stage.panel.resume();
    assert_eq!(stage.exec(), Status::Running);
}

#[test]
fn rule_12_an_interface_that_the_skill_writes_must_be_claimed() {
    skill! {
        pub skill Shine() {
            depends_interfaces { writes lamp: Lamp }
            start state On {
                init { lamp.on = true; }
                -> FINAL after 1s;
            }
        }
    }
    type ShineMachine = <Shine as Skill>::Machine;
    let board = Board::new();
    let mut snapshot = Snapshot::new(&board);
    let mut machine = Shine {}.start();
    let now = Tick { time: Instant::ZERO, count: 0 };
    snapshot.refresh(<ShineMachine as Exec<Board>>::READS);
    let mut cx = Context { snapshot: &snapshot, now, tracer: NoTrace };
    assert_eq!(machine.exec(&mut cx), Status::Failed);
    assert_eq!(
        machine.failure().map(|failure| failure.to_string()).as_deref(),
        Some("no writer for lamp")
    );
    machine.reset(&mut cx);
    snapshot.claim(<ShineMachine as Exec<Board>>::WRITES).expect("no other writer");
    let mut cx = Context { snapshot: &snapshot, now, tracer: NoTrace };
    assert_eq!(machine.exec(&mut cx), Status::Running);
    assert!(board.lamp.sample().data.on);
}

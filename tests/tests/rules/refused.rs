//! A refused message fails the skill at the end of the block that sent it, unless a transition
//! that can be taken checks `refused()`.

use skill_runtime::{Cause, Machine as _, Port, SendError, Status, TraceKind, skill};

use crate::number;
use crate::stage::bell::{Hum, Ring};
use crate::stage::panel::{Clear, Note};
use crate::stage::{Bell, Panel, Stage, checked, log, logged};

impl<M: skill_runtime::Exec<crate::stage::Board>> Stage<M> {
    /// The events of the last pass as text, without the time.
    fn event_texts(&self) -> Vec<String> {
        let lines = self.trace();
        lines.lines().map(|line| line.split_once(' ').expect("a time").1.to_owned()).collect()
    }
}

skill! {
    /// Sends in `init`, `loop` or an action, as the panel says: 1, 2 or 3.
    pub skill Blocks() {
        depends_interfaces { panel: Panel, optional bell: Bell }
        start state Idle {
            exit { log("exit Idle"); }
            -> Init when panel.n == 1;
            -> Loop when panel.n == 2;
            -> Action when panel.n == 3;
        }
        state Init {
            init {
                bell.send(Ring);
                log("after send");
            }
            exit { log("exit Init"); }
            -> FINAL when checked("guard", true);
        }
        state Loop {
            loop { bell.send(Hum { n: 1 }); }
            exit { log("exit Loop"); }
            -> FINAL when checked("guard", false);
        }
        state Action = action ring() {
            exit { log("exit Action"); }
            -> FINAL when checked("guard", false);
            -> FINAL on FINAL;
            -> FAILED on FAILED;
        }
    }
}

fn ring(ports: &mut BlocksPorts<'_>) -> Status {
    ring_bell(&mut ports.bell);
    Status::Running
}

/// Sends from a function.
fn ring_bell(bell: &mut Port<'_, Bell>) {
    bell.send(Ring);
}

#[test]
fn a_refused_message_fails_at_the_end_of_its_block() {
    for (n, exit, message) in
        [(1, "exit Init", "Ring"), (2, "exit Loop", "Hum"), (3, "exit Action", "Ring")]
    {
        let mut stage = Stage::new(Blocks::default());
        stage.show(number(n));
        stage.bell.fill(Ring);
        assert_eq!(stage.exec(), Status::Failed);
        let sent: &[&str] = if n == 1 { &["after send"] } else { &["guard"] };
        assert_eq!(logged(), [&["exit Idle", "transition"], sent, &[exit]].concat());
        let reason = format!("bell refused {message}: queue full");
        assert_eq!(stage.reason(), reason);
        let event_texts = stage.event_texts();
        let end = [
            format!("blocks: {message} to bell refused: queue full"),
            format!("blocks: failed: {reason}"),
        ];
        assert!(event_texts.ends_with(&end), "{event_texts:?}");
        let failure = stage.machine().failure().expect("failed");
        let cause = Cause::Refused { interface: 1, error: SendError::QueueFull };
        assert_eq!(failure.cause, cause);
    }
}

#[test]
fn a_message_without_a_writer_is_refused() {
    let mut stage = Stage::new(Blocks::default());
    stage.show(number(1));
    stage.bell.remove();
    stage.exec();
    assert_eq!(stage.reason(), "bell refused Ring: no writer");
    stage.reset();
    stage.bell.restore();
    assert_eq!(stage.exec(), Status::Final, "a new run begins after the reset");
}

skill! {
    /// Three states that are entered at once; `Middle` sends.
    pub skill Nested() {
        depends_interfaces { panel: Panel, bell: Bell }
        start state Begin { -> Outer(7) otherwise; }
        state Outer(n: u32) {
            vars { own: u32 = self.n + 1 }
            exit {
                log(if self.own == self.n + 1 && self.own == 8 { "exit Outer" } else { "wrong" });
            }
            start state Middle {
                vars { sent: u32 = 7 }
                init {
                    self.sent += 1;
                    bell.send(Hum { n: self.sent });
                    log("init Middle");
                }
                exit { log(if self.sent == 8 { "exit Middle" } else { "wrong" }); }
                start state Inner {
                    init { log("init Inner"); }
                    exit { log("exit Inner"); }
                }
            }
            -> FINAL when panel.n == 9;
        }
    }
}

#[test]
fn a_refused_init_leaves_what_was_entered() {
    let mut stage = Stage::new(Nested::default());
    stage.bell.fill(Ring);
    assert_eq!(stage.exec(), Status::Failed);
    let log = logged();
    assert_eq!(log, ["transition", "init Middle", "exit Middle", "exit Outer"], "not Inner");
    assert_eq!(stage.reason(), "bell refused Hum: queue full");
}

skill! {
    /// The outer `loop` sends.
    pub skill OuterLoop() {
        depends_interfaces { panel: Panel, bell: Bell }
        start state Outer {
            loop {
                log("loop Outer");
                if panel.n == 1 {
                    bell.send(Ring);
                }
            }
            exit { log("exit Outer"); }
            start state Inner {
                loop { log("loop Inner"); }
                exit { log("exit Inner"); }
                -> FINAL when panel.n == 9;
            }
        }
    }
}

#[test]
fn nothing_further_of_the_pass_runs() {
    let mut stage = Stage::new(OuterLoop::default());
    stage.exec();
    assert_eq!(logged(), ["loop Outer", "loop Inner"]);
    stage.bell.fill(Ring);
    stage.show(number(1));
    assert_eq!(stage.exec(), Status::Failed);
    assert_eq!(logged(), ["loop Outer", "exit Inner", "exit Outer"]);
}

skill! {
    #[allow(skill::redundant_check)]
    /// The refusal is checked in the state itself (1), in its parent (2), or in `always` (3).
    pub skill Decides() {
        depends_interfaces { panel: Panel, bell: Bell }
        always { -> Always when panel.n == 3 && bell.refused(); }
        start state Idle {
            -> Own when panel.n == 1;
            -> Outer when panel.n == 2;
            -> Third when panel.n == 3;
        }
        state Own {
            init { bell.send(Ring); }
            -> Decided when bell.refused();
        }
        state Outer {
            start state Inner {
                loop { bell.send(Ring); }
                -> Idle when panel.n == 8;
            }
            -> Decided after 20ms when bell.refused();
        }
        state Third {
            init { bell.send(Ring); }
            -> Idle when panel.n == 8;
        }
        state Decided { -> FINAL when !bell.refused(); }
        state Always { -> FINAL after 10ms; }
    }
}

#[test]
fn a_transition_that_checks_it_decides() {
    for (n, path) in [(1, "Own -> Decided"), (2, "Inner -> Decided"), (3, "Third -> Always")] {
        let mut stage = Stage::new(Decides::default());
        stage.show(number(n));
        stage.bell.fill(Ring);
        let mut taken = Vec::new();
        let mut refused = false;
        let mut status = Status::Running;
        for _ in 0..5 {
            status = stage.exec();
            taken.extend(
                stage
                    .transitions()
                    .into_iter()
                    .map(|line| line.split("  ").next().unwrap().to_owned()),
            );
            refused |=
                stage.events().iter().any(|event| matches!(event.kind, TraceKind::Refused { .. }));
        }
        assert_eq!(status, Status::Final, "{path}");
        assert!(taken.iter().any(|line| line == path), "{taken:?}");
        assert!(refused, "it is traced all the same");
    }
}

skill! {
    /// Only the refusals of the panel are checked.
    pub skill Several() {
        depends_interfaces { panel: Panel, bell: Bell }
        start state Send {
            init {
                panel.send(Note { n: 1 });
                bell.send(Hum { n: 1 });
                bell.send(Ring);
                panel.send(Note { n: 2 });
            }
            -> FINAL when panel.refused();
        }
    }
}

#[test]
fn the_first_that_is_not_decided_is_the_reason() {
    let mut stage = Stage::new(Several::default());
    stage.panel.fill(Note { n: 0 });
    assert_eq!(stage.exec(), Status::Final, "all that is refused is decided");
    let mut stage = Stage::new(Several::default());
    stage.panel.fill(Note { n: 0 });
    stage.bell.fill(Ring);
    assert_eq!(
        (stage.exec(), stage.reason()),
        (Status::Failed, "bell refused Hum: queue full".into())
    );
}

skill! {
    /// Sends in `exit`, on a restart, and at its end.
    pub skill Leaves() {
        depends_interfaces { panel: Panel, optional bell: Bell }
        start state On {
            exit {
                bell.send(Ring);
                log("exit On");
            }
            -> On when panel.n == 1;
            -> FINAL when panel.n == 2;
            -> FAILED("broken") when panel.n == 3;
        }
    }
}

#[test]
fn a_refusal_in_an_exit_is_traced_and_counted() {
    let mut stage = Stage::new(Leaves {});
    stage.exec();
    stage.bell.fill(Ring);
    stage.show(number(1));
    assert_eq!(stage.exec(), Status::Running);
    assert_eq!(stage.machine().refusals(), 10, "one for each transition of the pass");
    stage.show(number(2));
    assert_eq!(stage.exec(), Status::Final);
    assert!(
        stage.event_texts().iter().any(|line| line == "leaves: Ring to bell refused: queue full")
    );
    assert_eq!(stage.machine().refusals(), 11);
    stage.reset();
    assert_eq!(stage.machine().refusals(), 11, "an exit that has run does not run again");
    let mut stage = Stage::new(Leaves {});
    stage.exec();
    stage.bell.remove();
    stage.show(number(3));
    assert_eq!((stage.exec(), stage.reason()), (Status::Failed, "broken".into()));
    assert_eq!(stage.machine().refusals(), 1);
}

skill! {
    /// Runs `Blocks`.
    #[allow(skill::unused_interface)]
    pub skill Caller() {
        depends_skills { Blocks }
        depends_interfaces { panel: Panel }
        start state Call = Blocks {}? {
            exit { log("exit Call"); }
            -> FINAL on FINAL;
        }
    }
}

#[test]
fn a_sub_skills_refusal_reaches_the_caller() {
    let mut stage = Stage::new(Caller::default());
    stage.show(number(2));
    stage.bell.fill(Ring);
    assert_eq!(stage.exec(), Status::Failed);
    let log = logged();
    assert_eq!(log, ["exit Idle", "transition", "guard", "exit Loop", "exit Call", "transition"]);
    assert_eq!(stage.reason(), "bell refused Hum: queue full");
    assert_eq!(stage.machine().failure().map(|failure| failure.skill.name), Some("blocks"));
}

skill! {
    pub skill Clears() {
        depends_interfaces { optional panel: Panel }
        start state Clear {
            init {
                panel.send(Clear { n: 4 });
                panel.send(Note { n: 5 });
            }
            -> FINAL otherwise;
        }
    }
}

#[test]
fn a_flush_message_empties_the_queue_before_it() {
    let mut stage = Stage::new(Clears::default());
    stage.panel.fill(Note { n: 0 });
    assert_eq!(stage.exec(), Status::Final);
    let waiting = std::iter::from_fn(|| stage.panel.next_message());
    let waiting: Vec<_> = waiting.map(|received| received.message).collect();
    assert_eq!(waiting, [Clear { n: 4 }.into(), Note { n: 5 }.into()]);
    let mut stage = Stage::new(Clears::default());
    stage.panel.remove();
    stage.exec();
    assert_eq!(stage.reason(), "panel refused Clear: no writer");
}

#[test]
fn a_transition_under_always_does_not_decide_in_its_target() {
    skill! {
        pub skill Home() {
            depends_interfaces { panel: Panel, bell: Bell }
            always { -> Home when bell.refused(); }
            start state Home {
                -> Away when panel.n == 1;
                start state Ring {
                    loop {
                        if panel.n == 2 {
                            bell.send(Ring);
                        }
                    }
                }
            }
            state Away { loop { bell.send(Ring); } }
        }
    }
    let mut stage = Stage::new(Home {});
    stage.show(number(1));
    assert_eq!(stage.exec(), Status::Running);
    stage.bell.fill(Ring);
    stage.show(number(0));
    assert_eq!(stage.exec(), Status::Running);
    assert_eq!(stage.transitions(), ["Away -> Home"]);
    stage.bell.fill(Ring);
    stage.show(number(2));
    assert_eq!(stage.exec(), Status::Failed);
    assert_eq!(stage.reason(), "bell refused Ring: queue full");
}

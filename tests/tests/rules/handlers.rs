//! Rules 2 and 6: failures that are handled by states around, and under `always`.

use skill_runtime::{Status, skill};

use crate::stage::{Panel, Stage, checked, log, logged};

/// Returns the panel with a number.
fn shows(n: u32) -> Panel {
    Panel { go: true, n }
}

skill! {
    /// Fails for numbers from 50 on.
    pub skill Try() {
        depends_interfaces { panel: Panel }
        start state Look {
            -> FAILED("{} is too much", panel.n) when panel.n >= 50;
            -> FINAL when panel.n == 9;
        }
    }
}

fn grip(ports: &mut NestPorts<'_>) -> Status {
    if ports.panel.n == 30 { Status::Failed } else { Status::Running }
}

skill! {
    /// Handlers at each depth.
    pub skill Nest() {
        depends_skills { Try }
        depends_interfaces { panel: Panel }
        always {
            -> FAILED on FAILED when checked("always", panel.n == 52);
            -> Rest on FAILED;
        }
        start state Outer {
            -> FINAL when panel.n == 8;
            -> Own when panel.n == 3;
            -> FAILED("outer {}", self.elapsed())
                on FAILED when checked("outer", panel.n == 51 || panel.n == 30);
            exit { log("exit"); }
            start state Middle {
                -> Again on FAILED when checked("middle", panel.n == 50);
                start state Inner = Try {} {
                    -> FINAL on FINAL;
                    -> Inner on FAILED when checked("inner", panel.n == 60);
                    -> FINAL when checked("late", panel.n > 40);
                }
                state Again = (Try {}, action grip()) { -> FINAL on FINAL; }
            }
            state Own = Try {}? { -> FINAL on FINAL; }
        }
        state Rest = Try {} {
            -> FINAL on FINAL;
            -> FAILED("at rest") on FAILED;
        }
    }
}

#[test]
fn the_innermost_handler_whose_guard_holds_is_taken() {
    for (n, checks, transition) in [
        (60, &["inner"][..], "Inner -> Inner"),
        (50, &["inner", "middle"], "Inner -> Again"),
        (51, &["inner", "middle", "outer"], "Inner -> FAILED"),
        (52, &["inner", "middle", "outer", "always"], "Inner -> FAILED"),
        (53, &["inner", "middle", "outer", "always"], "Inner -> Rest"),
    ] {
        let mut stage = Stage::new(Nest {});
        stage.show(shows(0));
        stage.exec();
        logged();
        stage.show(shows(n));
        stage.exec();
        // Until the first transition of `Nest`, which comes after that of `Try`.
        let asked = logged().into_iter().filter(|of| *of != "exit");
        let asked: Vec<_> = asked.skip_while(|of| *of == "transition").collect();
        let end = asked.iter().position(|of| *of == "transition").unwrap_or(asked.len());
        assert_eq!(&asked[..end], checks, "{n}");
        assert_eq!(stage.transitions()[1], transition, "{n}");
    }
}

#[test]
fn a_failure_that_is_passed_on_is_that_of_the_state_inside() {
    for (n, reason) in [(52, "52 is too much"), (51, "outer 0.01")] {
        let mut stage = Stage::new(Nest {});
        stage.show(shows(0));
        stage.exec();
        stage.show(shows(n));
        assert_eq!(stage.exec(), Status::Failed);
        assert_eq!(stage.reason(), reason);
    }
}

#[test]
fn under_always_a_handler_does_not_lead_to_where_the_skill_is() {
    let mut stage = Stage::new(Nest {});
    for n in [0, 53] {
        stage.show(shows(n));
        assert_eq!(stage.exec(), Status::Running);
    }
    assert_eq!(stage.transitions()[1], "Inner -> Rest");
    assert_eq!(stage.exec(), Status::Failed);
    assert_eq!(stage.reason(), "at rest");
}

#[test]
fn the_failure_of_an_action_is_that_of_the_skill() {
    fn fails(ports: &mut ActsPorts<'_>, n: u32) -> Status {
        if ports.panel.n == n { Status::Failed } else { Status::Running }
    }
    skill! {
        pub skill Acts() {
            depends_skills { Try }
            depends_interfaces { panel: crate::stage::Panel }
            start state Outer = (Try {}, action fails(7)) {
                -> FINAL on FINAL;
                -> FAILED on FAILED;
                -> Alone when panel.n == 4;
                start state Inner = (action fails(8), Try {}) { -> FINAL on FINAL; }
                state Alone = action fails(9) { -> FINAL on FINAL; }
            }
        }
    }
    for (before, n, reason) in
        [(0, 7, "on FAILED"), (0, 8, "on FAILED"), (0, 70, "70 is too much"), (4, 9, "on FAILED")]
    {
        let mut stage = Stage::new(Acts {});
        stage.show(shows(0));
        stage.exec();
        stage.show(shows(before));
        stage.exec();
        stage.show(shows(n));
        assert_eq!(stage.exec(), Status::Failed, "{n}");
        assert_eq!(stage.reason(), reason);
    }
}

#[test]
fn a_state_that_is_passed_is_handled_where_it_runs() {
    skill! {
        pub skill Passed() {
            depends_skills { Try }
            depends_interfaces { panel: crate::stage::Panel }
            always { -> FAILED("always") on FAILED; }
            start state Begin { -> Around(Work) otherwise; }
            state Around(work: state()) {
                -> FAILED("around") on FAILED when panel.n == 61;
                -> Work when panel.n == 2;
                start state Wait { -> self.work when panel.n == 1; }
            }
            state Work = Try {} { -> FINAL on FINAL; }
        }
    }
    for (before, n, reason) in [(1, 61, "around"), (1, 62, "always"), (2, 61, "always")] {
        let mut stage = Stage::new(Passed {});
        stage.exec();
        for n in [before, n] {
            stage.show(shows(n));
            stage.exec();
        }
        assert_eq!(stage.reason(), reason);
    }
}

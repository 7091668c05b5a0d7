//! Nested, parameterised and first-class states (section 6 of the language).

#[path = "rules/stage.rs"]
#[allow(dead_code)]
mod stage;

use skill_runtime::{Machine as _, Status, skill};
use stage::{Panel, Stage, log, logged};

/// The panel with the number `n`.
fn number(n: u32) -> Panel {
    Panel { n, ..Panel::default() }
}

skill! {
    /// Three levels, each with all blocks.
    pub skill Deep() {
        depends_interfaces { panel: Panel }
        vars { total: u32 = 0 }
        always { -> Away when panel.n == 9; }
        start state Outer {
            init { log("outer init"); }
            loop { log("outer loop"); }
            exit { log("outer exit"); }
            -> FINAL when panel.n == 7;
            -> Outer when panel.n == 6;
            -> Second when panel.n == 5;
            start state First {
                init { log("first init"); }
                loop { log("first loop"); }
                exit { log("first exit"); }
                -> Second when panel.n == 1;
                start state Inner {
                    init {
                        log("inner init");
                        self.total += 1;
                    }
                    loop { log("inner loop"); }
                    exit { log("inner exit"); }
                    -> Other when panel.n == 2;
                    -> FAILED("from the depth, {}", self.total) when panel.n == 8;
                }
                state Other {
                    init { log("other init"); }
                    exit { log("other exit"); }
                    -> Away when panel.n == 3;
                    -> Inner after 30ms;
                }
            }
            state Second {
                precond -> First when panel.n == 4;
                init { log("second init"); }
                exit { log("second exit"); }
                -> First when panel.n == 0;
            }
        }
        state Away {
            init { log("away init"); }
            exit { log("away exit"); }
            -> Outer when panel.n == 0;
        }
    }
}

#[test]
fn entries_are_outermost_first_exits_innermost_first() {
    let mut stage = Stage::new(Deep::default());
    stage.exec();
    assert_eq!(
        logged(),
        ["outer init", "first init", "inner init", "outer loop", "first loop", "inner loop"]
    );
    assert_eq!(stage.machine().state(), DeepState::Inner);
    stage.show(number(1));
    stage.exec();
    assert_eq!(
        logged(),
        [
            "outer loop",
            "first loop",
            "inner loop",
            "inner exit",
            "first exit",
            "transition",
            "second init"
        ]
    );
    assert_eq!(stage.transitions(), ["Inner -> Second"]);
    stage.show(number(0));
    stage.exec();
    assert_eq!(logged(), ["outer loop", "second exit", "transition", "first init", "inner init"]);
    stage.show(number(2));
    stage.exec();
    assert_eq!(
        logged(),
        ["outer loop", "first loop", "inner loop", "inner exit", "transition", "other init"]
    );
    stage.show(number(3));
    stage.exec();
    assert_eq!(
        logged(),
        [
            "outer loop",
            "first loop",
            "other exit",
            "first exit",
            "outer exit",
            "transition",
            "away init"
        ]
    );
    stage.reset();
    assert_eq!(logged(), ["away exit"]);
}

#[test]
fn outer_edges_come_first_and_a_transition_to_oneself_leaves_and_enters() {
    let mut stage = Stage::new(Deep::default());
    stage.exec();
    logged();
    stage.show(number(6));
    assert_eq!(stage.exec(), Status::Running);
    // The transition fires until the limit is reached.
    assert_eq!(stage.transitions().len(), 10);
    stage.show(number(7));
    logged();
    assert_eq!(stage.exec(), Status::Final);
    assert_eq!(
        logged(),
        [
            "outer loop",
            "first loop",
            "inner loop",
            "inner exit",
            "first exit",
            "outer exit",
            "transition"
        ]
    );
    assert_eq!(stage.machine().state(), DeepState::FINAL);
}

#[test]
fn a_failure_from_the_depth_ends_the_skill() {
    let mut stage = Stage::new(Deep::default());
    stage.exec();
    stage.show(number(8));
    assert_eq!((stage.exec(), stage.reason()), (Status::Failed, "from the depth, 1".to_owned()));
}

skill! {
    #[allow(skill::never_final)]
    pub skill Corners() {
        depends_interfaces { panel: Panel }
        start state Begin { -> Side(0, 2.5) otherwise; }
        state Side(corner: u32, length_m: f32) {
            vars { half_m: f32 = length_m / 2.0, steps: u32 = corner }
            loop { self.steps += 1; }
            -> Side(self.corner + 1, self.length_m * 2.0) when panel.go && self.corner < 2;
            -> FAILED(
                "corner {}, {} m, half {}, {} steps",
                self.corner,
                self.length_m,
                self.half_m,
                self.steps
            ) when panel.go;
            start state Drive {
                -> Turn(self.corner * 10) when panel.n == 1;
            }
            state Turn(angle: u32) {
                init {
                    if self.angle == 10 {
                        log("turn 10");
                    }
                    self.steps += 100;
                }
                -> Drive when panel.n == 0;
            }
        }
    }
}

#[test]
fn parameters_are_taken_along_and_seen_inside() {
    let mut stage = Stage::new(Corners::default());
    stage.exec();
    stage.show(Panel { go: true, n: 1 });
    stage.exec();
    assert_eq!(stage.reason(), "corner 2, 10 m, half 5, 2 steps");
    stage.reset();
    stage.show(Panel { go: false, n: 0 });
    stage.exec();
    stage.exec();
    stage.show(Panel { go: true, n: 0 });
    stage.exec();
    assert_eq!(stage.reason(), "corner 2, 10 m, half 5, 2 steps");
}

skill! {
    #[allow(skill::unused_parameter, skill::never_final)]
    pub skill Square() {
        depends_interfaces { panel: Panel }
        start state Begin { -> Line(Left, Stop, 1) otherwise; }
        state Line(next: ref state(u32, state()), avoid: state(), count: u32) {
            -> self.avoid when panel.n == 1;
            -> self.next(self.count, self.avoid) when panel.go;
        }
        state Left(times: u32, avoid: state()) {
            -> Line(Right, self.avoid, self.times + 1) when panel.go;
        }
        state Right(times: u32, avoid: state()) {
            -> FAILED("{} times", self.times) when self.times > 3;
            -> Line(Left, Wait, self.times + 1) when panel.go;
        }
        state Stop {
            init { log("stop"); }
        }
        state Wait {
            init { log("wait"); }
            start state Still {
                -> Moving when panel.n == 2;
            }
            state Moving {
                init { log("moving"); }
                -> Left(0, Stop) when panel.n == 4;
            }
        }
    }
}

#[test]
fn states_are_passed_on() {
    let mut stage = Stage::new(Square::default());
    stage.exec();
    stage.show(number(1));
    stage.exec();
    assert_eq!(stage.transitions()[..2], ["Line -> Stop", "Stop -> Stop"]);
    stage.show(Panel { go: true, n: 0 });
    stage.exec();
    assert_eq!(
        stage.transitions()[..4],
        ["Stop -> Left", "Left -> Line", "Line -> Right", "Right -> Line"]
    );
}

//! Rule 18: a block with several names is a block for each, written by hand here.

use skill_runtime::{SkillInfo, Status, blackboard, interface, skill};
use skill_studio::graph::{Dot, Scxml};
use skill_test::Bench;

interface! {
    pub Arm {
        max_age = never;
        fields { z_m: f32 }
        messages (capacity = 1) { MoveTo { z_m: f32 } }
    }
}
blackboard! { pub Board { "Left": Arm, "Right": Arm } }

mod listed {
    use super::{Arm, arm};
    use skill_runtime::{Status, skill};

    skill! {
        /// Moves an arm.
        pub skill [LeftTo, RightTo](z_m: f32) -> f32 {
            depends_interfaces { arm: Arm = ["Left", "Right"] }
            vars { passes: u32 = 0 }
            start state Go {
                init { arm.send(arm::MoveTo { z_m: self.z_m }); }
                loop { self.passes += 1; }
                -> FINAL(arm.z_m) when arm.z_m > self.z_m;
                -> FAILED(SLOW: "at {} m", arm.z_m) when self.passes == 4;
            }
        }
    }

    fn rest(ports: &mut RightPickPorts<'_>) -> Status {
        if ports.arm.z_m > 0.7 { Status::Final } else { Status::Running }
    }

    skill! {
        /// Picks.
        pub skill [LeftPick, RightPick]() {
            depends_interfaces { arm: Arm = ["Left", "Right"] }
            depends_skills { Move = [LeftTo, RightTo] }
            start state Lift = Move { z_m: 0.5 } {
                -> Rest(z_m) on FINAL(z_m);
                -> FAILED(why) on FAILED(why) when why.is(Move::SLOW);
                -> Rest(0.0) on FAILED;
            }
            state Rest(z_m: f32) = (up: Move { z_m: self.z_m + 0.1 }, action rest())? {
                -> FINAL on FINAL;
            }
        }
    }
}

/// The same blocks without lists.
mod by_hand {
    macro_rules! side {
        ($id:literal, $to:ident, $pick:ident, $ports:ident) => {
            mod parts {
                use super::super::super::{Arm, arm};
                use skill_runtime::skill;
                skill! {
                    /// Moves an arm.
                    pub skill $to(z_m: f32) -> f32 {
                        depends_interfaces { arm: Arm = $id }
                        vars { passes: u32 = 0 }
                        start state Go {
                            init { arm.send(arm::MoveTo { z_m: self.z_m }); }
                            loop { self.passes += 1; }
                            -> FINAL(arm.z_m) when arm.z_m > self.z_m;
                            -> FAILED(SLOW: "at {} m", arm.z_m) when self.passes == 4;
                        }
                    }
                }
            }
            use super::super::Arm;
            use parts::$to as Move;
            use skill_runtime::{Status, skill};

            fn rest(ports: &mut $ports<'_>) -> Status {
                if ports.arm.z_m > 0.7 { Status::Final } else { Status::Running }
            }

            skill! {
                /// Picks.
                pub skill $pick() {
                    depends_interfaces { arm: Arm = $id }
                    depends_skills { Move }
                    start state Lift = Move { z_m: 0.5 } {
                        -> Rest(z_m) on FINAL(z_m);
                        -> FAILED(why) on FAILED(why) when why.is(Move::SLOW);
                        -> Rest(0.0) on FAILED;
                    }
                    state Rest(z_m: f32) = (up: Move { z_m: self.z_m + 0.1 }, action rest())? { -> FINAL on FINAL; }
                }
            }
        };
    }
    pub mod left {
        side!("Left", LeftTo, LeftPick, LeftPickPorts);
    }
    pub mod right {
        side!("Right", RightTo, RightPick, RightPickPorts);
    }
}

/// Returns what is seen of a run: the messages to each arm, the trace, the explanation of the last pass.
macro_rules! seen {
    ($skill:expr, $heights:expr) => {{
        let mut bench = Bench::<Board>::new().with_skill($skill);
        let (left, right) = (bench.driver(|board| &board.left), bench.driver(|board| &board.right));
        for height in $heights {
            left.set(Arm { z_m: 2.0 * height });
            right.set(Arm { z_m: height });
            if bench.pass() != Status::Running {
                break;
            }
        }
        let messages = [left.received().len(), right.received().len()];
        (messages, bench.trace(), bench.why().to_string())
    }};
}

#[test]
fn each_skill_of_a_block_is_as_it_would_be_alone() {
    for heights in [[0.1, 0.4, 0.6, 0.65, 0.9, 1.0, 1.0], [0.1; 7], [0.6; 7]] {
        let left = seen!(listed::LeftPick {}, heights);
        let right = seen!(listed::RightPick {}, heights);
        assert_eq!(left, seen!(by_hand::left::LeftPick {}, heights));
        assert_eq!(right, seen!(by_hand::right::RightPick {}, heights));
        assert_ne!(left, right);
    }
    let ends = seen!(listed::RightPick {}, [0.1; 7]).1;
    assert!(ends.ends_with("right_pick: failed: at 0.1 m\n"), "{ends}");
}

#[test]
fn the_graph_of_each_skill_is_as_it_would_be_alone() {
    let graphs = |skill: &'static SkillInfo| {
        (Dot(skill).to_string(), Scxml::of(skill).expect("nothing is passed on").to_string())
    };
    assert_eq!(graphs(&listed::LeftPick), graphs(&by_hand::left::LeftPick));
    assert_eq!(graphs(&listed::RightPick), graphs(&by_hand::right::RightPick));
    assert!(graphs(&listed::RightPick).0.contains("right_to"), "{}", graphs(&listed::RightPick).0);
}

skill! {
    /// Has a name of its own for what is in no list.
    pub skill Both() {
        depends_skills { listed::LeftPick, listed::RightPick }
        start state Go = (LeftPick {}, RightPick {})? { -> FINAL on FINAL; }
    }
}

#[test]
fn skills_of_one_block_run_side_by_side() {
    let (messages, trace, _) = seen!(Both {}, [0.6, 0.7, 0.8, 0.9]);
    assert!(messages.iter().all(|count| *count > 0), "{messages:?}");
    assert!(
        trace.contains("left_pick: Lift -> Rest") && trace.contains("right_pick: Lift -> Rest"),
        "{trace}"
    );
}

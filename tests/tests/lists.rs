//! `skill [One, Other]`: a block with lists is as many skills.

use skill_runtime::skiller::SkillStatus::{Failed, Final, Running};
use skill_runtime::skiller::SkillerInterface;
use skill_runtime::{Skill, SkillSpace, blackboard, interface, skill, skill_space};
use skill_test::Bench;

interface! {
    /// An arm.
    pub Arm {
        fields { z_m: f32, stuck: bool }
        messages { MoveTo { z_m: f32 } }
    }
}

skill! {
    /// Moves an arm.
    pub skill [LeftTo, RightTo](z_m: f32 = 0.5) {
        depends_interfaces { arm: Arm = ["Left", "Right"] (max_age = never) }

        start state Go {
            init { arm.send(arm::MoveTo { z_m: self.z_m }); }
            -> FINAL when arm.z_m >= self.z_m;
            -> FAILED(STUCK: "stuck at {} m", arm.z_m) when arm.stuck;
        }
    }
}

skill! {
    /// Lifts with one arm: the state has the name of the sub-skill.
    pub skill [LiftLeft, LiftRight]() -> u8 {
        depends_skills { Move = [LeftTo, RightTo] }

        start state Move = Move {} {
            -> Again on FINAL;
            -> FAILED("the arm is stuck") on FAILED(why) when why.is(Move::STUCK);
            -> FAILED("something else") on FAILED;
        }
        state Again = (up: Move { z_m: 0.75 })? { -> FINAL(1) on FINAL; }
    }
}

blackboard! {
    /// Two arms.
    pub Board { "Left": Arm, "Right": Arm, "Skiller": SkillerInterface }
}
skill_space! {
    /// All.
    pub Arms on Board { LeftTo, RightTo, LiftLeft, LiftRight }
}

#[test]
fn each_has_its_name_its_id_and_its_sub_skill() {
    let names: Vec<_> = Arms::SKILLS.iter().map(|skill| skill.name).collect();
    assert_eq!(names, ["left_to", "right_to", "lift_left", "lift_right"]);
    let id = |skill: &skill_runtime::SkillInfo| skill.interfaces[0].id;
    assert_eq!((id(LeftTo::INFO), id(RightTo::INFO)), ("Left", "Right"));
    assert_eq!(LiftLeft::INFO.deps[0].name, "left_to");
    assert_eq!(LiftRight::INFO.deps[0].name, "right_to");
    for skill in [LiftLeft::INFO, LiftRight::INFO] {
        assert_eq!(skill.graph.state_name(0), "Move");
        assert_eq!(skill.docs, "Lifts with one arm: the state has the name of the sub-skill.");
    }
    assert_ne!(LeftTo::INFO.type_name, RightTo::INFO.type_name);
}

#[test]
fn each_runs_on_its_own_interface() {
    let mut bench = Bench::<Board>::new();
    let left = bench.driver(|board| &board.left);
    let right = bench.driver(|board| &board.right);
    let mut bench = bench.with_skiller::<Arms>();
    assert_eq!(bench.start("right_to(0.5)"), Running);
    assert_eq!((left.take().len(), right.take().len()), (0, 1));
    left.update(|arm| arm.z_m = 1.0);
    assert_eq!(bench.pass(), Running);
    right.update(|arm| arm.z_m = 0.5);
    assert_eq!(bench.pass(), Final);
    // The left one is there already.
    bench.start("lift_left{}");
    assert_eq!(bench.finish(), Final);
    right.update(|arm| (arm.z_m, arm.stuck) = (0.0, true));
    bench.start("lift_right{}");
    assert_eq!(bench.finish(), Failed);
    assert_eq!(bench.reason(), "the arm is stuck");
}

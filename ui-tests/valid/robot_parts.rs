//! Parts that share what they read, one of them with an agent.
#![deny(warnings)]

use skill_runtime::{agent, blackboard, interface, robot_parts, skill, skill_space};

/// Two arms, a head, and what they share.
mod prelude {
    use super::*;
    use skill_runtime::skiller::SkillerInterface;

    interface! { pub Arm { fields { z_m: f32 } messages { MoveTo { z_m: f32 } } } }
    interface! { pub Stop { fields { pressed: bool } } }
    interface! { pub Plan { fields { goal: u32 } } }
    blackboard! { pub LeftBoard { "Left": Arm, "Right": Arm, stop: Stop, plan: Plan, "Skiller": SkillerInterface } }
    blackboard! { pub RightBoard { "Left": Arm, "Right": Arm, stop: Stop, "Skiller": SkillerInterface } }
    skill! {
        pub skill [LeftUp, RightUp]() {
            depends_interfaces { arm: Arm = ["Left", "Right"], stop: Stop }
            start state Up {
                init { arm.send(arm::MoveTo { z_m: 0.4 }); }
                -> FINAL when arm.z_m > 0.39;
                -> FAILED("stopped") when stop.pressed;
            }
        }
    }
    skill! {
        /// Only reads.
        pub skill Wait() {
            depends_interfaces { left: Arm = "Left", stop: Stop }
            start state Wait { -> FINAL when left.z_m > 0.39; -> FAILED("stopped") when stop.pressed; }
        }
    }
    agent! {
        pub agent Lift() {
            depends_skills { LeftUp }
            start state Up = LeftUp {} { -> Up on FINAL; -> Up on FAILED; }
        }
    }
    agent! {
        pub agent Meddle() {
            depends_interfaces { left: Arm = "Left" }
            start state Up { init { left.send(arm::MoveTo { z_m: 0.1 }); } -> Up after 1s; }
        }
    }
    skill_space! { pub Left on LeftBoard { LeftUp } }
    skill_space! { pub Right on RightBoard { RightUp, Wait } }
}

pub mod right {
    use super::*;
    use super::prelude::*;
    robot_parts! { pub Torso { left: Left with Lift, right: Right } }
}

#[test]
fn parts_are_made_as_a_constant() {
    static TORSO: right::Torso = right::Torso::new();
    let parts = <right::Torso as skill_runtime::RobotParts>::PARTS;
    let names: Vec<&str> = parts.iter().map(|part| part.name).collect();
    assert_eq!(names, ["left", "right"]);
    assert_eq!((parts[0].agents.len(), parts[1].agents.len()), (1, 0));
    assert!(!TORSO.left.left.sample().has_writer());
}

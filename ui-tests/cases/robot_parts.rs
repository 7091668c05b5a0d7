#[macro_use]
extern crate skill_runtime;

/// Two arms, a head, and what they share.
#[macro_use]
mod prelude {
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

pub mod both_send {
    use super::prelude::*;
    skill_space! { pub Both on RightBoard { RightUp, LeftUp } }
    robot_parts! {
        pub Torso {
            left: Left,
            right: Both,
        }
    }
}

pub mod one_space_twice {
    use super::prelude::*;
    robot_parts! { pub Torso { head: Right, left: Left, other_left: Left } }
}

pub mod an_agent_sends {
    use super::prelude::*;
    robot_parts! { pub Torso { left: Left with Lift, right: Right with Meddle } }
}

pub mod passed_to_a_function {
    use super::prelude::*;
    use skill_runtime::Port;
    fn lift(arm: &mut Port<'_, Arm>) { arm.send(arm::MoveTo { z_m: 0.1 }); }
    skill! {
        pub skill Help() {
            depends_interfaces { left: Arm = "Left" }
            start state Up { init { lift(left); } -> FINAL after 1s; }
        }
    }
    skill_space! { pub Helper on RightBoard { Help } }
    robot_parts! { pub Torso { left: Left, right: Helper } }
}

pub mod other_interface {
    use super::prelude::*;
    use skill_runtime::skiller::SkillerInterface;
    interface! { pub Brake { fields { closed: bool } } }
    blackboard! { pub HeadBoard { stop: Brake, "Skiller": SkillerInterface } }
    skill! { pub skill Look() { start state Look { -> FINAL after 1s; } } }
    skill_space! { pub Head on HeadBoard { Look } }
    robot_parts! { pub Torso { left: Left, head: Head } }
}

pub mod written_by_a_skill {
    use super::prelude::*;
    use skill_runtime::skiller::SkillerInterface;
    blackboard! { pub HeadBoard { plan: Plan, "Skiller": SkillerInterface } }
    skill! {
        pub skill Decide() {
            depends_interfaces { writes plan: Plan }
            start state Decide { init { plan.goal = 3; } -> FINAL after 1s; }
        }
    }
    skill_space! { pub Head on HeadBoard { Decide } }
    robot_parts! { pub Torso { left: Left, head: Head } }
}

//! A robot whose skill has parameters, in ROS 2: `ros2 param set /settle/skiller settle.wait_sec 4.0`.

use skill_runtime::skiller::SkillerInterface;
use skill_runtime::{Parameters, Stages, blackboard, skill, skill_space};
use skill_studio::{Description, Error, Session};
use std::process::ExitCode;

skill! {
    /// Waits until the robot is calm.
    pub skill Settle() {
        params {
            /// The time to wait.
            wait_sec: f32 = 2.5 in 0.5..=10.0,
            /// Whether to fail afterwards.
            strictly: bool = false,
        }
        start state Wait {
            -> FAILED("not calm") after self.wait_sec when self.strictly;
            -> FINAL after self.wait_sec;
        }
    }
}

blackboard! {
    /// The blackboard.
    pub Board {
        "Skiller": SkillerInterface,
        "Parameters": Parameters<4>,
    }
}

skill_space! {
    /// The skills.
    pub Calm on Board { Settle }
}

/// It has neither sensors nor motors.
struct Nothing;

impl Stages for Nothing {}

fn main() -> ExitCode {
    skill_ros2::main(Description::of::<Calm>("settle", &[]), |_| {
        let board: &Board = Box::leak(Box::default());
        let session = Session::<Calm, _>::new(board, Nothing).map_err(Error::usage)?;
        Ok(session.in_realtime(true))
    })
}

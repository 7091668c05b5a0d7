//! The robots whose libraries are tried.

use clap::ValueEnum;
use tool_support::packages::{NAO_C, Package, ROVER_C};

/// A robot by its name.
#[derive(ValueEnum, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Name {
    Nao,
    Rover,
}

impl Name {
    pub fn robot(self) -> &'static Robot {
        match self {
            Self::Nao => &NAO,
            Self::Rover => &ROVER,
        }
    }
}

/// A robot, and skill strings by what they are for.
#[derive(Debug)]
pub struct Robot {
    pub package: Package,
    /// The C header of the library, and the folder with `crash.h`.
    pub header: &'static str,
    pub sources: &'static str,
    /// The beginning of the names of its constants.
    pub prefix: &'static str,
    /// Those that successors call: the first two are FINAL soon, the third runs on.
    pub successors: [&'static str; 3],
    /// One of successors that makes messages to each queue again and again.
    pub turning: &'static str,
    /// Those of victims: one that runs on; one that is FINAL when the robot has obeyed, and FAILED
    /// after 3 s if not; one that sends many messages or long ones.
    pub running: &'static str,
    pub ending: &'static str,
    pub long: &'static str,
    /// Others, each of which sends something else.
    pub others: [&'static str; 3],
    /// Calls that cannot be run.
    pub unknown: &'static str,
    pub invalid: &'static str,
    /// The least numbers of stores with which the sensors are published, and with which `long` sends.
    pub sense_stores: usize,
    pub long_stores: usize,
    pub has_agent: bool,
}

const NAO: Robot = Robot {
    package: NAO_C,
    header: "nao-c/include/nao_skills.h",
    sources: "nao-c/c",
    prefix: "NAO_",
    successors: ["servo{head_yaw=0.25}", "servo{enable=true}", "standup{from=\"front\"}"],
    turning: LONG_SERVO_OF_SUCCESSORS,
    running: "standup{from=\"back\"}",
    ending: "servo{head_yaw=-0.75, time_sec=1.0}",
    long: LONG_SERVO,
    others: ["servo{enable=true}", "park{}", "stop{}"],
    unknown: "dance{}",
    invalid: "standup{from=\"bak\"}",
    sense_stores: 100,
    long_stores: 30,
    has_agent: false,
};

/// Sends stiffness, targets of all joints, and is not FINAL at once.
macro_rules! long_servo {
    ($yaw:literal) => {
        concat!(
            "servo{head_yaw=",
            $yaw,
            ", head_pitch=0.1, l_shoulder_pitch=0.1, l_shoulder_roll=0.1, l_elbow_yaw=0.1, \
             l_elbow_roll=-0.1, r_shoulder_pitch=0.1, r_shoulder_roll=-0.1, r_elbow_yaw=0.1, \
             r_elbow_roll=0.1, l_hip_yaw_pitch=0.1, l_hip_roll=0.1, l_hip_pitch=0.1, \
             l_knee_pitch=0.1, l_ankle_pitch=0.1, l_ankle_roll=0.1, r_hip_yaw_pitch=0.1, \
             r_hip_roll=0.1, r_hip_pitch=0.1, r_knee_pitch=0.1, r_ankle_pitch=0.1, \
             r_ankle_roll=0.1, time_sec=2.0}"
        )
    };
}
const LONG_SERVO: &str = long_servo!("-0.75");
const LONG_SERVO_OF_SUCCESSORS: &str = long_servo!("0.25");

const ROVER: Robot = Robot {
    package: ROVER_C,
    header: "examples/rover/c/include/rover_skills.h",
    sources: "examples/rover/c/c",
    prefix: "ROVER_",
    successors: ["grip{jaws=\"open\"}", "drive_to{x_m=1.0, y_m=0.0}", "drive_to{x_m=9.0, y_m=0.0}"],
    turning: "drive_to{x_m=9.0, y_m=0.0, timeout_sec=600.0}",
    running: "drive_to{x_m=-9.0, y_m=1.0}",
    ending: "grip{jaws=\"closed\"}",
    long: "drive_to{x_m=-9.0, y_m=1.0, timeout_sec=600.0}",
    others: ["fetch{}", "approach{}", "search{}"],
    unknown: "dance{}",
    invalid: "grip{jaws=\"opn\"}",
    sense_stores: 20,
    long_stores: 8,
    has_agent: true,
};

//! The rover's skills for programs in C: `librover_skills.a` or `.so`, and `rover_skills.h`.

use rover::agent::Collector;
use rover::interfaces::{EmergencyStop, Gripper, Lidar, Odometry, RoverBoard, Wheels, wheels};
use rover::skills::RoverSkills;

// ANCHOR: library
skill_c::hardware! {
    /// The rover's drivers, on the other side of the C functions.
    pub Rover on RoverBoard {
        space: RoverSkills,
        agent: Collector,
        interfaces: {
            emergency_stop: EmergencyStop,
            wheels: Wheels,
            odometry: Odometry,
            lidar: Lidar,
            gripper: Gripper,
        },
        safe: { wheels: Wheels = wheels::Stop {} },
    }
}

skill_c::library! { prefix: rover, robot: Rover }
// ANCHOR_END: library

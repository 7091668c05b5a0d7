//! Two arms and a head that move side by side: a robot of parts, each with a skiller of its own, in one program.
//!
//! The arms are simulated in their drivers, so it runs on any machine.
#![forbid(unsafe_code)]

pub mod drivers;
pub mod interfaces;
pub mod skills;

use skill_runtime::robot_parts;
use skills::{Head, Left, Right, Watch};

// ANCHOR: parts
robot_parts! {
    /// Two arms and a head.
    pub Torso { left: Left, right: Right, head: Head with Watch }
}
// ANCHOR_END: parts

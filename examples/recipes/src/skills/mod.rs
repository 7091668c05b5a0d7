//! The skills, and the space of them.

mod arms;
mod calibrate;
mod dock;
mod line;
mod patrol;
mod pick;
mod ride;
mod search;
mod teleop;

pub use arms::{LeftTo, LiftBox, RightTo};
pub use calibrate::Calibrate;
pub use dock::DockIn;
pub use line::Follow;
pub use patrol::{GoTo, Patrol};
pub use pick::{MoveArm, Pick};
pub use ride::Ride;
pub use search::{Look, Search, Spot};
pub use teleop::Teleop;

use crate::interfaces::Board;
use skill_runtime::skill_space;

skill_space! {
    /// All skills.
    pub Skills on Board {
        MoveArm, Pick, DockIn, GoTo, Patrol, LeftTo, RightTo, LiftBox, Teleop, Ride, Look, Search,
        Calibrate, Follow
    }
}

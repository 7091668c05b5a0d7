//! The NAO's skills, each in the file of its name, and the space of them.
//!
//! They are Fawkes's of August 2011: the same states, transitions, times and
//! reasons to fail. Where they differ on purpose:
//!
//! | skill | Fawkes | here | why |
//! |---|---|---|---|
//! | all | "No writer for naomotion interface", "No writer for interface naomotion", "No writer for interfaces" | "no writer for naomotion" | one wording that names the interface |
//! | kick | "No leg defined" | "no leg defined" | reasons begin small |
//! | servo, standup | a missing `naostiffness` or `naomotion` is reported as "No writer for naojoints interface" | the interface that is missing | the text was the same for all three |
//! | standup | `from_pos="bogus"` counts as not given and gets up | an error with the place in the skill string | an argument that is misspelt should not move the robot |
//! | standup | without a writer of the sensors it takes the robot for upright | "no writer for naosensors" | it would be FINAL while the robot lies |
//! | standup | "TURNON() failed, " in front of the servo's reason | the servo's reason itself, with the skill it came from | the trace tells the rest |
//! | park | its message is queued even if nobody reads the queue | the message is refused, then it fails the same way | a motion must not begin when a writer appears later |
//! | servo | `body_angles={..}` sends one `GotoAngles` | all 22 joints given do | a call has no tables |
//! | servo | its error also gives the difference | expected and actual are given | four numbers: the joint, two angles, the tolerance |
//! | servo | reports any of the joints that are off | the first in the order of the joints | the same run gives the same text |
//! | all | a message that the queue does not take is lost, and the skill goes on | "message queue full" | a skill that is FINAL has done its work |
//! | park | `servos_off` without a writer of the stiffness is FINAL | "the joints could not be made limp" | the robot would stay stiff unnoticed |
//! | standup, servo | `from_pos`, `tolerance` | `from`, `tolerance_rad` | the unit is in the name |
//! | all | any number is taken for a time | ranges, such as 0.1 to 30 s | a slip of a digit is refused |
//! | any | `f{}; g{}` runs both | one call | the agent decides what runs in parallel |

mod getup;
mod kick;
mod park;
mod servo;
mod standup;
mod stop;

pub use getup::{Getup, GetupPorts, GetupState};
pub use kick::{Kick, KickPorts, KickState};
pub use park::{Park, ParkPorts, ParkState};
pub use servo::{Servo, ServoPorts, ServoState};
pub use standup::{Side, Standup, StandupPorts, StandupState};
pub use stop::{Stop, StopPorts, StopState};

use crate::interfaces::{BodyBlackboard, NaoBlackboard};

skill_runtime::skill_space! {
    /// What the body of a NAO can do: what the C library runs.
    pub NaoBody on BodyBlackboard { Standup, Getup, Servo, Park, Stop, Kick }
}

skill_runtime::skill_space! {
    /// What a NAO can do.
    pub NaoSoccer on NaoBlackboard { Standup, Getup, Servo, Park, Stop, Kick }
}

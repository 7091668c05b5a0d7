//! The NAO's skills, each in the file of its name, and the skill spaces.
//!
//! They are Fawkes's of August 2011: the same states, transitions, times and
//! reasons to fail; those for the ball its of 2008 and 2011. Where they differ on purpose, as
//! recorded runs show, or because something is broken there:
//!
//! | skill | Fawkes | here | why |
//! |---|---|---|---|
//! | all | "No writer for naomotion interface", "No writer for interface naomotion", "No writer for interfaces" | "no writer for naomotion" | one wording that names the interface |
//! | kick | "No leg defined" | "no leg defined" | reasons begin small |
//! | servo, standup | a missing `naostiffness` or `naomotion` is reported as "No writer for naojoints interface" | the interface that is missing | the text was the same for all three |
//! | standup | `from_pos="bogus"` counts as not given and gets up | an error with the place in the skill string | an argument that is misspelt should not move the robot |
//! | standup | without a writer of the sensors it takes the robot for upright | "no writer for naosensors" | it would be FINAL while the robot lies |
//! | standup, beckon | "TURNON() failed, " in front of the servo's reason | the servo's reason itself, with the skill it came from | the trace shows the rest |
//! | park, strafe | its message is queued even if nobody reads the queue | the message is refused, then it fails the same way | a motion must not begin when a writer appears later |
//! | servo | `body_angles={..}` sends one `GotoAngles` | all 22 joints given do | a call has no tables |
//! | servo | its error also gives the difference | expected and actual are given | four numbers: the joint, two angles, the tolerance |
//! | servo | reports any of the joints that are off | the first in the order of the joints | the same run gives the same text |
//! | all | a message that the queue does not take is lost, and the skill continues | "message queue full" | a skill that is FINAL has done its work |
//! | park | `servos_off` without a writer of the stiffness is FINAL | "the joints could not be made limp" | the robot would stay stiff unnoticed |
//! | standup, servo, relgoto, .. | `from_pos`, `tolerance`, `x` | `from`, `tolerance_rad`, `x_m`, .. | the unit is in the name |
//! | all | any number is taken for a time | ranges, such as 0.1 to 30 s | a slip of a digit is refused |
//! | servo | any number is taken for an angle, and goes out | the limits of the joint | the joint cannot go there |
//! | relgoto | "Invalid/insufficient parameters" | what it needs instead | it says how to fix it |
//! | say | "No text given", and `say("x")` fails in later versions | "argument `text` is missing" | an argument that must be given |
//! | walk, led | a function without states | state machines like all others | they have graph, trace and reasons |
//! | walk | sends `Walk`, which no interface has; `speed` is 0 if not given | `WalkVelocity`; `speed` is 1 if not given | the robot walks |
//! | walk | a call by places is an error of Lua | a call by places works, and 2 is outside the range | as documented |
//! | led | `SetIntensity(time, value)` | intensity first, then time | they are swapped there |
//! | led | a light that there is not is FINAL | an error that names those there are | it would be FINAL in the dark |
//! | strafe | `WalkSideways(distance, samples)` | `WalkSideways` has a distance alone | the interface lost the number of samples |
//! | turn | the velocity is set to the angle | `velocity_rad_per_sec`, 0 if not given: as the navigator likes | a slip |
//! | relgoto, turn, strafe | a skill that is stopped leaves the robot walking | it is stopped too, if it still walks for this skill | who stops a skill wants it to end |
//! | relgoto, turn | FAILED if the navigator does not show the message after 25 passes | FAILED if it shows a later one | it may stall for a while |
//! | relgoto, goto, turn, say, .. | waits for as long as it takes | `timeout_sec` | a navigator that never gets there |
//! | goto, intercept_ball | relgoto sends the targets, and is called anew for each | its own machine sends them | a new target replaces the old one without a stop |
//! | intercept_ball | the direction relative to the robot, as it was | relative to the field | the robot turns on its way |
//! | any | `f{}; g{}` runs both | one call | the agent decides what runs in parallel |

mod approach_ball;
mod beckon;
mod getup;
mod goto;
mod intercept_ball;
mod kick;
mod led;
mod park;
mod relgoto;
mod say;
mod search_ball;
mod servo;
mod standup;
mod stop;
mod strafe;
mod track_ball;
mod turn;
mod walk;

pub use approach_ball::{ApproachBall, ApproachBallPorts, ApproachBallState};
pub use beckon::{Arm, Beckon, BeckonPorts, BeckonState};
pub use getup::{Getup, GetupPorts, GetupState};
pub use goto::{Goto, GotoPorts, GotoState};
pub use intercept_ball::{InterceptBall, InterceptBallPorts, InterceptBallState};
pub use kick::{Kick, KickPorts, KickState};
pub use led::{Led, LedPorts, LedState, Lights};
pub use park::{Park, ParkPorts, ParkState};
pub use relgoto::{Relgoto, RelgotoPorts, RelgotoState};
pub use say::{Say, SayPorts, SayState};
pub use search_ball::{SearchBall, SearchBallPorts, SearchBallState};
pub use servo::{Servo, ServoPorts, ServoState};
pub use standup::{Side, Standup, StandupPorts, StandupState};
pub use stop::{Stop, StopPorts, StopState};
pub use strafe::{Strafe, StrafePorts, StrafeState};
pub use track_ball::{TrackBall, TrackBallPorts, TrackBallState};
pub use turn::{Turn, TurnPorts, TurnState};
pub use walk::{Walk, WalkPorts, WalkState};

use crate::interfaces::{BodyBlackboard, NaoBlackboard};

skill_runtime::skill_space! {
    /// The skills of a NAO's body, which the C library runs.
    pub NaoBody on BodyBlackboard { Standup, Getup, Servo, Park, Stop, Kick }
}

skill_runtime::skill_space! {
    /// All skills of a NAO that plays football.
    pub NaoSoccer on NaoBlackboard {
        Standup, Getup, Servo, Park, Stop, Kick, Relgoto, Goto, Turn, Strafe, Walk, Say, Led,
        Beckon, SearchBall, TrackBall, ApproachBall, InterceptBall,
    }
}

skill_runtime::skill_space! {
    /// The skills of a NAO on display: nothing that walks.
    pub NaoDemo on NaoBlackboard { Standup, Getup, Servo, Park, Stop, Say, Led, Beckon }
}

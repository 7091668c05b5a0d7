//! The NAO's skills, each in the file of its name, and the skill spaces.
//!
//! They are Fawkes's of August 2011: the same states, transitions, times and reasons to fail;
//! `search_ball` and `intercept_ball` do what its of 2008 and 2011 were to do, `track_ball` and
//! `approach_ball` are new. Where they differ on purpose, as recorded runs show, or because
//! something is broken there:
//!
#![doc = include_str!("../differences.md")]

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

pub use crate::predicates::Side;
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
pub use standup::{Standup, StandupPorts, StandupState};
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

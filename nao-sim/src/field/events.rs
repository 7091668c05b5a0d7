//! Events on the field.

use super::geometry::{Place, Point};
use crate::body::Side;
use core::time::Duration;
use skills_nao::hardware::Leg;
use skills_nao::interfaces::penalty;
use skills_nao::referee::State;

/// An event on the field.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    /// The time since the start.
    pub time: Duration,
    /// The robot's place at that time.
    pub robot: Place,
    /// The ball's place at that time.
    pub ball: Point,
    /// The event itself, with its details.
    pub kind: EventKind,
}

/// A kind of event, with its details.
#[derive(Clone, PartialEq, Debug)]
pub enum EventKind {
    /// The robot began to fall to this side.
    Fell(Side),
    /// The robot is on its feet again.
    StoodUp,
    /// The robot was pushed over.
    Pushed(Side),
    /// The robot walked against a goal post.
    HitPost,
    /// The robot lost its balance in a contact with another robot.
    LostBalance,
    /// The robot kicked.
    Kicked {
        /// The leg that kicked.
        leg: Leg,
        /// Whether it hit the ball.
        hit: bool,
    },
    /// The ball crossed a goal line between the posts.
    Goal {
        /// Whether it is ours, in the opponents' goal.
        ours: bool,
    },
    /// The ball went out and was put back.
    Out,
    /// The ball was not touched for 90 s and was put on the center.
    GameStuck,
    /// The ball was moved to this point by hand.
    BallMoved(Point),
    /// The game entered this state.
    State(State),
    /// The robot got this penalty, `SPL_PENALTY_..`; with `NONE` the robot may play again.
    Penalty(u16),
    /// The robot was put elsewhere by hand.
    Placed(Place),
    /// The robot was lifted from the ground.
    Lifted,
    /// It was put down at this place.
    PutDown(Place),
    /// The robot began to say this text.
    Said(String),
    /// The writer of this interface stalls for this time.
    Stalled(&'static str, Duration),
}

/// The names of the penalties.
const PENALTIES: [(u16, &str); 17] = [
    (penalty::SPL_PENALTY_BALL_HOLDING, "ball holding"),
    (penalty::SPL_PENALTY_PLAYER_PUSHING, "pushing"),
    (penalty::SPL_PENALTY_OBSTRUCTION, "obstruction"),
    (penalty::SPL_PENALTY_INACTIVE_PLAYER, "incapable robot"),
    (penalty::SPL_PENALTY_ILLEGAL_DEFENDER, "illegal defender"),
    (penalty::SPL_PENALTY_LEAVING_THE_FIELD, "leaving the field"),
    (penalty::SPL_PENALTY_PLAYING_WITH_HANDS, "playing with hands"),
    (penalty::SPL_PENALTY_REQ_FOR_PICKUP, "request for pickup"),
    (penalty::SPL_PENALTY_ILLEGAL_POSITION, "illegal positioning"),
    (penalty::SPL_PENALTY_MOTION_IN_SET, "motion in SET"),
    (penalty::SPL_PENALTY_LOCAL_GAME_STUCK, "local game stuck"),
    (penalty::SPL_PENALTY_SENT_OFF, "sent off"),
    (penalty::SPL_PENALTY_PLAYER_STANCE, "player stance"),
    (penalty::SPL_PENALTY_SUBSTITUTE, "substitute"),
    (penalty::SPL_PENALTY_MANUAL, "manual"),
    (penalty::SPL_PENALTY_MOTION_IN_STOP, "motion in stop"),
    (penalty::SPL_PENALTY_CAUTIONED, "cautioned"),
];

/// Returns the name of a penalty, `SPL_PENALTY_..`.
pub(crate) fn penalty_name(code: u16) -> Option<&'static str> {
    PENALTIES.iter().find(|(of, _)| *of == code).map(|(_, name)| *name)
}

impl core::fmt::Display for EventKind {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            EventKind::Fell(side) => write!(f, "falls to its {}", side_name(*side)),
            EventKind::StoodUp => f.write_str("stands again"),
            EventKind::Pushed(side) => write!(f, "is pushed to its {}", side_name(*side)),
            EventKind::HitPost => f.write_str("walks against a post"),
            EventKind::LostBalance => f.write_str("loses its balance at another robot"),
            EventKind::Kicked { leg, hit } => {
                let leg = if *leg == Leg::Left { "left" } else { "right" };
                let what = if *hit { "kicks" } else { "kicks, but misses," };
                write!(f, "{what} with its {leg} foot")
            }
            EventKind::Goal { ours: true } => f.write_str("goal for us"),
            EventKind::Goal { ours: false } => f.write_str("goal for them"),
            EventKind::Out => f.write_str("ball out"),
            EventKind::GameStuck => f.write_str("game stuck: ball to the centre"),
            EventKind::BallMoved(to) => write!(f, "ball moved to {:.2},{:.2}", to.x, to.y),
            EventKind::State(state) => f.write_str(match state {
                State::Initial => "INITIAL",
                State::Ready => "READY",
                State::Set => "SET",
                State::Play => "PLAY",
                State::Finished => "FINISHED",
            }),
            EventKind::Penalty(0) => f.write_str("penalty over"),
            EventKind::Penalty(code) => match penalty_name(*code) {
                Some(name) => write!(f, "penalty: {name}"),
                None => write!(f, "penalty {code}"),
            },
            EventKind::Placed(at) => write!(f, "robot put to {:.2},{:.2}", at.x, at.y),
            EventKind::Lifted => f.write_str("robot lifted"),
            EventKind::PutDown(at) => write!(f, "robot put down at {:.2},{:.2}", at.x, at.y),
            EventKind::Said(text) => write!(f, "says \"{text}\""),
            EventKind::Stalled(id, time) => {
                write!(f, "{id} stalls for {:.1} s", time.as_secs_f32())
            }
        }
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Back => "back",
        Side::Front => "front",
    }
}

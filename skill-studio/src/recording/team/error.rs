//! Recordings whose clocks cannot be known.

use crate::model::clocks::BoardField;
use crate::text::escape::Escaped;
use std::fmt::{self, Display, Formatter};

/// The reason why recordings cannot be brought onto one time line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AlignError {
    /// A recording has no passes.
    Empty(String),
    /// A blackboard is not described, or does not have this field with this type.
    Field {
        /// The robot.
        robot: String,
        /// The field.
        field: BoardField,
    },
    /// Two robots have one number.
    Number {
        /// The robots.
        robots: [String; 2],
        /// Their number.
        number: u8,
    },
    /// A robot has heard messages of the number of another one that this one has not sent.
    Stranger {
        /// The robot with that number.
        sender: String,
        /// The robot that has heard them.
        receiver: String,
    },
    /// A robot has neither messages nor moments in common with the others.
    Alone(String),
}

impl Display for AlignError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty(robot) => write!(f, "the recording of {} has no passes", Escaped(robot)),
            Self::Field { robot, field: BoardField { interface, field } } => write!(
                f,
                "the recording of {} has no field `{field}` of `{interface}`, from which its clock would be \
                 known\nhelp: record it with this program",
                Escaped(robot)
            ),
            Self::Number { robots: [one, other], number } => write!(
                f,
                "{} and {} are both number {number}\nhelp: give one recording of each robot of one team, and \
                 the next files of none",
                Escaped(one),
                Escaped(other)
            ),
            Self::Stranger { sender, receiver } => write!(
                f,
                "{1} has heard another robot with the number of {0}, at times at which {0} had no pass: they are of two \
                 teams or games\nhelp: give recordings of one team in one game",
                Escaped(sender),
                Escaped(receiver)
            ),
            Self::Alone(robot) => write!(
                f,
                "{} has neither heard one of the other robots nor been heard by one, and has no moment in common with \
                 them: how far its clock is off cannot be known\nhelp: give recordings of one game",
                Escaped(robot)
            ),
        }
    }
}

impl std::error::Error for AlignError {}

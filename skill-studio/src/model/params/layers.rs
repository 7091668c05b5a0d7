//! The layers of a file: what counts for all, for one robot, or at one place.

use super::mistake::Mistake;
use crate::text::escape::Escaped;
use std::fmt::Display;

/// The layer of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Layer {
    Base,
    Robot,
    Place,
}

/// The tables that have layers, by the name of a robot or a place.
pub(crate) const OVERLAYS: [(&str, Layer); 2] = [("robot", Layer::Robot), ("place", Layer::Place)];

/// A value as it is in a file.
pub(crate) struct Written<'w> {
    pub value: &'w str,
    pub file: &'w str,
    /// The line and the column, from 1.
    pub at: (usize, usize),
}

/// Returns the mistake of a robot and a place that have different values: neither is the more special.
pub(crate) fn conflict(name: impl Display, place: &Written<'_>, robot: &Written<'_>) -> Mistake {
    let (line, column) = robot.at;
    let message = format!(
        "`{}` is {} at this place, but {} for this robot, in {}:{line}:{column}",
        Escaped(name),
        Escaped(place.value),
        Escaped(robot.value),
        Escaped(robot.file),
    );
    let help = "remove one of them, or give both the same value".to_owned();
    let (line, column) = place.at;
    Mistake { file: place.file.to_owned(), line, column, message, help }
}

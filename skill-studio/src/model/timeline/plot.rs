//! The values of a field over a part of the past, for a picture.

use serde::{Deserialize, Serialize};
use std::fmt::{self, Debug, Display, Formatter};

/// A part of the past of a field, for a picture of some width.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PlotPart<'p> {
    /// The id of the interface.
    pub interface: &'p str,
    /// The name of the field.
    pub field: &'p str,
    /// The begin, s.
    pub from_sec: f64,
    /// The end, s.
    pub to_sec: f64,
    /// The width in pixels.
    pub width: u32,
}

/// The values of a field over a part of the past.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct PlotView {
    /// The begin, s.
    pub from_sec: f64,
    /// The end, s.
    pub to_sec: f64,
    /// For each pixel that has values the time in s, the least and the greatest value. Those of a
    /// Boolean field are 0 and 1, those of an enum the places in its list.
    pub points: Vec<(f64, f64, f64)>,
}

/// The reason why a field has no plot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlotError {
    /// The robot has no such interface, or it has no such field.
    Unknown(String),
    /// The values of the field are no numbers.
    NoNumber(String),
    /// The recording cannot be read any more.
    Read(String),
}

impl Display for PlotError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(text) | Self::Read(text) => f.write_str(text),
            Self::NoNumber(name) => write!(f, "the values of `{name}` are no numbers"),
        }
    }
}

impl std::error::Error for PlotError {}

/// A source of values over the past: a recording.
pub trait Plots: Debug + Send + Sync {
    /// Returns the values of a field over a part of the past.
    ///
    /// # Errors
    /// [`PlotError`] if there are none.
    fn plot(&self, part: PlotPart<'_>) -> Result<PlotView, PlotError>;
}

//! Recordings of several robots, each with its own clock, on one time line.
//!
//! What robots say to each other, and what all of them learn at the same moment, is in their recordings with the times of
//! two or more clocks. [`align`] estimates from it how far the clocks are apart: `evidence` collects the pairs of times, `fit`
//! finds the clocks that explain them best.

mod error;
mod evidence;
mod fit;
#[cfg(test)]
mod tests;

pub use error::AlignError;

use crate::model::clocks::Clocks;
use crate::model::describe::Description;
use crate::recording::record::Recording;
use crate::text::escape::Escaped;
use evidence::Evidence;
use fit::{Fit, Robot};
use serde::Serialize;
use std::fmt::{self, Display, Formatter};

/// The clock of a robot.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RobotClock {
    /// The name of the robot.
    pub name: String,
    /// By how much the times of its recording were made later, s: it is the time on the axis minus that of its clock, in
    /// the middle of its recording.
    pub later_sec: f64,
    /// The greatest error of that, s, of which 95 of 100 are smaller; 0 for the robot whose clock is the axis.
    pub error_sec: f64,
    /// By how much its clock is fast, in millionths. The times on the axis do not follow that.
    pub fast_ppm: f64,
    /// The error of that, of which 95 of 100 are smaller.
    pub fast_error_ppm: f64,
    /// The duration of its recording, s.
    pub duration_sec: f64,
    /// The number of messages between it and others.
    pub messages: usize,
    /// The number of moments that it has in common with others.
    pub moments: usize,
}

impl RobotClock {
    /// Returns by how much at most a time at the begin or the end of its recording may be off because of its rate, s.
    #[must_use]
    pub fn drift_sec(&self) -> f64 {
        (self.fast_ppm.abs() + self.fast_error_ppm) * 1e-6 * self.duration_sec / 2.0
    }
}

impl Display for RobotClock {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { name, later_sec, error_sec, fast_ppm, fast_error_ppm, .. } = self;
        let Self { messages, moments, .. } = self;
        write!(f, "{}: +{later_sec:.4} s", Escaped(name))?;
        if *error_sec == 0.0 {
            return f.write_str(", the time line");
        }
        write!(
            f,
            ", error below {:.1} ms, {fast_ppm:+.0} ± {fast_error_ppm:.0} ppm: at most {:.1} ms at both ends; messages: {messages}, moments in common: \
             {moments}",
            error_sec * 1000.0,
            self.drift_sec() * 1000.0
        )
    }
}

/// Makes the times of recordings later, so that all are on one time line: that of the clock that is furthest ahead. Each
/// has a name; `description` is that of the program.
///
/// # Errors
/// [`AlignError`] if the clock of one of them cannot be known; none is changed then.
pub fn align(
    recordings: &mut [Recording],
    description: &Description,
    clocks: &Clocks,
) -> Result<Vec<RobotClock>, AlignError> {
    let evidence = Evidence::read(recordings, description, clocks)?;
    let robots: Vec<Robot> = evidence.robots.iter().map(|of| of.robot).collect();
    let fit = |axis| Fit::of(axis, &robots, &evidence.messages, &evidence.moments);
    let alone = |robot: usize| AlignError::Alone(evidence.robots[robot].name.clone());
    let first = fit(0).map_err(alone)?;
    let ahead = (0..robots.len())
        .max_by(|one, other| first[*one].ahead_us.total_cmp(&first[*other].ahead_us));
    let clocks = fit(ahead.unwrap_or_default()).map_err(alone)?;
    let mut all = Vec::new();
    for ((recording, clock), of) in recordings.iter_mut().zip(clocks).zip(&evidence.robots) {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        // none is ahead of the axis
        let later_us = (-clock.ahead_us).max(0.0).round() as u64;
        recording.move_later(later_us);
        all.push(RobotClock {
            name: of.name.clone(),
            #[allow(clippy::cast_precision_loss)] // below days
            later_sec: later_us as f64 * 1e-6,
            error_sec: clock.error_us * 1e-6,
            fast_ppm: clock.fast_ppm,
            fast_error_ppm: clock.fast_error_ppm,
            duration_sec: of.robot.span_us * 1e-6,
            messages: clock.messages,
            moments: clock.moments,
        });
    }
    Ok(all)
}

//! The errors of what the robots believe of the ball, measured against the truth.

use crate::field::Point;
use serde::Serialize;

/// A belief about the ball.
#[derive(Clone, Copy, Debug)]
pub(super) struct Belief {
    /// The place in the team's view, m.
    pub(super) at: Point,
    /// The standard deviation that it claims in x and in y, m.
    pub(super) deviation_m: f32,
}

/// Sums of errors, while play is on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Errors {
    count: u32,
    sum_m: f32,
    within: [u32; 2],
}

impl Errors {
    pub(super) fn add(&mut self, belief: Belief, truth: Point) {
        let error_m = (belief.at - truth).length();
        self.count += 1;
        self.sum_m += error_m;
        for (count, sigmas) in self.within.iter_mut().zip([1.0, 2.0]) {
            *count += u32::from(error_m <= sigmas * belief.deviation_m);
        }
    }

    /// Returns a sum as a mean; `None` without errors.
    #[allow(clippy::cast_precision_loss)] // some thousands
    fn part(self, of: f32) -> Option<f32> {
        (self.count > 0).then(|| of / self.count as f32)
    }

    fn mean_m(self) -> Option<f32> {
        self.part(self.sum_m)
    }

    #[allow(clippy::cast_precision_loss)] // some thousands
    fn shares(self) -> Option<[f32; 2]> {
        let [one, two] = self.within.map(|count| self.part(count as f32));
        Some([one?, two?])
    }
}

/// The errors of a team's robots; a belief that is as sure as it claims is within one standard deviation of
/// the truth in 39 % and within two in 86 % of the cases.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct BallErrors {
    /// The number of times at which a robot did not see a ball that it had seen before; robots are looked at
    /// twice a second.
    pub unseen: u32,
    /// The mean error of the place that the robot itself remembered then, m; `None` if there was no such time.
    pub alone_m: Option<f32>,
    /// The mean error of the team's ball at these times, m; `None` if it had none, or does not talk.
    pub team_m: Option<f32>,
    /// The share of the team's balls within one and within two of their standard deviations, at all times.
    pub within_sigmas: Option<[f32; 2]>,
    /// The mean error of the team's ball at all times, m.
    pub all_m: Option<f32>,
}

/// The sums of a team.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TeamErrors {
    alone: Errors,
    team: Errors,
    all: Errors,
}

impl TeamErrors {
    /// Adds what a robot believes by itself, unless it sees the ball, and what its team believes.
    pub(super) fn add(&mut self, unseen: Option<Belief>, team: Option<Belief>, truth: Point) {
        if let Some(team) = team {
            self.all.add(team, truth);
        }
        if let Some(alone) = unseen {
            self.alone.add(alone, truth);
            if let Some(team) = team {
                self.team.add(team, truth);
            }
        }
    }

    pub(super) fn report(self) -> BallErrors {
        BallErrors {
            unseen: self.alone.count,
            alone_m: self.alone.mean_m(),
            team_m: self.team.mean_m(),
            within_sigmas: self.all.shares(),
            all_m: self.all.mean_m(),
        }
    }
}

//! The durations of the simulated robot's motions.

use crate::numbers::number;
use clap::Args;
use nao_sim::body::MotionTimes;
use std::time::Duration;

/// The options of commands that simulate the robot; in a file of `--params`, in the table `[options]`.
#[derive(Args)]
pub struct MotionArgs {
    /// The duration of a kick, in seconds, 5 to 60; the skill waits for as long as its parameter kick.timeout_sec.
    #[arg(long = "kick-sec", value_name = "S", default_value_t = sec(MotionTimes::default().kick), allow_negative_numbers = true)]
    #[arg(value_parser = seconds(MotionTimes::SHORTEST.kick))]
    kick: f64,
    /// The duration of standing up from the back, in seconds, 4 to 60, 12.3 by default, and 8.7 in games of teams, as with
    /// LoLA; the skill waits for as long as its parameter standup.timeout_sec.
    #[arg(long = "standup-back-sec", value_name = "S", allow_negative_numbers = true)]
    #[arg(value_parser = seconds(MotionTimes::SHORTEST.standup_back))]
    standup_back: Option<f64>,
    /// The same for standing up from the front, 11.3 by default, and 5.7 in games of teams.
    #[arg(long = "standup-front-sec", value_name = "S", allow_negative_numbers = true)]
    #[arg(value_parser = seconds(MotionTimes::SHORTEST.standup_front))]
    standup_front: Option<f64>,
}

/// The longest duration: that of the skills' parameters.
const LONGEST_SEC: f64 = 60.0;

fn sec(time: Duration) -> f64 {
    time.as_secs_f64()
}

fn seconds(shortest: Duration) -> impl Fn(&str) -> Result<f64, String> + Clone {
    number("seconds", sec(shortest)..=LONGEST_SEC)
}

impl MotionArgs {
    /// Returns the durations; standing up takes as long as in `default` unless an option sets a time.
    pub fn times(&self, default: MotionTimes) -> MotionTimes {
        // In range, by their parsers; those by default are the same to the nanosecond.
        let time = Duration::from_secs_f64;
        MotionTimes {
            kick: time(self.kick),
            standup_back: self.standup_back.map_or(default.standup_back, time),
            standup_front: self.standup_front.map_or(default.standup_front, time),
        }
    }
}

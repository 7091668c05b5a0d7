//! The options of `nao play` for what robots of teams hear: messages of their mates, the whistle.

use crate::numbers::{number, share};
use clap::{Args, ValueEnum};
use nao_sim::team::{RadioOptions, Setup};
use skill_studio::Error;
use std::time::Duration;

/// The options of one robot. `requires` does not suffice against them: what is required is not, where it would
/// be a conflict.
pub(super) const ALONE: [&str; 2] = ["gamecontroller", "svg"];

/// Messages of mates, and the whistle.
#[derive(Args)]
pub(super) struct Talk {
    /// The teams whose robots send each other messages.
    #[arg(long, value_name = "TEAMS", value_enum, default_value_t = Talks::On, requires = "players", conflicts_with_all = ALONE)]
    messages: Talks,
    /// The share of messages that a robot does not receive, 0 to 1 [default: 0].
    #[arg(long, value_name = "SHARE", value_parser = share(), requires = "players", conflicts_with_all = ALONE)]
    #[arg(allow_negative_numbers = true)]
    loss: Option<f32>,
    /// The share of messages that a robot receives twice, 0 to 1 [default: 0].
    #[arg(long, value_name = "SHARE", value_parser = share(), requires = "players", conflicts_with_all = ALONE)]
    #[arg(allow_negative_numbers = true)]
    duplicates: Option<f32>,
    /// The longest time that a message takes, 0 to 10000 ms; each one takes another time
    /// [default: 50].
    #[arg(long, value_name = "MS", value_parser = number("whole milliseconds", 0..=10_000_u64))]
    #[arg(requires = "players", conflicts_with_all = ALONE, allow_negative_numbers = true)]
    delay: Option<u64>,
    /// The share of the referee's whistles that a robot hears, 0 to 1. One that hears none at a kick-off
    /// waits for the announcement of PLAYING.
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = share())]
    #[arg(requires = "players", conflicts_with_all = ALONE, allow_negative_numbers = true)]
    hearing: f32,
    /// The referee announces PLAYING after a kick-off not 10 s after its whistle, but only when something
    /// happens that cannot happen in SET.
    #[arg(long, requires = "players", conflicts_with_all = ALONE)]
    unannounced: bool,
}

/// Teams whose robots talk.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Talks {
    /// Both.
    On,
    /// Neither.
    Off,
    /// The first, which plays from left to right.
    Left,
    /// The second.
    Right,
}

impl Talk {
    /// Refuses the options of messages that nobody sends.
    pub(super) fn check(&self, talks_to_others: bool) -> Result<(), Error> {
        let given = [
            ("--talk", talks_to_others),
            ("--loss", self.loss.is_some()),
            ("--delay", self.delay.is_some()),
            ("--duplicates", self.duplicates.is_some()),
        ];
        match given.into_iter().find(|(_, given)| *given && self.messages == Talks::Off) {
            None => Ok(()),
            Some((option, _)) => Err(Error::Usage(format!(
                "{option} is for robots that talk, but with --messages off none does\nhelp: remove one of them"
            ))),
        }
    }

    /// Returns the setup with this.
    pub(super) fn of(&self, setup: Setup) -> Setup {
        let usual = setup.radio;
        Setup {
            talk: [Talks::Left, Talks::Right].map(|one| [Talks::On, one].contains(&self.messages)),
            radio: RadioOptions {
                loss: self.loss.unwrap_or(usual.loss),
                delay: self.delay.map_or(usual.delay, Duration::from_millis),
                duplicates: self.duplicates.unwrap_or(usual.duplicates),
            },
            hearing: self.hearing,
            announcement: if self.unannounced { Duration::MAX } else { setup.announcement },
            ..setup
        }
    }
}

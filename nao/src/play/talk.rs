//! The options of `nao play` for messages between robots.

use clap::{Args, ValueEnum};
use nao_sim::team::{RadioOptions, Setup};
use std::time::Duration;

/// The messages between the robots of a team.
#[derive(Args)]
pub(super) struct Talk {
    /// The teams whose robots send each other messages.
    #[arg(long, value_name = "TEAMS", value_enum, default_value_t = Talks::On, requires = "players")]
    messages: Talks,
    /// The share of messages that a robot does not receive.
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share)]
    #[arg(requires = "players")]
    loss: f32,
    /// The share of messages that a robot receives twice.
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = share)]
    #[arg(requires = "players")]
    duplicates: f32,
    /// The longest time that a message takes, in ms; each one takes another time.
    #[arg(long, value_name = "MS", default_value_t = 50, requires = "players")]
    #[arg(value_parser = clap::value_parser!(u64).range(0..=10_000))]
    delay: u64,
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

fn share(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a share, 0 to 1".into()),
    }
}

impl Talk {
    /// Returns the setup with these messages.
    pub(super) fn of(&self, setup: Setup) -> Setup {
        Setup {
            talk: [Talks::Left, Talks::Right].map(|one| [Talks::On, one].contains(&self.messages)),
            radio: RadioOptions {
                loss: self.loss,
                delay: Duration::from_millis(self.delay),
                duplicates: self.duplicates,
            },
            ..setup
        }
    }
}

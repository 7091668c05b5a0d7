//! `nao play --players`: two teams on the simulated field.

use super::{AgentName, Play};
use crate::spaces::SpaceName;
use clap::{Args, ValueEnum};
use nao_sim::team::{RadioOptions, Setup, TeamGame};
use skill_studio::cli::Format;
use skill_studio::output::Verbosity;
use skill_studio::{Description, Error, Output};
use skills_nao::skills::NaoSoccer;
use std::process::ExitCode;
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
    fn of(&self, setup: Setup) -> Setup {
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

impl Play {
    /// Plays a game of teams with so many players. The exit status is 1 if a skill exceeded its time
    /// limit.
    pub(super) fn run_teams(&self, players: [u8; 2], output: &Output) -> Result<ExitCode, Error> {
        self.refuse()?;
        let half = Duration::from_secs_f64(self.minutes * 30.0);
        let setup = self.talk.of(Setup { seed: self.seed, players, half, ..Setup::default() });
        let boards = setup.boards();
        let mut game = TeamGame::new(&boards, setup).map_err(Error::usage)?;
        game.trace_agents(output.verbosity() == Verbosity::Verbose);
        let description = Description::of::<NaoSoccer>("nao", SpaceName::Soccer.space().agents);
        for board in &boards {
            self.tuning.apply(&description, board)?;
        }
        let wall = std::time::Instant::now();
        let lines = self.format == Format::Text && !output.is_quiet();
        while !game.is_over() && !output.is_over() {
            if self.realtime {
                std::thread::sleep(game.time().saturating_sub(wall.elapsed()));
            }
            let happened = game.pass();
            if lines {
                for line in happened {
                    output.line(line);
                }
            }
        }
        let report = game.report();
        match self.format {
            Format::Text => {
                let gap = if lines { "\n" } else { "" };
                output.write(format_args!("{gap}{report}"));
            }
            Format::Json => output.json(&report),
        }
        Ok(if report.is_sound() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// Refuses the options that are only for the game of one robot.
    fn refuse(&self) -> Result<(), Error> {
        let options = [
            ("--gui", self.gui.is_requested()),
            ("--record", self.record.is_requested()),
            ("--gamecontroller", self.referee.is_requested()),
            ("--svg", self.svg.is_some()),
            ("--agent naojoystick", self.agent == AgentName::Naojoystick),
        ];
        match options.into_iter().find(|(_, given)| *given) {
            None => Ok(()),
            Some((option, _)) => Err(Error::Usage(format!(
                "{option} is for the game of one robot, without --players"
            ))),
        }
    }
}

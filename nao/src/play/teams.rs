//! `nao play --players`: two teams on the simulated field.

use super::{AgentName, Play};
use crate::spaces::SpaceName;
use nao_sim::team::{Setup, TeamGame};
use skill_studio::cli::Format;
use skill_studio::output::Verbosity;
use skill_studio::{Description, Error, Output};
use skills_nao::skills::NaoSoccer;
use std::process::ExitCode;
use std::time::Duration;

impl Play {
    /// Plays a game of teams with so many players. The exit status is 1 if a skill exceeded its time
    /// limit.
    pub(super) fn run_teams(&self, players: [u8; 2], output: &Output) -> Result<ExitCode, Error> {
        self.refuse()?;
        self.talk.check()?;
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

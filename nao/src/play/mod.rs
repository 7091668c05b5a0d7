//! `nao play`: an agent plays on the simulated field.

mod picture;
mod talk;
mod teams;
#[cfg(test)]
mod tests;

use crate::gamecontroller::{Link, RefereeArgs, RobotStatus};
use crate::measures::FieldArgs;
use crate::motions::MotionArgs;
use crate::numbers::number;
use crate::spaces::SpaceName;
use crate::talk::{Radio, TalkArgs, counted};
use clap::{Args, ValueEnum};
use nao_scene::{scene, world_of_game};
use nao_sim::body::MotionTimes;
use nao_sim::field::{Field, Options};
use nao_sim::game::{Game, Player};
use nao_sim::team::MOST_PLAYERS;
use skill_runtime::{Agent as _, Instant};
use skill_studio::cli::{Format, Gui, Record, Tuning};
use skill_studio::output::Verbosity;
use skill_studio::world::RobotKind;
use skill_studio::{Description, Error, Output, OutputFile, Watching, signals};
use skills_nao::agents::{Naojoystick, Striker};
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::skills::NaoSoccer;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use talk::{ALONE, Talk};

/// The simulated robot, with a field to see.
const SHOWN: RobotKind = RobotKind::Simulated { has_scene: true };

/// The arguments of `nao play`.
#[derive(Args)]
pub struct Play {
    /// The agent.
    #[arg(long, value_enum, default_value_t = AgentName::Striker)]
    agent: AgentName,
    /// The seed of everything random, 0 to 18446744073709551615.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    #[arg(value_parser = number("a whole number", 0..=u64::MAX))]
    seed: u64,
    /// The duration of the game, in simulated minutes, 0.05 to 1000.
    #[arg(long, value_name = "M", default_value_t = 5.0, allow_negative_numbers = true)]
    #[arg(value_parser = number("minutes", 0.05..=1000.0))]
    minutes: f64,
    /// The robot is not pushed, the ball not moved and no writer stalled. In a game of teams nothing of
    /// that happens in any case.
    #[arg(long)]
    calm: bool,
    /// Plays a game of two teams, of so many robots each, 1 to 7, with a referee by the rules of 2026.
    /// The minutes are those of both halves.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(value_parser = number("a whole number of robots", 1..=MOST_PLAYERS))]
    #[arg(conflicts_with_all = ["gamecontroller", "team", "player", "return_port", "svg"])]
    players: Option<u8>,
    /// The number of robots of the other team, 1 to 7, if it is another one.
    #[arg(long, value_name = "N", requires = "players", conflicts_with_all = ALONE, allow_negative_numbers = true)]
    #[arg(value_parser = number("a whole number of robots", 1..=MOST_PLAYERS))]
    against: Option<u8>,
    /// A file or directory with parameters of the first team alone, as --params has for both; it overrides
    /// that.
    #[arg(long, value_name = "FILE", requires = "players", conflicts_with_all = ALONE)]
    left: Vec<PathBuf>,
    /// The same for the second team.
    #[arg(long, value_name = "FILE", requires = "players", conflicts_with_all = ALONE)]
    right: Vec<PathBuf>,
    #[command(flatten)]
    talk: Talk,
    /// Each robot has a clock of its own, as real ones do: it has begun up to two minutes before the game, and is up to 50
    /// millionths fast or slow. So each is recorded to a file of its own, FILE-1.1.mcap and so on, and the report says
    /// the clocks; `nao replay --team` finds them out again.
    #[arg(long, requires = "players", conflicts_with_all = ALONE)]
    #[cfg_attr(feature = "record", arg(requires = "path"))]
    #[cfg_attr(feature = "live", arg(conflicts_with = "served"))]
    own_clocks: bool,
    #[command(flatten)]
    network: TalkArgs,
    #[command(flatten)]
    motions: MotionArgs,
    #[command(flatten)]
    field: FieldArgs,
    /// Keeps pace with the wall clock; --gamecontroller does so as well.
    #[arg(long)]
    realtime: bool,
    /// Draws field, paths, falls and kicks to this file, which is replaced after the game.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    referee: RefereeArgs,
    #[command(flatten)]
    tuning: Tuning,
    #[command(flatten)]
    gui: Gui,
    #[command(flatten)]
    record: Record,
    /// The format; text is each skill call and event on the field, then the report (with
    /// --quiet only the report, with --verbose also the agent's transitions), JSON the report.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AgentName {
    /// Plays on its own.
    Striker,
    /// Is driven by a joystick, here by a simulated pilot who sees the field.
    Naojoystick,
}

impl AgentName {
    /// Returns the name of the agent.
    fn name(self) -> &'static str {
        match self {
            AgentName::Striker => Striker::INFO.name,
            AgentName::Naojoystick => Naojoystick::INFO.name,
        }
    }
}

impl From<AgentName> for Player {
    fn from(agent: AgentName) -> Player {
        match agent {
            AgentName::Striker => Player::Striker,
            AgentName::Naojoystick => Player::Naojoystick,
        }
    }
}

impl Play {
    /// Plays. The exit status is 1 if a skill exceeded its time limit or a fall was not handled.
    pub fn run(&self, output: &Output) -> Result<ExitCode, Error> {
        if let Some(players) = self.players {
            return self.run_teams([players, self.against.unwrap_or(players)], output);
        }
        let time = Duration::from_secs_f64(self.minutes * 60.0);
        let disturbances = !self.calm;
        let (seed, times) = (self.seed, self.motions.times(MotionTimes::default()));
        let options = Options { seed, disturbances, game: time, times, ..Options::default() };
        let options = Options { pitch: self.field.pitch, ..options };
        // A file that cannot be written is reported before the game.
        self.svg.as_deref().map_or(Ok(()), OutputFile::check)?;
        let mut referee = self.referee.open()?;
        let mut radio = self.radio()?;
        // The report is printed after an interrupt, too.
        signals::catch()?;
        let board = NaoBlackboard::new();
        let mut game =
            Game::new(&board, Field::new(&options), self.agent.into()).map_err(Error::usage)?;
        game.trace_agent(output.verbosity() == Verbosity::Verbose);
        if let (Some(_), Some(team)) = (&radio, self.referee.team()) {
            game.join_team(&board, team).map_err(Error::usage)?;
        }
        let description = Description::of::<NaoSoccer>("nao", SpaceName::Soccer.space().agents);
        self.tuning.apply(&description, &board)?;
        let mut watching = Watching::<NaoSoccer>::default();
        self.gui.show(output, description, &board, SHOWN, &mut watching)?;
        self.record.start(description, &board, Some(self.agent.name()), &mut watching)?;
        let field = world_of_game();
        let wall = std::time::Instant::now();
        let realtime = (self.realtime || referee.is_some()) && !watching.is_live();
        let lines = self.format == Format::Text && !output.is_quiet();
        while game.time() < time && !output.is_over() {
            if realtime {
                std::thread::sleep(game.time().saturating_sub(wall.elapsed()));
            }
            let may_pass =
                watching.wait(Instant::ZERO.after(game.time()), &mut field.of(&mut game));
            // After the wait, so that a packet that arrived meanwhile counts in this pass.
            let mut happened = follow(referee.as_mut(), &mut game, &board);
            happened.extend(talk(radio.as_mut(), &mut game));
            if may_pass {
                happened.extend(game.pass_observed(watching.observer()));
                watching.scene(|| Some(scene(game.field())));
            }
            for line in happened {
                watching.log(line.trim_start());
                if lines {
                    output.line(line);
                }
            }
        }
        if lines && radio.is_some() {
            output.line(counted(&board.team.sample().data));
        }
        let report = game.report(self.seed);
        if let Some(path) = &self.svg {
            let picture = picture::svg(game.field().pitch(), game.journey(), &report);
            OutputFile::write(path, picture.as_bytes())?;
        }
        match self.format {
            Format::Text => {
                let gap = if lines { "\n" } else { "" };
                output.write(format_args!("{gap}{report}"));
            }
            Format::Json => output.json(&report),
        }
        // Viewers can look at the end until they disconnect.
        watching.pause();
        while watching.is_live() && !output.is_over() {
            let may_pass =
                watching.wait(Instant::ZERO.after(game.time()), &mut field.of(&mut game));
            follow(referee.as_mut(), &mut game, &board);
            talk(radio.as_mut(), &mut game);
            if may_pass {
                game.pass_observed(watching.observer());
            }
        }
        let code = if report.is_sound() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
        let code = Record::end(&mut watching, code)?;
        referee.map_or(Ok(()), |referee| referee.check_heard().map_err(Error::usage))?;
        Ok(code)
    }
}

impl Play {
    /// Opens the socket to robots of other processes.
    fn radio(&self) -> Result<Option<Radio>, Error> {
        match self.referee.team() {
            Some(team) => self.network.open(team),
            None if self.network.is_requested() => Err(Error::usage(
                "--talk is for a robot of a team, with --gamecontroller, --team and --player, or for --players",
            )),
            None => Ok(None),
        }
    }
}

/// Sends the robot's message to its mates in other processes, gives it theirs, and returns the log lines.
fn talk(radio: Option<&mut Radio>, game: &mut Game<'_>) -> Option<String> {
    let radio = radio?;
    for packet in radio.receive() {
        game.hear(&packet);
    }
    let error = radio.send(&game.take_message()?)?;
    Some(format!("{:7.2}  {error}", game.time().as_secs_f32()))
}

/// Applies the network referee's decisions, sends it a status report, and returns the log lines.
fn follow(referee: Option<&mut Link>, game: &mut Game<'_>, board: &NaoBlackboard) -> Vec<String> {
    let Some(referee) = referee else { return Vec::new() };
    let mut lines = referee.receive();
    game.follow(referee.official());
    lines.extend(referee.report(|| RobotStatus::of(board)));
    let now = game.time().as_secs_f32();
    lines.iter().map(|line| format!("{now:7.2}  {line}")).collect()
}

//! `nao play --players`: two teams on the simulated field.

use super::{AgentName, Play, SHOWN};
use crate::spaces::SpaceName;
use crate::talk::Radio;
use nao_scene::{scene_of_teams, world_of_teams};
use nao_sim::body::MotionTimes;
use nao_sim::team::{PlayerId, Setup, TEAM_NUMBERS, Team, TeamGame};
use skill_runtime::{Agent as _, Instant};
use skill_studio::cli::{Format, Record};
use skill_studio::output::Verbosity;
use skill_studio::{Description, Error, Output, RobotOfRun, Watching, signals};
use skills_nao::agents::Striker;
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::skills::NaoSoccer;
use std::process::ExitCode;
use std::time::Duration;

impl Play {
    /// Plays a game of teams with so many players. The exit status is 1 if a skill exceeded its time
    /// limit.
    pub(super) fn run_teams(&self, players: [u8; 2], output: &Output) -> Result<ExitCode, Error> {
        if self.agent == AgentName::Naojoystick {
            return Err(Error::Usage(
                "--agent naojoystick is for the game of one robot\nhelp: remove --players, or --agent"
                    .to_owned(),
            ));
        }
        self.talk.check(self.network.is_requested())?;
        let half = Duration::from_secs_f64(self.minutes * 30.0);
        let [left, right] = TEAM_NUMBERS.map(|team| self.network.open(team));
        let mut radios = [left?, right?];
        // The report is printed after an interrupt, too.
        signals::catch()?;
        let (seed, times, pitch) =
            (self.seed, self.motions.times(MotionTimes::of_keyframes()), self.field.pitch);
        let own_clocks = self.own_clocks;
        let setup = Setup { seed, players, half, times, pitch, own_clocks, ..Setup::default() };
        let setup = self.talk.of(setup);
        let boards = setup.boards();
        let mut game = TeamGame::new(&boards, setup).map_err(Error::usage)?;
        game.trace_agents(output.verbosity() == Verbosity::Verbose);
        let description = Description::of::<NaoSoccer>("nao", SpaceName::Soccer.space().agents);
        let files = [&*self.left, &*self.right];
        let tuned = |(id, board): (PlayerId, _)| (id.to_string(), files[id.team.index()], board);
        let tuned: Vec<_> = setup.ids().zip(&boards).map(tuned).collect();
        self.tuning.apply_each(&tuned, &description)?;
        let mut watching: Vec<_> = setup.ids().map(|_| Watching::<NaoSoccer>::default()).collect();
        let robots = robots(&setup, &boards, description);
        self.gui.show_run(output, &robots, SHOWN, &mut watching)?;
        self.record.start_run(&robots, self.own_clocks, &mut watching)?;
        let (field, is_live) = (world_of_teams(), watching.iter().any(Watching::is_live));
        let wall = std::time::Instant::now();
        let lines = self.format == Format::Text && !output.is_quiet();
        while !game.is_over() && !output.is_over() {
            if self.realtime && !is_live {
                std::thread::sleep(game.time().saturating_sub(wall.elapsed()));
            }
            let time = Instant::ZERO.after(game.time());
            if !Watching::wait_for_run(&mut watching, time, &mut field.of(&mut game)) {
                continue;
            }
            let happened = game.pass_observed(watching.iter_mut().map(Watching::observer));
            // One picture is that of all in a file.
            let pictures = if self.own_clocks { watching.len() } else { 1 };
            for watching in watching.iter_mut().take(pictures) {
                watching.scene(|| Some(scene_of_teams(&game)));
            }
            for line in &happened {
                let text = line.to_string();
                // What is not about one is about all.
                let robots = watching.iter_mut().zip(setup.ids());
                let about = robots.filter(|(_, id)| line.player.is_none_or(|of| of == *id));
                about.for_each(|(watching, _)| watching.log(text.trim_start()));
            }
            let talked = talk(&mut radios, &mut game);
            if lines {
                for line in happened.iter().map(ToString::to_string).chain(talked) {
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
        // Viewers can look at the end until they disconnect.
        watching.iter_mut().for_each(Watching::pause);
        while is_live && !output.is_over() {
            let time = Instant::ZERO.after(game.time());
            if Watching::wait_for_run(&mut watching, time, &mut field.of(&mut game)) {
                game.pass_observed(watching.iter_mut().map(Watching::observer));
            }
        }
        let code = if report.is_sound() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
        watching.iter_mut().try_fold(code, |code, of| Record::end(of, code))
    }
}

/// Returns the robots of a game.
fn robots<'a>(
    setup: &Setup,
    boards: &'a [NaoBlackboard],
    description: Description,
) -> Vec<RobotOfRun<'a, NaoBlackboard>> {
    let agent = Some(Striker::INFO.name);
    let robots = setup.ids().zip(boards);
    let robot =
        |(id, board): (PlayerId, _)| RobotOfRun { name: id.to_string(), description, board, agent };
    robots.map(robot).collect()
}

/// Sends the messages of the robots to those in other processes, gives them theirs, and returns the log lines.
fn talk(radios: &mut [Option<Radio>; 2], game: &mut TeamGame<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for (team, radio) in Team::BOTH.into_iter().zip(radios) {
        let Some(radio) = radio else { continue };
        let said = game.said().iter().filter(|(id, _)| id.team == team);
        let errors = said.filter_map(|(_, message)| radio.send(message));
        lines.extend(errors.map(|error| format!("{:7.2}  {error}", game.time().as_secs_f32())));
        for packet in radio.receive() {
            game.hear(team, &packet);
        }
    }
    lines
}

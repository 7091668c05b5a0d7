//! The report of a game of teams.

use super::errors::BallErrors;
use super::referee::{Offence, Tally};
use super::roles::RoleTimes;
use crate::game::{Clock, Report};
use serde::Serialize;
use skills_nao::interfaces::Team;
use std::collections::BTreeMap;
use std::fmt;

/// The packets that robots have received, by their fate.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Heard {
    /// The number of messages of mates that were accepted.
    pub received: u64,
    /// The number of repeated ones, of which the second one is ignored.
    pub duplicates: u64,
    /// The number of messages that came after a later one of the same mate.
    pub late: u64,
    /// The number of packets that are no message of a mate.
    pub refused: u64,
}

impl Heard {
    /// Adds those of a robot that talks.
    pub(super) fn add(&mut self, team: Option<&Team>) {
        let Some(team) = team else { return };
        self.received += u64::from(team.received);
        self.duplicates += u64::from(team.duplicates);
        self.late += u64::from(team.late);
        self.refused += u64::from(team.refused);
    }
}

/// The part of a report that is about one team.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct TeamPart {
    /// The number of its players.
    pub players: u8,
    /// The number of its goals.
    pub goals: u32,
    /// The number of its kicks, hits and misses.
    pub kicks: u32,
    /// The number of kicks that hit the ball.
    pub hits: u32,
    /// The number of its falls.
    pub falls: u32,
    /// The number of its messages that count for the budget.
    pub messages: u32,
    /// The packets that its robots have received.
    pub heard: Heard,
    /// The errors of what its robots believe of the ball.
    pub ball: BallErrors,
    /// Its roles; all 0 if it does not talk.
    pub roles: RoleTimes,
}

/// The part of a report that is about one robot.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct RobotPart {
    /// The number of its kicks, hits and misses.
    pub kicks: u32,
    /// The number of kicks that hit the ball.
    pub hits: u32,
    /// The number of its falls.
    pub falls: u32,
    /// The number of its goals: it touched the ball last.
    pub goals: u32,
    /// The number of its penalties.
    pub penalties: u32,
}

/// The clock of a robot, if it is its own.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ClockPart {
    /// Its time when the game began, s.
    pub begin_sec: f64,
    /// By how much it is fast, in millionths.
    pub fast_ppm: i32,
}

/// The report of a game of two teams.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TeamReport {
    /// The seed of the simulation.
    pub seed: u64,
    /// The simulated time, s: longer than the two halves, because the clock does not always run.
    pub played_sec: f32,
    /// The left team and the right one.
    pub teams: [TeamPart; 2],
    /// The robots, by their names.
    pub robots: BTreeMap<String, RobotPart>,
    /// The clocks of robots that have one of their own, by their names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub clocks: BTreeMap<String, ClockPart>,
    /// The number of times that a robot walked into another one.
    pub collisions: u32,
    /// The number of free kicks, throw-ins, goal kicks and corner kicks.
    pub free_kicks: u32,
    /// The number of dropped balls: nobody was near the ball.
    pub dropped_balls: u32,
    /// The number of goals that did not count.
    pub disallowed_goals: u32,
    /// The number of second touches by a kicker.
    pub second_touches: u32,
    /// The number of touches of a ball at the opponents' kick-off or free kick before it was in play.
    pub foreign_touches: u32,
    /// The number of penalties for each offence; 0 is not left out.
    pub penalties: BTreeMap<Offence, u32>,
    /// The number of commands to the bodies that were clamped, or discarded.
    pub clamped: u32,
    /// The calls that took longer than allowed, with their player.
    pub stuck: Vec<String>,
}

impl TeamReport {
    /// Returns the report of a game from the parts of its teams, and the counts of its referee.
    pub(super) fn new(
        (seed, played_sec): (u64, f32),
        teams: [TeamPart; 2],
        collisions: u32,
        tally: &Tally,
    ) -> TeamReport {
        let count = |offence| {
            let given = tally.penalties.iter().filter(|((_, of), _)| *of == offence);
            given.map(|(_, count)| count).sum::<u32>()
        };
        TeamReport {
            seed,
            played_sec,
            teams,
            robots: BTreeMap::new(),
            clocks: BTreeMap::new(),
            collisions,
            free_kicks: tally.restarts,
            dropped_balls: tally.dropped,
            disallowed_goals: tally.disallowed,
            second_touches: tally.second_touches,
            foreign_touches: tally.foreign_touches,
            penalties: Offence::ALL.map(|offence| (offence, count(offence))).into(),
            clamped: 0,
            stuck: Vec::new(),
        }
    }

    /// Adds the clock of a player.
    pub(super) fn add_clock(&mut self, id: super::PlayerId, clock: Clock) {
        let part = ClockPart { begin_sec: clock.begin.as_secs_f64(), fast_ppm: clock.fast_ppm };
        self.clocks.insert(id.to_string(), part);
    }

    /// Adds the report of a player, and the counts of the referee.
    pub(super) fn add(&mut self, id: super::PlayerId, report: &Report, tally: &Tally) {
        let given = tally.penalties.iter().filter(|((of, _), _)| *of == id);
        let penalties = given.map(|(_, count)| count).sum();
        let goals = tally.goals.get(&id).copied().unwrap_or_default();
        let Report { kicks, hits, falls, .. } = *report;
        self.robots.insert(id.to_string(), RobotPart { kicks, hits, falls, goals, penalties });
        let team = &mut self.teams[id.team.index()];
        team.kicks += report.kicks;
        team.hits += report.hits;
        team.falls += report.falls;
        self.clamped += report.clamped + report.discarded;
        self.stuck.extend(report.stuck.iter().map(|call| format!("{id} {}", call.trim_start())));
    }

    /// Returns the number of penalties for an offence.
    #[must_use]
    pub fn penalties(&self, offence: Offence) -> u32 {
        self.penalties.get(&offence).copied().unwrap_or_default()
    }

    /// Returns whether no skill ran longer than allowed.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.stuck.is_empty()
    }
}

impl fmt::Display for TeamReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, team) in (1..).zip(&self.teams) {
            let TeamPart { players, hits, kicks, falls, .. } = team;
            let robots = if *players == 1 { "robot" } else { "robots" };
            writeln!(
                f,
                "team {number}, {players} {robots}: {hits} of {kicks} kicks hit the ball; falls: {falls}"
            )?;
        }
        for (name, RobotPart { kicks, hits, falls, goals, penalties }) in &self.robots {
            let of_one =
                format!("{hits} of {kicks} kicks hit the ball; goals: {goals}; falls: {falls}");
            writeln!(f, "robot {name}: {of_one}; penalties: {penalties}")?;
        }
        for (name, ClockPart { begin_sec, fast_ppm }) in &self.clocks {
            writeln!(f, "clock of {name}: {begin_sec:.6} s at the beginning, {fast_ppm:+} ppm")?;
        }
        for (number, team) in (1..).zip(&self.teams).filter(|(_, team)| team.messages > 0) {
            let TeamPart { messages, heard, ball, roles, .. } = team;
            let BallErrors { alone_m, team_m, .. } = ball;
            let off =
                |error_m: &Option<f32>| error_m.map_or("none".into(), |m| format!("{m:.2} m"));
            writeln!(
                f,
                "team {number}: messages: {messages}; error of a ball out of sight: {} for the team, {} for the \
                 robot alone; two strikers for at most {:.1} s",
                off(team_m),
                off(alone_m),
                roles.two_strikers_sec
            )?;
            let Heard { received, duplicates, late, refused } = heard;
            if duplicates + late + refused > 0 {
                writeln!(
                    f,
                    "team {number}: packets accepted: {received}, repeated: {duplicates}, late: {late}, refused: {refused}"
                )?;
            }
        }
        writeln!(
            f,
            "collisions: {}; free kicks: {}, dropped balls: {}, goals not counted: {}, second touches: {}, \
             touches of the others' ball: {}",
            self.collisions,
            self.free_kicks,
            self.dropped_balls,
            self.disallowed_goals,
            self.second_touches,
            self.foreign_touches
        )?;
        let given = self.penalties.iter().filter(|(_, count)| **count > 0);
        let given: Vec<_> = given.map(|(offence, count)| format!("{count} {offence}")).collect();
        let none = if given.is_empty() { "none" } else { "" };
        writeln!(f, "penalties: {none}{}", given.join(", "))?;
        if self.clamped > 0 {
            writeln!(
                f,
                "commands clamped to the limits of the bodies, or discarded: {}",
                self.clamped
            )?;
        }
        for call in &self.stuck {
            writeln!(f, "took longer than it may: {call}")?;
        }
        let [left, right] = &self.teams;
        writeln!(f, "{} : {} after {:.0} s", left.goals, right.goals, self.played_sec)
    }
}

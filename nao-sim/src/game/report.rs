//! The report of a game: its calls, its score, and whether every fall was dealt with.

use crate::field::{Event, EventKind, Field};
use serde::Serialize;
use skill_runtime::{Instant, SkillSpace};

use skills_nao::body::LimitCounts;
use skills_nao::skills::{NaoSoccer, NaoSoccerCall};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// The time limit of a skill without a timeout of its own: kick and standup take 13 s.
const MAX_SEC: f32 = 20.0;
/// The time in which a fall must be dealt with; standing up may take several attempts.
const RECOVERY: Duration = Duration::from_secs(60);

/// The end of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// The skill was FINAL.
    Final,
    /// FAILED, with the reason.
    Failed(String),
    /// The call was stopped or replaced by the agent.
    Stopped,
}

/// A call of a skill.
#[derive(Clone, Debug)]
pub(super) struct Call {
    text: String,
    skill: &'static str,
    begun: Instant,
    took: Duration,
    /// The longest time that the call may take.
    limit: Duration,
    end: Option<End>,
}

impl Call {
    /// Returns a call that begins now.
    pub(super) fn begun(text: &str, now: Instant) -> Call {
        let call = NaoSoccer::parse(text).ok();
        let skill = call.as_ref().map_or("?", |call| NaoSoccer::info(call).name);
        let limit_sec = call.as_ref().and_then(timeout_sec).unwrap_or(MAX_SEC);
        // The end may be noticed one pass late.
        let limit = Duration::from_secs_f32(limit_sec) + Duration::from_millis(50);
        Call { text: text.to_owned(), skill, begun: now, took: Duration::ZERO, limit, end: None }
    }

    /// Records the end of the call, unless it has one.
    pub(super) fn end(&mut self, now: Instant, end: End) {
        self.took = now.since(self.begun);
        self.end = Some(end);
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ended = Duration::from_micros(self.begun.as_micros()) + self.took;
        let (ended, took) = (ended.as_secs_f32(), self.took.as_secs_f32());
        write!(f, "{ended:7.2}  {}  ", self.text)?;
        match &self.end {
            None => write!(f, "RUNNING for {took:.2} s"),
            Some(End::Final) => write!(f, "FINAL after {took:.2} s"),
            Some(End::Failed(why)) => write!(f, "FAILED after {took:.2} s: {why}"),
            Some(End::Stopped) => write!(f, "stopped after {took:.2} s"),
        }
    }
}

/// Returns the timeout of a skill that has one, or the time that it takes: as given, or its default.
fn timeout_sec(call: &NaoSoccerCall) -> Option<f32> {
    let given = match call {
        NaoSoccerCall::Relgoto(call) => call.timeout_sec,
        NaoSoccerCall::Goto(call) => call.timeout_sec,
        NaoSoccerCall::Turn(call) => call.timeout_sec,
        NaoSoccerCall::Say(call) => call.timeout_sec,
        NaoSoccerCall::SearchBall(call) => call.timeout_sec,
        NaoSoccerCall::ApproachBall(call) => call.timeout_sec,
        NaoSoccerCall::InterceptBall(call) => call.timeout_sec,
        NaoSoccerCall::TrackBall(call) => call.time_sec,
        _ => None,
    };
    let info = NaoSoccer::info(call);
    let is_limit = |name| matches!(name, "timeout_sec") || name == "time_sec" && given.is_some();
    let default = info.args.iter().find(|arg| is_limit(arg.name))?.default?;
    given.or_else(|| default.parse().ok())
}

/// The number of calls of a skill by their end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Ends {
    /// The number of calls that were FINAL.
    pub r#final: u32,
    /// The number of calls that were FAILED.
    pub failed: u32,
    /// The number of calls stopped by the agent.
    pub stopped: u32,
}

/// The report of a game.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The seed of the simulation.
    pub seed: u64,
    /// The simulated time, s.
    pub played_sec: f32,
    /// The number of goals for us.
    pub ours: u32,
    /// The number of goals against us: own goals, since there are no opponents.
    pub theirs: u32,
    /// The number of kicks, hits and misses.
    pub kicks: u32,
    /// The number of kicks that hit the ball.
    pub hits: u32,
    /// The number of falls, pushes included.
    pub falls: u32,
    /// The number of pushes.
    pub pushes: u32,
    /// The number of times that the ball was moved by hand.
    pub moved_balls: u32,
    /// The number of times that a writer stalled.
    pub stalls: u32,
    /// The number of penalties.
    pub penalties: u32,
    /// The number of commands to the body that exceeded its limits and were clamped.
    pub clamped: u32,
    /// The number of commands to the body that were discarded because of a NaN or an infinity.
    pub discarded: u32,
    /// The times of falls after which the robot neither stood up nor reported a failure, s.
    pub left_lying: Vec<f32>,
    /// The calls that took longer than allowed.
    pub stuck: Vec<String>,
    /// The number of calls by skill and end.
    pub calls: BTreeMap<&'static str, Ends>,
}

impl Report {
    /// Returns the report of a game so far.
    pub(super) fn of(
        seed: u64,
        played: Duration,
        field: &Field,
        calls: &[Call],
        events: &[Event],
        LimitCounts { clamped, discarded, .. }: LimitCounts,
    ) -> Report {
        let count = |is: fn(&EventKind) -> bool| {
            u32::try_from(events.iter().filter(|event| is(&event.kind)).count()).unwrap_or(u32::MAX)
        };
        let (ours, theirs) = field.score();
        let mut by_skill = BTreeMap::<_, Ends>::new();
        for call in calls {
            let ends = by_skill.entry(call.skill).or_default();
            *match &call.end {
                Some(End::Final) => &mut ends.r#final,
                Some(End::Failed(_)) => &mut ends.failed,
                Some(End::Stopped) | None => &mut ends.stopped,
            } += 1;
        }
        let stuck = calls.iter().filter(|call| call.took > call.limit);
        Report {
            seed,
            played_sec: played.as_secs_f32(),
            ours,
            theirs,
            kicks: count(|what| matches!(what, EventKind::Kicked { .. })),
            hits: count(|what| matches!(what, EventKind::Kicked { hit: true, .. })),
            falls: count(|what| matches!(what, EventKind::Fell(_))),
            pushes: count(|what| matches!(what, EventKind::Pushed(_))),
            moved_balls: count(|what| matches!(what, EventKind::BallMoved(_))),
            stalls: count(|what| matches!(what, EventKind::Stalled(..))),
            penalties: count(|what| matches!(what, EventKind::Penalty(penalty) if *penalty != 0)),
            clamped,
            discarded,
            left_lying: left_lying(played, calls, events),
            stuck: stuck.map(Call::to_string).collect(),
            calls: by_skill,
        }
    }

    /// Returns whether no skill ran longer than allowed and every fall was dealt with.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.stuck.is_empty() && self.left_lying.is_empty()
    }
}

/// Returns the times of falls after which the robot neither stood up, nor was put on its feet,
/// nor failed to stand up, s.
fn left_lying(played: Duration, calls: &[Call], events: &[Event]) -> Vec<f32> {
    let falls = events.iter().filter(|event| matches!(event.kind, EventKind::Fell(_)));
    let mut lying = Vec::new();
    for fall in falls {
        let until = fall.time + RECOVERY;
        let in_time = |time: Duration| time > fall.time && time <= until;
        let stood = events.iter().any(|event| {
            in_time(event.time) && matches!(event.kind, EventKind::StoodUp | EventKind::Placed(_))
        });
        let told = calls.iter().any(|call| {
            let end = Duration::from_micros(call.begun.as_micros()) + call.took;
            call.skill == "standup" && matches!(call.end, Some(End::Failed(_))) && in_time(end)
        });
        if !stood && !told && until < played {
            lying.push(fall.time.as_secs_f32());
        }
    }
    lying
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (skill, ends) in &self.calls {
            writeln!(
                f,
                "{skill:15} {:3} FINAL {:3} FAILED {:3} stopped",
                ends.r#final, ends.failed, ends.stopped
            )?;
        }
        writeln!(
            f,
            "{} of {} kicks hit the ball; falls: {}, by a push: {}; penalties: {}",
            self.hits, self.kicks, self.falls, self.pushes, self.penalties
        )?;
        if self.clamped + self.discarded > 0 {
            let Self { clamped, discarded, .. } = self;
            writeln!(
                f,
                "commands clamped to the limits of the body: {clamped}, discarded: {discarded}"
            )?;
        }
        for call in &self.stuck {
            writeln!(f, "took longer than it may: {call}")?;
        }
        for fall in &self.left_lying {
            writeln!(f, "lay there since {fall:.1} s")?;
        }
        writeln!(f, "{} : {} after {:.0} s", self.ours, self.theirs, self.played_sec)
    }
}

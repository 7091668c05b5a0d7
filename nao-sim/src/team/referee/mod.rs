//! The referee of a game of teams: the rules of 2026, as far as the simulation shows them.
//!
//! | part | contains |
//! |---|---|
//! | this file | states, halves, the clock, kick-offs, dropped balls |
//! | `scene` | its view of the field |
//! | `rulings`, `restart` | balls that are out, free kicks, goals that do not count |
//! | `places` | where a robot must not be |
//! | `offences`, `watch` | what it must not do |
//! | `removals`, `penalties`, `seats` | for how long it is out then, and where |
//! | `messages` | the count of team messages, beyond which no goal counts |
//! | `words` | what each robot hears of it |
//!
//! It sees the true places. Nothing here uses the code by which the robots keep the rules. A robot that
//! does not hear the whistle learns of PLAYING 10 s after it, when the ball is free, or when something
//! happens that cannot happen in SET. Ends do not change at half-time, for the field is the same from
//! both; the robots are put to the touchlines. There are no penalty kicks: an offence in the own
//! penalty area gives a direct free kick on its front line. There is no extra time.

mod messages;
mod offences;
mod penalties;
mod places;
mod removals;
mod restart;
mod rulings;
mod scene;
mod seats;
#[cfg(test)]
mod tests;
mod watch;
mod words;

pub(super) use messages::BUDGET;
pub use penalties::{Offence, Penalty};
pub use restart::{Kind, Restart};
pub(super) use scene::{Body, Scene, Tally, Verdict};
pub(super) use seats::{goalkeeper, return_place, start_place, waiting_place};

use super::{PlayerId, Team};
use crate::field::Point;
use core::time::Duration;
use messages::Messages;
use restart::Touches;
use skills_nao::hardware::Motion;
use skills_nao::pitch::Pitch;
use skills_nao::referee::State;
use watch::Watch;

/// The times of INITIAL, READY, SET, and of FINISHED between the halves.
const INITIAL: Duration = Duration::from_secs(3);
const READY: Duration = Duration::from_secs(45);
const SET: Duration = Duration::from_secs(5);
const BREAK: Duration = Duration::from_secs(5);
/// The time from the whistle of a kick-off until the ball is free.
pub(super) const FREE: Duration = Duration::from_secs(10);
/// READY ends early when all robots have stood at legal places for this time, but not before ..
const READY_RESTS: Duration = Duration::from_secs(4);
/// .. this time.
const READY_LEAST: Duration = Duration::from_secs(8);
/// The time for which a half goes on while the ball rolls.
const ROLLS: Duration = Duration::from_secs(10);
/// The speed below which a ball is at rest, m/s.
const AT_REST: f32 = 0.01;
/// Global stuck: nobody is so near to the ball, m, for so long.
const GLOBAL: (f32, Duration) = (1.0, Duration::from_secs(30));
/// Local stuck: two robots are so near, m, and the ball does not move for so long.
const LOCAL: (f32, Duration) = (0.5, Duration::from_secs(10));

/// The referee.
#[derive(Clone, Debug)]
pub struct Referee {
    pitch: Pitch,
    /// The number of players of each team.
    players: [u8; 2],
    half_time: Duration,
    state: State,
    /// The time left in the state, and since it began.
    left: Duration,
    in_state: Duration,
    half: u8,
    /// The time left of the half.
    clock: Duration,
    /// Whether the half has had its first whistle.
    begun: bool,
    overtime: Duration,
    score: [u32; 2],
    /// The team of the kick-off; `None` for a dropped ball.
    kick_off: Option<Team>,
    /// The time since a whistle, in SET: robots have not been informed of PLAYING.
    whistle: Option<Duration>,
    /// The time from the whistle to the announcement of PLAYING, and what is left of it in PLAYING.
    announce: Duration,
    unannounced: Duration,
    /// The time left of a stop, and since it began.
    stop: Duration,
    in_stop: Duration,
    restart: Option<Restart>,
    touches: Touches,
    watches: Vec<Watch>,
    /// The number of offences of each team that make removals longer.
    counted: [u32; 2],
    alone: Duration,
    stuck: Duration,
    /// The place of the ball since which it has not moved.
    still_at: Point,
    rests: Duration,
    tally: Tally,
    /// The budget of messages of each team, and what they have sent.
    budget: u16,
    messages: [Messages; 2],
}

impl Referee {
    /// Returns the referee of a game of two halves on a field, for teams of so many players.
    pub(super) fn new(players: [u8; 2], half_time: Duration, pitch: Pitch) -> Referee {
        let all = Team::BOTH.into_iter().flat_map(|team| {
            (1..=players[team.index()]).map(move |number| Watch::of(PlayerId::new(team, number)))
        });
        Referee {
            pitch,
            players,
            half_time,
            state: State::Initial,
            left: INITIAL,
            in_state: Duration::ZERO,
            half: 1,
            clock: half_time,
            begun: false,
            overtime: Duration::ZERO,
            score: [0; 2],
            kick_off: Some(Team::Left),
            whistle: None,
            announce: FREE,
            unannounced: Duration::ZERO,
            stop: Duration::ZERO,
            in_stop: Duration::ZERO,
            restart: None,
            touches: Touches::default(),
            watches: all.collect(),
            counted: [0; 2],
            alone: Duration::ZERO,
            stuck: Duration::ZERO,
            still_at: Point::default(),
            rests: Duration::ZERO,
            tally: Tally::default(),
            budget: BUDGET,
            messages: Default::default(),
        }
    }

    /// Sets the budget of messages of each team, 12 000 otherwise.
    pub(super) fn set_budget(&mut self, budget: u16) {
        self.budget = budget;
    }

    /// Sets the time from the whistle of a kick-off until robots are informed of PLAYING, unless something
    /// happens before that cannot happen in SET: at least 10 s, which is the time otherwise.
    pub(super) fn set_announcement(&mut self, after: Duration) {
        self.announce = after;
    }

    /// Returns the state of the game.
    #[must_use]
    pub fn state(&self) -> State {
        self.state
    }

    /// Returns whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.half > 1 && self.state == State::Finished
    }

    /// Returns whether play is stopped.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        !self.stop.is_zero()
    }

    /// Returns the free kick that the ball is not yet in play of.
    #[must_use]
    pub fn restart(&self) -> Option<Restart> {
        self.restart
    }

    /// Returns the goals of the left and of the right team.
    #[must_use]
    pub fn score(&self) -> [u32; 2] {
        self.score
    }

    /// Returns the penalty of a player.
    #[must_use]
    pub fn penalty(&self, id: PlayerId) -> Option<Penalty> {
        self.watches.iter().find(|watch| watch.id == id)?.penalty
    }

    pub(super) fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Returns whether a player is on the field.
    fn is_on(&self, id: PlayerId) -> bool {
        self.watches.iter().any(|watch| watch.id == id && watch.is_on())
    }

    /// Returns the number of players of a team on the field.
    fn on_field(&self, team: Team) -> usize {
        self.watches.iter().filter(|watch| watch.id.team == team && watch.is_on()).count()
    }

    fn watch_mut(&mut self, id: PlayerId) -> Option<&mut Watch> {
        self.watches.iter_mut().find(|watch| watch.id == id)
    }

    fn goalkeeper(&self, team: Team) -> u8 {
        goalkeeper(self.players[team.index()])
    }

    /// Returns whether play is on, also if robots have not learned of it.
    fn plays(&self) -> bool {
        self.state == State::Play || self.whistle.is_some()
    }

    /// Returns whether the ball of a kick-off has moved.
    fn is_kick_off_taken(&self, scene: &Scene<'_>) -> bool {
        self.whistle.is_some() && self.touches.has_moved(scene.ball.at)
    }

    /// Advances the game by a pass. Returns the decisions.
    pub(super) fn step(&mut self, scene: &Scene<'_>, dt: Duration) -> Verdict {
        let mut verdict = Verdict::default();
        let waited = !self.unannounced.is_zero();
        self.in_state = self.in_state.saturating_add(dt);
        if self.begun && self.state != State::Finished {
            self.clock = self.clock.saturating_sub(dt);
        }
        if self.is_stopped() {
            self.stop = self.stop.saturating_sub(dt);
            self.in_stop = if self.is_stopped() { self.in_stop + dt } else { Duration::ZERO };
        } else {
            self.run(scene, dt, &mut verdict);
        }
        self.judge(scene, dt, &mut verdict);
        self.advance_penalties(dt, &mut verdict);
        if waited && self.unannounced.is_zero() && self.state == State::Play {
            verdict.say("the end of SET is announced".into());
        }
        verdict
    }

    /// Advances the state while play is not stopped.
    fn run(&mut self, scene: &Scene<'_>, dt: Duration, verdict: &mut Verdict) {
        self.left = self.left.saturating_sub(dt);
        if self.state == State::Play {
            self.unannounced = self.unannounced.saturating_sub(dt);
        }
        let twice = self.note_touches(scene, dt, verdict);
        if self.ends_half(scene, dt) {
            self.finish(verdict);
            return;
        }
        let ready = self.state == State::Ready && self.are_ready(scene, dt);
        match self.state {
            State::Initial if self.left.is_zero() => self.begin_ready(self.kick_off, verdict),
            State::Ready if self.left.is_zero() || ready => {
                self.enter(State::Set, SET, verdict);
                self.place_ball(Point::default(), verdict);
            }
            State::Set => self.set(scene, dt, verdict),
            State::Play => {
                self.advance_restart(scene, dt);
                if let Some(id) = twice {
                    self.tally.second_touches += 1;
                    verdict.say(format!("second touch of {id}"));
                    self.call(Kind::Indirect, id.team.other(), scene.ball.at, verdict);
                } else if let Some(out) = scene.ball.beyond(&self.pitch) {
                    self.ball_out(out, scene.ball, verdict);
                } else if self.is_deserted(scene, dt) {
                    verdict.say("global game stuck".into());
                    self.tally.dropped += 1;
                    self.begin_ready(None, verdict);
                }
            }
            State::Finished if self.half == 1 && self.left.is_zero() => {
                self.half = 2;
                (self.clock, self.begun, self.overtime) = (self.half_time, false, Duration::ZERO);
                self.kick_off = Some(Team::Right);
                verdict.line_up = true;
                self.enter(State::Initial, INITIAL, verdict);
            }
            _ => {}
        }
    }

    /// Advances SET, and the time after the whistle in which robots do not know that play is on.
    fn set(&mut self, scene: &Scene<'_>, dt: Duration, verdict: &mut Verdict) {
        match self.whistle {
            None if self.left.is_zero() => {
                self.whistle = Some(Duration::ZERO);
                self.begun = true;
                self.watch_kick_off();
                verdict.whistle = true;
                verdict.say("whistle".into());
            }
            None => {}
            Some(since) => {
                let since = since.saturating_add(dt);
                self.whistle = Some(since);
                let out = scene.ball.beyond(&self.pitch);
                if since >= FREE || out.is_some() {
                    self.whistle = None;
                    self.unannounced = self.announce.saturating_sub(FREE);
                    self.end_kick_off();
                    self.enter(State::Play, Duration::ZERO, verdict);
                }
                if let Some(out) = out {
                    self.ball_out(out, scene.ball, verdict);
                }
            }
        }
    }

    /// Judges each robot, and penalizes those with offences.
    fn judge(&mut self, scene: &Scene<'_>, dt: Duration, verdict: &mut Verdict) {
        if self.is_locally_stuck(scene, dt)
            && let Some(id) = self.nearest(scene)
        {
            self.penalize(id, Offence::LocalGameStuck, verdict);
        }
        for body in scene.bodies {
            let Some(offence) = self.offence(body, scene, dt) else { continue };
            let mut pushed = scene.knocks.iter().chain(scene.presses);
            if let (Offence::Pushing, Some((_, hit))) =
                (offence, pushed.find(|(walker, _)| *walker == body.id))
            {
                verdict.say(format!("{} pushes {hit}", body.id));
            }
            self.penalize(body.id, offence, verdict);
            let near = (body.at.point() - scene.ball.at).length() < self.pitch.circle_m;
            let foul = matches!(offence, Offence::Pushing | Offence::BallHolding);
            if foul && near && self.state == State::Play {
                let ball = body.id.team.point(scene.ball.at);
                let front = self.pitch.area_depth_m - self.pitch.half_length_m;
                let in_area = places::in_own_area(ball, &self.pitch);
                let at = if in_area { Point::new(front, ball.y) } else { ball };
                let at = body.id.team.point(at);
                self.call(Kind::Direct, body.id.team.other(), at, verdict);
            }
        }
    }

    /// Returns whether the half is over: its time is, and the ball does not roll.
    fn ends_half(&mut self, scene: &Scene<'_>, dt: Duration) -> bool {
        if !self.begun || !self.clock.is_zero() || self.state == State::Finished {
            return false;
        }
        self.overtime = self.overtime.saturating_add(dt);
        let rolls = self.plays() && scene.ball.velocity.length() > AT_REST;
        !rolls || self.overtime > ROLLS
    }

    fn finish(&mut self, verdict: &mut Verdict) {
        (self.whistle, self.restart, self.stop) = (None, None, Duration::ZERO);
        self.unannounced = Duration::ZERO;
        self.end_penalties(verdict);
        self.enter(State::Finished, BREAK, verdict);
    }

    fn enter(&mut self, state: State, left: Duration, verdict: &mut Verdict) {
        (self.state, self.left, self.in_state) = (state, left, Duration::ZERO);
        (self.alone, self.stuck, self.rests) = (Duration::ZERO, Duration::ZERO, Duration::ZERO);
        let late = if self.unannounced.is_zero() { "" } else { ", not announced" };
        verdict.say(format!("{}{late}", scene::name(state)));
    }

    /// Begins READY for a kick-off of a team, or for a dropped ball.
    fn begin_ready(&mut self, of: Option<Team>, verdict: &mut Verdict) {
        (self.kick_off, self.restart, self.unannounced) = (of, None, Duration::ZERO);
        self.enter(State::Ready, READY, verdict);
        self.place_ball(Point::default(), verdict);
    }

    fn place_ball(&mut self, at: Point, verdict: &mut Verdict) {
        verdict.ball = Some(at);
        self.touches.put(at);
        self.still_at = at;
        (self.alone, self.stuck) = (Duration::ZERO, Duration::ZERO);
    }

    fn count_goal(&mut self, of: Team, verdict: &mut Verdict) {
        if self.messages[of.index()].are_too_many(self.budget) {
            verdict.say(format!("no goal for team {}: too many messages", of.number()));
            self.tally.disallowed += 1;
            self.begin_ready(Some(of.other()), verdict);
            return;
        }
        self.score[of.index()] += 1;
        let [left, right] = self.score;
        let by = match self.touches.last {
            Some(id) if id.team == of => {
                *self.tally.goals.entry(id).or_default() += 1;
                format!(" by {id}")
            }
            Some(id) => format!(", which {id} of the others touched last"),
            None => String::new(),
        };
        verdict.say(format!("goal for team {}{by}: {left} : {right}", of.number()));
        self.begin_ready(Some(of.other()), verdict);
    }

    /// Returns whether all robots have come to rest at legal places, before the end of READY.
    fn are_ready(&mut self, scene: &Scene<'_>, dt: Duration) -> bool {
        let is_ready = |body: &Body| {
            let rests = body.motion.is_none() && !body.is_down();
            !self.is_on(body.id) || rests && !self.is_wrong(body, scene)
        };
        let ready = scene.bodies.iter().all(is_ready);
        self.rests = if ready { self.rests.saturating_add(dt) } else { Duration::ZERO };
        self.rests >= READY_RESTS && self.in_state >= READY_LEAST
    }

    /// Returns whether nobody has been near the ball for so long that it is dropped.
    fn is_deserted(&mut self, scene: &Scene<'_>, dt: Duration) -> bool {
        let counts = self.state == State::Play && self.restart.is_none();
        let near = |body: &Body| (body.at.point() - scene.ball.at).length() < GLOBAL.0;
        let alone = !scene.bodies.iter().any(|body| self.is_on(body.id) && near(body));
        self.alone = if counts && alone { self.alone.saturating_add(dt) } else { Duration::ZERO };
        self.alone >= GLOBAL.1
    }

    /// Returns whether the ball has not moved among robots for too long.
    fn is_locally_stuck(&mut self, scene: &Scene<'_>, dt: Duration) -> bool {
        let ball = scene.ball.at;
        if (ball - self.still_at).length() > restart::MOVED {
            (self.still_at, self.stuck) = (ball, Duration::ZERO);
        }
        let counts = self.state == State::Play && self.restart.is_none() && !self.is_stopped();
        let near =
            |body: &&Body| self.is_on(body.id) && (body.at.point() - ball).length() < LOCAL.0;
        let among = scene.bodies.iter().filter(near).count() > 1;
        // The foot of this robot meets the ball only 6.5 s after its kick has begun.
        let kicks = |body: Body| matches!(body.motion, Some(Motion::Kick { .. }));
        let swings = scene.bodies.iter().filter(near).any(|body| kicks(*body));
        self.stuck = match (counts && among, swings) {
            (false, _) => Duration::ZERO,
            (true, true) => self.stuck,
            (true, false) => self.stuck.saturating_add(dt),
        };
        let stuck = self.stuck > LOCAL.1;
        if stuck {
            self.stuck = Duration::ZERO;
        }
        stuck
    }

    /// Returns the robot that is nearest to the ball.
    fn nearest(&self, scene: &Scene<'_>) -> Option<PlayerId> {
        let on = scene.bodies.iter().filter(|body| self.is_on(body.id));
        let gap = |body: &Body| (body.at.point() - scene.ball.at).length();
        on.min_by(|one, other| gap(one).total_cmp(&gap(other))).map(|body| body.id)
    }
}

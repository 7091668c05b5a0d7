//! Team play as a stage of the main loop: packets in; the team, its ball and perhaps a message out.

use super::inbox::{Heard, Inbox};
use super::message::{LENGTH, MAX_NUMBER, MatePose, TeamMessage};
use super::outbox::{Outbox, Ration};
use super::roles::{Assignment, Candidate, assign};
use super::stations::{station, to_ball_sec};
use crate::interfaces::mates::Role;
use crate::interfaces::referee::Phase;
use crate::interfaces::{
    GameState, NaoState, ObjectPosition, SoccerPenalty, SoccerReferee, Team, game, object, penalty,
};
use crate::pitch::Pitch;
use crate::world_model::{self, Sighting, TeamBall};
use core::time::Duration;
use skill_runtime::Instant;

/// The time after which a silent mate takes no part in roles any more, s.
const FRESH_SEC: f32 = 5.0;
/// The time after which its sighting of the ball is no longer used, s.
const SILENT_SEC: f32 = 10.0;
/// The time for which a ball must have been unseen to be news, s.
const NEWS_SEC: f32 = 2.0;
/// The age of a mate that was never heard, s.
const NEVER_SEC: f32 = 1000.0;
/// The duration of a half by the rules of 2026, for a robot that has not seen the clock before its half, and
/// what that clock does not count: READY, SET and the false state of the first kick-off, s.
const HALF_SEC: f32 = 600.0;
const UNCOUNTED_SEC: f32 = 60.0;

/// The interfaces that the stage reads.
#[derive(Clone, Copy, Debug)]
pub struct Senses<'a> {
    /// "WM Ball".
    pub ball: &'a ObjectPosition,
    /// "WM Pose".
    pub pose: &'a ObjectPosition,
    /// "Nao State".
    pub state: &'a NaoState,
    /// "WM GameState".
    pub game: &'a GameState,
    /// "SPL Penalty".
    pub penalty: &'a SoccerPenalty,
    /// "Referee".
    pub referee: &'a SoccerReferee,
}

impl Senses<'_> {
    /// Returns whether the robot may play.
    fn plays(&self) -> bool {
        self.penalty.penalty == penalty::SPL_PENALTY_NONE
    }

    fn is_keeper(&self) -> bool {
        self.referee.number == self.referee.our_goalkeeper
    }

    /// Returns whether a number is that of another field player of ours without a penalty.
    fn is_field_player(&self, number: u8) -> bool {
        self.referee.field_players().any(|player| player == number)
    }

    /// Returns the duration of a half, s, while the clock shows it: before the first half.
    fn half_sec(&self) -> Option<f32> {
        let shows = self.referee.heard
            && self.referee.first_half
            && self.referee.phase != Phase::Timeout
            && self.game.game_state == game::GS_SPL_INITIAL
            && self.referee.remaining_sec > 0;
        shows.then(|| f32::from(self.referee.remaining_sec))
    }

    /// Returns the rest of the budget and of the game with halves of this duration; `None` where the robot is
    /// silent.
    fn ration(&self, half_sec: f32) -> Option<Ration> {
        let counts = matches!(
            self.game.game_state,
            game::GS_SPL_READY | game::GS_SPL_SET | game::GS_SPL_PLAY
        );
        // A robot that does not know its place has nothing to say: any place is a claim.
        let is_placed = self.pose.flags & object::FLAG_HAS_WORLD != 0;
        if !self.referee.heard || !counts || !self.plays() || !is_placed {
            return None;
        }
        let to_come = if self.referee.first_half { half_sec + UNCOUNTED_SEC } else { 0.0 };
        let left_sec = f32::from(self.referee.remaining_sec).max(0.0) + UNCOUNTED_SEC + to_come;
        let speakers =
            self.referee.field_players().count() + usize::from(self.referee.keeper_plays());
        let speakers = u8::try_from(speakers).unwrap_or(u8::MAX).max(1);
        Some(Ration { budget: self.referee.message_budget, left_sec, speakers })
    }
}

/// Returns whether the place of a mate may be known: it was heard lately.
fn is_fresh(heard: &Heard, now: Instant) -> bool {
    heard.age_sec(now) < FRESH_SEC
}

/// Returns the ball that a mate sees, unless it has been silent for too long.
fn sighting(heard: &Heard, now: Instant) -> Option<Sighting> {
    let since_sec = heard.age_sec(now);
    let report = heard.message.ball.filter(|_| since_sec < SILENT_SEC)?;
    Some(Sighting::of(&report, since_sec))
}

/// Team play of one robot.
#[derive(Clone, Debug)]
pub struct TeamStage {
    /// The number of the team.
    number: u8,
    /// The own number as the referee announced it last.
    own: u8,
    inbox: Inbox,
    outbox: Outbox,
    team: Team,
    ball: Option<TeamBall>,
    /// The duration of a half, s.
    half_sec: f32,
    /// The role and the fall that the last message had.
    said: (Role, bool),
    /// The time since the robot saw the ball, s.
    unseen_sec: f32,
    last: Option<Instant>,
    leaves_until: Option<Instant>,
    message: Option<[u8; LENGTH]>,
}

impl TeamStage {
    /// Returns the stage of a robot in the team with a number.
    #[must_use]
    pub fn new(number: u8) -> Self {
        Self {
            number,
            own: 0,
            inbox: Inbox::default(),
            outbox: Outbox::default(),
            team: Team::default(),
            ball: None,
            half_sec: HALF_SEC,
            said: (Role::None, false),
            unseen_sec: 0.0,
            last: None,
            leaves_until: None,
            message: None,
        }
    }

    /// Receives a packet. A robot that does not know its own number yet ignores it.
    pub fn hear(&mut self, packet: &[u8], now: Instant) {
        if self.own > 0 {
            let _counted = self.inbox.receive(packet, self.number, self.own, now);
        }
    }

    /// Leaves the ball to others for a time, s; 0 or less ends that.
    pub fn leave_ball(&mut self, time_sec: f32, now: Instant) {
        let time = Duration::try_from_secs_f32(time_sec).ok().filter(|time| !time.is_zero());
        self.leaves_until = time.map(|time| now.after(time));
    }

    /// Returns the data of "Team".
    #[must_use]
    pub fn team(&self) -> &Team {
        &self.team
    }

    /// Returns the ball that the team sees.
    #[must_use]
    pub fn ball(&self) -> Option<TeamBall> {
        self.ball
    }

    /// Removes and returns the message to send.
    pub fn take_message(&mut self) -> Option<[u8; LENGTH]> {
        self.message.take()
    }

    /// Advances to `now`: merges the ball, decides the role, and writes a message if it is time to.
    pub fn step(&mut self, senses: &Senses<'_>, now: Instant) {
        self.own = senses.referee.number;
        self.note_mates(now);
        let own = world_model::report(senses.ball).map(|report| Sighting::of(&report, 0.0));
        let mates = self.inbox.heard().filter_map(|heard| sighting(heard, now));
        self.ball = world_model::merge(own.into_iter().chain(mates));
        let assignment = self.decide(senses, now);
        self.team.role = assignment.role;
        let pitch = &Pitch::of(senses.referee);
        let ball = self.ball.map_or((0.0, 0.0), |ball| ball.ball.at);
        let here = (senses.pose.world_x, senses.pose.world_y);
        (self.team.place_x, self.team.place_y) = station(assignment, ball, pitch).unwrap_or(here);
        self.speak(senses, now);
    }

    /// Updates what is known of mates.
    fn note_mates(&mut self, now: Instant) {
        let team = &mut self.team;
        team.age_sec = [NEVER_SEC; 20];
        team.fresh = [false; 20];
        for heard in self.inbox.heard() {
            let message = &heard.message;
            let index = usize::from(message.player).wrapping_sub(1);
            macro_rules! note {
                ($($field:ident = $value:expr;)*) => {
                    $(if let Some(place) = team.$field.get_mut(index) { *place = $value; })*
                };
            }
            note! {
                fresh = is_fresh(heard, now);
                age_sec = heard.age_sec(now).min(NEVER_SEC);
                clock_ms = message.time_ms;
                mate_role = message.role;
                fallen = message.fallen;
                x = message.pose.x_m;
                y = message.pose.y_m;
                theta = message.pose.theta_rad;
                deviation = message.pose.deviation_m;
                mate_to_ball_sec = message.to_ball_sec.unwrap_or(-1.0);
            }
        }
        let counts = self.inbox.counts();
        (team.received, team.duplicates) = (counts.received, counts.duplicates);
        (team.late, team.refused) = (counts.late, counts.refused);
    }

    /// Returns the role of this robot.
    fn decide(&mut self, senses: &Senses<'_>, now: Instant) -> Assignment {
        let leaves = self.leaves_until.is_some_and(|until| now < until);
        let pitch = &Pitch::of(senses.referee);
        let time = |ball: TeamBall| {
            to_ball_sec(ball.ball.at, senses.pose, senses.state.posture.is_down(), pitch)
        };
        let to_ball_sec = self.ball.and_then(time).filter(|_| senses.plays() && !leaves);
        self.team.to_ball_sec = to_ball_sec.unwrap_or(-1.0);
        let fresh = self.inbox.heard().filter(|heard| is_fresh(heard, now));
        let is_alone = fresh.clone().next().is_none();
        if is_alone || !senses.plays() || self.own == 0 {
            return Assignment::default();
        }
        if senses.is_keeper() {
            // Zones say which balls are the keeper's.
            return Assignment { role: Role::Keeper, rank: 0, count: 1 };
        }
        let own = Candidate {
            number: self.own,
            to_ball_sec,
            role: self.team.role,
            at: (senses.pose.world_x, senses.pose.world_y),
        };
        let players = fresh.filter(|heard| senses.is_field_player(heard.message.player));
        let mut mates = [None; MAX_NUMBER as usize];
        for (mate, heard) in mates.iter_mut().zip(players) {
            *mate = Some(Candidate {
                number: heard.message.player,
                to_ball_sec: heard.message.to_ball_sec,
                role: heard.message.role,
                at: (heard.message.pose.x_m, heard.message.pose.y_m),
            });
        }
        assign(&own, &mates.iter().flatten().copied())
    }

    /// Writes a message, if it is time to.
    fn speak(&mut self, senses: &Senses<'_>, now: Instant) {
        let passed_sec = self.last.map_or(0.0, |last| now.since(last).as_secs_f32());
        self.last = Some(now);
        let found = senses.ball.visible && self.unseen_sec > NEWS_SEC;
        let fallen = senses.state.posture.is_down();
        let event = found || (self.team.role, fallen) != self.said;
        self.half_sec = senses.half_sec().unwrap_or(self.half_sec);
        let ration = senses.ration(self.half_sec);
        self.team.budget = senses.referee.message_budget;
        if self.own == 0 || !self.outbox.step(ration, event, now) {
            // News is news until it was sent.
            let is_news = found && ration.is_some();
            self.unseen_sec = if !senses.ball.visible {
                self.unseen_sec + passed_sec
            } else if is_news {
                self.unseen_sec
            } else {
                0.0
            };
            return;
        }
        self.unseen_sec = 0.0;
        self.said = (self.team.role, fallen);
        self.team.sent = self.outbox.sent();
        self.message = self.words(senses, now).encode().ok();
    }

    fn words(&self, senses: &Senses<'_>, now: Instant) -> TeamMessage {
        let pose = senses.pose;
        let [variance, .., turn] = pose.world_xyz_covariance;
        TeamMessage {
            team: self.number,
            player: self.own,
            sequence: self.outbox.sent(),
            #[allow(clippy::cast_possible_truncation)] // it wraps
            time_ms: (now.as_micros() / 1000) as u32,
            fallen: senses.state.posture.is_down(),
            penalized: !senses.plays(),
            role: self.team.role,
            pose: MatePose {
                x_m: pose.world_x,
                y_m: pose.world_y,
                theta_rad: pose.world_z,
                deviation_m: libm::sqrtf(variance.max(0.0)),
                theta_deviation_rad: libm::sqrtf(turn.max(0.0)),
            },
            ball: world_model::report(senses.ball),
            to_ball_sec: (self.team.to_ball_sec >= 0.0).then_some(self.team.to_ball_sec),
            target_m: (self.team.place_x, self.team.place_y),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: Instant = Instant::ZERO;

    /// Returns the rest of the game in the ration of a robot that has seen the clock in these states.
    fn left_sec(seen: &[(u32, i16)], placed: bool) -> Option<f32> {
        let mut stage = TeamStage::new(5);
        let mut ration = None;
        for (game_state, remaining_sec) in seen {
            let referee = SoccerReferee {
                number: 2,
                heard: true,
                first_half: true,
                remaining_sec: *remaining_sec,
                message_budget: 12_000,
                ..SoccerReferee::default()
            };
            let flags = if placed { object::FLAG_HAS_WORLD } else { object::FLAG_NONE };
            let senses = Senses {
                ball: &ObjectPosition::default(),
                pose: &ObjectPosition { flags, ..ObjectPosition::default() },
                state: &NaoState::default(),
                game: &GameState { game_state: *game_state, ..GameState::default() },
                penalty: &SoccerPenalty::default(),
                referee: &referee,
            };
            stage.step(&senses, START);
            ration = senses.ration(stage.half_sec);
        }
        ration.map(|ration| ration.left_sec)
    }

    #[test]
    fn the_clock_before_the_first_half_is_the_duration_of_the_second() {
        let (initial, play) = (game::GS_SPL_INITIAL, game::GS_SPL_PLAY);
        let uncounted = 2.0 * UNCOUNTED_SEC;
        assert_eq!(left_sec(&[(initial, 300), (play, 100)], true), Some(400.0 + uncounted));
        // It was switched on during the half.
        assert_eq!(left_sec(&[(play, 100)], true), Some(700.0 + uncounted));
    }

    #[test]
    fn a_robot_that_does_not_know_its_place_is_silent() {
        assert_eq!(left_sec(&[(game::GS_SPL_PLAY, 100)], false), None);
    }
}

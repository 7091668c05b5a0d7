//! The decisions of the striker: whose the ball is, where to aim, and where to wait.

use super::rivals::{is_mates, vacant};
use crate::interfaces::mates::{self, Role};
use crate::interfaces::{
    GameState, NaoState, ObjectPosition, Obstacles, SoccerPenalty, SoccerReferee, Team, game,
    object, penalty, referee::Kicking, state::Conduct,
};
use crate::pitch::Pitch;
use crate::predicates::{ball_unseen, ball_visible, wrapped};
use crate::set_plays::Moment;
use crate::skills::Goto;
use crate::team::stations::walk_sec;
use crate::zones::{Zone, in_zone, is_keepers};
use skill_runtime::Port;

/// The distance from its place in a team within which a robot waits, m.
const AT_HOME_M: f32 = 0.4;
/// The same for a place that moves with the ball, m.
const AT_STATION_M: f32 = 0.8;
/// The number of images, 15 a second, for which nobody of the team may have seen the ball that leads a robot.
const KNOWN_IMAGES: i32 = 45;
/// The distance within which a robot looks for the ball itself, m.
const NEAR_M: f32 = 0.8;
/// The way of the ball below which a kick was blocked, m, and the angle past who blocks it, rad.
const BLOCKED_M: f32 = 0.4;
const ASIDE_RAD: f32 = 0.7;
/// The distance from our goal line within which a ball is kicked along it, m.
const OWN_LINE_M: f32 = 0.2;
/// The distances from the ball, m, at which a robot stands while it prepares a kick.
const BEHIND_M: [f32; 2] = [0.3, 0.18];
/// The distance that these places should have from a goal post, m, and how far a kick is turned for each meter less,
/// rad/m.
const POST_M: f32 = 0.4;
const POST_RAD_PER_M: f32 = 8.0;
/// The angles by which a kick is turned for that, rad, and the distance beside our goal at which it may leave the
/// field, m.
const TURNS_RAD: [f32; 11] = [0.0, 0.3, -0.3, 0.6, -0.6, 0.9, -0.9, 1.2, -1.2, 1.5, -1.5];
const BESIDE_GOAL_M: f32 = 0.2;
/// The distance from the lines that such a robot keeps, m.
const INSIDE_M: f32 = 0.3;
/// The x coordinate that a late robot goes to before a kick-off, m. The rules allow a place nearer to the halfway line,
/// but the robot only estimates where it is.
const HOME_M: f32 = -0.45;
/// The x coordinate that a robot goes to if it has time, m: late ones have room between it and the halfway line.
const ROOM_M: f32 = -0.9;
/// The number of our robots that may be in our goal area, and the distance that another one keeps, m.
const IN_GOAL_AREA: usize = 3;
const BESIDE_AREA_M: f32 = 0.35;
/// The number of images within which a mate has seen where the ball is now.
const SEEN_IMAGES: i32 = 30;
/// The time of READY that a robot keeps for what may come between, s: in the other half, and at home.
const SPARE_SEC: f32 = 15.0;
const SPARE_HOME_SEC: f32 = 5.0;
/// The time for which a robot leaves the ball to others after the first touch of a set play, s.
const LEAVES_SEC: f32 = 10.0;

/// Returns whether the robot is down, and may get up.
pub(super) fn may_rise(state: &NaoState) -> bool {
    state.posture.is_down() && matches!(state.conduct, Conduct::Stay | Conduct::Play)
}

/// Returns whether the robot has no penalty.
pub(super) fn may_play(penalty: &SoccerPenalty) -> bool {
    penalty.penalty == penalty::SPL_PENALTY_NONE
}

/// A robot in the way: after a kick the ball lies where it was.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Duel {
    /// The place of the ball at the last kick, m; infinite if there was none.
    kicked_m: (f32, f32),
    /// The number of kicks in a row after which the ball lay where it was.
    blocked: u8,
}

impl Duel {
    /// No kick yet.
    pub const NONE: Self = Self { kicked_m: (f32::INFINITY, f32::INFINITY), blocked: 0 };

    /// Notes a kick.
    pub(super) fn kick(&mut self, ball: &ObjectPosition) {
        self.kicked_m = (ball.world_x, ball.world_y);
    }

    /// Notes whether the last kick has moved the ball, before the next one. Alone nobody is in the way.
    pub(super) fn look(&mut self, ball: &ObjectPosition, players: u8) {
        let moved_m = off(ball, self.kicked_m);
        self.blocked = if players > 1 && moved_m < BLOCKED_M { self.blocked % 4 + 1 } else { 0 };
        self.kicked_m = Self::NONE.kicked_m;
    }
}

/// Returns the direction to play the ball in, rad: into the opponents' goal, or past it if the touch that
/// our kick-off or set play begins with must not score. If somebody is in the way, to a supporter, or past
/// them on either side in turn.
pub(super) fn aim(
    (ball, team_ball): (&ObjectPosition, &ObjectPosition),
    team: &Team,
    game: &GameState,
    referee: &SoccerReferee,
    kickoff: bool,
    (players, duel): (u8, &Duel),
) -> f32 {
    let pitch = &Pitch::of(referee);
    let indirect = Moment::FreeKick { of: Kicking::Ours, indirect: true };
    let (x, y) = if kickoff || Moment::of(game, referee) == indirect {
        let beside = f32::midpoint(pitch.goal_half_width_m, pitch.half_width_m);
        (pitch.half_length_m, beside.copysign(ball.world_y))
    } else if players > 1 {
        // Past the goalkeeper.
        (pitch.half_length_m + 0.1, (0.5 * pitch.goal_half_width_m).copysign(ball.world_y))
    } else {
        (pitch.half_length_m + 0.2, 0.0)
    };
    let goal_rad = libm::atan2f(y - ball.world_y, x - ball.world_x);
    if ball.world_x < OWN_LINE_M - pitch.half_length_m {
        // Along our goal line, so that nobody has to walk into the goal.
        return past_posts(pitch, ball, 1.4_f32.copysign(ball.world_y));
    }
    if duel.blocked == 0 {
        return past_posts(pitch, ball, goal_rad);
    }
    let from = if team.role == Role::None { ball } else { team_ball };
    let side = if duel.blocked % 2 == 0 { 1.0 } else { -1.0 } * 1.0_f32.copysign(from.world_y);
    passes(team, from).unwrap_or(goal_rad + side * ASIDE_RAD)
}

/// Returns the direction of a kick, rad: this one, or one near it if the robot would stand at a goal post.
fn past_posts(pitch: &Pitch, ball: &ObjectPosition, dir_rad: f32) -> f32 {
    let cost_rad = |turn_rad: f32| {
        let (sin, cos) = libm::sincosf(dir_rad + turn_rad);
        let gap_m = BEHIND_M.map(|dist_m| {
            let (x, y) = (ball.world_x - dist_m * cos, ball.world_y - dist_m * sin);
            libm::hypotf(x.abs() - pitch.half_length_m, y.abs() - pitch.goal_half_width_m)
        });
        let near_m = POST_M - gap_m[0].min(gap_m[1]);
        // Where a ball that rolls back leaves the field.
        let out_m = ball.world_y - (ball.world_x + pitch.half_length_m) * sin / cos.min(-0.01);
        let is_back = cos < 0.0 && out_m.abs() < pitch.goal_half_width_m + BESIDE_GOAL_M;
        let back = if is_back { f32::INFINITY } else { 0.0 };
        turn_rad.abs() + POST_RAD_PER_M * near_m.max(0.0) + back
    };
    if cost_rad(0.0) <= 0.0 {
        return dir_rad;
    }
    let turns = TURNS_RAD.map(|turn_rad| (turn_rad, cost_rad(turn_rad)));
    let best = turns.iter().min_by(|one, other| one.1.total_cmp(&other.1));
    dir_rad + best.map_or(0.0, |best| best.0)
}

/// Returns the direction of a pass to the supporter that is nearest to the opponents' goal, if it is past a
/// robot in front.
fn passes(team: &Team, ball: &ObjectPosition) -> Option<f32> {
    let all = team.mate_role.iter().zip(&team.fresh).zip(team.x.iter().zip(&team.y));
    let supporters = all.filter(|((role, fresh), _)| **role == Role::Supporter && **fresh);
    let (_, (x, y)) = supporters.max_by(|(_, one), (_, other)| one.0.total_cmp(other.0))?;
    let direction = libm::atan2f(y - ball.world_y, x - ball.world_x);
    (ASIDE_RAD - 0.2..ASIDE_RAD + 0.4).contains(&direction.abs()).then_some(direction)
}

/// Returns whether another robot of our team is to kick off, and has not yet.
pub(super) fn is_kick_of_another(ball: &ObjectPosition, referee: &SoccerReferee) -> bool {
    !referee.is_kicker() && libm::hypotf(ball.world_x, ball.world_y) < 0.3
}

/// Whose the ball is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Whose {
    /// This robot's.
    Mine,
    /// The other team's, until they have played it or their time is over.
    Theirs,
    /// That of a mate: who takes the set play, the striker or the keeper with its number, one in whose zone it
    /// is, one that is nearer to it.
    SetPlayTaker,
    Striker(Option<u8>),
    Keeper(Option<u8>),
    OtherZone,
    NearerMate,
    /// Nobody more of ours may be in our goal area, where it is.
    FullGoalArea,
}

impl Whose {
    /// That of the mate that is the striker.
    fn striker(team: &Team) -> Self {
        Self::Striker(mate(team, Role::Striker))
    }
}

/// Returns the number of the mate that has a role, if one is heard.
fn mate(team: &Team, role: Role) -> Option<u8> {
    let mut all = (1..).zip(team.mate_role.iter().zip(&team.fresh));
    all.find(|(_, (of, fresh))| **of == role && **fresh).map(|(number, _)| number)
}

/// Returns who may touch the ball by the rules: of our team, who takes a set play.
pub(super) fn turn(game: &GameState, referee: &SoccerReferee, team: &Team) -> Whose {
    let moment = Moment::of(game, referee);
    if !moment.is_ball_ours() {
        return Whose::Theirs;
    }
    match moment {
        Moment::Open => Whose::Mine,
        Moment::FreeKick { .. } | Moment::GoalKick(_) if team.role != Role::None => {
            if team.role == Role::Striker { Whose::Mine } else { Whose::striker(team) }
        }
        _ if referee.is_kicker() => Whose::Mine,
        _ => Whose::SetPlayTaker,
    }
}

/// Returns whose the ball is, as the robot and as its team sees it. A set play is the
/// kicker's, wherever it is; else the ball is the striker's, or the keeper's near the goal. Without roles it
/// is that of the robot in whose zone it is, and of those the nearest.
pub(super) fn whose(
    (ball, team_ball, pose): (&ObjectPosition, &ObjectPosition, &ObjectPosition),
    (team, obstacles): (&Team, &Obstacles),
    game: &GameState,
    referee: &SoccerReferee,
    players: u8,
    plays: bool,
) -> Whose {
    if Moment::of(game, referee) != Moment::Open {
        return Whose::Mine;
    }
    match team.role {
        Role::None if !in_zone(ball, referee, players, plays) => Whose::OtherZone,
        Role::None if players > 1 && is_mates(ball, pose, obstacles, plays) => Whose::NearerMate,
        Role::Keeper if !in_zone(team_ball, referee, players, plays) => Whose::striker(team),
        Role::Striker if is_keepers(team_ball, referee, plays) => {
            Whose::Keeper(mate(team, Role::Keeper))
        }
        Role::Striker if is_crowded(team, referee) && in_goal_area(team_ball, referee) => {
            Whose::FullGoalArea
        }
        Role::Supporter | Role::Defender => Whose::striker(team),
        Role::None | Role::Keeper | Role::Striker => Whose::Mine,
    }
}

/// Returns whether as many robots of ours as may be are in our goal area without this one.
fn is_crowded(team: &Team, referee: &SoccerReferee) -> bool {
    let pitch = &Pitch::of(referee);
    let penalties = referee.our_penalties.iter().map(|of| u16::from(*of));
    let all = team.fresh.iter().zip(penalties).zip(team.x.iter().zip(&team.y));
    let inside = all.filter(|((fresh, penalty), (x, y))| {
        **fresh && *penalty == penalty::SPL_PENALTY_NONE && pitch.is_in_goal_area(**x, **y, 0.0)
    });
    inside.count() >= IN_GOAL_AREA && referee.number != referee.our_goalkeeper
}

/// Returns whether a ball is in our goal area, or so near that a robot would play it from there.
fn in_goal_area(ball: &ObjectPosition, referee: &SoccerReferee) -> bool {
    Pitch::of(referee).is_in_goal_area(ball.world_x, ball.world_y, BESIDE_AREA_M)
}

/// Returns whether mates see a ball that this robot should go to or look at: it is not near it already.
pub(super) fn leads(team: &Team, team_ball: &ObjectPosition, pose: &ObjectPosition) -> bool {
    team.role != Role::None
        && !ball_unseen(team_ball, KNOWN_IMAGES)
        && off(pose, (team_ball.world_x, team_ball.world_y)) > NEAR_M
}

/// Returns the direction from the robot to the ball on the field, rad.
pub(super) fn facing(ball: &ObjectPosition, pose: &ObjectPosition) -> f32 {
    libm::atan2f(ball.world_y - pose.world_y, ball.world_x - pose.world_x)
}

/// Returns whether the robot has to turn to face the ball.
pub(super) fn looks_away(ball: &ObjectPosition, pose: &ObjectPosition) -> bool {
    wrapped(facing(ball, pose) - pose.world_z).abs() > 0.4
}

/// Makes known to the team that this robot leaves the ball to others.
pub(super) fn leave(team: &mut Port<'_, Team>) {
    if team.has_writer() {
        team.send(mates::LeaveBall { time_sec: LEAVES_SEC });
    }
}

/// Returns the place to look for the ball from: the center, or that of its zone.
pub(super) fn home(referee: &SoccerReferee, players: u8) -> (f32, f32) {
    Zone::of(referee, players).map_or((0.0, 0.0), |zone| zone.home())
}

/// Returns the place to go to in READY: the robot's own, or the nearest legal one while the way to its own
/// could take longer than READY does.
pub(super) fn ready_place(
    game: &GameState,
    referee: &SoccerReferee,
    (pose, obstacles): (&ObjectPosition, &Obstacles),
    (kickoff_x_m, players): (f32, u8),
) -> (f32, f32) {
    let place = own_ready_place(game, referee, kickoff_x_m, players);
    let turn = libm::atan2f(place.1 - pose.world_y, place.0 - pose.world_x) - pose.world_z;
    let moment = Moment::of(game, referee);
    let is_home = pose.world_x < -INSIDE_M;
    let spare_sec = if is_home { SPARE_HOME_SEC } else { SPARE_SEC };
    let needs_sec = walk_sec(off(pose, place), wrapped(turn)) + spare_sec;
    let is_late = needs_sec >= f32::from(referee.secondary_sec) && referee.secondary_sec > 0;
    if !is_late || !matches!(moment, Moment::KickOff(_)) {
        return place;
    }
    let pitch = &Pitch::of(referee);
    let most = pitch.half_width_m - INSIDE_M;
    // From the other half past the circle, not through it.
    let aside = if is_home { 0.0 } else { pitch.circle_m + INSIDE_M };
    let y = pose.world_y.abs().max(aside).min(most).copysign(pose.world_y);
    let left_sec = f32::from(referee.secondary_sec);
    let makes_room = players > 1 && is_home && walk_sec(pose.world_x - ROOM_M, 0.0) < left_sec;
    // Out of the own goal, too.
    let x = pose.world_x.max(INSIDE_M - pitch.half_length_m);
    let home = (x.min(if makes_room { ROOM_M } else { HOME_M }), y);
    vacant(moment.legal_place(pitch, home, None), pose, obstacles, referee)
}

/// Returns the robot's own place in READY.
fn own_ready_place(
    game: &GameState,
    referee: &SoccerReferee,
    kickoff_x_m: f32,
    players: u8,
) -> (f32, f32) {
    let pitch = &Pitch::of(referee);
    let kicks = referee.is_kicker();
    match Moment::of(game, referee) {
        Moment::KickOff(Kicking::Ours) if kicks => (kickoff_x_m, 0.0),
        Moment::PenaltyKick(Kicking::Ours) if kicks => (pitch.mark_x_m() - 0.5, 0.0),
        Moment::PenaltyKick(Kicking::Theirs) if game.role == game::Role::Goalie => {
            (-pitch.half_length_m, 0.0)
        }
        moment => {
            let zone = Zone::of(referee, players);
            let wish = zone.map_or((kickoff_x_m, 0.0), |zone| {
                let (x, y) = zone.home();
                if matches!(moment, Moment::KickOff(_)) { (x.min(ROOM_M), y) } else { (x, y) }
            });
            moment.legal_place(pitch, wish, None)
        }
    }
}

/// Returns where the ball is: as it is seen, by a mate too, or where the referee has put it.
pub(super) fn known_ball(
    referee: &SoccerReferee,
    ball: &ObjectPosition,
    team_ball: &ObjectPosition,
) -> Option<(f32, f32)> {
    let at = |ball: &ObjectPosition| (ball.world_x, ball.world_y);
    let is_known = |ball: &&ObjectPosition| ball.flags != object::FLAG_NONE;
    if ball_visible(ball) {
        Some(at(ball))
    } else if !ball_unseen(team_ball, SEEN_IMAGES) {
        Some(at(team_ball))
    } else {
        let last = Some(team_ball).filter(is_known).or(Some(ball).filter(is_known));
        last.map(|ball| referee.placed(at(ball)))
    }
}

/// Returns the call that walks to the first point on the way to the place to wait at.
pub(super) fn waiting_way(
    game: &GameState,
    referee: &SoccerReferee,
    (pose, ball, team_ball): (&ObjectPosition, &ObjectPosition, &ObjectPosition),
    team: &Team,
    players: u8,
) -> Goto {
    let place = waiting_place(game, referee, (pose, ball, team_ball), team, players);
    let here = (pose.world_x, pose.world_y);
    let known = known_ball(referee, ball, team_ball);
    let (x, y) = Moment::of(game, referee).first_point(here, place, known);
    let ori_rad = if (x, y) != place {
        pose.world_z
    } else if leads(team, team_ball, pose) {
        facing(team_ball, pose)
    } else {
        0.0
    };
    Goto { x_m: Some(x), y_m: Some(y), ori_rad: Some(ori_rad), ..Goto::default() }
}

/// Returns the place to wait at while the ball is not ours.
pub(super) fn waiting_place(
    game: &GameState,
    referee: &SoccerReferee,
    (pose, ball, team_ball): (&ObjectPosition, &ObjectPosition, &ObjectPosition),
    team: &Team,
    players: u8,
) -> (f32, f32) {
    let pitch = &Pitch::of(referee);
    let moment = Moment::of(game, referee);
    if moment == Moment::PenaltyKick(Kicking::Theirs) && game.role == game::Role::Goalie {
        return (-pitch.half_length_m, 0.0);
    }
    let known = known_ball(referee, ball, team_ball);
    let here = (pose.world_x, pose.world_y);
    // The way home may lead through the circle around a ball that is theirs, or of our kick-off.
    let home = match team.role {
        Role::Supporter | Role::Defender => Some((team.place_x, team.place_y)),
        Role::None | Role::Keeper | Role::Striker => {
            Zone::of(referee, players).map(|zone| zone.home())
        }
    };
    let stays = !moment.is_ball_ours() || matches!(moment, Moment::KickOff(_));
    let home = home.filter(|_| !stays);
    let at_home_m = if team.role == Role::None { AT_HOME_M } else { AT_STATION_M };
    let (x, y) = home.filter(|home| off(pose, *home) > at_home_m).unwrap_or(here);
    let crowded = is_crowded(team, referee) && pitch.is_in_goal_area(x, y, BESIDE_AREA_M);
    let before_m = pitch.goal_area_m.0 - pitch.half_length_m + BESIDE_AREA_M;
    let wish = (if crowded { before_m } else { x }, y);
    moment.legal_place(pitch, wish, known)
}

/// Returns how far the robot is from a place, m.
pub(super) fn off(pose: &ObjectPosition, (x, y): (f32, f32)) -> f32 {
    libm::hypotf(pose.world_x - x, pose.world_y - y)
}

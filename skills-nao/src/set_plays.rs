//! Kick-offs and set plays by the rules of 2026: where a robot may be, and who may play the ball.
//!
//! A robot knows the referee's words, its own place and the ball, not the places of others.

use crate::interfaces::referee::{Kicking, Phase, SetPlay, Whistle};
use crate::interfaces::{GameState, SoccerReferee, game, penalty};
use crate::path::{Disc, waypoint};
use crate::pitch::Pitch;

/// The distance that a robot keeps from where it must not be: half its width, and the error of its
/// estimates.
const CLEARANCE_M: f32 = 0.3;
/// The number of directions in half a turn in which a place around a ball is looked for.
const ANGLES: u8 = 32;
/// The distance that ways keep from the ball of a set play, m.
const BESIDE_BALL_M: f32 = 0.3;
/// The distance from a ball within which a robot that turns touches it, and that of its first step, m.
const AT_BALL_M: f32 = 0.2;
const STEP_TO_M: f32 = 0.25;
/// The players of a team on the field from which on a kicker must leave the second touch to another.
const PASSES_FROM: usize = 3;

/// The part of the rules that is in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    /// READY and SET before a kick-off, and PLAY until the ball is free; a dropped ball is nobody's.
    KickOff(Kicking),
    /// A penalty kick, from READY until it is over; also those of a shoot-out.
    PenaltyKick(Kicking),
    /// A goal kick until the ball is in play.
    GoalKick(Kicking),
    /// Another set play until the ball is in play; with an indirect one no goal can be scored by the
    /// first who touches the ball.
    FreeKick {
        /// Its team.
        of: Kicking,
        /// Whether it is a throw-in or an indirect free kick.
        indirect: bool,
    },
    /// The ball is in play, or there is no game.
    Open,
}

impl Moment {
    /// Returns the moment that the referee's words say it is. A set play of which the time is over is
    /// none.
    #[must_use]
    pub fn of(game: &GameState, referee: &SoccerReferee) -> Self {
        let of = referee.kicking;
        let set_play = match referee.phase {
            Phase::PenaltyShootOut => SetPlay::PenaltyKick,
            _ => referee.set_play,
        };
        match (game.game_state, set_play) {
            (game::GS_SPL_READY | game::GS_SPL_SET | game::GS_SPL_PLAY, SetPlay::PenaltyKick) => {
                Self::PenaltyKick(of)
            }
            (game::GS_SPL_READY | game::GS_SPL_SET, _) => Self::KickOff(of),
            // The kick-off goes on until the ball is free.
            (game::GS_SPL_PLAY, SetPlay::None) if referee.whistle == Whistle::Heard => {
                Self::KickOff(of)
            }
            (game::GS_SPL_PLAY, SetPlay::None) => Self::Open,
            (game::GS_SPL_PLAY, _) if referee.secondary_sec <= 0 => Self::Open,
            (game::GS_SPL_PLAY, SetPlay::GoalKick) => Self::GoalKick(of),
            (game::GS_SPL_PLAY, set_play) => {
                let indirect = matches!(set_play, SetPlay::IndirectFreeKick | SetPlay::ThrowIn);
                Self::FreeKick { of, indirect }
            }
            _ => Self::Open,
        }
    }

    /// Returns whether our team may play the ball.
    #[must_use]
    pub fn is_ball_ours(self) -> bool {
        match self {
            Self::KickOff(of)
            | Self::PenaltyKick(of)
            | Self::GoalKick(of)
            | Self::FreeKick { of, .. } => of == Kicking::Ours,
            Self::Open => true,
        }
    }

    /// Returns the place nearest to `wish` where a robot may be that does not kick; the ball, if it is
    /// known, is `ball`. Points are on the field, m.
    #[must_use]
    pub fn legal_place(
        self,
        pitch: &Pitch,
        wish: (f32, f32),
        ball: Option<(f32, f32)>,
    ) -> (f32, f32) {
        let away = pitch.circle_m + CLEARANCE_M;
        match self {
            // The circle is on the way to the other half for those who do not kick.
            Self::KickOff(_) => {
                let own = (wish.0.min(-CLEARANCE_M), wish.1);
                let place = outside(own, (0.0, 0.0), away);
                (place.0.min(-CLEARANCE_M), place.1)
            }
            Self::PenaltyKick(of) => {
                // Farther from the goal than the mark, and so far that it is outside of the area, too.
                let most = pitch.mark_x_m() - away;
                let x = if of == Kicking::Ours { wish.0.min(most) } else { wish.0.max(-most) };
                (x, wish.1)
            }
            Self::GoalKick(Kicking::Theirs) => {
                let most = pitch.half_length_m - pitch.area_depth_m - CLEARANCE_M;
                let beside = pitch.area_half_width_m + CLEARANCE_M;
                let (over, short) = (wish.0 - most, beside - wish.1.abs());
                match (over > 0.0 && short > 0.0, short < over) {
                    (false, _) => wish,
                    (true, true) => (wish.0, beside.copysign(wish.1)),
                    (true, false) => (most, wish.1),
                }
            }
            Self::FreeKick { of: Kicking::Theirs, .. } => {
                ball.map_or(wish, |ball| on_field(pitch, outside(wish, ball, away), ball))
            }
            Self::GoalKick(_) | Self::FreeKick { .. } | Self::Open => wish,
        }
    }

    /// Returns the first point on the way to a place for a robot that does not kick: past
    /// the ball of a free kick or goal kick. A robot that is at that ball makes a step away from it first.
    #[must_use]
    pub fn first_point(
        self,
        here: (f32, f32),
        place: (f32, f32),
        ball: Option<(f32, f32)>,
    ) -> (f32, f32) {
        let (Self::GoalKick(_) | Self::FreeKick { .. }, Some(at)) = (self, ball) else {
            return place;
        };
        let gap_m = |(x, y): (f32, f32)| libm::hypotf(x - at.0, y - at.1);
        if gap_m(here) < AT_BALL_M {
            return outside(here, at, STEP_TO_M);
        }
        if gap_m(place) < BESIDE_BALL_M {
            return place;
        }
        let seen = |(x, y): (f32, f32)| (x - here.0, y - here.1);
        let disc = Disc { at: seen(at), keep_m: BESIDE_BALL_M, left_m: 0.0 };
        waypoint(seen(place), &core::iter::once(disc), 0.0)
            .map_or(place, |((x, y), _)| (here.0 + x, here.1 + y))
    }
}

/// Returns the point nearest to `wish` at least `away` from `from`.
fn outside(wish: (f32, f32), from: (f32, f32), away: f32) -> (f32, f32) {
    let (x, y) = (wish.0 - from.0, wish.1 - from.1);
    let length = libm::hypotf(x, y);
    if length >= away {
        return wish;
    }
    // Towards the own goal, if there is no direction.
    let (x, y) = if length > 0.01 { (x / length, y / length) } else { (-1.0, 0.0) };
    (from.0 + away * x, from.1 + away * y)
}

/// Returns the point on the field that is nearest to `wish` of those as far from the ball.
fn on_field(pitch: &Pitch, wish: (f32, f32), ball: (f32, f32)) -> (f32, f32) {
    let (x, y) = (wish.0 - ball.0, wish.1 - ball.1);
    let (away, angle) = (libm::hypotf(x, y), libm::atan2f(y, x));
    // Half a turn to either side, in steps: wherever the ball is, some point is on the field.
    let aside = (0..=ANGLES).flat_map(|step| [f32::from(step), -f32::from(step)]);
    let points = aside.map(|step| {
        let angle = angle + step * core::f32::consts::PI / f32::from(ANGLES);
        (ball.0 + away * libm::cosf(angle), ball.1 + away * libm::sinf(angle))
    });
    let mut on =
        points.filter(|(x, y)| x.abs() <= pitch.half_length_m && y.abs() <= pitch.half_width_m);
    on.next().unwrap_or(wish)
}

impl SoccerReferee {
    /// Returns where the ball of a set play is, if it was last seen at a point before the referee put it there:
    /// on the side line, at the corner of a goal area, or of the field.
    #[must_use]
    pub fn placed(&self, (x, y): (f32, f32)) -> (f32, f32) {
        let pitch = &Pitch::of(self);
        let (length_m, width_m) = (pitch.half_length_m, pitch.half_width_m);
        // Towards the goal of the team that kicks.
        let own = if self.kicking == Kicking::Theirs { 1.0 } else { -1.0 };
        match self.set_play {
            SetPlay::ThrowIn => (x.max(-length_m).min(length_m), width_m.copysign(y)),
            SetPlay::GoalKick => {
                let (depth_m, half_width_m) = pitch.goal_area_m;
                (own * (length_m - depth_m), half_width_m.copysign(y))
            }
            SetPlay::CornerKick => (-own * length_m, width_m.copysign(y)),
            _ => (x, y),
        }
    }

    /// Returns the numbers of our robots without a penalty.
    fn without_penalty(&self) -> impl Iterator<Item = u8> {
        let all = (1..).zip(self.our_penalties);
        all.filter(|(_, of)| u16::from(*of) == penalty::SPL_PENALTY_NONE).map(|(number, _)| number)
    }

    /// Returns the numbers of our robots without a penalty, but the goalkeeper.
    pub(crate) fn field_players(&self) -> impl Iterator<Item = u8> {
        self.without_penalty().filter(|number| *number != self.our_goalkeeper)
    }

    /// Returns whether our goalkeeper has no penalty.
    pub(crate) fn keeper_plays(&self) -> bool {
        self.without_penalty().any(|number| number == self.our_goalkeeper)
    }

    /// Returns whether so many of our robots play that the first who touches the ball must leave it to
    /// another then.
    #[must_use]
    pub fn passes(&self) -> bool {
        self.without_penalty().take(usize::from(self.players_per_team)).count() >= PASSES_FROM
    }

    /// Returns whether this robot is the one that kicks off and takes set plays: without words of team
    /// mates that with the lowest number that may play, but the goalkeeper.
    #[must_use]
    pub fn is_kicker(&self) -> bool {
        self.number == 0 || self.field_players().next().is_none_or(|number| number == self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PITCHES: [Pitch; 4] = [Pitch::SPL_2008, Pitch::SMALL, Pitch::MIDDLE, Pitch::LARGE];
    const ROBOT_M: f32 = 0.15;

    /// Checks the places for a grid of wishes, of balls too, with the predicate of the rule book.
    fn all(moment: Moment, is_legal: impl Fn(&Pitch, (f32, f32), (f32, f32)) -> bool) {
        let grid = |half: f32, number: i16| half * f32::from(number) / 10.0;
        for pitch in PITCHES {
            let point = |x, y| (grid(pitch.half_length_m, x), grid(pitch.half_width_m, y));
            for place in 0..21 * 21 {
                let wish = point(place % 21 - 10, place / 21 - 10);
                for place in 0..11 * 11 {
                    let ball = point(2 * (place % 11) - 10, 2 * (place / 11) - 10);
                    let at = moment.legal_place(&pitch, wish, Some(ball));
                    assert!(
                        is_legal(&pitch, at, ball),
                        "{at:?} for {wish:?}, ball {ball:?}, {pitch:?}"
                    );
                    let on = at.0.abs() <= pitch.half_length_m && at.1.abs() <= pitch.half_width_m;
                    assert!(on, "{at:?} for {wish:?}, ball {ball:?}");
                }
            }
        }
    }

    fn apart((x, y): (f32, f32), (to_x, to_y): (f32, f32)) -> f32 {
        libm::hypotf(x - to_x, y - to_y)
    }

    #[test]
    fn a_robot_that_does_not_kick_off_is_in_its_half_and_outside_of_the_circle() {
        for of in [Kicking::Ours, Kicking::Theirs, Kicking::Nobody] {
            all(Moment::KickOff(of), |pitch, at, _| {
                at.0 < -ROBOT_M && apart(at, (0.0, 0.0)) > pitch.circle_m + ROBOT_M
            });
        }
    }

    #[test]
    fn at_a_penalty_kick_others_are_outside_of_the_area_and_of_the_circle_of_the_mark() {
        for (of, side) in [(Kicking::Ours, 1.0), (Kicking::Theirs, -1.0)] {
            all(Moment::PenaltyKick(of), |pitch, at, _| {
                let mark = (side * (pitch.half_length_m - pitch.mark_m), 0.0);
                let area_m = pitch.half_length_m - pitch.area_depth_m - ROBOT_M;
                let inside = side * at.0 > area_m && at.1.abs() < pitch.area_half_width_m + ROBOT_M;
                let beyond = side * (at.0 - mark.0) >= 0.0;
                !inside && !beyond && apart(at, mark) > pitch.circle_m + ROBOT_M
            });
        }
    }

    #[test]
    fn at_their_goal_kick_their_area_is_empty() {
        all(Moment::GoalKick(Kicking::Theirs), |pitch, at, _| {
            at.0 < pitch.half_length_m - pitch.area_depth_m - ROBOT_M
                || at.1.abs() > pitch.area_half_width_m + ROBOT_M
        });
    }

    #[test]
    fn a_robot_leaves_their_area_by_the_nearer_side() {
        let moment = Moment::GoalKick(Kicking::Theirs);
        let to = |x, y| moment.legal_place(&Pitch::SPL_2008, (x, y), None);
        assert!(apart(to(2.57, -1.03), (2.57, -1.4)) < 1e-5, "by its side");
        assert!(apart(to(2.57, 0.5), (2.1, 0.5)) < 1e-5, "in front of it");
        assert_eq!(to(2.05, 1.0), (2.05, 1.0));
        assert_eq!(to(2.9, 1.5), (2.9, 1.5));
    }

    #[test]
    fn at_their_free_kick_the_ball_has_room() {
        let moment = Moment::FreeKick { of: Kicking::Theirs, indirect: false };
        all(moment, |pitch, at, ball| apart(at, ball) > pitch.circle_m + ROBOT_M);
    }

    #[test]
    fn ways_lead_past_the_ball_of_a_set_play() {
        let moment = Moment::FreeKick { of: Kicking::Theirs, indirect: false };
        let way = |here, place| moment.first_point(here, place, Some((1.0, 0.0)));
        assert_eq!(way((1.5, 1.0), (-0.2, 1.0)), (-0.2, 1.0), "the ball is beside the way");
        assert!(apart(way((1.5, 0.0), (-0.2, 0.0)), (1.0, 0.0)) > 0.3, "it is on the way");
        let step = way((1.1, 0.0), (-0.2, 0.0));
        assert!(apart(step, (1.25, 0.0)) < 0.01, "first away from it: {step:?}");
        let step = way((1.25, 0.0), (-0.2, 0.0));
        assert!(step.0 > 1.25 && step.1.abs() > 0.1, "then beside it: {step:?}");
        let to = Moment::Open.first_point((1.1, 0.0), (-0.2, 0.0), Some((1.0, 0.0)));
        assert_eq!(to, (-0.2, 0.0));
    }

    #[test]
    fn the_referee_puts_the_ball_to_places_of_the_field() {
        let of = |set_play, kicking| {
            let referee = SoccerReferee { set_play, kicking, ..SoccerReferee::default() };
            referee.placed((0.5, -2.1))
        };
        let (length_m, width_m) = (3.0, 2.0);
        assert_eq!(of(SetPlay::ThrowIn, Kicking::Theirs), (0.5, -width_m));
        assert_eq!(of(SetPlay::GoalKick, Kicking::Theirs), (length_m - 0.6, -1.1));
        assert_eq!(of(SetPlay::GoalKick, Kicking::Ours), (0.6 - length_m, -1.1));
        assert_eq!(of(SetPlay::CornerKick, Kicking::Theirs), (-length_m, -width_m));
        assert_eq!(of(SetPlay::CornerKick, Kicking::Ours), (length_m, -width_m));
        assert_eq!(of(SetPlay::DirectFreeKick, Kicking::Theirs), (0.5, -2.1));
    }

    #[test]
    fn a_robot_may_be_anywhere_when_the_ball_is_free_or_ours() {
        let ours = Moment::FreeKick { of: Kicking::Ours, indirect: true };
        for moment in [Moment::Open, ours, Moment::GoalKick(Kicking::Ours)] {
            assert_eq!(moment.legal_place(&Pitch::SMALL, (0.1, 0.2), None), (0.1, 0.2));
        }
    }
}

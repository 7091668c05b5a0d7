//! Kick-offs and set plays by the rules of 2026: where a robot may be, and who may play the ball.
//!
//! A robot knows the referee's words, its own place and the ball, not the places of others.

use crate::interfaces::referee::{Kicking, Phase, SetPlay, Whistle};
use crate::interfaces::{GameState, SoccerReferee, game, penalty};
use crate::pitch::Pitch;

/// The distance that a robot keeps from where it must not be: half its width, and the error of its
/// estimates.
const CLEARANCE_M: f32 = 0.3;
/// The number of directions in half a turn in which a place around a ball is looked for.
const ANGLES: u8 = 32;
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
                let beside = wish.1.abs() > pitch.area_half_width_m + CLEARANCE_M;
                if beside { wish } else { (wish.0.min(most), wish.1) }
            }
            Self::FreeKick { of: Kicking::Theirs, .. } => {
                ball.map_or(wish, |ball| on_field(pitch, outside(wish, ball, away), ball))
            }
            Self::GoalKick(_) | Self::FreeKick { .. } | Self::Open => wish,
        }
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
    fn at_their_free_kick_the_ball_has_room() {
        let moment = Moment::FreeKick { of: Kicking::Theirs, indirect: false };
        all(moment, |pitch, at, ball| apart(at, ball) > pitch.circle_m + ROBOT_M);
    }

    #[test]
    fn a_robot_may_be_anywhere_when_the_ball_is_free_or_ours() {
        let ours = Moment::FreeKick { of: Kicking::Ours, indirect: true };
        for moment in [Moment::Open, ours, Moment::GoalKick(Kicking::Ours)] {
            assert_eq!(moment.legal_place(&Pitch::SMALL, (0.1, 0.2), None), (0.1, 0.2));
        }
    }
}

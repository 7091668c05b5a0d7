//! Zones: the player of the ball in a team whose robots do not talk.
//!
//! The goalkeeper has its penalty area. The other players without a penalty are two rows, the first
//! numbers in front; a row is divided into strips from one side line to the other. A robot that is alone
//! has the whole field. As in all skills, the origin is the center, and x points at the opponents' goal.

use crate::interfaces::{ObjectPosition, SoccerReferee, object};
use crate::pitch::Pitch;

/// The line between the two rows, and the one between two strips, m: the center is in front of the one
/// and on one side of the other, so that at a kick-off the ball is one robot's.
const ROWS_AT_M: f32 = -0.4;
const STRIPS_AT_M: f32 = 0.3;
/// The distance from its zone up to which a robot begins to play the ball, and up to which it goes on
/// with it, m.
const BEGINS_M: f32 = 0.1;
const GOES_ON_M: f32 = 0.4;
/// The distance inside the penalty area from which on a robot leaves the ball to the goalkeeper, m.
const KEEPERS_M: f32 = 0.3;
/// The place of the goalkeeper in front of its goal line, m.
const KEEPER_M: f32 = 0.3;

/// A part of the field, m.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Zone {
    /// From the own goal to the opponents'.
    x_m: (f32, f32),
    /// From right to left.
    y_m: (f32, f32),
    /// The place to wait at.
    home: (f32, f32),
}

impl Zone {
    /// Returns the zone of this robot in a team of so many players; `None` is the whole field.
    #[must_use]
    pub fn of(referee: &SoccerReferee, players: u8) -> Option<Self> {
        let pitch = &Pitch::of(referee);
        if players < 2 || referee.number == 0 {
            return None;
        }
        if referee.number == referee.our_goalkeeper {
            return Some(Self::keeper(pitch));
        }
        let others = referee.field_players().filter(|number| *number != referee.number);
        let (before, after) = others.fold((0, 0), |(before, after), number| {
            if number < referee.number { (before + 1, after) } else { (before, after + 1) }
        });
        Some(Self::field_player(pitch, before, before + after + 1))
    }

    fn keeper(pitch: &Pitch) -> Self {
        let goal_m = -pitch.half_length_m;
        Self {
            x_m: (goal_m, goal_m + pitch.area_depth_m),
            y_m: (-pitch.area_half_width_m, pitch.area_half_width_m),
            home: (goal_m + KEEPER_M, 0.0),
        }
    }

    /// Returns the zone of the field player with this place, from 0 on, among `count`.
    fn field_player(pitch: &Pitch, place: u8, count: u8) -> Self {
        let (half_length, half_width) = (pitch.half_length_m, pitch.half_width_m);
        let front = count / 2;
        let (x_m, home_m, place, strips) = if count < 2 {
            ((-half_length, half_length), -0.5 * half_length, 0, 1)
        } else if place < front {
            ((ROWS_AT_M, half_length), half_length / 3.0, place, front)
        } else {
            ((-half_length, ROWS_AT_M), -0.53 * half_length, place - front, count - front)
        };
        let y_m = match (strips, place) {
            (0 | 1, _) => (-half_width, half_width),
            (2, 0) => (-half_width, STRIPS_AT_M),
            (2, _) => (STRIPS_AT_M, half_width),
            // The first one has the middle.
            (_, 0) => (-half_width / 3.0, half_width / 3.0),
            (_, 1) => (half_width / 3.0, half_width),
            _ => (-half_width, -half_width / 3.0),
        };
        Self { x_m, y_m, home: (home_m, f32::midpoint(y_m.0, y_m.1)) }
    }

    /// Returns the place to wait at.
    #[must_use]
    pub fn home(&self) -> (f32, f32) {
        self.home
    }

    /// Returns whether a point is in the zone, or at most `margin_m` beside it.
    fn has(&self, (x, y): (f32, f32), margin_m: f32) -> bool {
        let within = |at: f32, (low, high): (f32, f32)| at > low - margin_m && at < high + margin_m;
        within(x, self.x_m) && within(y, self.y_m)
    }
}

/// Returns whether the ball is in the zone of this robot, in a team of so many players. `plays` is
/// whether the robot plays it already. A ball that it does not know is in nobody's zone.
#[must_use]
pub fn in_zone(ball: &ObjectPosition, referee: &SoccerReferee, players: u8, plays: bool) -> bool {
    let Some(zone) = Zone::of(referee, players) else { return true };
    let margin_m = if plays { GOES_ON_M } else { BEGINS_M };
    ball.flags != object::FLAG_NONE
        && !is_keepers(ball, referee, plays)
        && zone.has(on_field(ball, &Pitch::of(referee)), margin_m)
}

/// Returns the point of the field that is nearest to the ball.
fn on_field(ball: &ObjectPosition, pitch: &Pitch) -> (f32, f32) {
    (
        ball.world_x.max(-pitch.half_length_m).min(pitch.half_length_m),
        ball.world_y.max(-pitch.half_width_m).min(pitch.half_width_m),
    )
}

/// Returns whether a field player leaves the ball to the goalkeeper. `plays` is whether it plays it already.
#[must_use]
pub fn is_keepers(ball: &ObjectPosition, referee: &SoccerReferee, plays: bool) -> bool {
    let pitch = &Pitch::of(referee);
    let margin_m = if plays { -KEEPERS_M } else { 0.0 };
    referee.number != referee.our_goalkeeper
        && referee.keeper_plays()
        && Zone::keeper(pitch).has(on_field(ball, pitch), margin_m)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interfaces::penalty;

    fn words(number: u8, players: u8, out: &[u8]) -> SoccerReferee {
        let mut our_penalties = [14; 20];
        our_penalties[..usize::from(players)].fill(0);
        for number in out {
            our_penalties[usize::from(*number) - 1] = 9;
        }
        SoccerReferee { number, our_goalkeeper: 1, our_penalties, ..SoccerReferee::default() }
    }

    fn ball(x: f32, y: f32) -> ObjectPosition {
        ObjectPosition {
            flags: object::FLAG_HAS_WORLD,
            world_x: x,
            world_y: y,
            ..ObjectPosition::default()
        }
    }

    /// Returns the numbers of the players that begin to play a ball.
    fn playing(players: u8, out: &[u8], (x, y): (f32, f32)) -> Vec<u8> {
        let plays = |number: &u8| {
            !out.contains(number)
                && in_zone(&ball(x, y), &words(*number, players, out), players, false)
        };
        (1..=players).filter(plays).collect()
    }

    extern crate std;
    use std::vec::Vec;

    #[test]
    fn each_point_of_the_field_is_in_somebodys_zone_and_the_center_in_one() {
        assert_eq!(u16::from(words(1, 2, &[]).our_penalties[5]), penalty::SPL_PENALTY_SUBSTITUTE);
        for players in 2..=7_u8 {
            for place in 0..31 * 21_i16 {
                let at = (f32::from(place % 31 - 15) / 5.0, f32::from(place / 31 - 10) / 5.0);
                for out in [&[][..], &[1], &[2], &[2, 3]] {
                    let left = usize::from(players) - out.len();
                    let count = playing(players, out, at).len();
                    assert!(count > 0 || left < 2, "{players} without {out:?}: {at:?}");
                }
            }
            assert_eq!(playing(players, &[], (0.0, 0.0)), [2], "of {players}");
        }
    }

    #[test]
    fn homes_are_apart_and_the_keeper_is_in_its_goal() {
        for players in 2..=7 {
            let home = |number| Zone::of(&words(number, players, &[]), players).unwrap().home();
            assert_eq!(home(1), (-2.7, 0.0));
            for one in 1..=players {
                for other in 1..one {
                    let ((x, y), (to_x, to_y)) = (home(one), home(other));
                    assert!(libm::hypotf(x - to_x, y - to_y) > 0.6, "{one} {other} of {players}");
                }
            }
        }
        assert_eq!(Zone::of(&words(1, 1, &[]), 1), None);
        // Of the referee's field.
        let mut referee = words(1, 3, &[]);
        referee.set_measures(Pitch { half_length_m: 2.2, ..Pitch::SMALL }.measures());
        let keeper = Zone::of(&referee, 3).unwrap();
        assert!((keeper.home().0 + 1.9).abs() < 1e-6, "{keeper:?}");
        assert!(keeper.has((-0.3, 1.9), 0.0) && !keeper.has((-0.1, 0.0), 0.0));
    }

    #[test]
    fn a_robot_goes_on_beyond_its_zone_and_leaves_the_area_to_the_keeper() {
        let two = words(2, 3, &[]);
        assert!(!in_zone(&ball(-0.7, 0.0), &two, 3, false));
        assert!(in_zone(&ball(-0.7, 0.0), &two, 3, true));
        assert!(!in_zone(&ObjectPosition::default(), &two, 3, true));
        assert_eq!(playing(3, &[], (-2.8, 0.2)), [1]);
        assert_eq!(playing(3, &[1], (-2.8, 0.2)), [3]);
    }
}

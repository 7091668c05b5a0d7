//! The places beside the field and at the touchlines, in the views of the teams.

use super::scene::Scene;
use crate::field::Place;
use crate::field::geometry::{Point, carpet};
use crate::field::referee::BESIDE_CARPET;
use crate::team::PlayerId;
use core::f32::consts::FRAC_PI_2;
use skills_nao::pitch::Pitch;

/// The distance that robots are put apart from each other, m.
const APART: f32 = 0.35;

/// Returns the place where a robot waits for the end of its penalty, in its own view.
pub(in crate::team) fn waiting_place(id: PlayerId, pitch: &Pitch) -> Place {
    Place::new(-0.4 * f32::from(id.number), carpet(pitch).1 + BESIDE_CARPET, FRAC_PI_2)
}

/// Returns the place where a robot comes back, in its own view: at the touchline that is farther from
/// the ball, at the height of its own penalty mark, beside robots that are there.
pub(in crate::team) fn return_place(id: PlayerId, scene: &Scene<'_>, pitch: &Pitch) -> Place {
    let side = if id.team.point(scene.ball.at).y > 0.0 { -1.0 } else { 1.0 };
    let is_free = |at: Point| {
        let others = scene.bodies.iter().filter(|body| body.id != id);
        others.map(|body| id.team.point(body.at.point())).all(|other| (other - at).length() > APART)
    };
    let places = [0.0, -1.0, 1.0, -2.0, 2.0, -3.0]
        .map(|step| Point::new(step * APART - pitch.mark_x_m(), side * pitch.half_width_m));
    let at = places.into_iter().find(|at| is_free(*at)).unwrap_or(places[0]);
    Place::new(at.x, at.y, -side * FRAC_PI_2)
}

/// Returns the place of a robot before a half, in its own view: at the touchline of its own half beside its zone.
pub(in crate::team) fn start_place(id: PlayerId, pitch: &Pitch) -> Place {
    let side = if id.number.is_multiple_of(2) { -1.0 } else { 1.0 };
    // Number 1, the goalkeeper, is the nearest to its goal.
    let row = if id.number == 1 { 3 } else { id.number / 2 - 1 };
    let apart = pitch.half_length_m / 5.0;
    Place::new(-apart - apart * f32::from(row), side * pitch.half_width_m, -side * FRAC_PI_2)
}

/// Returns the number of the goalkeeper of a team with so many players; 0 if it has none.
pub(in crate::team) fn goalkeeper(players: u8) -> u8 {
    u8::from(players > 1)
}

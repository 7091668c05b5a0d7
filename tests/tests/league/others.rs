//! Other robots on the field: an opponent in the way. It is a disc that a test puts there.

use crate::game::{Game, PLAY, ROBOT};
use nao_sim::field::{Place, Point};
use skills_nao::interfaces::NaoBlackboard;

/// The distance at which two robots touch each other, m.
const CONTACT: f32 = 2.0 * ROBOT + 0.01;

/// A robot with an opponent that does not move.
struct Duel<'a> {
    game: Game<'a>,
    opponent: Point,
    /// The number of passes for which the robot has walked against it.
    presses: u32,
    longest: u32,
}

impl<'a> Duel<'a> {
    fn new(board: &'a NaoBlackboard, robot: Place, ball: Point, opponent: Point) -> Self {
        Self { game: Game::new(board, robot, ball, PLAY), opponent, presses: 0, longest: 0 }
    }

    /// Runs passes until `is_so`, for at most `sec` seconds.
    fn until(&mut self, sec: u32, mut is_so: impl FnMut(&mut Game<'a>) -> bool) -> bool {
        (0..sec * 100).any(|pass| {
            let place = self.game.rig.place();
            if pass % 10 == 0 {
                let seen = place.local(self.opponent);
                self.game.rig.sim.field_mut().measure_robots(std::iter::once(seen));
            }
            let is_so = self.game.until_passes(1, &mut is_so);
            self.contact();
            is_so
        })
    }

    /// Keeps the robot out of the opponent, and counts how long it walks against it.
    fn contact(&mut self) {
        let place = self.game.rig.place();
        let off = self.opponent - place.point();
        let gap = off.length();
        let [x, y, _] = self.game.rig.sim.field().robot().velocity();
        let velocity = Point::new(x, y).turned(place.theta);
        let towards = (velocity.x * off.x + velocity.y * off.y) / gap;
        self.presses = if gap < CONTACT && towards > 0.03 { self.presses + 1 } else { 0 };
        self.longest = self.longest.max(self.presses);
        if gap < 2.0 * ROBOT {
            let out = self.opponent - off * (2.0 * ROBOT / gap);
            self.game.rig.sim.field_mut().shove(out);
        }
    }
}

#[test]
fn a27_it_does_not_walk_against_an_opponent_for_5_s() {
    // In the way to the ball, at the place to kick from, and beyond the ball: before its sonars.
    for (x, y) in [(-0.8, 0.0), (-0.25, 0.05), (0.2, 0.0)] {
        let board = NaoBlackboard::new();
        let start = Place::new(-1.6, 0.1, 0.0);
        let mut duel = Duel::new(&board, start, Point::default(), Point::new(x, y));
        duel.until(120, |_| false);
        assert!(duel.longest < 500, "{} passes against the one at {x} {y}", duel.longest);
        // It is not held back for ever: it has moved the ball, or gone elsewhere.
        let moved = duel.game.ball().length() > 0.1;
        assert!(moved || duel.presses == 0, "{x} {y}");
    }
}

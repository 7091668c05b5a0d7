//! Disturbances: pushes, hands that move the ball, writers that stall.

use super::geometry::Point;
use crate::body::Side;
use crate::body::noise::Noise;
use core::f32::consts::PI;
use core::time::Duration;

/// The mean times between two of a kind, s.
const PUSH_SEC: f32 = 150.0;
const BALL_SEC: f32 = 150.0;
const STALL_SEC: f32 = 60.0;
/// The distance by which the ball is moved, m.
const BALL_M: (f32, f32) = (0.5, 1.5);
/// The interfaces whose writers may stall, and the range of the duration, s.
const STALLING: [&str; 4] = ["WM Ball", "WM Pose", "Navigator", "Nao Sensors"];
const STALLED_SEC: (f32, f32) = (0.5, 3.0);

/// Something that people or faults do to the game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum DisturbanceKind {
    /// Somebody pushes the robot over.
    Push(Side),
    /// Somebody moves the ball by this vector.
    Ball(Point),
    /// The writer of this interface stalls for this time.
    Stall(&'static str, Duration),
}

/// A Poisson process: the time between two events is exponentially distributed.
#[derive(Clone, Debug)]
struct PoissonProcess {
    noise: Noise,
    mean_sec: f32,
    left_sec: f32,
}

impl PoissonProcess {
    fn new(seed: u64, number: u64, mean_sec: f32) -> PoissonProcess {
        let mut now =
            PoissonProcess { noise: Noise::stream(seed, number), mean_sec, left_sec: 0.0 };
        now.draw();
        now
    }

    /// Draws the time until the next event.
    fn draw(&mut self) {
        self.left_sec = -libm::logf(self.noise.uniform().max(1e-6)) * self.mean_sec;
    }

    /// Returns whether an event happens within `sec` seconds.
    fn happens(&mut self, sec: f32) -> bool {
        self.left_sec -= sec;
        let happens = self.left_sec <= 0.0;
        if happens {
            self.draw();
        }
        happens
    }
}

/// The disturbances that happen on their own.
#[derive(Clone, Debug)]
pub(super) struct Disturbance {
    push: PoissonProcess,
    ball: PoissonProcess,
    stall: PoissonProcess,
}

impl Disturbance {
    pub(super) fn new(seed: u64) -> Disturbance {
        Disturbance {
            push: PoissonProcess::new(seed, 0xd0, PUSH_SEC),
            ball: PoissonProcess::new(seed, 0xd1, BALL_SEC),
            stall: PoissonProcess::new(seed, 0xd2, STALL_SEC),
        }
    }

    /// Returns the disturbances of the next `sec` seconds, at most one of each kind.
    pub(super) fn step(&mut self, sec: f32) -> [Option<DisturbanceKind>; 3] {
        let Disturbance { push, ball, stall } = self;
        let push = push.happens(sec).then(|| {
            DisturbanceKind::Push(if push.noise.chance(0.5) { Side::Front } else { Side::Back })
        });
        let ball = ball.happens(sec).then(|| {
            let angle = ball.noise.between(-PI, PI);
            DisturbanceKind::Ball(Point::polar(angle, ball.noise.between(BALL_M.0, BALL_M.1)))
        });
        let stall = stall.happens(sec).then(|| {
            let [low, .., high] = STALLING;
            let of = stall.noise.uniform();
            let id = STALLING.iter().zip(1_u8..).find(|(_, n)| of * 4.0 < f32::from(*n));
            let id = id.map_or(if of < 0.5 { low } else { high }, |(id, _)| id);
            let sec = stall.noise.between(STALLED_SEC.0, STALLED_SEC.1);
            DisturbanceKind::Stall(id, Duration::from_secs_f32(sec))
        });
        [push, ball, stall]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_happens_as_often_as_it_should() {
        let mut disturbance = Disturbance::new(4);
        let mut counts = [0_u32; 3];
        for _ in 0..360_000 {
            for (count, mishap) in counts.iter_mut().zip(disturbance.step(0.1)) {
                *count += u32::from(mishap.is_some());
            }
        }
        // In ten hours.
        let [push, ball, stall] = counts;
        assert!((195..285).contains(&push), "{push}");
        assert!((195..285).contains(&ball), "{ball}");
        assert!((530..670).contains(&stall), "{stall}");
    }
}

//! Walking up to the ball.

use crate::drive::Drive;
use crate::interfaces::motion::Leg;
use crate::interfaces::{HumanoidMotion, Navigator, ObjectPosition};
use crate::predicates::{Gaze, ball_gone, ball_unseen, wrapped};
use skill_runtime::skill;

skill! {
    /// Walks up to the ball, until it lies in front of the robot or of a foot.
    pub skill ApproachBall(
        /// In front of which foot; if not given, of the robot's middle.
        leg: Option<Leg> = None,
        /// The distance of the ball in front.
        dist_m: f32 = 0.16 in 0.1..=2.0,
        /// In which direction of the field to look in the end, 0: at the opponents' goal
        /// line; if not given, at the ball.
        dir_rad: Option<f32> = None in -6.3..=6.3,
        /// The tolerance of the ball's place at the end.
        margin_m: f32 = 0.03 in 0.01..=1.0,
        /// The time limit.
        timeout_sec: f32 = 60.0 in 0.1..=600.0,
    ) {
        depends_interfaces {
            ball: ObjectPosition = "WM Ball",
            pose: ObjectPosition = "WM Pose",
            navigator: Navigator = "Navigator",
            naomotion: HumanoidMotion = "NaoQi Motion",
        }
        vars { gaze: Gaze = Gaze::NOWHERE, drive: Drive = Drive::NONE }

        always {
            -> FAILED("no writer for ball") when !ball.has_writer();
            -> FAILED("no writer for pose") when self.dir_rad.is_some() && !pose.has_writer();
            -> FAILED("no writer for navigator") when !navigator.has_writer();
            -> FAILED("no writer for naomotion") when !naomotion.has_writer();
        }
        start state Approach {
            exit { self.drive.stop(navigator); }
            -> FAILED("not at the ball after {} s", self.timeout_sec) after self.timeout_sec;
            -> FAILED("no ball to be seen") when ball_gone(ball);

            start state See {
                loop { self.gaze.follow(ball, naomotion); }
                -> FAILED("message queue full") when naomotion.refused();
                -> Look after 0.4s;
            }
            state Look {
                -> FAILED("no ball to be seen") when ball_unseen(ball, 8);
                -> FINAL when at(ball, self.leg, self.dist_m) < self.margin_m
                    && turn(ball, pose, self.dir_rad, self.leg, self.dist_m).abs() < 0.15;
                -> Walk otherwise;
            }
            state Walk {
                init {
                    let place = step(ball, pose, self.dir_rad, self.leg, self.dist_m);
                    let turn = turn(ball, pose, self.dir_rad, self.leg, self.dist_m);
                    self.drive.go(navigator, place, turn);
                }
                loop {
                    self.gaze.follow(ball, naomotion);
                    let place = step(ball, pose, self.dir_rad, self.leg, self.dist_m);
                    self.drive.watch(navigator, pose, place, 0.15);
                }
                -> FAILED("message queue full") when navigator.refused() || naomotion.refused();
                -> FAILED("another target took this one's place") when self.drive.superseded(navigator);
                -> FAILED("navigator error {}", navigator.error_code) when self.drive.failed(navigator);
                -> See when self.drive.ended(navigator);
                /// the ball lies elsewhere
                -> Walk when self.drive.leads_elsewhere();
            }
        }
    }
}

/// Returns the offset of a foot to the left of the robot's center, m.
fn foot(leg: Option<Leg>) -> f32 {
    leg.map_or(0.0, |leg| if leg == Leg::Left { 0.05 } else { -0.05 })
}

/// Returns the distance of the ball from its target place, m.
fn at(ball: &ObjectPosition, leg: Option<Leg>, dist_m: f32) -> f32 {
    libm::hypotf(ball.relative_x - dist_m, ball.relative_y - foot(leg))
}

/// Returns the angle by which the robot has to turn, rad. Without a direction it looks at the
/// ball, or past it so that the ball is in front of the foot.
fn turn(
    ball: &ObjectPosition,
    pose: &ObjectPosition,
    dir_rad: Option<f32>,
    leg: Option<Leg>,
    dist_m: f32,
) -> f32 {
    wrapped(match dir_rad {
        Some(dir_rad) => dir_rad - pose.world_z,
        None => ball.bearing - libm::atan2f(foot(leg), dist_m),
    })
}

/// Returns the place that the robot has to reach, relative to where it is, m.
fn step(
    ball: &ObjectPosition,
    pose: &ObjectPosition,
    dir_rad: Option<f32>,
    leg: Option<Leg>,
    dist_m: f32,
) -> (f32, f32) {
    let turn = turn(ball, pose, dir_rad, leg, dist_m);
    let (sin, cos) = (libm::sinf(turn), libm::cosf(turn));
    let foot = foot(leg);
    (ball.relative_x - dist_m * cos + foot * sin, ball.relative_y - dist_m * sin - foot * cos)
}

//! Getting behind the ball.

use crate::drive::Drive;
use crate::interfaces::{HumanoidMotion, Navigator, ObjectPosition, Switch, button};
use crate::predicates::{Gaze, ball_gone, ball_unseen, wrapped};
use skill_runtime::skill;

skill! {
    /// Walks around the ball to where the robot looks over it in a direction of the field.
    pub skill InterceptBall(
        /// The direction in which the ball is to go: 0 towards the opponents' goal line,
        /// positive to the left of it.
        dir_rad: f32 = 0.0 in -6.3..=6.3,
        /// The distance behind the ball.
        dist_m: f32 = 0.3 in 0.1..=2.0,
        /// The tolerance of the robot's place at the end.
        margin_m: f32 = 0.1 in 0.02..=1.0,
        /// The time limit.
        timeout_sec: f32 = 60.0 in 0.1..=600.0,
    ) {
        depends_interfaces {
            ball: ObjectPosition = "WM Ball",
            pose: ObjectPosition = "WM Pose",
            navigator: Navigator = "Navigator",
            naomotion: HumanoidMotion = "NaoQi Motion",
            ball_is_obstacle: Switch = "Ball Is Obstacle",
        }
        vars { gaze: Gaze = Gaze::NOWHERE, drive: Drive = Drive::NONE }

        always {
            -> FAILED("no writer for ball") when !ball.has_writer();
            -> FAILED("no writer for pose") when !pose.has_writer();
            -> FAILED("no writer for navigator") when !navigator.has_writer();
            -> FAILED("no writer for naomotion") when !naomotion.has_writer();
            -> FAILED("no writer for ball_is_obstacle") when !ball_is_obstacle.has_writer();
        }
        start state Intercept {
            -> FAILED("not behind the ball after {} s", self.timeout_sec) after self.timeout_sec;
            -> FAILED("no ball to be seen") when ball_gone(ball);

            start state See {
                loop { self.gaze.follow(ball, naomotion); }
                -> FAILED("message queue full") when naomotion.refused();
                -> Look after 0.4s;
            }
            state Look {
                -> FAILED("no ball to be seen") when ball_unseen(ball, 8);
                -> FINAL when behind(ball, pose, self.dir_rad, self.dist_m) < self.margin_m;
                -> Go otherwise;
            }
            state Go {
                init { ball_is_obstacle.send(button::EnableSwitch {}); }
                exit {
                    self.drive.stop(navigator);
                    ball_is_obstacle.send(button::DisableSwitch {});
                }
                -> FAILED("message queue full") when ball_is_obstacle.refused();

                start state Walk {
                    init {
                        let place = place(ball, pose, self.dir_rad, self.dist_m);
                        self.drive.go(navigator, place, wrapped(self.dir_rad - pose.world_z));
                    }
                    loop {
                        self.gaze.follow(ball, naomotion);
                        let place = place(ball, pose, self.dir_rad, self.dist_m);
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
}

/// Returns the place behind the ball, relative to the robot, m.
fn place(ball: &ObjectPosition, pose: &ObjectPosition, dir_rad: f32, dist_m: f32) -> (f32, f32) {
    let dir = dir_rad - pose.world_z;
    (ball.relative_x - dist_m * libm::cosf(dir), ball.relative_y - dist_m * libm::sinf(dir))
}

/// Returns the distance of the robot from that place, m; an error of the direction counts in
/// proportion to the distance to the ball.
fn behind(ball: &ObjectPosition, pose: &ObjectPosition, dir_rad: f32, dist_m: f32) -> f32 {
    let (x, y) = place(ball, pose, dir_rad, dist_m);
    libm::hypotf(x, y).max(dist_m * wrapped(dir_rad - pose.world_z).abs())
}

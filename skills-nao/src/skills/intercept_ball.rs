//! Getting behind the ball.

use super::Relgoto;
use crate::interfaces::{HumanoidMotion, Navigator, ObjectPosition, Switch, button};
use crate::predicates::{Gaze, ball_gone, ball_unseen, elsewhere, wrapped};
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
        depends_skills { Relgoto }
        depends_interfaces {
            ball: ObjectPosition = "WM Ball",
            pose: ObjectPosition = "WM Pose",
            navigator: Navigator = "Navigator",
            naomotion: HumanoidMotion = "NaoQi Motion",
            ball_is_obstacle: Switch = "Ball Is Obstacle",
        }
        vars { gaze: Gaze = Gaze::NOWHERE, off: u32 = 0 }

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
            state Go = Relgoto {
                x_m: place(ball, pose, self.dir_rad, self.dist_m).0,
                y_m: place(ball, pose, self.dir_rad, self.dist_m).1,
                ori_rad: wrapped(self.dir_rad - pose.world_z),
                timeout_sec: self.timeout_sec,
            } {
                init {
                    self.off = 0;
                    ball_is_obstacle.send(button::EnableSwitch {});
                }
                loop {
                    self.gaze.follow(ball, naomotion);
                    let place = place(ball, pose, self.dir_rad, self.dist_m);
                    self.off = if elsewhere(place, 0.15, navigator) { self.off + 1 } else { 0 };
                }
                exit { ball_is_obstacle.send(button::DisableSwitch {}); }
                -> See on FINAL;
                -> FAILED on FAILED;
                -> FAILED("message queue full") when naomotion.refused() || ball_is_obstacle.refused();
                /// the ball lies elsewhere
                -> Go when self.off > 30;
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

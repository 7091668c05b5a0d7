//! Getting behind the ball.

use super::Relgoto;
use crate::interfaces::{HumanoidMotion, Navigator, ObjectPosition, Switch, button, motion};
use crate::predicates::{ball_visible, gaze, wrapped};
use skill_runtime::skill;

skill! {
    /// Walks around the ball to where the robot looks over it in a direction of the field.
    pub skill InterceptBall(
        /// The direction in which the ball is to go: 0 towards the opponents' goal line,
        /// positive to the left of it.
        dir_rad: f32 = 0.0 in -6.3..=6.3,
        /// How far behind the ball.
        dist_m: f32 = 0.3 in 0.1..=2.0,
        /// How far off the robot may end.
        margin_m: f32 = 0.1 in 0.02..=1.0,
        /// How long it may take.
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

        always {
            -> FAILED("no writer for ball") when !ball.has_writer();
            -> FAILED("no writer for pose") when !pose.has_writer();
            -> FAILED("no writer for navigator") when !navigator.has_writer();
            -> FAILED("no writer for naomotion") when !naomotion.has_writer();
            -> FAILED("no writer for ball_is_obstacle") when !ball_is_obstacle.has_writer();
        }
        start state Intercept {
            -> FAILED("not behind the ball after {} s", self.timeout_sec) after self.timeout_sec;

            start state See {
                init {
                    let (yaw, pitch) = gaze(ball);
                    naomotion.send(motion::YawPitchHead { yaw, pitch, time_sec: 0.2 });
                }
                -> FAILED("message queue full") when naomotion.refused();
                -> FINAL when ball_visible(ball) && behind(ball, pose, self.dir_rad, self.dist_m) < self.margin_m;
                -> Go when ball_visible(ball);
                -> FAILED("no ball to be seen") after 1s;
            }
            state Go = Relgoto {
                x_m: place(ball, pose, self.dir_rad, self.dist_m).0,
                y_m: place(ball, pose, self.dir_rad, self.dist_m).1,
                ori_rad: wrapped(self.dir_rad - pose.world_z),
                timeout_sec: self.timeout_sec,
            } {
                init { ball_is_obstacle.send(button::EnableSwitch {}); }
                exit { ball_is_obstacle.send(button::DisableSwitch {}); }
                -> See on FINAL;
                -> FAILED on FAILED;
                -> FAILED("message queue full") when ball_is_obstacle.refused();
                /// look again
                -> See after 4s;
            }
        }
    }
}

/// The place behind the ball, seen from the robot, m.
fn place(ball: &ObjectPosition, pose: &ObjectPosition, dir_rad: f32, dist_m: f32) -> (f32, f32) {
    let dir = dir_rad - pose.world_z;
    (ball.relative_x - dist_m * libm::cosf(dir), ball.relative_y - dist_m * libm::sinf(dir))
}

/// How far the robot is from there, m; a wrong direction counts by what it makes of the
/// distance to the ball.
fn behind(ball: &ObjectPosition, pose: &ObjectPosition, dir_rad: f32, dist_m: f32) -> f32 {
    let (x, y) = place(ball, pose, dir_rad, dist_m);
    libm::hypotf(x, y).max(dist_m * wrapped(dir_rad - pose.world_z).abs())
}

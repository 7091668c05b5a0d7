//! Getting behind the ball.

use crate::drive::Drive;
use crate::interfaces::{HumanoidMotion, Navigator, ObjectPosition, Switch, button};
use crate::places::{behind, to_behind};
use crate::predicates::{Gaze, ball_gone, ball_unseen, wrapped};

skill_runtime::skill! {
    /// Walks around the ball to where the robot looks over it in a direction of the field.
    pub skill InterceptBall(
        /// The direction for the ball: 0 towards the opponents' goal line, positive to the left.
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
            -> FAILED("not behind the ball after {} s", self.timeout_sec) after self.timeout_sec;
            -> FAILED("no ball to be seen") when ball_gone(ball);
        }
        start state See {
            loop { self.gaze.follow(ball, naomotion); }
            -> FAILED("no ball to be seen") after 0.4s when ball_unseen(ball, 8);
            -> FINAL
                after 0.4s when to_behind(ball, pose, self.dir_rad, self.dist_m) < self.margin_m;
            -> Go after 0.4s;
        }
        state Go {
            init { ball_is_obstacle.send(button::EnableSwitch); }
            exit {
                self.drive.stop(navigator);
                ball_is_obstacle.send(button::DisableSwitch);
            }
            start state Walk {
                init {
                    let place = behind(ball, pose, self.dir_rad, self.dist_m);
                    self.drive.go(navigator, place, wrapped(self.dir_rad - pose.world_z));
                }
                loop {
                    self.gaze.follow(ball, naomotion);
                    let place = behind(ball, pose, self.dir_rad, self.dist_m);
                    self.drive.watch(navigator, pose, place, 0.15);
                }
                -> FAILED("another target took this one's place")
                    when self.drive.superseded(navigator);
                -> FAILED("navigator error {}", error)
                    when let Some(error) = self.drive.error(navigator);
                -> See when self.drive.ended(navigator);
                /// the ball lies elsewhere
                -> Walk when self.drive.leads_elsewhere();
            }
        }
    }
}

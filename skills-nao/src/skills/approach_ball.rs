//! Walking up to the ball.

use crate::drive::Drive;
use crate::interfaces::motion::Leg;
use crate::interfaces::{HumanoidMotion, Navigator, ObjectPosition};
use crate::places::AtBall;
use crate::predicates::{Gaze, ball_gone, ball_unseen};
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
        params {
            /// The time in which it does not walk, to see where the ball is.
            look_sec: f32 = 0.4 in 0.1..=5.0,
        }
        vars { gaze: Gaze = Gaze::NOWHERE, drive: Drive = Drive::NONE }

        start state Approach {
            vars {
                goal: AtBall = AtBall {
                    leg: self.leg,
                    dist_m: self.dist_m,
                    dir_rad: self.dir_rad
                }
            }
            exit { self.drive.stop(navigator); }
            -> FAILED("not at the ball after {} s", self.timeout_sec) after self.timeout_sec;
            -> FAILED("no ball to be seen") when ball_gone(ball);

            start state See {
                loop { self.gaze.follow(ball, naomotion); }
                -> FAILED("no ball to be seen") after self.look_sec when ball_unseen(ball, 8);
                -> FINAL after self.look_sec
                    when self.goal.distance(ball) < self.margin_m
                        && self.goal.turn(ball, pose).abs() < 0.15;
                -> Walk after self.look_sec;
            }
            state Walk {
                init {
                    self.drive.go(
                        navigator,
                        self.goal.step(ball, pose),
                        self.goal.turn(ball, pose)
                    );
                }
                loop {
                    self.gaze.follow(ball, naomotion);
                    self.drive.watch(navigator, pose, self.goal.step(ball, pose), 0.15);
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

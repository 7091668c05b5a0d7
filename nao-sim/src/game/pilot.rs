//! A pilot with the joystick in hand, who sees the field.

use crate::FieldSim;
use crate::body::{Button, Pose};
use skills_nao::hardware::Motion;
use skills_nao::interfaces::{Joystick, penalty, stick};
use std::time::Duration;

/// The time when the pilot presses the chest button to begin.
const BEGIN: Duration = Duration::from_secs(5);
/// The time for which the button stays pressed.
const PRESS: Duration = Duration::from_millis(200);
/// The area in front of the robot in which the pilot kicks a ball, m: extent ahead, and to either
/// side.
const KICK: (f32, f32) = (0.2, 0.1);

/// A simulated pilot, who drives the robot to the ball and kicks it.
#[derive(Default)]
pub(super) struct Pilot {
    begun: bool,
}

impl Pilot {
    /// Moves the stick for the next pass.
    pub(super) fn move_stick(&mut self, sim: &mut FieldSim<'_>) {
        if !self.begun && sim.field().time() >= BEGIN {
            self.begun = true;
            sim.field_mut().press(Button::Chest, PRESS);
        }
        // For the referee the same press is a penalty.
        if sim.field().referee().penalty().0 == penalty::SPL_PENALTY_MANUAL {
            sim.field_mut().penalize(penalty::SPL_PENALTY_NONE);
        }
        let field = sim.field();
        let ball = field.place().local(field.ball().at);
        let mut joystick = Joystick { num_axes: 8, num_buttons: 16, ..Joystick::default() };
        // The axis of the speed: full speed.
        joystick.axis[2] = 1.0;
        match field.robot().pose() {
            Pose::LyingBack | Pose::LyingFront => joystick.pressed_buttons = stick::BUTTON_4,
            Pose::Standing if field.robot().moving() && !is_walking(sim) => {}
            Pose::Standing if ball.x > 0.0 && ball.x < KICK.0 && ball.y.abs() < KICK.1 => {
                let left = ball.y > 0.0;
                joystick.pressed_buttons = if left { stick::BUTTON_7 } else { stick::BUTTON_8 };
            }
            Pose::Standing => {
                let turn = (2.0 * ball.angle()).clamp(-1.0, 1.0);
                joystick.axis[0] = turn;
                joystick.axis[1] = (1.0 - turn.abs()).clamp(0.0, ball.length());
            }
            Pose::Sitting | Pose::Falling { .. } => {}
        }
        sim.stick = joystick;
    }
}

/// Returns whether the running motion is a walk.
fn is_walking(sim: &FieldSim<'_>) -> bool {
    matches!(sim.field().robot().motion(), Some(Motion::WalkVelocity { .. }))
}

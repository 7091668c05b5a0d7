//! Standing up from lying.

use super::{Getup, Servo};
use crate::interfaces::{HumanoidMotion, NaoSensor, motion, motion::StandupFrom};
use crate::predicates::{Side, lying, lying_on_front};
use skill_runtime::skill;

skill! {
    /// Stands the robot up from lying on its back or front, or from sitting.
    pub skill Standup(
        /// On which side it lies; if not given, as detected by the accelerometer.
        from: Option<Side> = None,
    ) {
        depends_skills { Servo, Getup }
        depends_interfaces { naomotion: HumanoidMotion = "NaoQi Motion" }
        depends_interfaces { optional naosensors: NaoSensor = "Nao Sensors" }
        params {
            /// The time that the motion takes.
            wait_sec: f32 = 12.5 in 1.0..=30.0,
        }
        start state TurnOn = Servo { enable: true }? {
            -> Standup on FINAL;
            -> FAILED("no writer for naosensors")
                when self.from.is_none() && !naosensors.has_writer();
            /// not lying
            -> Getup when self.from.is_none() && !lying(naosensors);
        }
        state Standup { -> Wait when self.from.is_some() || lying(naosensors); }
        state Wait {
            init {
                let on_front = self.from == Some(Side::Front) || lying_on_front(naosensors);
                let from = if on_front { StandupFrom::Front } else { StandupFrom::Back };
                naomotion.send(motion::Standup { from });
            }
            -> FINAL after self.wait_sec;
        }
        state Getup = Getup {}? { -> FINAL on FINAL; }
    }
}

//! Standing up from lying.

use super::{Getup, Servo};
use crate::interfaces::{HumanoidMotion, NaoJointPosition, NaoSensor, motion, motion::StandupFrom};
use crate::predicates::{Side, lying, lying_on_front, settling_sec, sitting, upright};
use skill_runtime::{MessageId, skill};

skill! {
    /// Stands the robot up from lying on its back or front, or from sitting. FINAL: it is upright.
    pub skill Standup(
        /// On which side it lies; if not given, as detected by the accelerometer.
        from: Option<Side> = None,
    ) {
        depends_skills { Servo, Getup }
        depends_interfaces {
            naomotion: HumanoidMotion = "NaoQi Motion",
            optional naosensors: NaoSensor = "Nao Sensors",
            optional naojoints: NaoJointPosition = "Nao Joint Positions",
        }
        params {
            /// The longest time that the motion may take.
            timeout_sec: f32 = 20.0 in 1.0..=60.0,
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
            vars { id: MessageId = MessageId::NONE }
            init {
                let on_front = self.from == Some(Side::Front) || lying_on_front(naosensors);
                let from = if on_front { StandupFrom::Front } else { StandupFrom::Back };
                self.id = naomotion.send(motion::Standup { from }).id();
            }
            /// the motion is over
            -> Check when rising naomotion.msgid != self.id.0;
            -> FAILED("the body does not stand up") after 500ms when naomotion.msgid != self.id.0;
            -> FAILED("it takes too long") after self.timeout_sec;
        }
        state Check {
            -> FINAL after 300ms when upright(naosensors) && !sitting(naojoints);
            -> FINAL when !naosensors.has_writer();
            -> FAILED("it still lies") after 300ms when lying(naosensors);
            -> FAILED("it is not upright") after settling_sec(naojoints);
        }
        state Getup = Getup {}? { -> Check on FINAL; }
    }
}

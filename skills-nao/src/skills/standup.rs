//! Standing up from lying.

use super::{Getup, Servo};
use crate::interfaces::motion::{self, StandupFrom};
use crate::interfaces::{HumanoidMotion, NaoSensor};
use crate::predicates::{lying, lying_on_back, lying_on_front};
use skill_runtime::{Argument, skill};

/// A side of the robot to lie on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Argument)]
pub enum Side {
    /// The front.
    Front,
    /// The back.
    Back,
}

skill! {
    /// Stands the robot up from lying on its back or front, or from sitting.
    pub skill Standup(
        /// On which side it lies; if not given, as detected by the accelerometer.
        from: Option<Side> = None,
    ) {
        depends_skills { Servo, Getup }
        depends_interfaces {
            naomotion: HumanoidMotion = "NaoQi Motion",
            optional naosensors: NaoSensor = "Nao Sensors",
        }

        start state TurnOn = Servo { enable: true } {
            -> Standup on FINAL;
            -> FAILED  on FAILED;
            -> FAILED("no writer for naosensors") when self.from.is_none() && !naosensors.has_writer();
            /// not lying
            -> Getup   when self.from.is_none() && !lying(naosensors);
        }
        state Standup {
            -> FAILED("no writer for naomotion") when !naomotion.has_writer();
            -> FromFront when self.from == Some(Side::Front) || lying_on_front(naosensors);
            -> FromBack  when self.from == Some(Side::Back)  || lying_on_back(naosensors);
        }
        state FromFront {
            init { naomotion.send(motion::Standup { from: StandupFrom::Front }); }
            -> FAILED("message queue full") when naomotion.refused();
            -> Wait otherwise;
        }
        state FromBack {
            init { naomotion.send(motion::Standup { from: StandupFrom::Back }); }
            -> FAILED("message queue full") when naomotion.refused();
            -> Wait otherwise;
        }
        state Wait {
            -> FAILED("no writer for naomotion") when !naomotion.has_writer();
            -> FINAL after 12.5s;
        }
        state Getup = Getup {} { -> FINAL on FINAL; -> FAILED on FAILED; }
    }
}

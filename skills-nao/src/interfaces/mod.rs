//! The NAO's interfaces, with the fields, enums, constants and messages of Fawkes's.

mod humanoid_motion;
mod nao_hardware;
mod nao_joint_position;
mod nao_joint_stiffness;
mod nao_sensor;

pub use humanoid_motion::{HumanoidMotion, humanoid_motion as motion};
pub use nao_hardware::{NaoHardware, nao_hardware as hardware};
pub use nao_joint_position::{NaoJointPosition, nao_joint_position as joints};
pub use nao_joint_stiffness::{NaoJointStiffness, nao_joint_stiffness as stiffness};
pub use nao_sensor::{NaoSensor, nao_sensor as sensors};
pub use skill_runtime::skiller::SkillerInterface as Skiller;

skill_runtime::blackboard! {
    /// All that the parts of a NAO share.
    pub NaoBlackboard {
        "NaoQi Motion": HumanoidMotion,
        naohw: NaoHardware,
        "Nao Sensors": NaoSensor,
        "Nao Joint Positions": NaoJointPosition,
        "Nao Joint Stiffness": NaoJointStiffness,
        "Skiller": Skiller,
    }
}

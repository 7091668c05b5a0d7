//! The NAO's interfaces, with the fields, enums, constants and messages of Fawkes's, and four of its
//! own: [`NaoState`], [`Obstacles`], [`SoccerReferee`] and [`Team`].

mod game_state;
mod humanoid_motion;
mod joystick;
mod led;
mod nao_hardware;
mod nao_joint_position;
mod nao_joint_stiffness;
mod nao_sensor;
mod nao_state;
mod navigator;
mod object_position;
mod other_robots;
mod soccer_penalty;
mod soccer_referee;
mod speech_synth;
mod switch;
mod team;

pub use game_state::{GameState, game_state as game};
pub use humanoid_motion::{HumanoidMotion, humanoid_motion as motion};
pub use joystick::{Joystick, joystick as stick};
pub use led::{Led, led as light};
pub use nao_hardware::{NaoHardware, nao_hardware as hardware};
pub use nao_joint_position::{NaoJointPosition, nao_joint_position as joints};
pub use nao_joint_stiffness::{NaoJointStiffness, nao_joint_stiffness as stiffness};
pub use nao_sensor::{NaoSensor, nao_sensor as sensors};
pub use nao_state::{NaoState, nao_state as state};
pub use navigator::{Navigator, navigator as navigation};
pub use object_position::{ObjectPosition, object_position as object};
pub use other_robots::{Obstacles, obstacles as others};
pub use skill_runtime::Parameters;
use skill_runtime::skiller::SkillerFailure;
pub use skill_runtime::skiller::SkillerInterface as Skiller;
pub use soccer_penalty::{SoccerPenalty, soccer_penalty as penalty};
pub use soccer_referee::{SoccerReferee, soccer_referee as referee};
pub use speech_synth::{SpeechSynth, speech_synth as speech};
pub use switch::{Switch, switch as button};
pub use team::{Team, team as mates};

skill_runtime::blackboard! {
    /// The blackboard of a NAO's body: enough for the motions.
    pub BodyBlackboard {
        "NaoQi Motion": HumanoidMotion,
        naohw: NaoHardware,
        "Nao Sensors": NaoSensor,
        "Nao Joint Positions": NaoJointPosition,
        "Nao Joint Stiffness": NaoJointStiffness,
        "Skiller": Skiller,
    }
}

skill_runtime::blackboard! {
    /// The blackboard of a NAO that plays: its body, its world model, navigator, lights,
    /// speech, and the referee.
    pub NaoBlackboard {
        "NaoQi Motion": HumanoidMotion,
        naohw: NaoHardware,
        "Nao Sensors": NaoSensor,
        "Nao Joint Positions": NaoJointPosition,
        "Nao Joint Stiffness": NaoJointStiffness,
        "Skiller": Skiller,
        "Navigator": Navigator,
        "WM Ball": ObjectPosition,
        "WM Pose": ObjectPosition,
        "Ball Is Obstacle": Switch,
        "WM GameState": GameState,
        "SPL Penalty": SoccerPenalty,
        "NaoQi TTS": SpeechSynth,
        "Joystick": Joystick,
        "Nao Button Chest": Switch,
        "Nao Button Foot Left": Switch,
        "Nao Button Foot Right": Switch,
        "Nao LED ChestBoard/Red": Led,
        "Nao LED ChestBoard/Green": Led,
        "Nao LED ChestBoard/Blue": Led,
        "Nao LED LFoot/Red": Led,
        "Nao LED LFoot/Green": Led,
        "Nao LED LFoot/Blue": Led,
        "Nao LED RFoot/Red": Led,
        "Nao LED RFoot/Green": Led,
        "Nao LED RFoot/Blue": Led,
        "Nao LED Face/Red/Left": Led,
        "Nao LED Face/Green/Left": Led,
        "Nao LED Face/Blue/Left": Led,
        "Nao LED Face/Red/Right": Led,
        "Nao LED Face/Green/Right": Led,
        "Nao LED Face/Blue/Right": Led,
        "Nao LED Ears/Left": Led,
        "Nao LED Ears/Right": Led,
        // At the end, so that the rest is where it would be without them.
        "Parameters": Parameters<64>,
        "Nao State": NaoState,
        "Referee": SoccerReferee,
        "Skiller Failure": SkillerFailure,
        "Team": Team,
        "WM Team Ball": ObjectPosition,
        "WM Obstacles": Obstacles,
    }
}

#[cfg(test)]
mod tests {
    use super::{BodyBlackboard, NaoBlackboard};
    use skill_runtime::Blackboard as _;

    /// C programs built against version 0.1 share memory with this version.
    #[test]
    fn the_layout_is_that_of_version_0_1() {
        assert_eq!(BodyBlackboard::LAYOUT, 0xbfcc_e78e_0905_45d4);
    }

    /// A recording of one version is read by another.
    #[test]
    fn the_layout_of_all_interfaces_is_known() {
        assert_eq!(NaoBlackboard::LAYOUT, 0xdff6_80da_e9ba_f242);
    }
}

//! The order of the joints in the packets.

use skills_nao::joint::Joint;

/// The number of joints in a packet.
pub const JOINTS: usize = 25;

/// The joints in the order of the packets. One motor moves yaw and pitch of both hips, the left
/// one's.
pub const ORDER: [Joint; JOINTS] = [
    Joint::HeadYaw,
    Joint::HeadPitch,
    Joint::LShoulderPitch,
    Joint::LShoulderRoll,
    Joint::LElbowYaw,
    Joint::LElbowRoll,
    Joint::LWristYaw,
    Joint::LHipYawPitch,
    Joint::LHipRoll,
    Joint::LHipPitch,
    Joint::LKneePitch,
    Joint::LAnklePitch,
    Joint::LAnkleRoll,
    Joint::RHipRoll,
    Joint::RHipPitch,
    Joint::RKneePitch,
    Joint::RAnklePitch,
    Joint::RAnkleRoll,
    Joint::RShoulderPitch,
    Joint::RShoulderRoll,
    Joint::RElbowYaw,
    Joint::RElbowRoll,
    Joint::RWristYaw,
    Joint::LHand,
    Joint::RHand,
];

/// The place of each joint in the packets by its index.
const PLACES: [Option<usize>; Joint::COUNT] = {
    let mut places = [None; Joint::COUNT];
    let mut place = 0;
    while place < JOINTS {
        places[ORDER[place].index()] = Some(place);
        place += 1;
    }
    places
};

/// Returns the place of a joint in the packets; `None` for [`Joint::RHipYawPitch`], which has no
/// motor.
#[must_use]
pub fn place(joint: Joint) -> Option<usize> {
    PLACES.get(joint.index()).copied().flatten()
}

/// Returns the values of all joints by index, from those in the order of the packets.
#[must_use]
pub fn by_index(values: &[f32; JOINTS]) -> [f32; Joint::COUNT] {
    Joint::ALL.map(|joint| {
        // Both hips have the same angle.
        let joint = if joint == Joint::RHipYawPitch { Joint::LHipYawPitch } else { joint };
        place(joint).and_then(|place| values.get(place)).copied().unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_joint_with_a_motor_has_one_place() {
        for joint in Joint::ALL {
            let places = ORDER.iter().filter(|other| **other == joint).count();
            assert_eq!(places, usize::from(joint != Joint::RHipYawPitch), "{}", joint.name());
            assert_eq!(place(joint).is_some(), joint != Joint::RHipYawPitch);
        }
    }
}

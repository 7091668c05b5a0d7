//! Actuator packets: 786 bytes, written in place.

use crate::joint::JOINTS;

/// The length of an actuator packet, in bytes.
pub const ACTUATOR_BYTES: usize = 786;

/// The byte before a 32-bit float.
const FLOAT: u8 = 0xca;

/// The arrays of a packet in their order, with their lengths: all floats, but the last one.
const ARRAYS: [(&str, usize); 11] = [
    ("Position", JOINTS),
    ("Stiffness", JOINTS),
    ("REar", 10),
    ("LEar", 10),
    ("Chest", 3),
    ("LEye", 24),
    ("REye", 24),
    ("LFoot", 3),
    ("RFoot", 3),
    ("Skull", 12),
    ("Sonar", 2),
];

/// The packet in which all values are 0, and the place of each array's first value.
const EMPTY: ([u8; ACTUATOR_BYTES], [usize; ARRAYS.len()]) = {
    #[allow(clippy::cast_possible_truncation)] // less than 32 letters and 256 values
    const fn empty_packet() -> ([u8; ACTUATOR_BYTES], [usize; ARRAYS.len()]) {
        let (mut bytes, mut places) = ([0; ACTUATOR_BYTES], [0; ARRAYS.len()]);
        bytes[0] = 0x80 | ARRAYS.len() as u8;
        let (mut at, mut array) = (1, 0);
        while array < ARRAYS.len() {
            let (key, length) = ARRAYS[array];
            bytes[at] = 0xa0 | key.len() as u8;
            at += 1;
            let mut letter = 0;
            while letter < key.len() {
                bytes[at] = key.as_bytes()[letter];
                at += 1;
                letter += 1;
            }
            if length < 16 {
                bytes[at] = 0x90 | length as u8;
                at += 1;
            } else {
                bytes[at] = 0xdc;
                bytes[at + 2] = length as u8;
                at += 3;
            }
            places[array] = at;
            let is_last = array + 1 == ARRAYS.len();
            let mut value = 0;
            while value < length {
                // The sonars are on or off.
                bytes[at] = if is_last { 0xc2 } else { FLOAT };
                at += if is_last { 1 } else { 5 };
                value += 1;
            }
            array += 1;
        }
        assert!(at == ACTUATOR_BYTES);
        (bytes, places)
    }
    empty_packet()
};

/// An actuator packet, encoded in place.
#[derive(Clone, Debug)]
pub struct ActuatorPacket([u8; ACTUATOR_BYTES]);

impl Default for ActuatorPacket {
    fn default() -> Self {
        Self::new()
    }
}

impl ActuatorPacket {
    /// Returns a packet with which all joints are limp and all lights off.
    #[must_use]
    pub const fn new() -> Self {
        Self(EMPTY.0)
    }

    /// Returns the packet encoded in `bytes`; `None` if its layout differs, or a number is not
    /// finite.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; ACTUATOR_BYTES]) -> Option<Self> {
        let packet = Self(*bytes);
        let mut same = EMPTY.0;
        let mut floats = ARRAYS.iter().zip(EMPTY.1).take(ARRAYS.len() - 1);
        let are_finite = floats.all(|(&(_, length), place)| {
            (0..length).all(|index| {
                let at = place + 5 * index + 1;
                if let (Some(to), Some(from)) = (same.get_mut(at..at + 4), bytes.get(at..at + 4)) {
                    to.copy_from_slice(from);
                }
                packet.float(at).is_finite()
            })
        });
        // All bytes but those of numbers and sonars are the same in all packets.
        let rest = ..ACTUATOR_BYTES - 2;
        let sonars_are_bits = bytes.iter().skip(ACTUATOR_BYTES - 2).all(|byte| byte & 0xfe == 0xc2);
        (are_finite && same.get(rest) == bytes.get(rest) && sonars_are_bits).then_some(packet)
    }

    /// Returns the encoded packet.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; ACTUATOR_BYTES] {
        &self.0
    }

    /// Sets the angles of the joints, rad (hands from 0 to 1), in [the order of the
    /// packets](crate::joint::ORDER). A value that is not finite is ignored.
    pub fn set_position(&mut self, angles_rad: &[f32; JOINTS]) {
        self.put(0, angles_rad);
    }

    /// Sets the stiffness of the joints, limited to 0 to 1. A value that is not finite is ignored.
    pub fn set_stiffness(&mut self, stiffness: &[f32; JOINTS]) {
        self.put(1, &stiffness.map(|value| value.clamp(0.0, 1.0)));
    }

    /// Sets the color of the chest: red, green, blue, 0 to 1.
    pub fn set_chest(&mut self, color: [f32; 3]) {
        self.put(4, &color.map(|value| value.clamp(0.0, 1.0)));
    }

    /// Switches the left and the right sonar.
    pub fn set_sonar(&mut self, on: [bool; 2]) {
        let place = EMPTY.1.last().copied().unwrap_or_default();
        for (byte, on) in self.0.iter_mut().skip(place).zip(on) {
            *byte = 0xc2 | u8::from(on);
        }
    }

    /// Returns the angles of the joints.
    #[must_use]
    pub fn position(&self) -> [f32; JOINTS] {
        self.get(0)
    }

    /// Returns the stiffness of the joints.
    #[must_use]
    pub fn stiffness(&self) -> [f32; JOINTS] {
        self.get(1)
    }

    fn put(&mut self, array: usize, values: &[f32]) {
        let place = EMPTY.1.get(array).copied().unwrap_or_default();
        let (slots, _) = self.0.get_mut(place..).unwrap_or_default().as_chunks_mut::<5>();
        for (slot, value) in slots.iter_mut().zip(values).filter(|(_, value)| value.is_finite()) {
            let [a, b, c, d] = value.to_be_bytes();
            *slot = [FLOAT, a, b, c, d];
        }
    }

    fn get(&self, array: usize) -> [f32; JOINTS] {
        let place = EMPTY.1.get(array).copied().unwrap_or_default();
        core::array::from_fn(|index| self.float(place + 5 * index + 1))
    }

    fn float(&self, at: usize) -> f32 {
        f32::from_be_bytes(
            [0, 1, 2, 3].map(|byte| self.0.get(at + byte).copied().unwrap_or_default()),
        )
    }
}

//! Sensor packets: 896 bytes, each value at a fixed place.
//!
//! All floats have 32 bits, all arrays their lengths, so a packet always has the same keys and
//! types at the same places. These are checked once per packet; then the values are read in place.

use crate::joint::{self, JOINTS};
use core::fmt;
use skills_nao::hardware::Sensors;

/// The length of a sensor packet, in bytes.
pub const SENSOR_BYTES: usize = 896;

/// The first byte: a map with 13 entries.
const MAP: u8 = 0x8d;
/// The byte before a 32-bit float.
const FLOAT: u8 = 0xca;
/// Standard gravity, m/s²; skills measure acceleration in g.
const GRAVITY: f32 = 9.81;
/// The highest value of a status of a motor.
const MAX_STATUS: u8 = 3;

/// An array of floats in a packet: its key, the place of the key, and the values that it may have.
struct Field<const N: usize> {
    key: &'static str,
    offset: usize,
    range: (f32, f32),
}

/// The robot's names, which are not used: their key and their lengths are checked.
const ROBOT_CONFIG: (&str, usize) = ("RobotConfig", 1);
/// The lengths of the names: body and version, head and version.
const NAMES: [u8; 4] = [20, 5, 20, 5];
const STATUS: (&str, usize) = ("Status", 861);

const ACCELEROMETER: Field<3> = Field { key: "Accelerometer", offset: 68, range: (-200.0, 200.0) };
const ANGLES: Field<2> = Field { key: "Angles", offset: 98, range: (-7.0, 7.0) };
const BATTERY: Field<4> = Field { key: "Battery", offset: 116, range: (-1e5, 1e5) };
const CURRENT: Field<JOINTS> = Field { key: "Current", offset: 145, range: (-100.0, 100.0) };
const FSR: Field<8> = Field { key: "FSR", offset: 281, range: (-1.0, 100.0) };
const GYROSCOPE: Field<3> = Field { key: "Gyroscope", offset: 326, range: (-100.0, 100.0) };
const POSITION: Field<JOINTS> = Field { key: "Position", offset: 352, range: (-7.0, 7.0) };
const SONAR: Field<2> = Field { key: "Sonar", offset: 489, range: (-1.0, 100.0) };
const STIFFNESS: Field<JOINTS> = Field { key: "Stiffness", offset: 506, range: (-1.0, 1.0) };
const TEMPERATURE: Field<JOINTS> =
    Field { key: "Temperature", offset: 644, range: (-100.0, 300.0) };
const TOUCH: Field<14> = Field { key: "Touch", offset: 784, range: (0.0, 1.0) };

/// The places of the force sensors in the frame of the ankle, forward and left, m: front left,
/// front right, rear left, rear right; of the left foot, then of the right.
const FSR_M: [[(f32, f32); 4]; 2] = [
    [(0.070_25, 0.0299), (0.070_25, -0.0231), (-0.030_25, 0.0299), (-0.029_65, -0.0191)],
    [(0.070_25, 0.0231), (0.070_25, -0.0299), (-0.030_25, 0.0191), (-0.029_65, -0.0299)],
];

/// The reason why bytes are not a sensor packet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PacketError {
    /// The number of bytes is wrong.
    Length {
        /// The number of bytes received.
        found: usize,
    },
    /// A byte of a key or of a type is wrong.
    Byte {
        /// The place of the byte.
        offset: usize,
        /// The key to which it belongs; empty for the map.
        key: &'static str,
        /// The required byte.
        expected: u8,
        /// The byte received.
        found: u8,
    },
    /// A number is NaN, infinite, or outside the sensor's range.
    Value {
        /// The place of the number.
        offset: usize,
        /// The key of its array.
        key: &'static str,
        /// Its index in the array.
        index: usize,
        /// The number received.
        found: f32,
    },
}

impl fmt::Display for PacketError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Length { found } => {
                write!(f, "expected a sensor packet of {SENSOR_BYTES} bytes, found {found}")
            }
            Self::Byte { offset, key, expected, found } => {
                let of = if key.is_empty() { "the map" } else { key };
                write!(f, "byte {offset}, in `{of}`: expected {expected:#04x}, found {found:#04x}")
            }
            Self::Value { offset, key, index, found } => {
                write!(f, "byte {offset}: `{key}[{index}]` is {found}, which no sensor measures")
            }
        }
    }
}

impl core::error::Error for PacketError {}

/// The bytes of a packet, whose length is right.
struct Bytes<'a>(&'a [u8; SENSOR_BYTES]);

impl Bytes<'_> {
    fn at(&self, offset: usize) -> u8 {
        self.0.get(offset).copied().unwrap_or_default()
    }

    fn expect(
        &self,
        key: &'static str,
        mut offset: usize,
        bytes: impl IntoIterator<Item = u8>,
    ) -> Result<usize, PacketError> {
        for expected in bytes {
            let found = self.at(offset);
            if found != expected {
                return Err(PacketError::Byte { offset, key, expected, found });
            }
            offset += 1;
        }
        Ok(offset)
    }

    /// Checks a key, and returns the place after it.
    #[allow(clippy::cast_possible_truncation)] // keys have less than 32 letters
    fn key(&self, key: &'static str, offset: usize) -> Result<usize, PacketError> {
        let offset = self.expect(key, offset, [0xa0 | key.len() as u8])?;
        self.expect(key, offset, key.bytes())
    }

    /// Checks the places of the robot's names.
    fn names(&self) -> Result<(), PacketError> {
        let (key, offset) = ROBOT_CONFIG;
        let mut offset = self.length::<4>(key, self.key(key, offset)?)?;
        for length in NAMES {
            offset = self.expect(key, offset, [0xa0 | length])? + usize::from(length);
        }
        Ok(())
    }

    /// Checks the length of an array, and returns the place after it.
    #[allow(clippy::cast_possible_truncation)] // arrays have less than 256 values
    fn length<const N: usize>(&self, key: &'static str, at: usize) -> Result<usize, PacketError> {
        if N < 16 {
            self.expect(key, at, [0x90 | N as u8])
        } else {
            self.expect(key, at, [0xdc, 0, N as u8])
        }
    }

    /// Reads an array of floats.
    fn floats<const N: usize>(&self, field: &Field<N>) -> Result<[f32; N], PacketError> {
        let Field { key, offset, range: (low, high) } = *field;
        let mut offset = self.length::<N>(key, self.key(key, offset)?)?;
        let mut values = [0.0; N];
        for (index, value) in values.iter_mut().enumerate() {
            offset = self.expect(key, offset, [FLOAT])?;
            let bytes = [0, 1, 2, 3].map(|byte| self.at(offset + byte));
            let found = f32::from_be_bytes(bytes);
            // NaN is not contained in any range.
            if !(low..=high).contains(&found) {
                return Err(PacketError::Value { offset, key, index, found });
            }
            *value = found;
            offset += bytes.len();
        }
        Ok(values)
    }
}

/// The values of a sensor packet. Joints are in [the order of the packets](joint::ORDER).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SensorPacket {
    /// Acceleration along x, y and z with the reaction to gravity, m/s²: a robot on its feet
    /// measures -9.8 in z.
    pub accelerometer: [f32; 3],
    /// The torso's roll and pitch, rad.
    pub angles_rad: [f32; 2],
    /// Charge from 0 to 1, status, current in A, temperature in °C.
    pub battery: [f32; 4],
    /// The currents of the motors, A.
    pub current_a: [f32; JOINTS],
    /// The forces on the feet, kg: front left, front right, rear left, rear right; of the left
    /// foot, then of the right.
    pub fsr_kg: [f32; 8],
    /// The turn rates about x, y and z, rad/s.
    pub gyroscope: [f32; 3],
    /// The angles of the joints, rad; the hands from 0 to 1.
    pub position_rad: [f32; JOINTS],
    /// The distances that the left and the right sonar measure, m.
    pub sonar_m: [f32; 2],
    /// The stiffness of the joints, 0 to 1; -1 for a motor that is off.
    pub stiffness: [f32; JOINTS],
    /// The temperatures of the motors, °C.
    pub temperature_c: [f32; JOINTS],
    /// The buttons, 0 or 1: chest; head front, middle, rear; left foot left, right; left hand
    /// back, left, right; right foot left, right; right hand back, left, right.
    pub touch: [f32; 14],
    /// The status of the motors: 0 for well, up to 3.
    pub status: [u8; JOINTS],
}

impl SensorPacket {
    /// Reads a packet.
    ///
    /// # Errors
    /// [`PacketError`]: the first byte or value that is invalid.
    pub fn parse(bytes: &[u8]) -> Result<Self, PacketError> {
        let whole = bytes.try_into().map_err(|_| PacketError::Length { found: bytes.len() })?;
        let bytes = Bytes(whole);
        bytes.expect("", 0, [MAP])?;
        bytes.names()?;
        Ok(Self {
            accelerometer: bytes.floats(&ACCELEROMETER)?,
            angles_rad: bytes.floats(&ANGLES)?,
            battery: bytes.floats(&BATTERY)?,
            current_a: bytes.floats(&CURRENT)?,
            fsr_kg: bytes.floats(&FSR)?,
            gyroscope: bytes.floats(&GYROSCOPE)?,
            position_rad: bytes.floats(&POSITION)?,
            sonar_m: bytes.floats(&SONAR)?,
            stiffness: bytes.floats(&STIFFNESS)?,
            temperature_c: bytes.floats(&TEMPERATURE)?,
            touch: bytes.floats(&TOUCH)?,
            status: Self::status(&bytes)?,
        })
    }

    fn status(bytes: &Bytes<'_>) -> Result<[u8; JOINTS], PacketError> {
        let (key, offset) = STATUS;
        let offset = bytes.length::<JOINTS>(key, bytes.key(key, offset)?)?;
        let mut status = [0; JOINTS];
        for (index, status) in status.iter_mut().enumerate() {
            *status = bytes.at(offset + index);
            if *status > MAX_STATUS {
                let (found, offset) = (f32::from(*status), offset + index);
                return Err(PacketError::Value { offset, key, index, found });
            }
        }
        Ok(status)
    }

    /// Returns the acceleration along x, y and z in g, as [`Sensors`] have it.
    #[must_use]
    pub fn acceleration_g(&self) -> [f32; 3] {
        self.accelerometer.map(|acceleration| acceleration / GRAVITY)
    }

    /// Returns the measurements in the units of the skills.
    #[must_use]
    pub fn sensors(&self) -> Sensors {
        let [accel_x, accel_y, accel_z] = self.acceleration_g();
        let [gyro_x, gyro_y, _] = self.gyroscope;
        let [angle_x, angle_y] = self.angles_rad;
        let [l_fl, l_fr, l_rl, l_rr, r_fl, r_fr, r_rl, r_rr] = self.fsr_kg;
        let (left, right) = ([l_fl, l_fr, l_rl, l_rr], [r_fl, r_fr, r_rl, r_rr]);
        let [left_m, right_m] = FSR_M;
        let ((l_cop_x, l_cop_y), (r_cop_x, r_cop_y)) =
            (center_of_pressure(&left, &left_m), center_of_pressure(&right, &right_m));
        let touch = self.touch.map(|touch| u8::from(touch > 0.5));
        let [chest, front, middle, rear, l_l, l_r, _, _, _, r_l, r_r, _, _, _] = touch;
        let [sonar_left, sonar_right] = self.sonar_m;
        Sensors {
            joints: joint::by_index(&self.position_rad),
            accel_x,
            accel_y,
            accel_z,
            gyro_x,
            gyro_y,
            // LoLA's turn rates have no offset.
            gyro_ref: 0.0,
            angle_x,
            angle_y,
            l_fsr_fl: l_fl,
            l_fsr_fr: l_fr,
            l_fsr_rl: l_rl,
            l_fsr_rr: l_rr,
            r_fsr_fl: r_fl,
            r_fsr_fr: r_fr,
            r_fsr_rl: r_rl,
            r_fsr_rr: r_rr,
            l_total_weight: left.iter().sum(),
            r_total_weight: right.iter().sum(),
            l_cop_x,
            l_cop_y,
            r_cop_x,
            r_cop_y,
            // A V6 measures the first echo only.
            ultrasonic_distance_left: [sonar_left; 4],
            ultrasonic_distance_right: [sonar_right; 4],
            l_foot_bumper_l: l_l,
            l_foot_bumper_r: l_r,
            r_foot_bumper_l: r_l,
            r_foot_bumper_r: r_r,
            head_touch_front: front,
            head_touch_middle: middle,
            head_touch_rear: rear,
            chest_button: chest,
            battery_charge: self.battery[0],
        }
    }
}

/// Returns the center of pressure of a foot, forward and left, m; 0 in the air.
fn center_of_pressure(forces_kg: &[f32; 4], places_m: &[(f32, f32); 4]) -> (f32, f32) {
    const MIN_KG: f32 = 0.05;
    let (mut sum_kg, mut x, mut y) = (0.0, 0.0, 0.0);
    for (force, place) in forces_kg.iter().zip(places_m) {
        let force = force.max(0.0);
        sum_kg += force;
        x += force * place.0;
        y += force * place.1;
    }
    if sum_kg > MIN_KG { (x / sum_kg, y / sum_kg) } else { (0.0, 0.0) }
}

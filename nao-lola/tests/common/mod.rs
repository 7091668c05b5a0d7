//! The other side of the packets: another implementation of MessagePack, and its own tables.
#![allow(dead_code, unreachable_pub)] // not each test needs all of it

use rmpv::Value;

/// The arrays of a sensor packet in their order, with their lengths.
pub const SENSORS: [(&str, usize); 12] = [
    ("Accelerometer", 3),
    ("Angles", 2),
    ("Battery", 4),
    ("Current", 25),
    ("FSR", 8),
    ("Gyroscope", 3),
    ("Position", 25),
    ("Sonar", 2),
    ("Stiffness", 25),
    ("Temperature", 25),
    ("Touch", 14),
    ("Status", 25),
];

/// Random numbers by SplitMix64, so that failures are reproducible.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// Returns a number from 0 to 1.
    #[allow(clippy::cast_precision_loss)]
    pub fn share(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1_u64 << 24) as f32
    }
}

/// Returns the bytes of a sensor packet with these values of an array, and its index.
pub fn sensor_packet(mut value: impl FnMut(&str, usize) -> f32) -> Vec<u8> {
    let text = |text: &str| Value::from(text);
    let names = ["P0000000000000000001", "6.0.0", "P0000000000000000002", "6.0.0"];
    let mut map = vec![(text("RobotConfig"), Value::Array(names.map(text).to_vec()))];
    for (key, length) in SENSORS {
        let values = (0..length).map(|index| match key {
            "Status" => Value::from(value(key, index) as u8),
            _ => Value::F32(value(key, index)),
        });
        map.push((text(key), Value::Array(values.collect())));
    }
    let mut bytes = Vec::new();
    rmpv::encode::write_value(&mut bytes, &Value::Map(map)).unwrap();
    bytes
}

/// The weight of the robot on each of the eight sensors of its feet, kg.
const WEIGHT_KG: f32 = 0.6;

/// A robot that is upright on its feet, at these angles.
pub fn upright(position: impl Fn(usize) -> f32) -> Vec<u8> {
    sensor_packet(|key, index| match (key, index) {
        ("Accelerometer", 2) => -9.81,
        ("FSR", _) => WEIGHT_KG,
        ("Position", _) => position(index),
        ("Stiffness", _) => 1.0,
        _ => 0.0,
    })
}

/// A robot that lies: the acceleration along x is `x_g`.
pub fn lying(x_g: f32) -> Vec<u8> {
    sensor_packet(|key, index| match (key, index) {
        ("Accelerometer", 0) => 9.81 * x_g,
        ("Stiffness", _) => 1.0,
        _ => 0.0,
    })
}

/// Returns the arrays of an actuator packet.
pub fn decoded(mut bytes: &[u8]) -> Vec<(String, Vec<Value>)> {
    let value = rmpv::decode::read_value(&mut bytes).expect("MessagePack");
    assert!(bytes.is_empty(), "{} bytes after the packet", bytes.len());
    let Value::Map(entries) = value else { panic!("no map") };
    let entry = |(key, values): (Value, Value)| {
        let Value::Array(values) = values else { panic!("{key}: no array") };
        (key.as_str().expect("a text").to_owned(), values)
    };
    entries.into_iter().map(entry).collect()
}

/// Returns the floats of an array of an actuator packet.
pub fn floats(bytes: &[u8], key: &str) -> Vec<f32> {
    let arrays = decoded(bytes);
    let (_, values) = arrays.into_iter().find(|(name, _)| name == key).expect(key);
    let float = |value: Value| match value {
        Value::F32(float) => float,
        other => panic!("{key}: {other}"),
    };
    values.into_iter().map(float).collect()
}

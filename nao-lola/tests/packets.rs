//! Packets compared with another implementation of MessagePack, and corrupted packets.

// Small numbers, and floats that must be exactly equal.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_sign_loss)]
#![allow(clippy::float_cmp)]

mod common;

use common::{Random, SENSORS, decoded, floats, sensor_packet};
use nao_lola::actuators::ACTUATOR_BYTES;
use nao_lola::sensors::SENSOR_BYTES;
use nao_lola::{ActuatorPacket, PacketError, SensorPacket};
use rmpv::Value;

/// Returns a value that an array of a sensor packet may have.
fn some(random: &mut Random, key: &str) -> f32 {
    match key {
        "Status" => f32::from(random.next() as u8 % 4),
        "Touch" => f32::from(random.next() as u8 % 2),
        "Position" | "Angles" => 6.0 * random.share() - 3.0,
        "Stiffness" => 2.0 * random.share() - 1.0,
        _ => 2.0 * random.share(),
    }
}

#[test]
fn what_another_library_writes_is_read() {
    let mut random = Random(1);
    for _ in 0..1000 {
        let mut written = Vec::new();
        let bytes = sensor_packet(|key, _| {
            let value = some(&mut random, key);
            written.push(value);
            value
        });
        assert_eq!(bytes.len(), SENSOR_BYTES);
        let packet = SensorPacket::parse(&bytes).unwrap();
        let mut read = Vec::new();
        read.extend(packet.accelerometer);
        read.extend(packet.angles_rad);
        read.extend(packet.battery);
        read.extend(packet.current_a);
        read.extend(packet.fsr_kg);
        read.extend(packet.gyroscope);
        read.extend(packet.position_rad);
        read.extend(packet.sonar_m);
        read.extend(packet.stiffness);
        read.extend(packet.temperature_c);
        read.extend(packet.touch);
        read.extend(packet.status.map(f32::from));
        assert_eq!(read, written);
        assert_eq!(read.len(), SENSORS.iter().map(|(_, length)| length).sum::<usize>());
    }
}

#[test]
fn what_is_written_another_library_reads() {
    let mut random = Random(2);
    let mut packet = ActuatorPacket::new();
    for _ in 0..1000 {
        let position: [f32; 25] = std::array::from_fn(|_| 4.0 * random.share() - 2.0);
        let stiffness: [f32; 25] = std::array::from_fn(|_| random.share());
        let color = [random.share(), random.share(), random.share()];
        let sonar = [random.next() & 1 == 0, random.next() & 1 == 0];
        packet.set_position(&position);
        packet.set_stiffness(&stiffness);
        packet.set_chest(color);
        packet.set_sonar(sonar);
        assert_eq!(packet.bytes().len(), ACTUATOR_BYTES);
        let arrays = decoded(packet.bytes());
        let lengths: Vec<_> = arrays.iter().map(|(key, of)| (key.as_str(), of.len())).collect();
        assert_eq!(
            lengths,
            [
                ("Position", 25),
                ("Stiffness", 25),
                ("REar", 10),
                ("LEar", 10),
                ("Chest", 3),
                ("LEye", 24),
                ("REye", 24),
                ("LFoot", 3),
                ("RFoot", 3),
                ("Skull", 12),
                ("Sonar", 2)
            ]
        );
        assert_eq!(floats(packet.bytes(), "Position"), position);
        assert_eq!(floats(packet.bytes(), "Stiffness"), stiffness);
        assert_eq!(floats(packet.bytes(), "Chest"), color);
        assert_eq!(arrays[10].1, sonar.map(Value::from));
        assert_eq!((packet.position(), packet.stiffness()), (position, stiffness));
        assert!(ActuatorPacket::from_bytes(packet.bytes()).is_some());
    }
}

#[test]
fn nothing_that_is_no_number_is_written() {
    let mut packet = ActuatorPacket::new();
    packet.set_position(&[0.5; 25]);
    packet.set_stiffness(&[0.5; 25]);
    packet.set_position(&[f32::NAN; 25]);
    packet.set_stiffness(&[f32::NAN; 25]);
    assert_eq!((packet.position(), packet.stiffness()), ([0.5; 25], [0.5; 25]));
    packet.set_stiffness(&[f32::INFINITY; 25]);
    assert_eq!(packet.stiffness(), [1.0; 25]);
    packet.set_stiffness(&[-3.0; 25]);
    assert_eq!(packet.stiffness(), [0.0; 25]);
}

#[test]
fn an_error_tells_the_place() {
    let bytes = common::upright(|_| 0.0);
    let spoiled = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = byte;
        SensorPacket::parse(&bytes).unwrap_err()
    };
    let (key, expected) = ("Position", b'P');
    assert_eq!(spoiled(353, b'p'), PacketError::Byte { offset: 353, key, expected, found: b'p' });
    assert_eq!(
        spoiled(353, b'p').to_string(),
        "byte 353, in `Position`: expected 0x50, found 0x70"
    );
    // The second angle becomes NaN.
    assert!(matches!(
        spoiled(370, 0x7f).to_string().as_str(),
        "byte 370: `Position[1]` is 170141180000000000000000000000000000000, which no sensor measures"
    ));
    assert_eq!(SensorPacket::parse(&bytes[1..]), Err(PacketError::Length { found: 895 }));
    assert_eq!(SensorPacket::parse(&[]), Err(PacketError::Length { found: 0 }));
}

/// Reads packets in which some bytes were changed. Returns how many were accepted.
fn mutate(cases: u32) -> u32 {
    let mut random = Random(3);
    let mut accepted = 0;
    for _ in 0..cases {
        let mut bytes = sensor_packet(|key, _| some(&mut random, key));
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len());
            match random.below(4) {
                0 => bytes[at] = random.next() as u8,
                1 => bytes[at] ^= 1 << random.below(8),
                2 => bytes.truncate(at),
                _ => bytes.insert(at, random.next() as u8),
            }
            if bytes.is_empty() {
                break;
            }
        }
        let Ok(packet) = SensorPacket::parse(&bytes) else { continue };
        accepted += 1;
        // Another library decodes accepted packets to the same values.
        let mut rest = &bytes[..];
        let value = rmpv::decode::read_value(&mut rest).expect("MessagePack");
        let Value::Map(entries) = value else { panic!("no map") };
        let (key, angles) = &entries[7];
        let angles = angles.as_array().expect("an array");
        assert_eq!(key.as_str(), Some("Position"));
        assert!(angles.iter().zip(packet.position_rad).all(|(of, read)| *of == Value::F32(read)));
        assert!(packet.sensors().joints.iter().all(|angle| angle.is_finite()));
    }
    accepted
}

#[test]
fn spoiled_packets_are_errors() {
    let accepted = mutate(20_000);
    assert!((1_000..15_000).contains(&accepted), "{accepted}");
}

#[test]
#[ignore = "a million packets take half a minute"]
fn a_million_spoiled_packets_are_errors() {
    let accepted = mutate(1_000_000);
    println!("{accepted} of 1000000 were still packets");
}

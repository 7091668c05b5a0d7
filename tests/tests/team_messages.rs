//! Team messages are what the book's table says: a reader that knows only the table reads them.

use proptest::prelude::*;
use skills_nao::interfaces::mates::Role;
use skills_nao::team::message::{BallReport, LENGTH, MatePose, TeamMessage};
use std::collections::BTreeMap;
use std::path::Path;

/// A row of the table.
struct Row {
    offset: usize,
    kind: String,
    unit: f64,
    range: Option<(i64, i64)>,
}

fn rows() -> BTreeMap<String, Row> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src/team.md");
    let page = std::fs::read_to_string(page).unwrap();
    let mut rows = BTreeMap::new();
    for line in page.lines() {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        let Ok(offset) = cells.get(1).unwrap_or(&"").parse() else { continue };
        let range = match cells[5].split(" to ").collect::<Vec<_>>()[..] {
            ["all"] => None,
            [only] => Some((only.parse().unwrap(), only.parse().unwrap())),
            [least, most] => Some((least.parse().unwrap(), most.parse().unwrap())),
            _ => panic!("{line}"),
        };
        let (kind, unit) = (cells[2].to_string(), cells[4].parse().unwrap());
        rows.insert(cells[3].to_string(), Row { offset, kind, unit, range });
    }
    rows
}

/// Returns the number in a row, by the table alone.
fn number(row: &Row, packet: &[u8]) -> i64 {
    let at = |index: usize| i64::from(packet[row.offset + index]);
    let number = match row.kind.as_str() {
        "u8" => at(0),
        "u16" => at(0) + at(1) * 256,
        "i16" if at(1) >= 128 => at(0) + at(1) * 256 - 65536,
        "i16" => at(0) + at(1) * 256,
        "u32" => at(0) + at(1) * 256 + at(2) * 65536 + at(3) * 16_777_216,
        kind => panic!("{kind}"),
    };
    if let Some((least, most)) = row.range {
        assert!((least..=most).contains(&number), "{number} at {}", row.offset);
    }
    number
}

fn pose() -> impl Strategy<Value = MatePose> {
    (-20.0..20.0_f32, -20.0..20.0_f32, -10.0..10.0_f32, 0.0..60.0_f32, 0.0..6.0_f32).prop_map(
        |(x_m, y_m, theta_rad, deviation_m, theta_deviation_rad)| MatePose {
            x_m,
            y_m,
            theta_rad,
            deviation_m,
            theta_deviation_rad,
        },
    )
}

fn ball() -> impl Strategy<Value = BallReport> {
    let place = (-20.0..20.0_f32, -20.0..20.0_f32, -10.0..10.0_f32, -10.0..10.0_f32);
    (place, 0.0..60.0_f32, 0.0..650.0_f32, 0.0..1.0_f32).prop_map(
        |((x_m, y_m, x_m_per_sec, y_m_per_sec), deviation_m, age_sec, confidence)| BallReport {
            x_m,
            y_m,
            x_m_per_sec,
            y_m_per_sec,
            deviation_m,
            age_sec,
            confidence,
        },
    )
}

const ROLES: [Role; 5] = [Role::None, Role::Keeper, Role::Striker, Role::Supporter, Role::Defender];

fn message() -> impl Strategy<Value = TeamMessage> {
    let head = (any::<u8>(), 1..=20_u8, any::<u32>(), any::<u32>(), any::<[bool; 2]>(), 0..5_usize);
    let rest = (
        pose(),
        prop::option::of(ball()),
        prop::option::of(0.0..650.0_f32),
        (-20.0..20.0_f32, -20.0..20.0_f32),
    );
    (head, rest).prop_map(|((team, player, sequence, time_ms, [fallen, penalized], role), rest)| {
        let (pose, ball, to_ball_sec, target_m) = rest;
        let role = ROLES[role];
        TeamMessage {
            team,
            player,
            sequence,
            time_ms,
            fallen,
            penalized,
            role,
            pose,
            ball,
            to_ball_sec,
            target_m,
        }
    })
}

/// Returns the values of a message by the names of the table, angles in one turn.
fn values(of: &TeamMessage) -> Vec<(&'static str, f64)> {
    let ball = of.ball.unwrap_or_default();
    let flags = u8::from(of.fallen) + 2 * u8::from(of.penalized) + 4 * u8::from(of.ball.is_some());
    let role = ROLES.iter().position(|role| *role == of.role).unwrap();
    vec![
        ("magic_0", f64::from(b'N')),
        ("magic_1", f64::from(b'T')),
        ("version", 1.0),
        ("team", of.team.into()),
        ("player", of.player.into()),
        ("flags", flags.into()),
        ("role", f64::from(u8::try_from(role).unwrap())),
        ("reserved", 0.0),
        ("sequence", of.sequence.into()),
        ("time", of.time_ms.into()),
        ("x", of.pose.x_m.into()),
        ("y", of.pose.y_m.into()),
        ("theta", of.pose.theta_rad.into()),
        ("deviation", of.pose.deviation_m.into()),
        ("theta_deviation", of.pose.theta_deviation_rad.into()),
        ("ball_x", ball.x_m.into()),
        ("ball_y", ball.y_m.into()),
        ("ball_vx", ball.x_m_per_sec.into()),
        ("ball_vy", ball.y_m_per_sec.into()),
        ("ball_deviation", ball.deviation_m.into()),
        ("ball_age", ball.age_sec.into()),
        ("ball_confidence", ball.confidence.into()),
        ("to_ball", of.to_ball_sec.map_or(655.35, f64::from)),
        ("target_x", of.target_m.0.into()),
        ("target_y", of.target_m.1.into()),
    ]
}

#[test]
fn the_table_has_each_byte_once() {
    let rows = rows();
    let mut bytes = [0; LENGTH];
    for row in rows.values() {
        let length = match row.kind.as_str() {
            "u8" => 1,
            "u32" => 4,
            _ => 2,
        };
        bytes[row.offset..row.offset + length].iter_mut().for_each(|count| *count += 1);
    }
    assert_eq!(bytes, [1; LENGTH]);
    assert_eq!(rows.len(), values(&TeamMessage::default()).len());
}

fn sent(of: &TeamMessage, name: &str) -> Option<i64> {
    of.encode().ok().map(|packet| number(&rows()[name], &packet))
}

#[test]
fn numbers_are_rounded_and_some_are_saturated_as_the_page_says() {
    let one = TeamMessage { player: 1, ..TeamMessage::default() };
    let target = |x| sent(&TeamMessage { target_m: (x, 0.0), ..one }, "target_x");
    // Halves of the divisor that are exact.
    assert_eq!((target(0.0625), target(-0.0625), target(0.0624)), (Some(63), Some(-63), Some(62)));
    assert_eq!((target(20.1), target(f32::NAN)), (None, None), "not sent");
    let to_ball = |sec| sent(&TeamMessage { to_ball_sec: sec, ..one }, "to_ball");
    assert_eq!((to_ball(None), to_ball(Some(655.34))), (Some(65535), Some(65534)));
    assert_eq!((to_ball(Some(9e9)), to_ball(Some(-0.1))), (Some(65534), None));
    let ball = |age_sec| {
        let ball = Some(BallReport { age_sec, ..BallReport::default() });
        sent(&TeamMessage { ball, ..one }, "ball_age")
    };
    assert_eq!((ball(655.34), ball(1000.0), ball(-1.0)), (Some(65534), Some(65535), None));
    let theta = |theta_rad| {
        let pose = MatePose { theta_rad, ..MatePose::default() };
        sent(&TeamMessage { pose, ..one }, "theta")
    };
    assert_eq!((theta(4.0), theta(f32::INFINITY)), (Some(-22832), None));
}

#[test]
fn a_wrong_packet_is_refused_where_the_page_says() {
    let good = TeamMessage { player: 1, ..TeamMessage::default() }.encode().unwrap();
    for (offset, value, at) in
        [(4, 0, 4), (4, 21, 4), (5, 8, 5), (6, 5, 6), (7, 1, 7), (36, 1, 26), (38, 101, 38)]
    {
        let mut packet = good;
        packet[offset] = value;
        let error = TeamMessage::decode(&packet, 0, 2).unwrap_err().to_string();
        assert!(error.starts_with(&format!("byte {at}: ")), "{error}");
    }
}

proptest! {
    #[test]
    fn a_reader_of_the_table_reads_what_was_sent(message in message()) {
        let rows = rows();
        let packet = message.encode().unwrap();
        for (name, value) in values(&message) {
            let row = &rows[name];
            #[allow(clippy::cast_precision_loss)] // small
            let read = number(row, &packet) as f64 / row.unit;
            let mut off = (read - value).abs();
            if name == "theta" {
                off %= std::f64::consts::TAU;
                off = off.min(std::f64::consts::TAU - off);
            }
            prop_assert!(off <= 0.51 / row.unit, "{}: {} for {}", name, read, value);
        }
    }

    #[test]
    fn a_message_that_was_decoded_is_encoded_the_same(message in message(), own in 0..=20_u8) {
        let packet = message.encode().unwrap();
        let decoded = TeamMessage::decode(&packet, message.team, own);
        prop_assert_eq!(decoded.is_ok(), own != message.player);
        if let Ok(decoded) = decoded {
            prop_assert_eq!(decoded.encode().unwrap(), packet);
            prop_assert_eq!((decoded.player, decoded.sequence), (message.player, message.sequence));
            prop_assert!((decoded.pose.x_m - message.pose.x_m).abs() < 0.0006);
        }
    }

    #[test]
    fn any_bytes_are_decoded_or_refused(packet in prop::collection::vec(any::<u8>(), 0..600)) {
        let _decoded = TeamMessage::decode(&packet, packet.get(3).copied().unwrap_or(0), 1);
    }
}

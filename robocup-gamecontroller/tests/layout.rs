//! Each field is at the offset that the league's header gives it, and is checked.
#![allow(clippy::indexing_slicing)]

mod common;

use common::{is_allowed, layout, packet};
use robocup_gamecontroller::{
    Ball, Color, Competition, ControlPacket, Division, FieldValue, GamePhase, MAX_CONTROL_BYTES,
    Penalty, PlayerId, ReturnPacket, SetPlay, State, Version,
};

#[test]
fn version_19_is_read_by_its_offsets() {
    let mut bytes = packet(19);
    let fields = [
        (7, 2),
        (8, 1),
        (9, 2),
        (10, 3),
        (11, 6),
        (12, 0),
        (13, 5),
        (14, 0x34),
        (15, 0x12),
        (16, 0xfe),
        (17, 0xff),
        (18, 12),
        (19, 8),
        (20, 2),
        (21, 20),
        (22, 3),
        (23, 4),
        (24, 5),
        (25, 1),
        (26, 0xe0),
        (27, 0x2e),
        (28, 9),
        (29, 45),
        (30, 1),
        (31, 2),
        (104, 10),
        (105, 7),
        (108, 5),
        (111, 0),
        (194, 11),
        (195, 255),
        (196, 254),
        (197, 253),
    ];
    for (offset, byte) in fields {
        bytes[offset] = byte;
    }
    let read = ControlPacket::parse(&bytes).unwrap();
    assert_eq!(read.version, Version::V19);
    assert_eq!((read.packet_number, read.players_per_team), (17, 5));
    assert_eq!((read.competition, read.stopped), (Competition::Humanoid(Division::Large), true));
    assert_eq!((read.phase, read.state), (GamePhase::ExtraTime, State::Playing));
    assert_eq!((read.set_play, read.first_half), (SetPlay::CornerKick, false));
    assert_eq!(read.kicking_team, Some(5));
    assert_eq!((read.secs_remaining, read.secondary_time), (0x1234, -2));
    let [home, away] = read.teams;
    assert_eq!((home.number, away.number), (12, 5));
    assert_eq!((home.field_player_color, home.goalkeeper_color), (Color::Brown, Color::Yellow));
    assert_eq!((home.goalkeeper, away.goalkeeper), (Some(20), None));
    assert_eq!((home.score, home.penalty_shot), (3, 4));
    assert_eq!((home.single_shots, home.message_budget), (0x105, 12_000));
    let first = home.players[0];
    assert_eq!(first.penalty, Some(Penalty::Pushing));
    assert_eq!((first.secs_till_unpenalized, first.warnings, first.cautions), (45, 1, 2));
    assert_eq!(home.players[19].penalty, Some(Penalty::SentOff));
    let last = away.players[19];
    assert_eq!(last.penalty, Some(Penalty::Substitute));
    assert_eq!((last.secs_till_unpenalized, last.warnings, last.cautions), (255, 254, 253));
    assert_eq!(home.players[1].penalty, None);
}

#[test]
fn version_20_is_read_by_its_offsets() {
    let mut bytes = packet(20);
    let fields = [
        (7, 1),
        (8, 1),
        (10, 2),
        (11, 3),
        (28, 3),
        (29, 45),
        (30, 2),
        (31, 11),
        (85, 12),
        (86, 0),
        (87, 1),
        (88, 5),
        (92, 4),
        (96, 0x60),
        (97, 9),
        (155, 13),
        (156, 254),
        (157, 255),
    ];
    for (offset, byte) in fields {
        bytes[offset] = byte;
    }
    let read = ControlPacket::parse(&bytes).unwrap();
    assert_eq!((read.version, read.version.bytes()), (Version::V20, 158));
    assert_eq!((read.competition, read.stopped), (Competition::Humanoid(Division::Middle), true));
    assert_eq!((read.state, read.set_play), (State::Set, SetPlay::PenaltyKick));
    let [home, away] = read.teams;
    let first = home.players[0];
    assert_eq!(first.penalty, Some(Penalty::MotionInStop));
    assert_eq!((first.secs_till_unpenalized, first.warnings, first.cautions), (45, 0, 2));
    assert_eq!(home.players[1].penalty, Some(Penalty::Cautioned));
    assert_eq!(home.players[19].penalty, Some(Penalty::SentOff));
    assert_eq!((home.players[19].cautions, away.number, away.score), (1, 5, 4));
    assert_eq!(away.message_budget, 0x960);
    let last = away.players[19];
    assert_eq!(last.penalty, Some(Penalty::Substitute));
    assert_eq!((last.secs_till_unpenalized, last.cautions), (254, 255));
}

#[test]
fn version_18_is_read_by_its_offsets() {
    let mut bytes = packet(18);
    let fields = [
        (7, 1),
        (8, 0),
        (9, 1),
        (10, 5),
        (11, 2),
        (12, 1),
        (13, 255),
        (14, 0xff),
        (15, 0x7f),
        (16, 0),
        (17, 0x80),
        (22, 7),
        (23, 1),
        (26, 0xb0),
        (27, 4),
        (28, 11),
        (29, 90),
        (66, 15),
        (67, 1),
        (68, 70),
        (72, 9),
        (116, 1),
        (117, 200),
    ];
    for (offset, byte) in fields {
        bytes[offset] = byte;
    }
    let read = ControlPacket::parse(&bytes).unwrap();
    let competition = Competition::Spl { playoff: true, most_passes: false };
    assert_eq!((read.version, read.competition), (Version::V18, competition));
    assert_eq!((read.phase, read.state), (GamePhase::PenaltyShootOut, State::Standby));
    assert_eq!((read.set_play, read.first_half), (SetPlay::PushingFreeKick, true));
    assert_eq!((read.kicking_team, read.stopped), (None, false));
    assert_eq!((read.secs_remaining, read.secondary_time), (i16::MAX, i16::MIN));
    let [home, away] = read.teams;
    assert_eq!((home.score, home.penalty_shot, home.message_budget), (7, 1, 1200));
    assert_eq!(home.players[0].penalty, Some(Penalty::MotionInStandby));
    assert_eq!(home.players[0].secs_till_unpenalized, 90);
    assert_eq!(home.players[19].penalty, Some(Penalty::Manual));
    assert_eq!((away.number, away.score), (70, 9));
    assert_eq!(away.players[19].penalty, Some(Penalty::IllegalBallContact));
    assert_eq!(away.players[19].secs_till_unpenalized, 200);
}

/// Each byte of a packet gets each value: the codec accepts those that the rules allow, and a
/// packet that it accepts is written as it was.
#[test]
fn each_value_of_each_byte_is_accepted_or_refused_by_its_rule() {
    for version in [18, 19, 20] {
        let base = packet(version);
        let (length, ..) = layout(version);
        assert!(is_allowed(&base) && base.len() == length);
        for offset in 0..length {
            for value in 0..=u8::MAX {
                let mut bytes = base.clone();
                bytes[offset] = value;
                let read = ControlPacket::parse(&bytes);
                assert_eq!(read.is_ok(), is_allowed(&bytes), "byte {offset} = {value}: {read:?}");
                match read {
                    Ok(read) => {
                        let mut buffer = [0; MAX_CONTROL_BYTES];
                        assert_eq!(read.write(&mut buffer).unwrap(), bytes);
                    }
                    // A team's number may be wrong because of the other's or of `kickingTeam`.
                    Err(error) if ![13, 18, 18 + layout(version).1, 4].contains(&offset) => {
                        assert!(error.offset == offset || offset < 4 && error.offset == 0);
                    }
                    Err(_) => {}
                }
            }
        }
    }
}

#[test]
fn errors_name_field_offset_value_and_rule() {
    let error = |version, changes: &[(usize, u8)]| {
        let mut bytes = packet(version);
        for (offset, byte) in changes {
            bytes[*offset] = *byte;
        }
        ControlPacket::parse(&bytes).unwrap_err().to_string()
    };
    let cases: [(u8, usize, u8, &str); 12] = [
        (19, 0, b'X', "byte 0: `header` is \"XGme\", expected \"RGme\""),
        (19, 4, 17, "byte 4: `version` is 17, expected 18 to 20"),
        (19, 4, 18, "byte 198: `length` is 198, expected 118 bytes"),
        (19, 10, 5, "byte 10: `state` is 5, expected 0 to 4"),
        (18, 10, 6, "byte 10: `state` is 6, expected 0 to 5"),
        (18, 8, 2, "byte 8: `competitionType` is 2, expected 0 or 1"),
        (
            19,
            13,
            7,
            "byte 13: `kickingTeam` is 7, expected the number of one of the teams, or 255 for none",
        ),
        (
            19,
            108,
            12,
            "byte 108: `teams[1].teamNumber` is 12, expected 0 to 254, another one than the other \
             team's",
        ),
        (19, 118 + 12, 12, "byte 130: `teams[1].players[3].penalty` is 12, expected 0 to 11"),
        (20, 4, 19, "byte 158: `length` is 158, expected 198 bytes"),
        (20, 88 + 10 + 9, 14, "byte 107: `teams[1].players[3].penalty` is 14, expected 0 to 13"),
        (18, 34, 13, "byte 34: `teams[0].players[3].penalty` is 13, expected 0 to 11, 14 or 15"),
    ];
    for (version, offset, byte, expected) in cases {
        assert_eq!(error(version, &[(offset, byte)]), expected);
    }
    for length in [0, 3, 4, 117, 119, 197, 199, 4096] {
        let mut bytes = packet(19);
        bytes.resize(length, 0);
        let error = ControlPacket::parse(&bytes).unwrap_err();
        let found = FieldValue::Number(u32::try_from(length).unwrap());
        assert_eq!((error.offset, error.field.name, error.found), (length, "length", found));
    }
}

#[test]
fn a_value_of_another_version_is_not_written() {
    let mut buffer = [0; MAX_CONTROL_BYTES];
    let v19 = ControlPacket::parse(&packet(19)).unwrap();
    let v18 = ControlPacket::parse(&packet(18)).unwrap();
    let v20 = ControlPacket::parse(&packet(20)).unwrap();
    let mut warned = v20;
    warned.teams[1].players[3].warnings = 1;
    let mut cautioned = v19;
    cautioned.teams[0].players[0].penalty = Some(Penalty::Cautioned);
    for (wrong, field) in [
        (ControlPacket { state: State::Standby, ..v19 }, "state"),
        (ControlPacket { set_play: SetPlay::PushingFreeKick, ..v19 }, "setPlay"),
        (ControlPacket { set_play: SetPlay::DirectFreeKick, ..v18 }, "setPlay"),
        (ControlPacket { stopped: true, ..v18 }, "stopped"),
        (ControlPacket { players_per_team: 0, ..v19 }, "playersPerTeam"),
        (ControlPacket { kicking_team: Some(9), ..v19 }, "kickingTeam"),
        (ControlPacket { version: Version::V18, ..v20 }, "competitionType"),
        (ControlPacket { version: Version::V20, ..v18 }, "competitionType"),
        (warned, "warnings"),
        (cautioned, "penalty"),
    ] {
        assert_eq!(wrong.write(&mut buffer).unwrap_err().field.name, field);
    }
}

#[test]
fn a_return_packet_is_written_by_its_offsets() {
    let ball = Ball { age_sec: 1.5, position_mm: [300.0, -20.0] };
    let packet = ReturnPacket {
        player: PlayerId::new(5, 20).unwrap(),
        fallen: true,
        pose: [-700.0, 0.0, 3.0],
        ball: Some(ball),
    };
    let bytes = packet.write().unwrap();
    assert_eq!(bytes[..8], *b"RGrt\x04\x14\x05\x01");
    for (offset, real) in [(8, -700.0_f32), (12, 0.0), (16, 3.0), (20, 1.5), (24, 300.0)] {
        assert_eq!(bytes[offset..offset + 4], real.to_le_bytes());
    }
    assert_eq!(bytes[28..], (-20.0_f32).to_le_bytes());
    assert_eq!(ReturnPacket::parse(&bytes).unwrap(), packet);
    let never = ReturnPacket { ball: None, ..packet };
    let bytes = never.write().unwrap();
    assert_eq!(bytes[20..24], (-1.0_f32).to_le_bytes());
    assert_eq!(ReturnPacket::parse(&bytes).unwrap(), never);

    let nan = ReturnPacket { pose: [0.0, f32::NAN, 0.0], ..packet };
    assert_eq!(nan.write().unwrap_err().offset, 12);
    let negative = ReturnPacket { ball: Some(Ball { age_sec: -1.0, ..ball }), ..packet };
    assert_eq!(negative.write().unwrap_err().field.name, "ballAge");
    let nan = [0, 0, 0xc0, 0x7f];
    for (offset, value, name) in [
        (0, &b"x"[..], "header"),
        (4, &[3], "version"),
        (5, &[0], "playerNum"),
        (5, &[21], "playerNum"),
        (6, &[255], "teamNum"),
        (7, &[2], "fallen"),
        (16, &nan, "pose"),
        (20, &nan, "ballAge"),
        (28, &nan, "ball"),
    ] {
        let mut wrong = bytes;
        wrong[offset..offset + value.len()].copy_from_slice(value);
        let error = ReturnPacket::parse(&wrong).unwrap_err();
        assert_eq!((error.offset, error.field.name), (offset, name));
    }
    assert_eq!(ReturnPacket::parse(&bytes[..31]).unwrap_err().field.name, "length");
}

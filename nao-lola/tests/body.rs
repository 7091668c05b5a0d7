//! The body and the watchdog: the commands that follow from sensor packets.

// Small numbers, and floats that must be exactly equal.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_sign_loss)]
#![allow(clippy::float_cmp)]

mod common;

use common::{lying, upright};
use nao_lola::joint::{ORDER, place};
use nao_lola::watchdog::MAX_MISSED;
use nao_lola::{ActuatorPacket, LolaBody, PERIOD_SEC, SensorPacket, State, Watchdog};
use skill_runtime::MessageId;
use skills_nao::body::{LimitCounts, Limited};
use skills_nao::hardware::{Command, Leg, Motion, StandupFrom};
use skills_nao::joint::Joint;

use skills_nao::motions::{self, JOINTS, SLOWER};

fn parse(bytes: &[u8]) -> SensorPacket {
    SensorPacket::parse(bytes).unwrap()
}

fn command(body: &mut LolaBody, command: Command) {
    Limited::new(body, &mut LimitCounts::default()).command(command);
}

fn start(body: &mut LolaBody, motion: Motion) {
    command(body, Command::StartMotion { motion: Some(motion), id: MessageId(7) });
}

#[test]
fn the_robot_is_taken_over_as_it_is() {
    let mut body = LolaBody::new();
    let bytes = upright(|index| 0.01 * index as f32);
    let frame = body.sense(&parse(&bytes));
    assert!((frame.sensors.accel_z + 1.0).abs() < 1e-6);
    let packet = body.actuate();
    for (index, angle_rad) in packet.position().into_iter().enumerate() {
        // As measured, but within the limits: the right shoulder never rolls to the left.
        let (low, high) = ORDER[index].limits_rad();
        assert_eq!(angle_rad, (0.01 * index as f32).clamp(low, high), "{index}");
    }
    assert_eq!(packet.stiffness(), [1.0; 25]);
}

#[test]
fn a_joint_goes_to_its_angle_in_its_time_and_not_faster_than_it_can() {
    let mut body = LolaBody::new();
    let sensors = parse(&upright(|_| 0.0));
    body.sense(&sensors);
    let (joint, at) = (Joint::LKneePitch, place(Joint::LKneePitch).unwrap());
    command(&mut body, Command::GotoAngle { joint, angle_rad: 1.2, time_sec: 1.2 });
    let mut angles = Vec::new();
    for _ in 0..101 {
        body.sense(&sensors);
        angles.push(body.actuate().position()[at]);
    }
    assert!((angles[49] - 0.6).abs() < 1e-4 && (angles[100] - 1.2).abs() < 1e-6, "{angles:?}");
    command(&mut body, Command::GotoAngle { joint, angle_rad: 0.0, time_sec: 0.0 });
    let before = angles[100];
    let next = body.actuate().position()[at];
    assert!((before - next - joint.max_speed_rad_per_sec() * PERIOD_SEC).abs() < 1e-5);
}

#[test]
fn a_limp_joint_is_where_it_was_moved() {
    let mut body = LolaBody::new();
    let at = place(Joint::HeadYaw).unwrap();
    body.sense(&parse(&upright(|_| 0.0)));
    let joint = Joint::HeadYaw;
    command(&mut body, Command::SetStiffness { joint, value: 0.0, time_sec: 0.0 });
    body.actuate();
    body.sense(&parse(&upright(|index| if index == at { 0.4 } else { 0.0 })));
    let packet = body.actuate();
    assert_eq!((packet.position()[at], packet.stiffness()[at]), (0.4, 0.0));
}

/// Plays a motion to its end, and returns all commanded angles.
fn play(body: &mut LolaBody, sensors: &SensorPacket) -> Vec<[f32; 25]> {
    let mut all = Vec::new();
    while body.sense(sensors).moving.is_some() {
        assert_eq!(body.sense(sensors).moving, Some(MessageId(7)));
        all.push(body.actuate().position());
        assert!(all.len() < 3000, "it never ends");
    }
    all
}

fn assert_at(angles: &[f32; 25], keyframe: &motions::Keyframe) {
    for (joint, expected) in JOINTS.into_iter().zip(keyframe.angles_rad()) {
        let angle = angles[place(joint).unwrap()];
        assert!((angle - expected).abs() < 2e-3, "{}: {angle}, not {expected}", joint.name());
    }
}

#[test]
fn standing_up_is_from_the_side_that_is_measured() {
    for (x_g, up, said) in [
        (1.0, motions::STANDUP_FRONT, StandupFrom::Detect),
        (-1.0, motions::STANDUP_BACK, StandupFrom::Detect),
        (1.0, motions::STANDUP_FRONT, StandupFrom::Back),
        (0.1, motions::STANDUP_FRONT, StandupFrom::Front),
        (0.1, motions::STANDUP_BACK, StandupFrom::Back),
    ] {
        let mut body = LolaBody::new();
        let sensors = parse(&lying(x_g));
        body.sense(&sensors);
        for slower in SLOWER {
            start(&mut body, Motion::Standup(said));
            let all = play(&mut body, &sensors);
            assert_at(all.last().unwrap(), up.keyframes().last().unwrap());
            let time_sec = all.len() as f32 * PERIOD_SEC;
            let expected_sec = motions::LIE.duration_sec() + slower * up.duration_sec();
            assert!((time_sec - expected_sec).abs() < 0.05, "{time_sec}, not {expected_sec}");
            // Until the skill is over, which waits 12.5 s.
            assert!(time_sec < 12.5, "{time_sec}");
        }
        assert_eq!(body.refused(), 0);
    }
}

#[test]
fn motions_end_at_their_last_keyframe() {
    for (motion, keyframes) in [
        (Motion::Park, motions::PARK),
        (Motion::GetUp, motions::STAND),
        (Motion::Kick { leg: Leg::Left, strength: 1.0 }, motions::KICK_LEFT),
        (Motion::Kick { leg: Leg::Right, strength: 1.0 }, motions::KICK_RIGHT),
    ] {
        let mut body = LolaBody::new();
        let sensors = parse(&upright(|_| 0.0));
        body.sense(&sensors);
        start(&mut body, motion);
        let all = play(&mut body, &sensors);
        assert_at(all.last().unwrap(), keyframes.keyframes().last().unwrap());
        // Nothing moves afterwards.
        assert_eq!(body.actuate().position(), *all.last().unwrap());
    }
}

#[test]
fn a_motion_that_would_hurt_is_refused() {
    let refused = |bytes: &[u8], motion| {
        let mut body = LolaBody::new();
        body.sense(&parse(bytes));
        let before = body.actuate().position();
        start(&mut body, motion);
        let is_moving = body.sense(&parse(bytes)).moving.is_some();
        assert_eq!(body.actuate().position(), before);
        body.refused() == 1 && !is_moving
    };
    let (stands, lies) = (upright(|_| 0.0), lying(-1.0));
    assert!(refused(&stands, Motion::Standup(StandupFrom::Back)));
    assert!(refused(&stands, Motion::WalkStraight { distance_m: 1.0 }));
    assert!(refused(&stands, Motion::Turn { angle_rad: 1.0 }));
    for motion in [Motion::Park, Motion::GetUp, Motion::Kick { leg: Leg::Left, strength: 1.0 }] {
        assert!(refused(&lies, motion));
    }
    let mut body = LolaBody::new();
    body.sense(&parse(&stands));
    start(&mut body, Motion::WalkVelocity { x: 0.0, y: 0.0, theta: 0.0, speed: 1.0 });
    assert_eq!(body.refused(), 0);
}

#[test]
fn the_watchdog_sits_down_when_the_behavior_is_silent() {
    let sensors = parse(&upright(|_| 0.0));
    let mut behavior = LolaBody::new();
    behavior.sense(&sensors);
    let mut reply = behavior.actuate().clone();
    let mut watchdog = Watchdog::new();
    assert!(watchdog.decide(&sensors, None).is_none());
    assert_eq!(watchdog.state(), State::Waiting);
    for round in 0..10 {
        reply.set_position(&[0.1 * round as f32; 25]);
        for missed in 0..=MAX_MISSED {
            let of = if missed == 0 { Some(&reply) } else { None };
            let packet = watchdog.decide(&sensors, of).unwrap();
            assert_eq!(packet.bytes(), reply.bytes(), "the last command is repeated");
        }
        assert_eq!(watchdog.state(), State::Behaving);
    }
    reply.set_position(&[0.0; 25]);
    watchdog.decide(&sensors, Some(&reply));
    for _ in 0..MAX_MISSED {
        watchdog.decide(&sensors, None);
    }
    assert_eq!(watchdog.state(), State::Behaving);
    let mut packets = 0;
    let mut last = ActuatorPacket::new();
    loop {
        // A late reply changes nothing.
        let late = (packets % 2 == 0 && packets > 0).then_some(&reply);
        last = watchdog.decide(&sensors, late).unwrap_or(&last).clone();
        assert!(last.stiffness().iter().all(|stiffness| *stiffness <= 0.3));
        packets += 1;
        if watchdog.state() == State::Resting {
            break;
        }
        assert_eq!(watchdog.state(), State::SittingDown);
    }
    let time_sec = packets as f32 * PERIOD_SEC;
    assert!((time_sec - motions::PARK.duration_sec()).abs() < 0.05, "{time_sec}");
    assert_at(&last.position(), motions::PARK.keyframes().last().unwrap());
    assert_eq!(watchdog.decide(&sensors, Some(&reply)).unwrap().bytes(), last.bytes());
    watchdog.begin();
    assert_eq!(watchdog.decide(&sensors, Some(&reply)).unwrap().bytes(), reply.bytes());
}

#[test]
fn a_robot_that_sits_stays_so() {
    let parked = motions::PARK.keyframes().last().unwrap().angles_rad();
    let angle = |index: usize| {
        JOINTS.iter().position(|joint| place(*joint) == Some(index)).map_or(0.0, |at| parked[at])
    };
    let sensors = parse(&upright(angle));
    let mut body = LolaBody::new();
    body.sense(&sensors);
    let before = body.actuate().position();
    start(&mut body, Motion::Park);
    assert_eq!((body.sense(&sensors).moving, body.refused()), (None, 0));
    body.sit_down();
    assert!(!body.is_moving());
    assert_eq!(body.actuate().position(), before);
    assert!(body.actuate().stiffness().iter().all(|stiffness| *stiffness <= 0.3));
}

#[test]
fn the_watchdog_leaves_a_lying_robot_lying() {
    let sensors = parse(&lying(1.0));
    let mut limp = ActuatorPacket::new();
    limp.set_position(&[0.2; 25]);
    let mut watchdog = Watchdog::new();
    watchdog.decide(&sensors, Some(&limp));
    for _ in 0..=MAX_MISSED {
        watchdog.decide(&sensors, None);
    }
    let packet = watchdog.decide(&sensors, None).unwrap();
    assert_eq!(packet.stiffness(), [0.0; 25], "it gets no stiffer");
    assert_eq!(watchdog.state(), State::Resting);
}

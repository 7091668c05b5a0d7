//! The navigator walks the robot.

use super::*;
use core::f32::consts::{PI, TAU};
use skills_nao::hardware::Leg;
use skills_nao::hardware::Motion;
use skills_nao::interfaces::navigation::{ERROR_MOTOR, ERROR_NONE, ERROR_PATH_GEN_FAIL};

/// Drives to a target; how long that took, s.
fn drive(field: &mut Field, target: Place, id: u32) -> f32 {
    let (me, start) = (field.odometry(), field.time());
    field.navigator.go(me, target, navigator::TOLERANCE, MessageId(id));
    while !field.navigator.is_final()
        && field.time().saturating_sub(start) < Duration::from_secs(120)
    {
        field.step(STEP);
    }
    field.time().saturating_sub(start).as_secs_f32()
}

#[test]
fn it_reaches_targets_all_around() {
    for step in 0..12_u8 {
        for distance in [0.05, 0.35, 1.0] {
            let direction = f32::from(step) / 12.0 * TAU;
            let Point { x, y } = Point::polar(direction, distance);
            let target = Place::new(x, y, direction * 2.0);
            let start = Place::new(-1.5, 0.5, 0.3);
            let mut field = calm(start);
            let took = drive(&mut field, target, 7);
            assert!(took < 45.0, "{target:?}: {took}");
            run(&mut field, 1.0);
            let off = start.and(target).to(field.place());
            assert!(off.point().length() < 0.03 && off.theta.abs() < 0.06, "{target:?}: {off:?}");
            assert!(field.navigator.error() == ERROR_NONE && !field.robot().moving());
        }
    }
}

#[test]
fn with_slip_it_comes_near() {
    let mut worst = 0.0_f32;
    for seed in 0..20 {
        let mut field =
            Field::new(&Options { seed, disturbances: false, stumble: 0.0, ..Options::default() });
        drive(&mut field, Place::new(1.0, 0.0, 0.0), 1);
        worst = worst.max((field.place().point() - Point::new(-0.5, 0.0)).length());
    }
    assert!((0.01..0.3).contains(&worst), "{worst}");
}

#[test]
fn it_turns_by_exactly_the_angle() {
    for angle in [0.1, -1.0, 3.0, -PI, 1.5 * TAU] {
        let mut field = calm(Place::default());
        let (me, start) = (field.odometry(), field.time());
        field.navigator.turn(me, angle, 0.3, MessageId(1));
        while !field.navigator.is_final() {
            field.step(STEP);
        }
        let took = field.time().saturating_sub(start).as_secs_f32();
        assert!(took >= angle.abs() / 0.3 && took < angle.abs() / 0.3 + 5.0, "{angle}: {took}");
        run(&mut field, 1.0);
        let off = geometry::wrap(field.place().theta - angle);
        assert!(off.abs() < 0.03, "{angle}: {off}");
    }
}

#[test]
fn a_newer_target_takes_the_place_of_the_older() {
    let mut field = calm(Place::default());
    let me = field.odometry();
    field.navigator.go(me, Place::new(1.0, 0.0, 0.0), navigator::TOLERANCE, MessageId(3));
    run(&mut field, 2.0);
    assert!(!field.navigator.is_final() && field.navigator.msgid() == MessageId(3));
    let me = field.odometry();
    field.navigator.go(me, Place::new(0.0, 0.2, 0.0), navigator::TOLERANCE, MessageId(5));
    assert!(!field.navigator.is_final() && field.navigator.msgid() == MessageId(5));
    // A stop of a message that is not being handled has no effect.
    field.navigator.stop(3);
    run(&mut field, 0.5);
    assert!(!field.navigator.is_final() && field.robot().moving());
    field.navigator.stop(5);
    run(&mut field, 0.1);
    assert!(field.navigator.is_final() && !field.robot().moving());
    assert_eq!((field.navigator.msgid(), field.navigator.error()), (MessageId(5), ERROR_NONE));
    let me = field.odometry();
    field.navigator.turn(me, 1.0, 0.0, MessageId(6));
    field.navigator.stop(0);
    assert!(field.navigator.is_final());
}

#[test]
fn a_robot_that_falls_or_lies_has_failed() {
    let mut field = calm(Place::default());
    let me = field.odometry();
    field.navigator.go(me, Place::new(1.0, 0.0, 0.0), navigator::TOLERANCE, MessageId(3));
    run(&mut field, 2.0);
    field.push(Side::Front);
    run(&mut field, 0.05);
    assert!(field.navigator.is_final());
    assert_eq!((field.navigator.msgid(), field.navigator.error()), (MessageId(3), ERROR_MOTOR));
    run(&mut field, 2.0);
    let me = field.odometry();
    field.navigator.turn(me, 1.0, 0.0, MessageId(4));
    run(&mut field, 0.05);
    assert!(field.navigator.is_final());
    assert_eq!((field.navigator.msgid(), field.navigator.error()), (MessageId(4), ERROR_MOTOR));
}

#[test]
fn a_motion_takes_the_legs_from_the_navigator() {
    let mut field = calm(Place::default());
    let me = field.odometry();
    field.navigator.go(me, Place::new(1.0, 0.0, 0.0), navigator::TOLERANCE, MessageId(3));
    run(&mut field, 2.0);
    field.start_motion(Some(Motion::MoveHead { yaw: 0.5, pitch: 0.0, speed: 0.5 }));
    run(&mut field, 0.1);
    assert!(!field.navigator.is_final(), "the head is no leg");
    let kick = Motion::Kick { leg: Leg::Left, strength: 1.0 };
    field.start_motion(Some(kick));
    run(&mut field, 1.0);
    assert!(field.navigator.is_final() && field.navigator.error() == ERROR_MOTOR);
    assert_eq!(field.robot().motion(), Some(kick));
    let me = field.odometry();
    field.navigator.turn(me, 1.0, 0.0, MessageId(4));
    run(&mut field, 0.1);
    assert!(field.navigator.is_final() && field.navigator.error() == ERROR_MOTOR);
    assert_eq!(field.robot().motion(), Some(kick), "the kick continues");
}

#[test]
fn limp_legs_and_no_numbers_end_a_drive() {
    let mut field = calm(Place::default());
    let me = field.odometry();
    field.navigator.turn(me, f32::NAN, 0.0, MessageId(1));
    assert!(field.navigator.is_final() && field.navigator.error() == ERROR_PATH_GEN_FAIL);
    field.navigator.go(
        me,
        Place { x: 1.0, y: f32::INFINITY, theta: 0.0 },
        (0.1, 0.1),
        MessageId(2),
    );
    assert!(field.navigator.is_final() && field.navigator.error() == ERROR_PATH_GEN_FAIL);
    field.robot_mut().set_stiffness(None, 0.25, 0.0);
    field.navigator.go(me, Place::new(1.0, 0.0, 0.0), (0.1, 0.1), MessageId(3));
    run(&mut field, 3.5);
    assert!(field.navigator.is_final() && field.navigator.error() == ERROR_MOTOR);
}

#[test]
fn it_walks_around_the_ball() {
    for ball in [Point::new(-0.5, 0.0), Point::new(-0.5, 0.05), Point::new(-0.6, -0.05)] {
        let start = Place::new(-1.0, 0.0, 0.0);
        let mut field = calm(start);
        field.move_ball(ball);
        field.robot_mut().goto_angle(skills_nao::joint::Joint::HeadPitch, 0.3, 0.5);
        run(&mut field, 2.0);
        assert!(field.ball_model().visible());
        field.navigator.ball_is_obstacle = true;
        // To the other side of the ball, facing it; nearer than the distance usually kept.
        let behind = ball + Point::new(0.2, 0.0);
        let target = start.to(Place::new(behind.x, behind.y, PI));
        let (me, mut nearest) = (field.odometry(), f32::MAX);
        field.navigator.go(me, target, navigator::TOLERANCE, MessageId(1));
        for _ in 0..6000 {
            field.step(STEP);
            nearest = nearest.min((field.place().point() - field.ball().at).length());
            if field.navigator.is_final() {
                break;
            }
        }
        assert!(field.navigator.is_final(), "{ball:?}");
        assert!(nearest > 0.15, "{ball:?}: {nearest}");
        assert!((field.ball().at - ball).length() < 1e-3, "it was touched");
        assert!((field.place().point() - behind).length() < 0.05);
    }
}

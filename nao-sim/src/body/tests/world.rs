//! Falls, sensors, limits and determinism.

use core::time::Duration;

use super::*;
use crate::body::noise::next_word;

#[test]
fn a_standing_robot_without_stiffness_collapses() {
    let mut robot = Robot::without_noise(Pose::Standing);
    robot.set_stiffness(None, 0.2, 0.0);
    run(&mut robot, 1.0);
    assert_eq!(robot.pose(), Pose::Standing);
    robot.set_stiffness(None, 0.0, 0.5);
    run(&mut robot, 0.1);
    assert!(matches!(robot.pose(), Pose::Falling { .. }));
    run(&mut robot, 1.0);
    assert_eq!(robot.pose(), Pose::LyingFront);
    // A weak arm, a weak head or a single weak leg does not make the robot fall.
    let mut robot = Robot::without_noise(Pose::Standing);
    for joint in Joint::ALL.into_iter().take(14) {
        robot.set_stiffness(Some(joint), 0.0, 0.0);
    }
    run(&mut robot, 1.0);
    assert_eq!(robot.pose(), Pose::Standing);
}

#[test]
fn a_push_fells_a_standing_robot_only() {
    for toward in [Side::Back, Side::Front] {
        let mut robot = Robot::without_noise(Pose::Standing);
        run(&mut robot, 0.5);
        robot.push(toward);
        assert_eq!(robot.pose(), Pose::Falling { toward });
        let (mut fastest, mut before) = (0.0_f32, 0.0);
        while robot.pose() != Pose::lying(toward) {
            robot.step(STEP);
            let sensors = robot.sensors();
            fastest = fastest.max(sensors.gyro_y.abs());
            assert!((sensors.accel_x - before).abs() < 0.05);
            before = sensors.accel_x;
        }
        assert!((1.29..=1.32).contains(&robot.time().as_secs_f32()));
        assert!(fastest > 3.0);
        let sensors = robot.sensors();
        assert!(close(sensors.l_total_weight + sensors.r_total_weight, 0.0));
        for pose in [Pose::LyingBack, Pose::LyingFront, Pose::Sitting] {
            let mut robot = Robot::without_noise(pose);
            robot.push(toward);
            assert_eq!(robot.pose(), pose);
        }
    }
}

#[test]
fn the_weight_goes_over_in_walks_and_kicks() {
    let mut robot = stiff(Pose::Standing);
    robot.start_motion(KICK);
    run(&mut robot, 5.0);
    let sensors = robot.sensors();
    assert!(sensors.r_total_weight > 5.0 && sensors.l_total_weight < 0.2);
    assert!(sensors.angle_x > 0.04 && sensors.accel_y < -0.04);
    robot.start_motion(Motion::WalkStraight { distance_m: 1.0 });
    let (mut left, mut right) = (false, false);
    for _ in 0..200 {
        robot.step(STEP);
        let difference = robot.sensors().l_total_weight - robot.sensors().r_total_weight;
        left |= difference > 2.0;
        right |= difference < -2.0;
    }
    assert!(left && right);
}

/// Gives the robot a random command; `word` decides all of it.
fn command(robot: &mut Robot, word: u64) {
    let [what, which, a, b, ..] = word.to_le_bytes();
    let joint = Joint::joints_in(1 << (which % 26)).next();
    let value = f32::from(i16::from(a) - 128) / 32.0;
    let time = f32::from(b) / 128.0 - 0.2;
    let leg = if a < 128 { Leg::Left } else { Leg::Right };
    match (what % 16, joint) {
        (0..=3, Some(joint)) => robot.goto_angle(joint, value, time),
        (4..=7, Some(joint)) => robot.move_with_speed(joint, value, time),
        (8, _) => robot.set_stiffness(None, value, time),
        (9, _) => robot.set_stiffness(None, 1.0, 0.0),
        (10, _) => robot.start_motion(BACK),
        (11, _) => robot.start_motion(DETECT),
        (12, _) => robot.start_motion(Motion::Park),
        (13, _) => robot.start_motion(Motion::Kick { leg, strength: 1.0 }),
        (14, _) => robot.start_motion(Motion::WalkSideways { distance_m: value }),
        (_, _) => robot.push(Side::Back),
    }
}

#[test]
fn joints_keep_limits_and_speeds_under_random_commands() {
    let mut words = 11;
    let mut robot = Robot::new(Pose::Standing, 3);
    for round in 0..20_000_u32 {
        let word = next_word(&mut words);
        if round % 20 == 0 {
            command(&mut robot, word);
        }
        let dt = Duration::from_millis(1 + word % 100);
        let before = Joint::ALL.map(|joint| robot.joint(joint));
        robot.step(dt);
        for (joint, before) in Joint::ALL.into_iter().zip(before) {
            let (now, (low, high)) = (robot.joint(joint), joint.limits_rad());
            assert!((low..=high).contains(&now), "{joint:?} at {now}");
            // Allows for the tolerance at which a goal counts as reached.
            let way = joint.max_speed_rad_per_sec() * dt.as_secs_f32() + 1e-4;
            assert!((now - before).abs() <= way, "{joint:?} too fast");
            assert!((0.0..=1.0).contains(&robot.stiffness(joint)));
        }
    }
}

#[test]
fn equal_seeds_and_commands_give_equal_bits() {
    let mut words = 5;
    let mut robots = [(); 2].map(|()| Robot::new(Pose::LyingFront, 42));
    let mut other = Robot::new(Pose::LyingFront, 43);
    for _ in 0..5000 {
        let word = next_word(&mut words);
        for robot in robots.iter_mut().chain([&mut other]) {
            if word.is_multiple_of(30) {
                command(robot, word.rotate_left(20));
            }
            robot.step(Duration::from_millis(1 + word % 40));
        }
        let [one, two] = robots.each_ref().map(Robot::sensors);
        assert_eq!(one, two);
        assert_eq!(one.accel_y.to_bits(), two.accel_y.to_bits());
        assert_ne!(one, other.sensors());
    }
}

#[test]
fn the_accelerometer_shows_the_pose_through_the_noise() {
    for pose in [Pose::Standing, Pose::Sitting, Pose::LyingBack, Pose::LyingFront] {
        let mut robot = Robot::new(pose, 99);
        for _ in 0..10_000 {
            robot.step(STEP);
            let x = robot.sensors().accel_x;
            let right = match pose {
                Pose::LyingBack => x < -0.8,
                Pose::LyingFront => x > 0.8,
                _ => x.abs() < 0.5,
            };
            assert!(right, "{pose:?}: {x}");
        }
    }
}

#[test]
fn noise_is_constant_between_steps_and_small() {
    let mut robot = Robot::new(Pose::Standing, 1);
    let exact = Robot::without_noise(Pose::Standing).sensors();
    robot.step(STEP);
    let sensors = robot.sensors();
    robot.step(Duration::ZERO);
    assert_eq!(sensors, robot.sensors());
    assert!((sensors.accel_x - exact.accel_x).abs() < 0.12);
    assert!((sensors.angle_y - exact.angle_y).abs() < 0.03);
    let knee = (sensors.joint(Joint::LKneePitch) - robot.joint(Joint::LKneePitch)).abs();
    assert!(knee > 0.0 && knee < 0.006);
    assert!(sensors.gyro_y.abs() < 0.06);
}

#[test]
fn transitions_between_poses_are_smooth() {
    for (pose, motion) in [(Pose::LyingBack, BACK), (Pose::Standing, Motion::Park)] {
        let mut robot = stiff(pose);
        robot.start_motion(motion);
        let mut before = robot.sensors();
        while robot.moving() {
            robot.step(STEP);
            let now = robot.sensors();
            assert!((now.accel_x - before.accel_x).abs() < 0.015);
            assert!((now.gyro_y - before.gyro_y).abs() < 0.1);
            assert!((now.l_total_weight - before.l_total_weight).abs() < 0.05);
            before = now;
        }
    }
}

#[test]
fn buttons_sonars_and_battery_are_published() {
    let mut robot = stiff(Pose::Standing);
    robot.set_button(Button::Chest, 1);
    robot.set_button(Button::LFootBumperR, 2);
    robot.set_ultrasonic([0.3, 0.5, 2.0, 2.55], [1.0; 4]);
    assert_eq!(robot.sensors().chest_button, 0);
    run(&mut robot, 540.0);
    let sensors = robot.sensors();
    assert_eq!((sensors.chest_button, sensors.l_foot_bumper_r), (1, 2));
    assert_eq!((sensors.l_foot_bumper_l, sensors.head_touch_rear), (0, 0));
    assert!(close(sensors.ultrasonic_distance_left[1], 0.5));
    assert!(close(sensors.ultrasonic_distance_right[0], 1.0));
    assert!(close(sensors.battery_charge, 0.9));
    steps_of(&mut robot, Motion::WalkStraight { distance_m: 27.0 }, STEP);
    assert!(close(robot.sensors().battery_charge, 0.8));
}

#[test]
fn a_long_step_is_computed_in_parts() {
    let mut robot = stiff(Pose::LyingBack);
    robot.start_motion(DETECT);
    robot.step(Duration::from_secs(13));
    assert_eq!((robot.moving(), robot.pose()), (false, Pose::Standing));
}

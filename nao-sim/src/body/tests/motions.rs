//! The effects and durations of the motions.

use core::time::Duration;

use super::*;

#[test]
fn every_motion_takes_its_time_exact_to_one_step() {
    let straight = Motion::WalkStraight { distance_m: -0.5 };
    let sideways = Motion::WalkSideways { distance_m: 0.25 };
    let arc = Motion::WalkArc { angle_rad: 1.0, radius_m: 0.5 };
    let turn = Motion::Turn { angle_rad: -2.0 };
    let cases = [
        (Pose::LyingBack, BACK, 12_300, Pose::Standing),
        (Pose::LyingBack, DETECT, 12_300, Pose::Standing),
        (Pose::LyingBack, FRONT, 11_300, Pose::LyingBack),
        (Pose::LyingFront, FRONT, 11_300, Pose::Standing),
        (Pose::LyingFront, DETECT, 11_300, Pose::Standing),
        (Pose::LyingFront, BACK, 12_300, Pose::LyingFront),
        (Pose::Standing, BACK, 12_300, Pose::Standing),
        (Pose::Sitting, FRONT, 11_300, Pose::Standing),
        (Pose::Sitting, Motion::GetUp, 3000, Pose::Standing),
        (Pose::Standing, Motion::GetUp, 3000, Pose::Standing),
        (Pose::LyingBack, Motion::GetUp, 3000, Pose::LyingBack),
        (Pose::Standing, Motion::Park, 3000, Pose::Sitting),
        (Pose::Sitting, Motion::Park, 3000, Pose::Sitting),
        (Pose::LyingFront, Motion::Park, 3000, Pose::LyingFront),
        (Pose::Standing, KICK, 12_500, Pose::Standing),
        (Pose::Standing, straight, 5000, Pose::Standing),
        (Pose::Standing, sideways, 5000, Pose::Standing),
        (Pose::Standing, arc, 5000, Pose::Standing),
        (Pose::Standing, turn, 4000, Pose::Standing),
    ];
    for (pose, motion, millis, end) in cases {
        for dt in [1_u128, 10, 12, 33, 100] {
            let mut robot = stiff(pose);
            let step = Duration::from_millis(u64::try_from(dt).unwrap());
            let steps = steps_of(&mut robot, motion, step);
            assert_eq!(steps, u128::div_ceil(millis, dt), "{motion:?} by {dt} ms");
            assert_eq!(robot.pose(), end, "{motion:?} from {pose:?}");
        }
    }
}

/// Its frames are of no whole milliseconds then.
#[test]
fn motions_take_the_times_that_they_are_given() {
    let times = MotionTimes {
        kick: Duration::from_millis(5003),
        standup_back: Duration::from_millis(6101),
        standup_front: Duration::from_millis(59_999),
    };
    for (pose, motion, millis) in [
        (Pose::Standing, KICK, 5003),
        (Pose::LyingBack, DETECT, 6101),
        (Pose::LyingFront, FRONT, 59_999),
        (Pose::Sitting, Motion::GetUp, 3000),
        (Pose::Standing, Motion::WalkStraight { distance_m: 0.5 }, 5000),
    ] {
        for dt in [1_u128, 10, 33] {
            let mut robot = stiff(pose).with_times(times);
            let step = Duration::from_millis(u64::try_from(dt).unwrap());
            let steps = steps_of(&mut robot, motion, step);
            assert_eq!(steps, u128::div_ceil(millis, dt), "{motion:?} by {dt} ms");
            assert_eq!(robot.pose(), Pose::Standing, "{motion:?}");
            if !matches!(motion, Motion::WalkStraight { .. }) {
                for (joint, angle) in pattern::STAND.targets(Leg::Left) {
                    assert!(close(robot.joint(joint), angle), "{motion:?}: {joint:?}");
                }
            }
        }
    }
}

#[test]
fn a_stand_up_ends_in_the_standing_posture() {
    for (pose, motion) in [(Pose::LyingBack, BACK), (Pose::LyingFront, FRONT)] {
        let mut robot = stiff(pose);
        steps_of(&mut robot, motion, STEP);
        for (joint, angle) in pattern::STAND.targets(Leg::Left) {
            assert!(close(robot.joint(joint), angle), "{joint:?}");
        }
        let sensors = robot.sensors();
        assert!(close(sensors.accel_z, -1.0));
        assert!(close(sensors.l_total_weight + sensors.r_total_weight, 5.2));
    }
}

#[test]
fn a_wrong_side_stand_up_never_lifts_the_body() {
    for (pose, motion) in [(Pose::LyingBack, FRONT), (Pose::LyingFront, BACK)] {
        let mut robot = stiff(pose);
        robot.start_motion(motion);
        while robot.moving() {
            robot.step(STEP);
            assert_eq!(robot.pose(), pose);
            assert!(robot.sensors().accel_x.abs() > 0.99);
        }
    }
}

#[test]
fn a_stand_up_of_an_upright_robot_goes_down_first() {
    for pose in [Pose::Standing, Pose::Sitting] {
        let mut robot = stiff(pose);
        robot.start_motion(DETECT);
        assert!(!robot.moving());
        robot.start_motion(BACK);
        run(&mut robot, 1.0);
        assert_eq!(robot.pose(), Pose::LyingBack);
    }
}

#[test]
fn weak_legs_lift_nothing_and_kick_nothing() {
    for (stiffness, firm) in [(0.0, false), (0.29, false), (0.3, true), (1.0, true)] {
        for (pose, motion) in
            [(Pose::LyingBack, BACK), (Pose::LyingFront, FRONT), (Pose::Sitting, Motion::GetUp)]
        {
            let mut robot = Robot::without_noise(pose);
            robot.set_stiffness(None, stiffness, 0.0);
            steps_of(&mut robot, motion, STEP);
            let end = if firm { Pose::Standing } else { pose };
            assert_eq!(robot.pose(), end, "{motion:?} at {stiffness}");
        }
        if stiffness > 0.2 {
            let mut robot = stiff(Pose::Standing);
            robot.set_stiffness(None, stiffness, 0.0);
            steps_of(&mut robot, KICK, STEP);
            assert_eq!((robot.kicks(), robot.pose()), (u32::from(firm), Pose::Standing));
            steps_of(&mut robot, Motion::WalkStraight { distance_m: 0.1 }, STEP);
            assert!(close(robot.odometry().x_m, if firm { 0.1 } else { 0.0 }));
        }
    }
}

#[test]
fn legs_that_give_way_in_a_stand_up_let_the_body_fall_back() {
    let mut robot = stiff(Pose::LyingBack);
    robot.start_motion(BACK);
    run(&mut robot, 6.5);
    assert!(robot.sensors().accel_x > -0.8);
    robot.set_stiffness(None, 0.0, 0.1);
    run(&mut robot, 1.0);
    assert_eq!(robot.pose(), Pose::LyingBack);
    assert!(robot.moving() && robot.sensors().accel_x < -0.99);
    robot.set_stiffness(None, 1.0, 0.1);
    run(&mut robot, 6.0);
    assert_eq!((robot.moving(), robot.pose()), (false, Pose::LyingBack));
}

#[test]
fn a_stopped_stand_up_falls_back_and_holds_its_joints() {
    let mut robot = stiff(Pose::LyingFront);
    robot.start_motion(FRONT);
    run(&mut robot, 6.0);
    robot.stop();
    assert!(!robot.moving());
    let falling = Pose::Falling { toward: Side::Front };
    assert_eq!(robot.pose(), falling);
    let knee = robot.joint(Joint::LKneePitch);
    run(&mut robot, 1.0);
    assert_eq!(robot.pose(), Pose::LyingFront);
    assert!(close(robot.joint(Joint::LKneePitch), knee));
}

#[test]
fn a_parked_robot_needs_no_stiffness() {
    let mut robot = stiff(Pose::Standing);
    robot.start_motion(Motion::Park);
    run(&mut robot, 2.9);
    robot.set_stiffness(None, 0.0, 0.0);
    run(&mut robot, 2.0);
    assert_eq!((robot.moving(), robot.pose()), (false, Pose::Sitting));
}

#[test]
fn only_a_standing_robot_kicks_and_walks() {
    for pose in [Pose::Sitting, Pose::LyingBack, Pose::LyingFront] {
        let mut robot = stiff(pose);
        for motion in [KICK, Motion::WalkStraight { distance_m: 1.0 }] {
            robot.start_motion(Motion::Park);
            robot.start_motion(motion);
            assert!(!robot.moving());
        }
    }
}

#[test]
fn walks_lead_where_they_should() {
    let walk = |motion| {
        let mut robot = stiff(Pose::Standing);
        steps_of(&mut robot, motion, Duration::from_millis(33));
        let Odometry { x_m, y_m, theta_rad } = robot.odometry();
        [x_m, y_m, theta_rad]
    };
    let near = |a: [f32; 3], b: [f32; 3]| a.into_iter().zip(b).all(|(a, b)| close(a, b));
    let straight = Motion::WalkStraight { distance_m: -0.7 };
    assert!(near(walk(straight), [-0.7, 0.0, 0.0]));
    let sideways = Motion::WalkSideways { distance_m: 0.3 };
    assert!(near(walk(sideways), [0.0, 0.3, 0.0]));
    assert!(near(
        walk(Motion::Turn { angle_rad: -4.0 }),
        [0.0, 0.0, -4.0 + core::f32::consts::TAU]
    ));
    let quarter = core::f32::consts::FRAC_PI_2;
    let arc = Motion::WalkArc { angle_rad: -quarter, radius_m: 0.5 };
    assert!(near(walk(arc), [0.5, -0.5, -quarter]));
}

#[test]
fn a_velocity_walk_goes_on_until_stopped() {
    let mut robot = stiff(Pose::Standing);
    let mut walk = |x| {
        robot.start_motion(Motion::WalkVelocity { x, y: 0.0, theta: 0.0, speed: 0.5 });
        run(&mut robot, 20.0);
        (robot.moving(), robot.odometry().x_m)
    };
    let (moving, way) = walk(1.0);
    assert!(moving && close(way, 1.0));
    let (moving, way) = walk(0.0);
    assert!(!moving && close(way, 1.0));
}

#[test]
fn the_head_moves_beside_the_legs() {
    let mut robot = stiff(Pose::LyingBack);
    robot.start_motion(BACK);
    robot.start_motion(Motion::YawPitchHead { yaw_rad: 1.0, pitch_rad: -9.0, time_sec: 2.0 });
    run(&mut robot, 1.0);
    assert!(close(robot.joint(Joint::HeadYaw), 0.5));
    run(&mut robot, 11.3);
    assert_eq!((robot.moving(), robot.pose()), (false, Pose::Standing));
    assert!(close(robot.joint(Joint::HeadYaw), 1.0));
    assert!(close(robot.joint(Joint::HeadPitch), Joint::HeadPitch.limits_rad().0));
    robot.start_motion(Motion::MoveHead { yaw: 0.0, pitch: 0.0, speed: 0.1 });
    assert!(!robot.moving());
    run(&mut robot, 1.0);
    assert!(close(robot.joint(Joint::HeadYaw), 0.17));
}

#[test]
fn a_walk_ends_on_both_feet() {
    for cut_short in [false, true] {
        let mut robot = stiff(Pose::Standing);
        robot.start_motion(Motion::WalkStraight { distance_m: 0.33 });
        run(&mut robot, 2.8);
        if cut_short {
            robot.stop();
        }
        run(&mut robot, 2.0);
        for (joint, angle) in pattern::STAND.targets(Leg::Left) {
            assert!(close(robot.joint(joint), angle), "{joint:?}");
        }
        let sensors = robot.sensors();
        assert!(close(sensors.l_total_weight, sensors.r_total_weight));
    }
}

#[test]
fn a_motion_that_replaces_a_stand_up_lets_the_body_fall_back() {
    let mut robot = stiff(Pose::LyingBack);
    robot.start_motion(BACK);
    run(&mut robot, 6.5);
    robot.start_motion(Motion::GetUp);
    assert_eq!(robot.motion(), Some(Motion::GetUp));
    assert_eq!(robot.pose(), Pose::Falling { toward: Side::Back });
    run(&mut robot, 4.0);
    assert_eq!((robot.moving(), robot.pose()), (false, Pose::LyingBack));
}

#[test]
fn on_a_carpet_a_walk_takes_a_new_velocity_with_its_next_step() {
    let carpet = Carpet { seed: 1, slip: 0.0, stumble: 0.0 };
    let mut robot = stiff(Pose::Standing).on_carpet(carpet);
    let walk = |x| Motion::WalkVelocity { x, y: 0.0, theta: 0.0, speed: 1.0 };
    robot.start_motion(walk(1.0));
    run(&mut robot, 0.49);
    assert!(close(robot.velocity()[0], 0.05), "half the speed in the first step");
    run(&mut robot, 0.5);
    assert!(close(robot.velocity()[0], 0.1));
    robot.start_motion(walk(-1.0));
    assert!(close(robot.velocity()[0], 0.1), "not at once");
    run(&mut robot, 0.5);
    assert!(close(robot.velocity()[0], 0.05) && robot.motion() == Some(walk(-1.0)));
    robot.stop();
    assert!(!robot.moving() && close(robot.velocity()[0], 0.0));
    assert!(close(robot.place().x_m, robot.odometry().x_m));
    robot.put(Odometry { x_m: 1.0, y_m: 2.0, theta_rad: 3.0 });
    assert!(close(robot.place().y_m, 2.0) && close(robot.odometry().y_m, 0.0));
}

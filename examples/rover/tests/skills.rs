//! The skills one by one, on a bench whose drivers the tests script.

use rover::interfaces::gripper::Jaws;
use rover::interfaces::{EmergencyStop, Lidar, RoverBoard, gripper, wheels};
use rover::skills::{Approach, DriveTo, DriveToState, Fetch, Grip, RoverSkills, Search};
use skill_runtime::skiller::SkillStatus;
use skill_runtime::{SkillSpace, Status};
use skill_test::{Bench, Driver};
use std::time::Duration;

/// Adds the driver of the emergency stop, which is released.
fn released(bench: &mut Bench<'static, RoverBoard>) -> Driver<'static, EmergencyStop> {
    let estop = bench.driver(|board| &board.emergency_stop);
    estop.set(EmergencyStop { released: true });
    estop
}

// ANCHOR: grip
#[test]
fn grip_closes_on_an_object() {
    let mut bench = Bench::<RoverBoard>::new();
    let gripper = bench.driver(|board| &board.gripper);
    let mut bench = bench.with_skill(Grip { jaws: None });

    assert_eq!(bench.pass(), Status::Running);
    let sent = gripper.take_with_ids();
    let [(id, gripper::Message::Move(to))] = &sent[..] else { panic!("one message: {sent:?}") };
    assert_eq!(to.jaws, Jaws::Closed);

    gripper.update(|gripper| {
        gripper.msgid = id.0;
        gripper.r#final = true;
        gripper.holds = true;
    });
    assert_eq!(bench.pass(), Status::Final);
    assert_eq!(bench.transitions(), ["grip: Move -> Check", "grip: Check -> FINAL"]);
}
// ANCHOR_END: grip

// ANCHOR: grip_fails
#[test]
fn grip_fails_on_nothing() {
    let mut bench = Bench::<RoverBoard>::new();
    let gripper = bench.driver(|board| &board.gripper);
    gripper.on_message(|gripper, message, id| {
        let gripper::Message::Move(to) = message;
        (gripper.jaws, gripper.msgid, gripper.r#final) = (to.jaws, id.0, true);
    });
    let mut bench = bench.with_skill(Grip { jaws: None });
    assert_eq!(bench.run_to_failure(), "nothing between the jaws");
}

#[test]
fn grip_fails_if_the_jaws_never_arrive() {
    let mut bench = Bench::<RoverBoard>::new();
    let _gripper = bench.driver(|board| &board.gripper);
    let mut bench = bench.with_skill(Grip { jaws: Some(Jaws::Open) });
    assert_eq!(bench.run_to_failure(), "the jaws did not arrive within 2 s");
    assert_eq!(bench.elapsed(), Duration::from_secs(2));
}
// ANCHOR_END: grip_fails

#[test]
fn grip_fails_without_a_driver_and_with_a_full_queue() {
    let mut bench = Bench::<RoverBoard>::new().with_skill(Grip { jaws: None });
    assert_eq!(bench.run_to_failure(), "no writer for gripper");

    let mut bench = Bench::<RoverBoard>::new();
    let gripper = bench.driver(|board| &board.gripper);
    gripper.fill(gripper::Move { jaws: Jaws::Open });
    let mut bench = bench.with_skill(Grip { jaws: None });
    assert_eq!(bench.run_to_failure(), "gripper refused Move: queue full");
}

#[test]
fn search_turns_until_something_is_seen_and_stops_the_wheels() {
    let mut bench = Bench::<RoverBoard>::new();
    let _estop = released(&mut bench);
    let wheels = bench.driver(|board| &board.wheels);
    let lidar = bench.driver(|board| &board.lidar);
    let mut bench = bench.with_skill(Search {});
    bench.pass_for(Duration::from_secs(1));
    assert!(wheels.take().iter().all(|message| matches!(
        message,
        wheels::Message::SetVelocity(v) if v.forward_m_per_sec == 0.0 && v.turn_rad_per_sec > 0.0
    )));
    lidar.update(|lidar| lidar.sees = true);
    bench.run_to_final();
    assert!(matches!(wheels.take()[..], [.., wheels::Message::Stop(_)]));
}

#[test]
fn search_gives_up_after_one_turn() {
    let mut bench = Bench::<RoverBoard>::new();
    let _estop = released(&mut bench);
    let _wheels = bench.driver(|board| &board.wheels);
    let _lidar = bench.driver(|board| &board.lidar);
    let mut bench = bench.with_skill(Search {});
    assert_eq!(bench.run_to_failure(), "nothing to be seen all around");
}

#[test]
fn approach_follows_an_object_and_gives_up_when_it_is_gone() {
    let mut bench = Bench::<RoverBoard>::new();
    let _estop = released(&mut bench);
    let wheels = bench.driver(|board| &board.wheels);
    let lidar = bench.driver(|board| &board.lidar);
    lidar.set(Lidar { sees: true, distance_m: 1.0, bearing_rad: 0.1 });
    let mut bench = bench.with_skill(Approach::default());
    bench.pass();
    assert!(matches!(
        &wheels.take()[..],
        [wheels::Message::SetVelocity(v)] if v.forward_m_per_sec > 0.3 && v.turn_rad_per_sec > 0.1
    ));
    lidar.update(|lidar| lidar.sees = false);
    assert_eq!(bench.run_to_failure(), "the object is gone");
}

// ANCHOR: blocked
#[test]
fn drive_to_waits_for_an_obstacle_to_go_away() {
    let mut bench = Bench::<RoverBoard>::new();
    let _estop = released(&mut bench);
    let wheels = bench.driver(|board| &board.wheels);
    let odometry = bench.driver(|board| &board.odometry);
    let lidar = bench.driver(|board| &board.lidar);
    let mut bench =
        bench.with_skill(DriveTo { x_m: Some(2.0), y_m: Some(0.0), ..DriveTo::default() });
    bench.pass_until(Duration::from_secs(1), |bench| bench.state() == DriveToState::Ahead);

    lidar.set(Lidar { sees: true, distance_m: 0.3, bearing_rad: 0.0 });
    bench.pass();
    assert_eq!(bench.state(), DriveToState::Blocked);
    assert!(matches!(wheels.take()[..], [.., wheels::Message::Stop(_)]));

    lidar.set(Lidar::default());
    bench.pass();
    assert_eq!(bench.state(), DriveToState::Ahead);

    odometry.update(|odometry| odometry.x_m = 2.0);
    bench.run_to_final();
}
// ANCHOR_END: blocked

#[test]
fn drive_to_fails_when_the_way_stays_blocked_or_odometry_hangs() {
    for (hang, reason) in [(false, "the way is blocked"), (true, "odometry is stale")] {
        let mut bench = Bench::<RoverBoard>::new();
        let _estop = released(&mut bench);
        let _wheels = bench.driver(|board| &board.wheels);
        let odometry = bench.driver(|board| &board.odometry);
        let lidar = bench.driver(|board| &board.lidar);
        lidar.set(Lidar { sees: true, distance_m: 0.2, bearing_rad: 0.0 });
        let mut bench =
            bench.with_skill(DriveTo { x_m: Some(2.0), y_m: Some(0.0), ..DriveTo::default() });
        bench.pass();
        if hang {
            odometry.pause();
        }
        assert_eq!(bench.run_to_failure(), reason);
    }
}

#[test]
fn fetch_tries_again_and_then_gives_up() {
    let mut bench = Bench::<RoverBoard>::new();
    let _estop = released(&mut bench);
    let _wheels = bench.driver(|board| &board.wheels);
    let lidar = bench.driver(|board| &board.lidar);
    lidar.set(Lidar { sees: true, distance_m: 0.18, bearing_rad: 0.0 });
    let gripper = bench.driver(|board| &board.gripper);
    gripper.on_message(|gripper, message, id| {
        let gripper::Message::Move(to) = message;
        (gripper.jaws, gripper.msgid, gripper.r#final) = (to.jaws, id.0, true);
    });
    let mut bench = bench.with_skill(Fetch { misses: Some(1) });
    assert_eq!(bench.run_to_failure(), "closed on nothing 2 times");
    assert_eq!(bench.entries("fetch", "Missed"), 2);
}

// ANCHOR: skiller
#[test]
fn a_call_outside_its_range_is_refused() {
    let mut bench = Bench::<RoverBoard>::new().with_skiller::<RoverSkills>();
    bench.start("drive_to{x_m=200, y_m=0}");
    assert_eq!(bench.status(), SkillStatus::Failed);
    assert!(bench.reason().contains("-10.0..=10.0"), "{}", bench.reason());
}
// ANCHOR_END: skiller

// ANCHOR: safety
/// A call of each skill.
const CALLS: [&str; 5] = ["drive_to{x_m=1, y_m=1}", "search{}", "approach{}", "grip{}", "fetch{}"];

#[test]
fn nothing_drives_without_an_emergency_stop_that_is_released() {
    /// The behavior of the emergency stop in a run.
    #[derive(Clone, Copy, PartialEq, Debug)]
    enum Button {
        NeverStarted,
        Pressed,
        Hangs,
        Removed,
    }
    assert!(
        RoverSkills::SKILLS
            .iter()
            .all(|skill| CALLS.iter().any(|call| call.starts_with(skill.name)))
    );
    for button in [Button::NeverStarted, Button::Pressed, Button::Hangs, Button::Removed] {
        for call in CALLS {
            let mut bench = Bench::<RoverBoard>::new();
            let estop = (button != Button::NeverStarted).then(|| released(&mut bench));
            let wheels = bench.driver(|board| &board.wheels);
            let _odometry = bench.driver(|board| &board.odometry);
            let lidar = bench.driver(|board| &board.lidar);
            lidar.set(Lidar { sees: true, distance_m: 1.0, bearing_rad: 0.0 });
            let gripper = bench.driver(|board| &board.gripper);
            gripper.on_message(|gripper, _, id| (gripper.msgid, gripper.r#final) = (id.0, true));
            let mut bench = bench.with_skiller::<RoverSkills>();
            bench.start(call);
            bench.pass_for(Duration::from_millis(500));
            match (button, &estop) {
                (Button::Pressed, Some(estop)) => estop.update(|estop| estop.released = false),
                (Button::Hangs, Some(estop)) => estop.pause(),
                (Button::Removed, Some(estop)) => estop.remove(),
                _ => {}
            }
            // A driver that hangs is noticed after 100 ms.
            let noticed = if button == Button::Hangs { 110 } else { 0 };
            bench.pass_for(Duration::from_millis(noticed));
            if button != Button::NeverStarted {
                wheels.take();
            }
            bench.pass_for(Duration::from_secs(1));
            let moves =
                |message: &wheels::Message| matches!(message, wheels::Message::SetVelocity(_));
            let sent = wheels.take();
            assert!(!sent.iter().any(moves), "{button:?}, {call}: {sent:?}");
            if button == Button::NeverStarted && call != "grip{}" {
                assert_eq!(bench.reason(), "no writer for estop", "{call}");
            }
        }
    }
}
// ANCHOR_END: safety

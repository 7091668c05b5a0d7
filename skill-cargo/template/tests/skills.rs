//! The skills one by one on a bench, and the agent on the simulated robot.

use skill_runtime::Status;
use skill_runtime::skiller::SkillStatus;
use skill_test::Bench;
use std::num::NonZeroU32;

use {{crate_name}}::agent::Explorer;
use {{crate_name}}::interfaces::{Board, Range, Wheels, wheels};
use {{crate_name}}::simulator::Simulator;
use {{crate_name}}::skills::{Drive, Skills};

#[test]
fn drive_stops_before_the_wall() {
    let mut bench = Bench::<Board>::new();
    let wheels = bench.driver(|board| &board.wheels);
    let range = bench.driver(|board| &board.range);
    range.set(Range { distance_m: 1.0 });
    let mut bench = bench.with_skill(Drive::default());

    assert_eq!(bench.pass(), Status::Running);
    assert!(matches!(
        wheels.take().pop(),
        Some(wheels::Message::Drive(_))
    ));

    range.set(Range { distance_m: 0.25 });
    assert_eq!(bench.run_to_failure(), "something is 0.25 m ahead");
    assert!(matches!(
        wheels.take().pop(),
        Some(wheels::Message::Stop(_))
    ));
}

#[test]
fn drive_is_final_at_the_end_of_the_way() {
    let mut bench = Bench::<Board>::new();
    let wheels = bench.driver(|board| &board.wheels);
    let range = bench.driver(|board| &board.range);
    range.set(Range { distance_m: 5.0 });
    let mut bench = bench.with_skill(Drive {
        way_m: Some(0.5),
        ..Drive::default()
    });

    assert_eq!(bench.pass(), Status::Running);
    wheels.set(Wheels {
        driven_m: 0.5,
        turned_rad: 0.0,
    });
    assert_eq!(bench.pass(), Status::Final);
}

#[test]
fn the_agent_turns_at_each_wall() {
    let mut bench = Bench::<Board>::new();
    let robot = bench.add(Simulator::new(bench.board()).expect("a new blackboard"));
    let mut bench = bench
        .with_skiller::<Skills>()
        .with_agent(Explorer { turns: Some(3) }, NonZeroU32::MIN);
    bench.run_to_final();
    assert_eq!(bench.entries("explorer", "Aside"), 3);
    // It has kept the distance at which `Drive` stops.
    assert!(robot.borrow().distance_m() > 0.2);
}

#[test]
fn without_the_sensor_it_does_not_drive() {
    let mut bench = Bench::<Board>::new();
    let wheels = bench.driver(|board| &board.wheels);
    let mut bench = bench.with_skiller::<Skills>();
    assert_eq!(bench.start("drive{}"), SkillStatus::Failed);
    assert_eq!(bench.reason(), "no writer for range");
    assert!(wheels.take().is_empty());
}

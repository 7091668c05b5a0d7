//! The agent on the simulated robot.

use rover::agent::{Collector, CollectorState};
use rover::interfaces::RoverBoard;
use rover::simulator::Simulator;
use rover::skills::RoverSkills;
use skill_runtime::Status;
use skill_test::{AgentOnSkiller, Bench};
use std::cell::RefCell;
use std::num::NonZeroU32;
use std::rc::Rc;
use std::time::Duration;

// ANCHOR: simulator
type RobotBench = Bench<'static, RoverBoard, AgentOnSkiller<'static, Collector, RoverSkills>>;

type Robot = Rc<RefCell<Simulator<'static>>>;

fn bench(make: fn(&'static RoverBoard) -> Simulator<'static>) -> (RobotBench, Robot) {
    let mut bench = Bench::<RoverBoard>::new();
    let robot = bench.add(make(bench.board()));
    let bench = bench.with_skiller().with_agent(Collector::default(), NonZeroU32::MIN);
    (bench, robot)
}

fn with_button(board: &'static RoverBoard) -> Simulator<'static> {
    Simulator::new(board).expect("a new blackboard has no writers")
}

#[test]
fn it_collects_all_cans() {
    let (mut bench, robot) = bench(with_button);
    let time = bench.run_to_final();
    assert_eq!(robot.borrow().delivered, 3);
    assert!(time < Duration::from_secs(90), "{time:?}");
    assert_eq!(bench.entries("collector", "Failed"), 0);
}
// ANCHOR_END: simulator

// ANCHOR: button
#[test]
fn it_stops_while_the_button_is_pressed_and_continues_afterwards() {
    let (mut bench, robot) = bench(with_button);
    // On its way back with the first can.
    bench.pass_until(Duration::from_secs(60), |bench| bench.state() == CollectorState::Bring);
    bench.pass_for(Duration::from_secs(2));

    robot.borrow_mut().pressed = true;
    bench.pass();
    let driven_m = robot.borrow().driven_m;
    bench.pass_for(Duration::from_secs(20));
    assert_eq!(bench.state(), CollectorState::Failed);
    let rolled_m = robot.borrow().driven_m - driven_m;
    assert!(rolled_m < 0.005, "it rolled {rolled_m} m");

    robot.borrow_mut().pressed = false;
    bench.run_to_final();
    assert_eq!(robot.borrow().delivered, 3);
}

#[test]
fn it_never_drives_if_the_driver_of_the_button_never_started() {
    let (mut bench, robot) =
        bench(|board| Simulator::without_button(board).expect("a new blackboard has no writers"));
    assert_eq!(bench.run_to_failure(), "no writer for estop");
    assert_eq!(bench.elapsed(), Duration::from_millis(10), "in its first pass in control");
    bench.pass_for(Duration::from_secs(60));
    assert_eq!(robot.borrow().driven_m, 0.0);
}

#[test]
fn it_stops_at_once_if_the_driver_of_the_button_ends() {
    let (mut bench, robot) = bench(with_button);
    bench.pass_until(Duration::from_secs(60), |bench| bench.state() == CollectorState::Bring);
    bench.pass_for(Duration::from_secs(2));
    robot.borrow_mut().stop_button();
    assert_eq!(bench.pass(), Status::Failed);
    assert_eq!(bench.reason(), "no writer for estop");
    let driven_m = robot.borrow().driven_m;
    bench.pass_for(Duration::from_secs(20));
    assert_eq!(robot.borrow().driven_m, driven_m);
}
// ANCHOR_END: button

#[test]
fn two_runs_are_the_same() {
    let trace = || {
        let (mut bench, _) = bench(with_button);
        bench.run_to_final();
        bench.trace()
    };
    assert_eq!(trace(), trace());
}

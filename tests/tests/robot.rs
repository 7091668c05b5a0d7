//! The NAO's skills on the simulated robot, called through the blackboard and the skiller,
//! in the stages of the main loop.

#[path = "robot/calls.rs"]
mod calls;
#[path = "robot/control.rs"]
mod control;
#[path = "robot/failures.rs"]
mod failures;
#[allow(dead_code)] // its main
#[path = "../../nao-sim/examples/listing_1_1.rs"]
mod listing_1_1;
#[path = "robot/refused.rs"]
mod refused;
#[path = "robot/rig.rs"]
mod rig;
#[path = "robot/skills.rs"]
mod skills;
#[path = "robot/values.rs"]
mod values;

use nao_sim::body::Pose;
use skill_runtime::{Instant, MainLoop, Stages, Status, Tick};

#[test]
fn the_listing_of_the_paper_stands_up() {
    for pose in [Pose::LyingBack, Pose::Sitting, Pose::Standing] {
        assert_eq!(listing_1_1::run(pose), Ok((Status::Final, Pose::Standing)));
    }
}

#[test]
fn the_listing_of_the_paper_knows_no_way_up_from_the_front() {
    let end = listing_1_1::run(Pose::LyingFront);
    assert_eq!(end, Ok((Status::Running, Pose::LyingFront)));
}

/// Notes which stage runs in which tick.
#[derive(Default)]
struct Notes(Vec<(&'static str, Tick)>);

impl Stages for Notes {
    fn act(&mut self, now: Tick) {
        self.0.push(("act", now));
    }
    fn skill(&mut self, now: Tick) {
        self.0.push(("skill", now));
    }
    fn think(&mut self, now: Tick) {
        self.0.push(("think", now));
    }
    fn world_model(&mut self, now: Tick) {
        self.0.push(("world model", now));
    }
    fn sensor(&mut self, now: Tick) {
        self.0.push(("sensor", now));
    }
}

#[test]
fn the_stages_of_the_main_loop_run_in_order() {
    let mut notes = Notes::default();
    let mut main_loop = MainLoop::new();
    let ticks =
        [0, 10, 25].map(|millis| main_loop.pass(Instant::from_millis(millis), &mut notes).unwrap());
    assert_eq!(ticks.map(|tick| tick.count), [0, 1, 2]);
    assert_eq!(ticks[2].time, Instant::from_millis(25));
    let expected: Vec<_> = ticks
        .into_iter()
        .flat_map(|tick| {
            ["sensor", "world model", "think", "skill", "act"].map(|stage| (stage, tick))
        })
        .collect();
    assert_eq!(notes.0, expected);
}

#[test]
fn stages_may_be_left_out() {
    struct Nothing;
    impl Stages for Nothing {}
    let tick = MainLoop::new().pass(Instant::from_millis(7), &mut Nothing).unwrap();
    assert_eq!((tick.time, tick.count), (Instant::from_millis(7), 0));
}

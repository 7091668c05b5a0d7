use super::*;
use crate::goal::Status;
use rover::agent::Collector;
use rover::simulator::Simulator;
use rover::skills::RoverSkills;
use skill_runtime::{Agent, NoTrace};
use skill_studio::live::{Debug, MIN_CLIENT, SENDER};
use skill_studio::{Description, Session};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::JoinHandle;

/// A rover that runs in a thread.
struct Robot {
    hub: Arc<Hub>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Robot {
    /// Starts one that is faster than the wall clock, so that what it does takes a moment.
    fn start() -> Self {
        let (sender, receiver) = mpsc::channel();
        let is_over = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_over);
        let thread = std::thread::spawn(move || {
            let board = Box::leak(Box::default());
            let simulator = Simulator::new(board).expect("a simulator");
            let mut session = Session::<RoverSkills, _>::new(board, simulator).expect("a session");
            let description = Description::of::<RoverSkills>("rover", const { &[Collector::INFO] });
            sender.send(session.make_live(description)).expect("the test goes on");
            while !flag.load(Ordering::Relaxed) {
                session.pass(&mut NoTrace);
            }
        });
        let hub = receiver.recv().expect("a hub");
        let robot = Self { hub, is_over, thread: Some(thread) };
        robot.set_speed(20.0);
        robot
    }

    fn set_speed(&self, factor: f64) {
        let speed = Command::Debug(Debug::Speed { factor: Some(factor) });
        drop(self.hub.send(SENDER, speed).expect("sent"));
    }
}

impl Drop for Robot {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        self.thread.take().expect("a thread").join().expect("no panic");
    }
}

const A: u32 = MIN_CLIENT + 1;
const B: u32 = MIN_CLIENT + 2;

/// Offers a goal and returns its id.
fn offer(desk: &mut Desk, sender: u32, call: &str) -> GoalId {
    let id = GoalId::new_random();
    desk.offer((id, 0), sender, Ok(call.to_owned())).expect("a new id");
    id
}

/// Polls until this holds.
fn until(desk: &mut Desk, mut holds: impl FnMut(&mut Desk, &[(GoalId, Event)]) -> bool) {
    let start = Instant::now();
    loop {
        let events = desk.poll();
        if holds(desk, &events) {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "{desk:?}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Polls until a goal has ended, and returns its end and its status.
fn ended(desk: &mut Desk, id: GoalId) -> (End, GoalStatusEnum) {
    until(desk, |desk, _| desk.goal(id).expect("kept").end().is_some());
    let goal = desk.goal(id).expect("kept");
    (goal.end().expect("an end").clone(), goal.status())
}

fn runs(desk: &mut Desk, id: GoalId) {
    until(desk, |_, events| events.contains(&(id, Event::Accepted)));
    assert_eq!(desk.goal(id).expect("kept").status(), GoalStatusEnum::Executing);
}

#[test]
fn a_goal_ends_as_its_skill_does() {
    let robot = Robot::start();
    let desk = &mut Desk::new(Arc::clone(&robot.hub), Policy::Replace);
    let search = offer(desk, A, "search{}");
    let (end, status) = ended(desk, search);
    assert_eq!((end.status, status), (Status::Final, GoalStatusEnum::Succeeded));
    assert!(end.value.starts_with("{distance_m="), "{}", end.value);

    let grip = offer(desk, A, "grip{}");
    let (end, status) = ended(desk, grip);
    assert_eq!((end.status, status), (Status::Failed, GoalStatusEnum::Aborted));
    assert_eq!(end.reason, "nothing between the jaws");
}

#[test]
fn a_goal_is_refused_with_the_column() {
    let robot = Robot::start();
    let desk = &mut Desk::new(Arc::clone(&robot.hub), Policy::Replace);
    for (call, reason) in [
        (
            "drive_to{x_m=11, y_m=0}",
            "column 14: must lie in -10.0..=10.0 in `drive_to{x_m=11, y_m=0}`",
        ),
        ("fly{}", "column 1: no such skill in `fly{}`"),
        ("drive_to{x_m=1}", "argument `y_m` is missing in `drive_to{x_m=1}`"),
    ] {
        let id = offer(desk, A, call);
        let mut seen = None;
        until(desk, |_, events| {
            let refused = |(_, event): &(GoalId, Event)| match event {
                Event::Refused(reason) => Some(reason.clone()),
                _ => None,
            };
            seen = events.iter().find_map(refused);
            seen.is_some()
        });
        assert_eq!(seen.as_deref(), Some(reason));
        let end = ended(desk, id);
        assert_eq!((end.0.status, end.1), (Status::Refused, GoalStatusEnum::Unknown));
        assert_eq!(end.0.reason, reason);
    }
    let id = GoalId::new_random();
    desk.offer((id, 0), A, Err("not read".to_owned())).expect("a new id");
    until(desk, |_, events| events == [(id, Event::Refused("not read".to_owned()))]);
    assert_eq!(
        desk.offer((id, 0), A, Err(String::new())),
        Err("another goal has the same id".to_owned())
    );
    // Once.
    assert_eq!(desk.poll(), []);
}

#[test]
fn a_goal_that_is_canceled_stops_its_skill() {
    let robot = Robot::start();
    robot.set_speed(1.0);
    let desk = &mut Desk::new(Arc::clone(&robot.hub), Policy::Replace);
    let id = offer(desk, A, "drive_to{x_m=9, y_m=0}");
    runs(desk, id);
    let mut seen = Progress::default();
    until(desk, |_, events| {
        let goes = |(_, event): &(GoalId, Event)| match event {
            Event::Goes(progress) => Some(progress.clone()),
            _ => None,
        };
        seen = events.iter().find_map(goes).unwrap_or_default();
        !seen.path.is_empty()
    });
    assert_eq!(seen.path[0], "drive_to.Drive");
    assert!(desk.cancel(id, A));
    assert_eq!(desk.goal(id).expect("kept").status(), GoalStatusEnum::Canceling);
    let (end, status) = ended(desk, id);
    assert_eq!((end.status, status), (Status::Stopped, GoalStatusEnum::Canceled));
    assert_eq!(desk.newest().view.value.skiller.status, "inactive");
    assert!(!desk.cancel(id, A), "it has ended");
    assert!(!desk.cancel(GoalId::new_random(), A), "unknown");
    // One that is canceled before the robot has decided never goes on.
    let id = offer(desk, A, "drive_to{x_m=9, y_m=0}");
    assert!(desk.cancel(id, A));
    assert_eq!(ended(desk, id).1, GoalStatusEnum::Canceled);
}

#[test]
fn goals_of_a_client_that_is_gone_are_canceled() {
    let robot = Robot::start();
    // On a busy machine the way of 9 m would end before the robot hears of it.
    robot.set_speed(1.0);
    let desk = &mut Desk::new(Arc::clone(&robot.hub), Policy::Replace);
    let drive = offer(desk, A, "drive_to{x_m=9, y_m=0}");
    runs(desk, drive);
    assert_eq!((desk.lose(B), desk.lose(A), desk.lose(A)), (0, 1, 0));
    let (end, status) = ended(desk, drive);
    assert_eq!((end.status, status), (Status::Stopped, GoalStatusEnum::Canceled));
    // One that is not decided is stopped when it is accepted.
    let drive = offer(desk, A, "drive_to{x_m=9, y_m=0}");
    assert_eq!(desk.lose(A), 1);
    assert_eq!(ended(desk, drive).1, GoalStatusEnum::Canceled);
}

#[test]
fn the_reason_of_a_long_call_fits_into_a_message() {
    let robot = Robot::start();
    let mut desk = Desk::new(Arc::clone(&robot.hub), Policy::Replace);
    for bytes in [1026, 2000, 2100, 70_000, 400_000] {
        let id = offer(&mut desk, A, &"\u{e9}".repeat(bytes / 2));
        let mut seen = None;
        until(&mut desk, |_, events| {
            seen = events.iter().find(|(of, _)| *of == id).map(|(_, event)| event.clone());
            seen.is_some()
        });
        let Some(Event::Refused(reason)) = seen else { panic!("{seen:?}") };
        assert!(reason.starts_with("column 1: expected the name of a skill in"), "{reason}");
        assert!(reason.len() < 2200, "{}", reason.len());
    }
}

#[test]
fn a_new_goal_replaces_the_old_one_or_is_refused() {
    let robot = Robot::start();
    let desk = &mut Desk::new(Arc::clone(&robot.hub), Policy::Replace);
    let first = offer(desk, A, "drive_to{x_m=9, y_m=0}");
    runs(desk, first);
    let second = offer(desk, A, "drive_to{x_m=-9, y_m=0}");
    let (end, status) = ended(desk, first);
    assert_eq!((end.status, status), (Status::Stopped, GoalStatusEnum::Aborted));
    assert_eq!(end.reason, "`drive_to{x_m=-9, y_m=0}` was called");
    assert_eq!(desk.goal(second).expect("kept").end(), None);

    let desk = &mut Desk::new(Arc::clone(&robot.hub), Policy::Refuse);
    until(desk, |desk, _| desk.newest().view.value.skiller.status == "running");
    let third = offer(desk, A, "grip{}");
    let reason = "`drive_to{x_m=-9, y_m=0}` runs, and a goal does not replace it; cancel it first";
    assert_eq!(ended(desk, third).0.reason, reason);
}

#[test]
fn canceling_a_goal_that_is_replaced_leaves_the_new_one() {
    let robot = Robot::start();
    robot.set_speed(1.0);
    let desk = &mut Desk::new(Arc::clone(&robot.hub), Policy::Replace);
    let mut first = offer(desk, A, "drive_to{x_m=9, y_m=0}");
    runs(desk, first);
    for turn in 0..100_u64 {
        let second = offer(desk, B, "drive_to{x_m=-9, y_m=0}");
        // Before the robot has seen it, while it decides, and after it has.
        std::thread::sleep(Duration::from_micros(turn * 300));
        if turn % 2 == 0 {
            desk.poll();
        }
        desk.cancel(first, A);
        ended(desk, first);
        let number = desk.newest().view.number;
        until(desk, |desk, _| desk.newest().view.number > number + 1);
        assert_eq!(desk.goal(second).expect("kept").end(), None, "turn {turn}");
        first = second;
    }
}

#[test]
fn the_end_stops_what_runs() {
    let robot = Robot::start();
    let desk = &mut Desk::new(Arc::clone(&robot.hub), Policy::Replace);
    let id = offer(desk, A, "drive_to{x_m=9, y_m=0}");
    runs(desk, id);
    assert_eq!(desk.end("the robot ends"), [(id, Event::Ended)]);
    let (end, status) = ended(desk, id);
    assert_eq!((end.reason.as_str(), status), ("the robot ends", GoalStatusEnum::Aborted));
    until(desk, |desk, _| desk.newest().view.value.skiller.status == "inactive");
    let late = offer(desk, A, "grip{}");
    assert_eq!(ended(desk, late).0.status, Status::Refused);
}

/// Waits until the robot has accepted a change of control.
fn control(desk: &Desk, sender: u32, action: Control) -> Result<(), String> {
    let response = desk.control(sender, action).expect("sent").blocking_recv();
    response.expect("a response").map(drop).map_err(|refusal| refusal.message)
}

#[test]
fn control_is_of_one_client_until_it_is_silent() {
    let robot = Robot::start();
    let desk = &mut Desk::new(Arc::clone(&robot.hub), Policy::Replace);
    control(desk, A, Control::Acquire).expect("free");
    let refused = control(desk, B, Control::Acquire).expect_err("not free");
    assert!(refused.contains("exclusive control"), "{refused}");
    let other = offer(desk, B, "search{}");
    let (end, _) = ended(desk, other);
    assert_eq!(end.status, Status::Refused);
    let own = offer(desk, A, "search{}");
    assert_eq!(ended(desk, own).0.status, Status::Final);
    // It is heard for longer than a lease, then no more.
    let start = Instant::now();
    let has_control = |desk: &Desk| desk.newest().view.value.skiller.controller == A;
    until(desk, |desk, _| {
        desk.hear(A);
        start.elapsed() > Duration::from_secs(11)
    });
    assert!(has_control(desk));
    until(desk, |desk, _| !has_control(desk));
    control(desk, B, Control::Acquire).expect("free again");
}

//! Robots that do not run for a while.

use crate::rig::{
    FAR, PATIENCE, Program, Robot, client, drives, free_endpoint, is_live, name, router,
    start_driving, until, watch,
};
use rustix::process::Signal;
use skill_fleet::{Link, Watcher};
use std::thread;
use std::time::{Duration, Instant};
use zenoh::Wait as _;

/// The time in which a robot that runs again would have begun what has waited.
const AGAIN: Duration = Duration::from_secs(2);

/// Nothing moves for a while.
fn rests(watcher: &Watcher) {
    let start = Instant::now();
    while start.elapsed() < AGAIN {
        let rows = watcher.rows();
        assert!(!drives(&rows, "r1"), "{rows:#?}");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_call_that_has_waited_while_the_robot_was_stopped_is_refused() {
    let endpoint = free_endpoint();
    let of = router(&endpoint);
    let robot = Program::join("r1", &endpoint);
    let watcher = watch(&endpoint, &["r1"]);
    robot.signal(Signal::STOP);
    let call = of.get("skills/1/r1/call").payload(format!("{{\"call\": \"{FAR}\"}}"));
    let lease = of.get("skills/1/r1/lease").payload("{\"client\": \"a\", \"action\": \"take\"}");
    let call = call.timeout(PATIENCE).wait().expect("sent");
    let lease = lease.timeout(PATIENCE).wait().expect("sent");
    // Shorter than the lease of zenoh, after which the queries are lost.
    until(&watcher, "r1 is silent", |rows| rows[0].link == Link::Silent);
    robot.signal(Signal::CONT);
    for replies in [call, lease] {
        let reply = replies.recv().expect("a response");
        let refused = reply.result().expect_err("refused").payload().to_bytes().into_owned();
        let text = String::from_utf8(refused).expect("text");
        assert!(text.contains("\"error\":\"not_running\""), "{text}");
        assert!(text.contains("the robot was not running for "), "{text}");
    }
    until(&watcher, "r1 is back", |rows| is_live(rows, "r1"));
    rests(&watcher);
    let alice = client(&endpoint, "alice");
    start_driving(&alice, "r1").expect("it runs again");
    until(&watcher, "r1 drives", |rows| drives(rows, "r1"));
    // A stop is obeyed in any case.
    robot.signal(Signal::STOP);
    let stop = of.get("skills/1/r1/stop").timeout(PATIENCE).wait().expect("sent");
    until(&watcher, "r1 is silent", |rows| rows[0].link == Link::Silent);
    robot.signal(Signal::CONT);
    assert!(stop.recv().expect("a response").result().is_ok());
    until(&watcher, "r1 stops", |rows| is_live(rows, "r1") && !drives(rows, "r1"));
}

#[test]
fn a_robot_that_has_not_run_for_long_stops() {
    let endpoint = free_endpoint();
    let _router = router(&endpoint);
    let robot = Program::join("r1", &endpoint);
    let watcher = watch(&endpoint, &["r1"]);
    let alice = client(&endpoint, "alice");
    start_driving(&alice, "r1").expect("it runs");
    until(&watcher, "r1 drives", |rows| drives(rows, "r1"));
    robot.signal(Signal::STOP);
    alice.stop(&name("r1")).expect_err("it does not respond");
    // Now the links of zenoh have ended, and the stop with them.
    thread::sleep(Duration::from_secs(6));
    robot.signal(Signal::CONT);
    until(&watcher, "r1 stops", |rows| is_live(rows, "r1") && !drives(rows, "r1"));
    rests(&watcher);
}

#[test]
fn a_call_that_no_pass_has_carried_out_is_withdrawn() {
    let endpoint = free_endpoint();
    let _router = router(&endpoint);
    let robot = Robot::start("r1", &endpoint);
    let watcher = watch(&endpoint, &["r1"]);
    let alice = client(&endpoint, "alice");
    robot.hang(true);
    let refused = start_driving(&alice, "r1").expect_err("no pass").to_string();
    assert_eq!(refused, "`r1` has had no pass for 2 s\nhelp: call again");
    let refused = alice.take_control(&name("r1"), None).expect_err("no pass").to_string();
    assert_eq!(refused, "`r1` has had no pass for 2 s\nhelp: call again");
    robot.hang(false);
    until(&watcher, "r1 is back", |rows| is_live(rows, "r1") && rows[0].control.is_none());
    rests(&watcher);
    let bob = client(&endpoint, "bob");
    start_driving(&bob, "r1").expect("nobody has control");
}

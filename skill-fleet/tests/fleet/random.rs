//! Random payloads and random clients against a real robot.

use crate::rig::{
    PATIENCE, Robot, client, drives, free_endpoint, is_live, name, router, start_driving, until,
    watch,
};
use serde_json::Value;
use skill_fleet::{Client, FleetError};
use skill_studio::live::{Command, Debug, SENDER};
use std::time::{Duration, Instant};
use zenoh::handlers::FifoChannelHandler;
use zenoh::query::Reply;
use zenoh::{Session, Wait as _};

/// Numbers of xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(bound).expect("small")).expect("small")
    }
}

fn send(session: &Session, topic: &str, payload: &[u8]) -> FifoChannelHandler<Reply> {
    let get = session.get(format!("skills/1/r1/{topic}")).payload(payload.to_vec());
    get.timeout(PATIENCE).wait().expect("sent")
}

/// Returns the response, and whether it is none of an error.
fn response(replies: &FifoChannelHandler<Reply>) -> (bool, Vec<u8>) {
    let reply = replies.recv().expect("a response");
    match reply.result() {
        Ok(sample) => (true, sample.payload().to_bytes().into_owned()),
        Err(error) => (false, error.payload().to_bytes().into_owned()),
    }
}

/// Each payload that the robot obeys is a valid one, by another reading of it; each other one has an error.
#[test]
fn ten_thousand_random_payloads_move_nothing_but_by_valid_calls() {
    const SEEDS: [(&str, &str); 4] = [
        ("call", r#"{"call": "drive_to{x_m=9.0, y_m=0.0}", "client": "alice"}"#),
        ("call", r#"{"call": "drive_to{x_m=9.0, y_m=0.0}", "wait": false}"#),
        ("lease", r#"{"client": "bob", "action": "release", "lease_sec": 5.0}"#),
        ("stop", r#"{"client": "bob"}"#),
    ];
    let endpoint = free_endpoint();
    let of = router(&endpoint);
    let robot = Robot::start("r1", &endpoint);
    let hub = robot.hub();
    let watcher = watch(&endpoint, &["r1"]);
    let watching = hub.subscribe();
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let (mut obeyed, mut refused, mut count) = (0, 0, 0);
    while count < 10_000 {
        let mut sent = Vec::new();
        for _ in 0..50 {
            let (topic, seed) = SEEDS[random.below(SEEDS.len())];
            let mut bytes = seed.as_bytes().to_vec();
            for _ in 0..=random.below(4) {
                if bytes.is_empty() {
                    break;
                }
                let at = random.below(bytes.len());
                match random.below(4) {
                    0 => bytes[at] = u8::try_from(random.below(256)).expect("a byte"),
                    1 => drop(bytes.remove(at)),
                    2 => bytes.insert(at, b"{}[]\",:0-1eE\\\0"[random.below(14)]),
                    _ => bytes.truncate(at + 1),
                }
            }
            sent.push((topic, send(&of, topic, &bytes), bytes));
            count += 1;
        }
        for (topic, replies, bytes) in sent {
            let (is_ok, text) = response(&replies);
            let json = serde_json::from_slice::<Value>(&bytes).ok();
            let call = json.as_ref().and_then(|of| of.get("call")?.as_str());
            if is_ok && topic == "call" {
                let call = call.unwrap_or_else(|| panic!("{} was obeyed", bytes.escape_ascii()));
                assert!(call.starts_with("drive_to"), "{call}");
                obeyed += 1;
            } else if topic == "stop" {
                assert!(is_ok, "any payload stops: {}", text.escape_ascii());
            } else if !is_ok {
                let error = serde_json::from_slice::<Value>(&text).expect("an error is JSON");
                assert!(error["message"].as_str().is_some_and(|of| !of.is_empty()), "{error}");
                refused += 1;
            }
            // What runs, was called by a valid call.
            let call = watching.borrow().view.value.skiller.call.clone();
            assert!(
                call.is_empty() || call.starts_with("drive_to") || call.starts_with("stop"),
                "{call}"
            );
        }
    }
    assert!(obeyed > 100 && refused > 4000, "{obeyed} obeyed, {refused} refused");
    // Not one of those that are refused moves it.
    let bob = client(&endpoint, "bob");
    bob.stop(&name("r1")).expect("it stops");
    until(&watcher, "r1 rests", |rows| is_live(rows, "r1") && !drives(rows, "r1"));
    for index in 0..500 {
        let text = format!("{{\"call\": \"drive_to{{x_m={index}9.0, y_m=0.0}}\", \"x\": 1}}");
        assert!(!response(&send(&of, "call", text.as_bytes())).0);
        assert_ne!(watching.borrow().view.value.skiller.status, "running");
    }
    start_driving(&bob, "r1").expect("it is whole");
}

#[test]
fn a_lease_has_its_limits() {
    let endpoint = free_endpoint();
    let _router = router(&endpoint);
    let _robot = Robot::start("r1", &endpoint);
    let _watcher = watch(&endpoint, &["r1"]);
    let (alice, bob, robot) = (client(&endpoint, "alice"), client(&endpoint, "bob"), name("r1"));
    let sec = |sec: f64| Some(Duration::from_secs_f64(sec));
    for (length, text) in [(0.9, "`lease_sec` is 0.9"), (61.0, "`lease_sec` is 61.0")] {
        let refused = alice.take_control(&robot, sec(length)).expect_err("too short or long");
        assert!(refused.to_string().starts_with(text.trim_end_matches(".0")), "{refused}");
    }
    let left = alice.take_control(&robot, sec(60.0)).expect("control").left_sec;
    assert!((58.0..=60.0).contains(&left), "{left}");
    let held = |result: Result<_, FleetError>| {
        let text = result.map(|_: skill_fleet::Control| ()).expect_err("held").to_string();
        assert!(text.starts_with("the client `alice` has exclusive control of `r1`"), "{text}");
    };
    held(bob.renew_control(&robot, None));
    held(bob.release_control(&robot));
    held(bob.take_control(&robot, None));
    let begun = Instant::now();
    alice.take_control(&robot, sec(1.0)).expect("renewed");
    while bob.take_control(&robot, sec(1.0)).is_err() {
        assert!(begun.elapsed() < PATIENCE, "it ends by time");
    }
    assert!(begun.elapsed() >= Duration::from_secs_f64(0.9), "{:?}", begun.elapsed());
    bob.take_control(&robot, sec(60.0)).expect("his");
    drop(bob);
    let begun = Instant::now();
    while alice.take_control(&robot, None).is_err() {
        assert!(begun.elapsed() < Duration::from_secs(5), "it ends with his token");
    }
}

/// The predicate: at any time at most one of the clients may call, the one that was granted control last.
#[test]
fn two_clients_are_never_both_in_control() {
    let endpoint = free_endpoint();
    let _router = router(&endpoint);
    let _robot = Robot::start("r1", &endpoint);
    let _watcher = watch(&endpoint, &["r1"]);
    let clients: [Client; 2] = [client(&endpoint, "alice"), client(&endpoint, "bob")];
    let (robot, mut random) = (name("r1"), Random(0x9e37_79b9_7f4a_7c15));
    let (mut holder, mut refused) = (None::<usize>, 0);
    // Longer than the test: they end by steps only.
    let length = Some(Duration::from_secs(60));
    for step in 0..200 {
        let who = random.below(2);
        let of = &clients[who];
        let may = holder.is_none_or(|holder| holder == who);
        let (what, is_ok, expected) = match random.below(5) {
            0 => ("take", of.take_control(&robot, length).is_ok(), may),
            1 => ("renew", of.renew_control(&robot, length).is_ok(), holder == Some(who)),
            2 => ("release", of.release_control(&robot).is_ok(), holder == Some(who)),
            3 => ("call", start_driving(of, "r1").is_ok(), may),
            _ => ("stop", of.stop(&robot).is_ok(), true),
        };
        assert_eq!(is_ok, expected, "step {step}: {what} of {who}, in control is {holder:?}");
        match (what, is_ok) {
            ("take", true) => holder = Some(who),
            ("release", true) => holder = None,
            (_, false) => refused += 1,
            _ => {}
        }
    }
    assert!(refused > 40, "{refused}");
}

#[test]
fn a_robot_that_is_paused_is_stopped() {
    let endpoint = free_endpoint();
    let _router = router(&endpoint);
    let robot = Robot::start("r1", &endpoint);
    let hub = robot.hub();
    let watcher = watch(&endpoint, &["r1"]);
    let alice = client(&endpoint, "alice");
    start_driving(&alice, "r1").expect("a call");
    until(&watcher, "r1 drives", |rows| drives(rows, "r1"));
    hub.send(SENDER, Command::Debug(Debug::Pause))
        .expect("sent")
        .blocking_recv()
        .expect("an answer")
        .expect("paused");
    until(&watcher, "r1 is paused", |rows| {
        rows[0].alarms.iter().any(|of| of.text.contains("paused"))
    });
    let waits = alice.stop(&name("r1")).expect_err("it is told, and no more").to_string();
    assert_eq!(waits, "the robot is paused: stop waits until it goes on");
    let refused = start_driving(&alice, "r1").expect_err("paused").to_string();
    assert!(refused.contains("`r1` is paused"), "{refused}");
    hub.send(SENDER, Command::Debug(Debug::Continue))
        .expect("sent")
        .blocking_recv()
        .expect("an answer")
        .expect("it goes on");
    until(&watcher, "r1 stops", |rows| is_live(rows, "r1") && !drives(rows, "r1"));
}

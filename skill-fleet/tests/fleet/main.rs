//! A fleet over the loopback: robots, a router and clients in one program.

mod commands;
mod gaps;
mod peers;
mod random;
mod rig;
mod twins;

use rig::{
    FAR, PATIENCE, Robot, call, client, drives, free_endpoint, is_live, name, network, router,
    start_driving, until, watch,
};
use rover::agent::Collector;
use rover::skills::RoverSkills;
use skill_fleet::{AlarmKind, Link, Watcher, key};
use skill_runtime::Agent;
use skill_studio::Description;
use skill_studio::live::{Command, Control, NewControl, SENDER};
use std::thread;
use std::time::{Duration, Instant};
use zenoh::Wait as _;

#[test]
fn robots_join_are_called_and_are_lost() {
    let endpoint = free_endpoint();
    // Before the router is there.
    let first = Robot::start("r1", &endpoint);
    let _router = router(&endpoint);
    let own = Description::of::<RoverSkills>("rover", const { &[Collector::INFO] });
    let watcher = Watcher::start(&network(&endpoint), Some(own), Some(PATIENCE));
    let watcher = watcher.expect("a watcher");
    let rows = until(&watcher, "r1", |rows| is_live(rows, "r1") && !rows[0].hash.is_empty());
    assert_eq!(rows[0].alarms, []);
    assert_eq!(rows[0].url.as_deref(), Some("http://127.0.0.1:8080/"));
    let second = Robot::start("r2", &endpoint);
    until(&watcher, "r2 comes late", |rows| is_live(rows, "r2"));

    let alice = client(&endpoint, "alice");
    let ended = call(&alice, "r1", "drive_to{x_m=0.2, y_m=0.0}").expect("an end");
    assert_eq!((ended.status.as_str(), ended.reason.as_str()), ("final", ""));
    let wrong = call(&alice, "r1", "drive_to{x_m=99.0, y_m=0.0}").expect_err("out of range");
    assert_eq!(wrong.to_string(), "column 14: must lie in -10.0..=10.0");
    let silent = call(&alice, "r3", FAR).expect_err("no robot").to_string();
    assert!(silent.starts_with("the robot `r3` does not respond\nhelp: "), "{silent}");

    drop(second);
    let rows = until(&watcher, "r2 is gone", |rows| {
        rows.iter().any(|row| row.id == "r2" && row.link == Link::Lost)
    });
    assert_eq!(rows[1].alarms[0].kind, AlarmKind::Lost);
    assert!(is_live(&rows, "r1"));
    drop(first);
}

#[test]
fn control_is_a_lease_and_a_stop_is_never_refused() {
    let endpoint = free_endpoint();
    let _router = router(&endpoint);
    let _robots = [Robot::start("r1", &endpoint), Robot::start("r2", &endpoint)];
    let watcher = watch(&endpoint, &["r1", "r2"]);
    let (alice, bob) = (client(&endpoint, "alice"), client(&endpoint, "bob"));
    let second = Some(Duration::from_secs(1));
    let robot = name("r1");

    let control = alice.take_control(&robot, Some(Duration::from_secs(30))).expect("control");
    assert_eq!(control.client.as_deref(), Some("alice"));
    let refused = bob.take_control(&robot, second).expect_err("held").to_string();
    let by_name = "the client `alice` has exclusive control of `r1`\nhelp: wait until it gives \
                   control back, or until its lease ends; a stop is never refused";
    assert_eq!(refused, by_name);
    assert_eq!(start_driving(&bob, "r1").expect_err("held").to_string(), by_name);
    start_driving(&alice, "r1").expect("her call");
    start_driving(&bob, "r2").expect("another robot");
    until(&watcher, "they drive", |rows| drives(rows, "r1") && drives(rows, "r2"));
    // It comes beside the view.
    until(&watcher, "her control", |rows| rows[0].control.as_deref() == Some("alice"));

    bob.stop(&robot).expect("anybody may stop");
    until(&watcher, "r1 stops", |rows| !drives(rows, "r1"));
    start_driving(&alice, "r1").expect("her call");
    until(&watcher, "r1 drives", |rows| drives(rows, "r1"));
    assert!(bob.stop_all().expect("sent").is_whole());
    until(&watcher, "both stop", |rows| !drives(rows, "r1") && !drives(rows, "r2"));

    // A client that is gone, or does not renew, has no control.
    drop(alice);
    let start = Instant::now();
    while bob.take_control(&robot, second).is_err() {
        assert!(start.elapsed() < Duration::from_secs(10), "the lease of a client that is gone");
        thread::sleep(Duration::from_millis(20));
    }
    assert!(start.elapsed() < Duration::from_secs(5), "its token says so");
    thread::sleep(Duration::from_millis(1200));
    let ended = bob.renew_control(&robot, second).expect_err("it has ended").to_string();
    assert_eq!(
        ended,
        "no client of the fleet has control of `r1`: the lease has ended\nhelp: take it again"
    );
    let carol = client(&endpoint, "carol");
    carol.take_control(&robot, second).expect("control is free");
    carol.release_control(&robot).expect("hers");
    start_driving(&bob, "r1").expect("nobody has control");
}

#[test]
fn payloads_and_keys_of_others_are_refused() {
    let endpoint = free_endpoint();
    let router = router(&endpoint);
    let _robot = Robot::start("r1", &endpoint);
    let watcher = watch(&endpoint, &["r1"]);
    let get = |key: &str, payload: &[u8]| {
        let query = router.get(key).payload(payload.to_vec()).timeout(Duration::from_secs(2));
        let reply = query.wait().expect("sent").recv().ok()?;
        let bytes = match reply.result() {
            Ok(sample) => sample.payload().to_bytes().into_owned(),
            Err(error) => error.payload().to_bytes().into_owned(),
        };
        Some(String::from_utf8(bytes).expect("text"))
    };
    for (topic, payload, text) in [
        ("call", &b""[..], "expected a JSON object"),
        ("call", b"\xff\xfe", "expected a JSON object"),
        ("call", b"{\"call\": \"fly{}\"}", "column 1: no such skill"),
        ("lease", b"{\"client\": \"a\", \"action\": \"grab\"}", "unknown variant `grab`"),
        (
            "lease",
            b"{\"client\": \"a\", \"action\": \"take\", \"lease_sec\": 0}",
            "expected 1 to 60",
        ),
        ("lease", b"{\"client\": \"a/b\", \"action\": \"take\"}", "in the name `a/b`"),
    ] {
        let answer = get(&format!("skills/1/r1/{topic}"), payload).expect("an answer");
        assert!(answer.contains(text), "{topic}: {answer}");
    }
    let drive = format!("{{\"call\": \"{FAR}\"}}");
    assert_eq!(get("skills/1/*/call", drive.as_bytes()), None, "a call has the key of one robot");
    let view = get("skills/1/*/view", b"").expect("reading has any expression");
    assert!(view.contains("\"skiller\":"), "{view}");
    let description = get("skills/1/r1/description", b"").expect("a description");
    let description: serde_json::Value = serde_json::from_str(&description).expect("JSON");
    assert_eq!(description["fleet"]["id"], "r1");
    Description::read(&description.to_string()).expect("as that of the live page");

    // A stop with any payload is one.
    let alice = client(&endpoint, "alice");
    start_driving(&alice, "r1").expect("a call");
    until(&watcher, "r1 drives", |rows| drives(rows, "r1"));
    router.put(key::STOP_ALL, "\u{0}").wait().expect("sent");
    until(&watcher, "r1 stops", |rows| !drives(rows, "r1"));
    // Robots of other versions are shown.
    let _token = router.liveliness().declare_token("skills/2/r7/alive").wait().expect("a token");
    let rows = until(&watcher, "r7", |rows| rows.len() == 2);
    assert_eq!((rows[1].version, rows[1].alarms[0].kind), (2, AlarmKind::Version));
}

#[test]
fn a_router_that_restarts_is_found_again() {
    let endpoint = free_endpoint();
    let first = router(&endpoint);
    let _robot = Robot::start("r1", &endpoint);
    let watcher = watch(&endpoint, &["r1"]);
    first.close().wait().expect("closed");
    until(&watcher, "r1 is out of sight", |rows| rows[0].link != Link::Live);
    let _second = router(&endpoint);
    until(&watcher, "r1 is back", |rows| is_live(rows, "r1"));
    let alice = client(&endpoint, "alice");
    let ended = call(&alice, "r1", "drive_to{x_m=0.2, y_m=0.0}").expect("an end");
    assert_eq!(ended.status, "final");
}

#[test]
fn control_is_that_of_now() {
    let endpoint = free_endpoint();
    let session = router(&endpoint);
    let robot = Robot::start("r1", &endpoint);
    let _watcher = watch(&endpoint, &["r1"]);
    let (alice, r1) = (client(&endpoint, "alice"), name("r1"));
    let holder = || {
        let query = session.get("skills/1/r1/control").timeout(PATIENCE);
        let reply = query.wait().expect("sent").recv().expect("a response");
        let bytes = reply.result().expect("a sample").payload().to_bytes().into_owned();
        let control: serde_json::Value = serde_json::from_slice(&bytes).expect("JSON");
        control["client"].as_str().map(str::to_owned)
    };
    for _ in 0..20 {
        alice.take_control(&r1, None).expect("control");
        assert_eq!(holder().as_deref(), Some("alice"));
        alice.release_control(&r1).expect("hers");
        assert_eq!(holder(), None);
    }
    // Its live page steals control: what she renews is not hers.
    let hub = robot.hub();
    for _ in 0..20 {
        alice.take_control(&r1, None).expect("control");
        for action in [Control::Steal, Control::Release] {
            let change = Command::Control(NewControl { action, lease: false });
            let done = hub.send(SENDER, change).expect("sent").blocking_recv();
            done.expect("a response").expect("done");
            if action == Control::Steal {
                let refused = alice.renew_control(&r1, None).expect_err("stolen").to_string();
                assert!(refused.contains("has exclusive control"), "{refused}");
            }
        }
        let refused = alice.renew_control(&r1, None).expect_err("lost").to_string();
        assert!(refused.starts_with("no client of the fleet has control of `r1`"), "{refused}");
    }
}

//! Two robots of one name.

use crate::rig::{
    FAR, Program, Robot, call, client, drives, free_endpoint, is_live, name, router, start_driving,
    until, wait, watch,
};
use skill_fleet::{AlarmKind, Row};
use std::time::Duration;
use zenoh::Wait as _;

fn is_twice(rows: &[Row]) -> bool {
    rows.iter().any(|row| row.alarms.iter().any(|of| of.kind == AlarmKind::Twice))
}

#[test]
fn a_member_does_not_join_beside_another_of_its_name() {
    let endpoint = free_endpoint();
    let _router = router(&endpoint);
    let first = Robot::start("r1", &endpoint);
    let watcher = watch(&endpoint, &["r1"]);
    let second = Robot::start("r1", &endpoint);
    let program = Program::join("r1", &endpoint);
    let expected =
        "another robot is named `r1` already\nhelp: each robot of a fleet has a name of its own";
    wait("it ends", || second.error.lock().expect("no panic").as_deref() == Some(expected));
    let (status, out, text) = program.end();
    assert_eq!((status, text), (2, format!("error: {expected}\n")));
    assert!(!out.contains("joins"), "{out}");
    assert!(!is_twice(&watcher.rows()));

    // One that was there before, and goes within that time.
    let third = Robot::start("r1", &endpoint);
    let log = third.hub();
    wait("it waits", || {
        let newest = log.subscribe().borrow().clone();
        newest.log.value.iter().any(|line| line.text.ends_with("waiting until it is gone"))
    });
    drop(first);
    until(&watcher, "the third", |rows| is_live(rows, "r1"));
    let ended = call(&client(&endpoint, "alice"), "r1", "drive_to{x_m=0.1, y_m=0.0}");
    assert_eq!(ended.expect("an end").status, "final");
}

#[test]
fn two_of_one_name_are_shown_refuse_calls_and_stop_both() {
    let (one, two) = (free_endpoint(), free_endpoint());
    // Two networks, which become one.
    let _routers = [router(&one), router(&two)];
    let _robots = [Robot::start("r1", &one), Robot::start("r1", &two)];
    let watchers = [&one, &two].map(|endpoint| watch(endpoint, &["r1"]));
    let clients = [client(&one, "alice"), client(&two, "bob")];
    for client in &clients {
        start_driving(client, "r1").expect("a call");
    }
    for watcher in &watchers {
        until(watcher, "r1 drives", |rows| drives(rows, "r1"));
    }
    let mut config = zenoh::Config::default();
    let connect = format!("[\"{one}\", \"{two}\"]");
    for (key, value) in [
        ("mode", "\"router\""),
        ("connect/endpoints", &connect),
        ("listen/endpoints", "[]"),
        ("scouting/multicast/enabled", "false"),
    ] {
        config.insert_json5(key, value).expect("a configuration");
    }
    let bridge = zenoh::open(config).wait().expect("a bridge");
    for watcher in &watchers {
        until(watcher, "two robots", is_twice);
    }
    for client in &clients {
        wait("a refusal", || {
            call(client, "r1", FAR)
                .is_err_and(|error| error.to_string().starts_with("two robots are named `r1`"))
        });
        let refused = client.take_control(&name("r1"), None).expect_err("two").to_string();
        assert!(refused.starts_with("two robots are named `r1`"), "{refused}");
    }
    // Clients of others are refused by the robots.
    let query = bridge.get("skills/1/r1/call").payload(format!("{{\"call\": \"{FAR}\"}}"));
    let reply =
        query.timeout(Duration::from_secs(5)).wait().expect("sent").recv().expect("a reply");
    let refused = reply.result().expect_err("refused").payload().to_bytes().into_owned();
    assert!(String::from_utf8_lossy(&refused).contains("\"error\":\"twice\""), "{refused:?}");

    clients[0].stop(&name("r1")).expect("both stop");
    // Each is seen by its own network again.
    bridge.close().wait().expect("closed");
    for watcher in &watchers {
        until(watcher, "one robot, which has stopped", |rows| {
            !is_twice(rows) && is_live(rows, "r1") && !drives(rows, "r1")
        });
    }
}

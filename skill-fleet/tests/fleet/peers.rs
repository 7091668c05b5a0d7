//! Fleets without a router, and configurations of zenoh.

use crate::rig::{
    FAR, PATIENCE, Program, Robot, drives, file, free_endpoint, is_live, name, router,
    start_driving, until, wait,
};
use skill_fleet::{Client, Network, Watcher};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

/// Returns the configuration of a peer, which listens at an endpoint and connects to another.
fn peer(id: &str, listen: Option<&str>, connect: Option<&str>) -> Network {
    let list = |of: Option<&str>| of.map(|of| format!("{of:?}")).unwrap_or_default();
    let (listens, connects) = (list(listen.or(Some("tcp/127.0.0.1:0"))), list(connect));
    let text = format!(
        "mode: \"peer\", listen: {{ endpoints: [{listens}] }}, connect: {{ endpoints: [{connects}] }}"
    );
    Network { zenoh: Some(file(id, &text)), connect: Vec::new() }
}

/// Starts the program `skill-fleet` with a configuration.
fn start(words: &[&str], network: &Network) -> Program {
    let path = network.zenoh.as_ref().expect("a file").to_str().expect("text");
    Program::fleet(&[words, &["--zenoh", path]].concat())
}

#[test]
fn a_stop_reaches_peers_that_are_found_later() {
    for (id, words) in [("all", &["stop"][..]), ("named", &["stop", "r2", "r1"])] {
        let (one, two) = (free_endpoint(), free_endpoint());
        let _first = Robot::join("r1", peer(&format!("{id}-1"), Some(&one), None));
        let viewer = peer(&format!("{id}-viewer"), None, Some(&one));
        let watcher = Watcher::start(&viewer, None, Some(PATIENCE)).expect("a watcher");
        until(&watcher, "r1", |rows| is_live(rows, "r1"));
        let alice = Client::start(&viewer, name("alice"), PATIENCE).expect("a client");
        start_driving(&alice, "r1").expect("a call");
        until(&watcher, "r1 drives", |rows| drives(rows, "r1"));
        let mut program = start(words, &peer(&format!("{id}-stop"), Some(&two), Some(&one)));
        until(&watcher, "r1 stops", |rows| !drives(rows, "r1"));
        assert!(!program.is_over(), "those that are known stop at once");
        let _second = Robot::join("r2", peer(&format!("{id}-2"), None, Some(&two)));
        let (status, out, text) = program.end();
        assert_eq!((status, out.as_str()), (0, "2 robots have stopped: r1, r2\n"), "{text}");
    }
}

#[test]
fn a_call_waits_for_its_peer() {
    let endpoint = free_endpoint();
    let caller = peer("caller", Some(&endpoint), None);
    let program = start(&["call", "r1", FAR, "--no-wait"], &caller);
    wait("it listens", || TcpStream::connect(endpoint.trim_start_matches("tcp/")).is_ok());
    thread::sleep(Duration::from_millis(300));
    let _robot = Robot::join("r1", peer("called", None, Some(&endpoint)));
    let (status, _, text) = program.end();
    assert_eq!((status, text.as_str()), (0, ""));
    let begun = Instant::now();
    let (status, _, text) = start(&["call", "r0", FAR], &caller).end();
    assert!(status == 2 && text.starts_with("error: the robot `r0` does not respond\n"), "{text}");
    assert!(begun.elapsed() > Duration::from_secs(2), "no robot has come");
}

#[test]
fn a_router_of_a_configuration_is_not_awaited_for_ever() {
    let endpoint = free_endpoint();
    let text =
        format!("mode: \"client\", connect: {{ endpoints: [\"{endpoint}\"], timeout_ms: -1 }}");
    let client = Network { zenoh: Some(file("client", &text)), connect: Vec::new() };
    let begun = Instant::now();
    let commands = [&["stop"][..], &["stop", "r1"], &["list"], &["call", "r1", "stop{}"]];
    let mut programs = commands.map(|words| start(words, &client));
    for program in &mut programs {
        wait("it ends", || program.is_over());
    }
    assert!(begun.elapsed() > Duration::from_secs(4), "as with `--connect`");
    let expected = format!("error: no router at {endpoint}: ");
    for program in programs {
        let (status, _, text) = program.end();
        assert!(status == 2 && text.starts_with(&expected), "{status} {text}");
    }
    let mut table = start(&["--tui"], &client);
    table.until(&format!("waiting for the router at {endpoint}\n"));
    let of = router(&endpoint);
    table.until("0 robots: 0 live");
    let (status, _, text) = start(&["stop"], &client).end();
    assert_eq!((status, text.as_str()), (1, "error: no robot is connected\n"));
    drop(of);
}

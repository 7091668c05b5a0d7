//! The commands, with robots that respond, do not, and respond with anything.

use crate::rig::{
    FAR, PATIENCE, Program, Robot, client, drives, fleet, free_endpoint, is_live, name, network,
    router, start_driving, until, wait, watch,
};
use rustix::process::Signal;
use skill_fleet::{Client, FleetError, Link, Watcher};
use skill_studio::live::{Command, Debug, SENDER};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use zenoh::query::Queryable;
use zenoh::{Session, Wait as _};

/// A robot that is connected and never responds.
struct Mute {
    _token: zenoh::liveliness::LivelinessToken,
    _queryables: Vec<Queryable<zenoh::handlers::FifoChannelHandler<zenoh::query::Query>>>,
}

impl Mute {
    fn start(session: &Session, id: &str) -> Self {
        let declare = |topic| {
            session.declare_queryable(format!("skills/1/{id}/{topic}")).wait().expect("a queryable")
        };
        let queryables = ["stop", "call", "lease"].map(declare).into();
        let token = session.liveliness().declare_token(format!("skills/1/{id}/alive"));
        Self { _token: token.wait().expect("a token"), _queryables: queryables }
    }
}

/// A robot that responds to each call with a text.
fn responds(session: &Session, id: &str, text: &'static str) -> impl Drop + use<> {
    struct Both(
        #[allow(dead_code)] Queryable<()>,
        #[allow(dead_code)] zenoh::liveliness::LivelinessToken,
    );
    impl Drop for Both {
        fn drop(&mut self) {}
    }
    let key = format!("skills/1/{id}/call");
    let respond = session.declare_queryable(key.clone()).callback(move |query| {
        query.reply(&key, text).wait().expect("a response");
    });
    let token = session.liveliness().declare_token(format!("skills/1/{id}/alive"));
    Both(respond.wait().expect("a queryable"), token.wait().expect("a token"))
}

#[test]
fn a_stop_reaches_all_though_some_do_not_respond() {
    let endpoint = free_endpoint();
    let of = router(&endpoint);
    let _robots = [Robot::start("r1", &endpoint), Robot::start("r9", &endpoint)];
    let _mute = Mute::start(&of, "r3");
    let _newer = of.liveliness().declare_token("skills/2/r7/alive").wait().expect("a token");
    let watcher = Watcher::start(&network(&endpoint), None, Some(PATIENCE)).expect("a watcher");
    until(&watcher, "all", |rows| is_live(rows, "r1") && is_live(rows, "r9") && rows.len() == 4);
    let alice = client(&endpoint, "alice");
    let drive = || {
        start_driving(&alice, "r1").expect("a call");
        start_driving(&alice, "r9").expect("a call");
        until(&watcher, "both drive", |rows| drives(rows, "r1") && drives(rows, "r9"));
    };
    drive();
    let stop = ["stop", "r3", "r0", "r1", "r9", "--connect", &endpoint];
    let program = Program::fleet(&stop);
    let begun = Instant::now();
    until(&watcher, "both stop", |rows| !drives(rows, "r1") && !drives(rows, "r9"));
    assert!(begun.elapsed() < Duration::from_secs(3), "before r3 is given up");
    let (status, _, text) = program.end();
    let expected =
        "error: r0 does not respond\nr3 does not respond\n2 robots have stopped: r1, r9\n";
    assert_eq!((status, text.as_str()), (1, expected));

    drive();
    let (status, _, text) = fleet(&["stop", "--connect", &endpoint]);
    let expected = "error: r3 does not respond\nr7: the keys of the robot `r7` have version 2, those \
                    of this program 1\n2 robots have stopped: r1, r9\n";
    assert_eq!((status, text.as_str()), (1, expected));
    let (status, out, _) = fleet(&["stop", "r1", "r9", "r1", "--connect", &endpoint]);
    assert_eq!((status, out.as_str()), (0, "2 robots have stopped: r1, r9\n"));
    drive();
    let (status, _, text) = fleet(&["stop", "r1", "bad name", "r9", "", "--connect", &endpoint]);
    let expected = "error: ` ` in the name `bad name`; expected ASCII letters, digits, `_`, `-` and `.`\n\
                    error: a name is empty; expected 1 to 64 letters\n\
                    error: 2 robots have stopped: r1, r9\n";
    assert_eq!((status, text.as_str()), (1, expected));
    until(&watcher, "both stopped", |rows| !drives(rows, "r1") && !drives(rows, "r9"));
}

#[test]
fn a_stop_of_no_name_is_a_mistake() {
    let endpoint = free_endpoint();
    let of = router(&endpoint);
    let _mute = Mute::start(&of, "r1");
    let begun = Instant::now();
    let letter = "`*` in the name `r*`; expected ASCII letters, digits, `_`, `-` and `.`";
    let empty = "error: a name is empty; expected 1 to 64 letters\n";
    for (words, expected) in [
        (&["stop", "r*"][..], format!("error: {letter}\n")),
        (&["stop", ""], empty.to_owned()),
        (&["stop", "r*", ""], format!("error: {letter}\n{empty}")),
    ] {
        let (status, _, text) = fleet(&[words, &["--connect", &endpoint]].concat());
        assert_eq!((status, text), (2, expected));
    }
    assert!(begun.elapsed() < Duration::from_secs(5), "nothing is sent");
    let (status, _, text) = fleet(&["call", "r*", FAR, "--connect", &endpoint]);
    assert!(status == 2 && text.contains(letter), "as a call: {text}");
}

#[test]
fn a_stop_of_a_robot_that_is_paused_is_not_whole() {
    let endpoint = free_endpoint();
    let _router = router(&endpoint);
    let paused = Robot::start("r1", &endpoint);
    let _other = Robot::start("r2", &endpoint);
    let watcher = watch(&endpoint, &["r1", "r2"]);
    let alice = client(&endpoint, "alice");
    start_driving(&alice, "r1").expect("a call");
    until(&watcher, "r1 drives", |rows| drives(rows, "r1"));
    let hub = paused.hub();
    hub.send(SENDER, Command::Debug(Debug::Pause)).expect("sent");
    let is_paused = || hub.subscribe().borrow().view.value.paused;
    wait("it is paused", is_paused);
    let text = "error: r1: the robot is paused: stop waits until it goes on\n";
    let (status, _, some) = fleet(&["stop", "r1", "--connect", &endpoint]);
    assert_eq!((status, some), (1, format!("{text}no robot has stopped\n")));
    let (status, _, all) = fleet(&["stop", "--connect", &endpoint]);
    assert_eq!((status, all), (1, format!("{text}1 robot has stopped: r2\n")));
    hub.send(SENDER, Command::Debug(Debug::Continue)).expect("sent");
    until(&watcher, "r1 stops", |rows| !drives(rows, "r1"));
    let (status, out, _) = fleet(&["stop", "r1", "--connect", &endpoint]);
    assert_eq!((status, out.as_str()), (0, "1 robot has stopped: r1\n"));
}

#[test]
fn a_stop_that_nobody_hears_is_an_error() {
    let endpoint = free_endpoint();
    let of = router(&endpoint);
    let (status, _, text) = fleet(&["stop", "--connect", &endpoint]);
    assert_eq!((status, text.as_str()), (1, "error: no robot is connected\n"));
    let alice = client(&endpoint, "alice");
    of.close().wait().expect("closed");
    wait("the router is gone", || matches!(alice.stop_all(), Err(FleetError::NoRouter(..))));
    let text = alice.stop(&name("r1")).expect_err("no router").to_string();
    assert_eq!(text, format!("no router at {endpoint}: it is gone"));
    for command in [&["stop"][..], &["list"], &["call", "r1", "stop{}"]] {
        let (status, _, text) = fleet(&[command, &["--connect", &endpoint]].concat());
        let expected = format!("error: no router at {endpoint}: ");
        assert!(status == 2 && text.starts_with(&expected), "{command:?}: {status} {text}");
    }
}

#[test]
fn a_call_whose_end_is_not_known_is_neither_refused_nor_silent() {
    let endpoint = free_endpoint();
    let of = router(&endpoint);
    let _mute = Mute::start(&of, "mute");
    let _empty = responds(&of, "empty", "{}");
    let _weird = responds(&of, "weird", r#"{"message": 1, "status": "banana"}"#);
    let _newer = of.liveliness().declare_token("skills/2/r7/alive").wait().expect("a token");
    let mut leaves = Some(Program::join("r1", &endpoint));
    let mut killed = Some(Program::join("r2", &endpoint));
    let watcher = watch(&endpoint, &["r1", "r2"]);
    let call = |id: &str, more: &[&str]| {
        Program::fleet(&[&["call", id, FAR, "--connect", &endpoint], more].concat())
    };
    let begun = Instant::now();
    let sent =
        |id: &str, reason: &str| format!("error: sent to `{id}`; its end is not known: {reason}\n");
    let (status, _, text) = call("mute", &["--no-wait", "--timeout", "1"]).end();
    assert_eq!((status, text), (3, sent("mute", "no response within 1 s")));
    assert!(begun.elapsed() < Duration::from_secs(4), "`--timeout` is obeyed without waiting, too");
    let (status, _, text) = call("mute", &["--timeout", "0.5"]).end();
    assert_eq!((status, text), (3, sent("mute", "no response within 0.5 s")));
    for wrong in ["-1", "NaN", "1e10", "x"] {
        let (status, _, text) = call("mute", &[&format!("--timeout={wrong}")]).end();
        assert!(status == 2 && text.contains("expected 0 to 1000000000 s"), "{wrong}: {text}");
    }
    let (status, _, text) = call("empty", &["--no-wait"]).end();
    let reason = "the response cannot be read: missing field `message` at line 1 column 2";
    assert_eq!((status, text), (3, sent("empty", reason)));
    let reason =
        "the response cannot be read: its `status` is ``; expected `final`, `failed` or `stopped`";
    let (status, _, text) = call("empty", &[]).end();
    assert_eq!((status, text), (3, sent("empty", reason)));
    let (status, _, text) = call("weird", &[]).end();
    assert_eq!((status, text), (3, sent("weird", &reason.replace("``", "`banana`"))));

    // The robot leaves, or is killed, while it runs the skill.
    let program = call("r1", &[]);
    until(&watcher, "r1 drives", |rows| drives(rows, "r1"));
    leaves.as_ref().expect("it runs").signal(Signal::TERM);
    let (status, _, text) = program.end();
    assert_eq!((status, text), (3, sent("r1", "the robot leaves the fleet")));
    let program = call("r2", &[]);
    until(&watcher, "r2 drives", |rows| drives(rows, "r2"));
    drop((leaves.take(), killed.take()));
    let (status, _, text) = program.end();
    assert_eq!((status, text), (3, sent("r2", "the robot or its router is gone")));

    // Certain ones.
    let (status, _, text) = call("r0", &[]).end();
    let silent =
        "error: the robot `r0` does not respond\nhelp: the command `list` prints those that do\n";
    assert_eq!((status, text.as_str()), (2, silent));
    let (status, _, text) = call("r7", &[]).end();
    let newer = "error: the keys of the robot `r7` have version 2, those of this program 1\n";
    assert_eq!((status, text.as_str()), (2, newer));
}

#[test]
fn a_call_whose_control_or_router_is_lost_has_no_known_end() {
    let endpoint = free_endpoint();
    let of = router(&endpoint);
    let _robot = Robot::start("r1", &endpoint);
    let watcher = watch(&endpoint, &["r1"]);
    let words = ["call", "r1", FAR, "--client", "alice", "--take-control", "--connect", &endpoint];
    let program = Program::fleet(&words);
    until(&watcher, "r1 drives", |rows| drives(rows, "r1"));
    // Another session with the name of the client gives control back.
    let alice = client(&endpoint, "alice");
    alice.release_control(&name("r1")).expect("its name has it");
    let (status, _, text) = program.end();
    let expected = "error: sent to `r1`; its end is not known: control is lost: no client of \
                    the fleet has control of `r1`: the lease has ended\n";
    assert_eq!((status, text.as_str()), (3, expected));
    alice.stop(&name("r1")).expect("it stops");
    until(&watcher, "r1 stops", |rows| !drives(rows, "r1"));

    let program = Program::fleet(&["call", "r1", FAR, "--connect", &endpoint]);
    until(&watcher, "r1 drives", |rows| drives(rows, "r1"));
    of.close().wait().expect("closed");
    let (status, _, text) = program.end();
    let expected = "error: sent to `r1`; its end is not known: the robot or its router is gone\n";
    assert_eq!((status, text.as_str()), (3, expected));
}

#[test]
fn options_come_before_a_command_as_well() {
    let endpoint = free_endpoint();
    let _router = router(&endpoint);
    let (status, out, text) = fleet(&["-q", "--connect", &endpoint, "list", "--wait", "0.1"]);
    assert_eq!((status, text.as_str()), (1, ""), "{out}");
    let (status, _, text) = fleet(&["--gui", "list", "--connect", &endpoint]);
    assert!(status == 2 && text.starts_with("error: `--gui` and `--tui` show the page"), "{text}");
    let (status, _, text) = fleet(&["--gui", "--tui", "--connect", &endpoint]);
    assert!(status == 2 && text.contains("cannot be used with"), "{text}");
    let (status, _, text) = fleet(&["call", "r1", "a", "--take-control", "--no-wait"]);
    assert!(status == 2 && text.contains("cannot be used with"), "{text}");
}

#[test]
fn a_robot_says_that_it_waits_for_its_router() {
    let endpoint = free_endpoint();
    let mut program = Program::join("r1", &endpoint);
    let out = program.until(&format!("waiting for the router at {endpoint}\n"));
    assert!(!out.contains("joins"), "{out}");
    let _router = router(&endpoint);
    program.until("r1 joins the fleet\n");
    let mut second = Program::join("r1", &endpoint);
    second.until("the fleet has a robot r1 already: waiting until it is gone\n");
    program.signal(Signal::TERM);
    let out = second.until("r1 joins the fleet\n");
    assert!(!out.contains("router"), "{out}");
    assert_eq!(program.end().0, 0);
}

#[test]
fn the_table_waits_for_its_router() {
    let endpoint = free_endpoint();
    let mut program = Program::fleet(&["--tui", "--connect", &endpoint]);
    program.until(&format!("waiting for the router at {endpoint}\n"));
    let _router = router(&endpoint);
    let _robot = Robot::start("r1", &endpoint);
    program.until("1 robots: 1 live");
    program.signal(Signal::INT);
    let (_, _, text) = program.end();
    assert_eq!(text, "");
}

#[test]
fn the_table_has_the_size_of_its_terminal() {
    let endpoint = free_endpoint();
    let of = router(&endpoint);
    let tokens: Vec<_> = (10..50)
        .map(|index| of.liveliness().declare_token(format!("skills/1/r{index}/alive")).wait())
        .collect();
    assert!(tokens.iter().all(Result::is_ok));
    let mut program = Program::terminal(&["--tui", "--connect", &endpoint], (80, 12));
    program.until("40 robots");
    let out = program.until("+31 more");
    let screen = out.rsplit("\u{1b}[H").next().unwrap_or_default();
    assert!(!screen.contains("r19"), "{screen:?}");
}

/// A request to stop of the page, which returns its status and what it says.
fn stop_by_page(address: &str, body: &str) -> (String, String) {
    let mut stream = TcpStream::connect(address).expect("the page");
    write!(
        stream,
        "POST /api/stop HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nAuthorization: Bearer {TOKEN}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .expect("sent");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("a response");
    let (head, body) = text.split_once("\r\n\r\n").expect("a head");
    let json: serde_json::Value = serde_json::from_str(body).expect("JSON");
    let status = head.split(' ').nth(1).expect("a status").to_owned();
    (status, json["message"].as_str().unwrap_or_default().to_owned())
}

const TOKEN: &str = "0123456789abcdef0123456789abcdef";

#[test]
fn the_page_says_which_robots_have_stopped() {
    let endpoint = free_endpoint();
    let of = router(&endpoint);
    let words = ["--connect", &endpoint, "--gui=127.0.0.1:0", "--allow-commands", "--token", TOKEN];
    let mut program = Program::fleet(&words);
    let line = program.until("/#token=");
    let address = line.split("http://").nth(1).and_then(|of| of.split('/').next());
    let address = address.expect("an address").to_owned();
    let all = || stop_by_page(&address, "{}");
    assert_eq!(all(), ("502".to_owned(), "no robot is connected".to_owned()));
    let _robots = [Robot::start("r1", &endpoint), Robot::start("r9", &endpoint)];
    let _watcher = watch(&endpoint, &["r1", "r9"]);
    assert_eq!(all(), ("200".to_owned(), "2 robots have stopped: r1, r9".to_owned()));
    let some = stop_by_page(&address, "{\"robots\": [\"r0\", \"r9\"]}");
    assert_eq!(some, ("502".to_owned(), "r0 does not respond; 1 robot has stopped: r9".to_owned()));
    of.close().wait().expect("closed");
    let gone = ("503".to_owned(), format!("no router at {endpoint}: it is gone"));
    wait("the router is gone", || all() == gone);
}

/// A robot in each state of its own stops.
#[test]
fn a_robot_stops_that_is_busy_controlled_or_lost_by_its_client() {
    let endpoint = free_endpoint();
    let _router = router(&endpoint);
    let _robot = Robot::start("r1", &endpoint);
    let watcher = watch(&endpoint, &["r1"]);
    let robot = name("r1");
    let bob = client(&endpoint, "bob");
    assert!(bob.stop(&robot).is_ok(), "one that is idle");
    let alice: Client = client(&endpoint, "alice");
    alice.take_control(&robot, Some(Duration::from_secs(60))).expect("control");
    start_driving(&alice, "r1").expect("her call");
    until(&watcher, "r1 drives", |rows| drives(rows, "r1"));
    assert!(bob.stop_all().expect("sent").is_whole(), "one that another controls");
    let rows = until(&watcher, "r1 stops", |rows| !drives(rows, "r1"));
    assert_eq!(rows[0].link, Link::Live);
}

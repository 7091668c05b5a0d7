//! The program as a service, and who operates it: devices at ptys and sockets, orders over HTTP, a service
//! manager at a socket, and signals.

mod handover;
mod log;
mod rig;
mod state;

use rig::{Rig, TOKEN, post, text_of};
use rustix::process::Signal;
use std::time::Duration;

const SOON: Duration = Duration::from_secs(20);

#[test]
fn an_order_is_carried_out_and_sigterm_ends_all_in_good_order() {
    let mut rig = Rig::start(&[]);
    rig.manager.wait_for("READY=1", SOON);
    rig.carries_out(1.0, 0.5);
    let [x_m, y_m, _] = rig.motors.place();
    assert!((x_m - 1.0).hypot(y_m - 0.5) < 0.2, "{x_m} {y_m}");
    // In the middle of another one.
    rig.order(-3.0, 0.0);
    rig.until("it drives", SOON, |rig| !rig.motors.have_stopped());
    rig.manager.wait_for("WATCHDOG=1", SOON);
    rig.manager.wait_for("STATUS=running go_to", SOON);
    let (status, output) = rig.end(Signal::TERM);
    assert_eq!(status.code(), Some(0), "{output}");
    assert!(rig.motors.have_stopped(), "{output}");
    rig.manager.wait_for("STOPPING=1", SOON);
    // The recording is whole, and the skills do the same again.
    let recording = rig.recording();
    let replayed = text_of(&["replay", recording.to_str().unwrap(), "--check"]);
    assert!(replayed.contains("same"), "{replayed}");
}

#[test]
fn a_signal_that_comes_twice_at_once_is_one() {
    for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
        let mut rig = Rig::start(&[]);
        rig.manager.wait_for("READY=1", SOON);
        rig.order(-3.0, 0.0);
        rig.until("it drives", SOON, |rig| !rig.motors.have_stopped());
        rig.signal(signal);
        rig.signal(Signal::TERM);
        let (status, output) = rig.end(signal);
        assert_eq!(status.code(), Some(0), "{output}");
        assert!(rig.motors.have_stopped(), "{output}");
        let recording = rig.recording();
        let replayed = text_of(&["replay", recording.to_str().unwrap(), "--check"]);
        assert!(replayed.contains("same"), "{replayed}");
    }
}

#[test]
fn no_skill_runs_on_what_no_driver_has_measured() {
    // The first pass is before the first scan of a lidar that sends one each 20 ms.
    for _ in 0..5 {
        let rig = Rig::start_by(&[env!("CARGO_BIN_EXE_agv"), "run", "go_to{x_m=0.3, y_m=0}"]);
        rig.until("it arrives", SOON, |rig| rig.output().contains("FINAL"));
        assert!(!rig.output().contains("-> Wait"), "{}", rig.output());
    }
}

#[test]
fn a_lidar_that_stalls_stops_the_vehicle_and_is_named() {
    let mut rig = Rig::start(&[]);
    rig.manager.wait_for("READY=1", SOON);
    let order = rig.order(20.0, 0.0);
    rig.until("it drives", SOON, |rig| rig.motors.velocity()[0] > 0.5);
    rig.lidar.stall(true);
    rig.until("the order is refused", SOON, |rig| rig.state_of(order) == "refused");
    rig.until("the motors have stopped", SOON, |rig| rig.motors.have_stopped());
    rig.lidar.stall(false);
    rig.carries_out(0.0, 0.0);
    let (_, output) = rig.end(Signal::INT);
    assert!(output.contains("lidar is stale"), "{output}");
}

#[test]
fn a_device_that_is_unplugged_is_named_and_the_others_go_on() {
    let mut rig = Rig::start(&[]);
    rig.manager.wait_for("READY=1", SOON);
    let order = rig.order(20.0, 0.0);
    rig.until("it drives", SOON, |rig| rig.motors.velocity()[0] > 0.5);
    rig.motors.unplug();
    rig.until("the order is refused", SOON, |rig| rig.state_of(order) == "refused");
    let (status, output) = rig.end(Signal::TERM);
    assert!(output.contains("the driver of motors has ended"), "{output}");
    assert!(output.contains("no writer for base"), "{output}");
    assert_eq!(status.code(), Some(0), "{output}");
}

#[test]
fn a_low_battery_takes_no_order() {
    let mut rig = Rig::start(&[]);
    rig.manager.wait_for("READY=1", SOON);
    rig.battery.set(5.0);
    std::thread::sleep(Duration::from_millis(500));
    let order = rig.order(1.0, 0.0);
    std::thread::sleep(Duration::from_millis(500));
    assert!(rig.state_of(order) == "open" && rig.motors.have_stopped());
    rig.battery.set(80.0);
    rig.until("it is carried out", SOON, |rig| rig.state_of(order) == "done");
    rig.end(Signal::TERM);
}

#[test]
fn a_device_that_is_missing_is_an_error_before_anything_moves() {
    let output = text_of(&["start", "--motors", "/dev/no-such-tty"]);
    let expected = "error: the robot cannot start: /dev/no-such-tty: No such file or directory";
    assert!(output.contains(expected), "{output}");
}

#[test]
fn the_page_of_a_real_robot_neither_pauses_nor_disturbs() {
    let mut rig = Rig::start(&["--gui=127.0.0.1:0", "--allow-commands", "--token", TOKEN]);
    rig.manager.wait_for("READY=1", SOON);
    let page = rig.page();
    let can = ureq::get(format!("{page}/api/description")).call().unwrap();
    let can: serde_json::Value = can.into_body().read_json().unwrap();
    assert_eq!((&can["can"]["debugger"], &can["can"]["faults"]), (&false.into(), &false.into()));
    let bodies = [
        ("debug", r#"{"command": "pause"}"#),
        ("debug", r#"{"command": "speed", "factor": 0.5}"#),
        ("fault", r#"{"interface": "lidar", "kind": "stall"}"#),
        ("override", r#"{"skill": "go_to", "machine": null, "transition": 0, "action": "force"}"#),
    ];
    for (path, body) in bodies {
        let (status, text) = post(&format!("{page}/api/{path}"), body);
        assert!(status >= 400 && text.contains("this robot is real"), "{path}: {status} {text}");
    }
    let (status, text) = post(&format!("{page}/api/call"), r#"{"call": "go_to{x_m=1, y_m=0}"}"#);
    assert_eq!(status, 409, "the agent has control: {text}");
    rig.end(Signal::TERM);
}

#[test]
fn metrics_count_passes_runs_and_failures() {
    let mut rig = Rig::start(&["--gui=127.0.0.1:0"]);
    rig.manager.wait_for("READY=1", SOON);
    rig.carries_out(0.0, 0.0);
    let refused = rig.order(20.0, 0.0);
    rig.until("it drives", SOON, |rig| rig.motors.velocity()[0] > 0.5);
    rig.lidar.stall(true);
    rig.until("it is refused", SOON, |rig| rig.state_of(refused) == "refused");
    let page = rig.page();
    let metrics = ureq::get(format!("{page}/metrics")).call().unwrap();
    assert!(
        metrics.headers()["content-type"].to_str().unwrap().starts_with("text/plain; version=")
    );
    let metrics = metrics.into_body().read_to_string().unwrap();
    let value = |name: &str| {
        let line = metrics.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let line = line.unwrap_or_else(|| panic!("{name} in\n{metrics}"));
        line.parse::<f64>().unwrap()
    };
    let runs = |result| {
        value(&format!(r#"skill_runs_total{{layer="skiller",skill="go_to",result="{result}"}}"#))
    };
    assert!(runs("final") >= 1.0 && runs("failed") >= 1.0, "{metrics}");
    let failed = r#"skill_failures_total{skill="go_to",reason="lidar is stale"}"#;
    assert!(value(failed) >= 1.0, "{metrics}");
    assert!(value(r#"skill_interface_age_seconds{interface="lidar"}"#) > 0.3, "{metrics}");
    assert!(value(r#"skill_interface_age_seconds{interface="base"}"#) < 0.5, "{metrics}");
    let (passes, measured) = (value("skill_passes_total"), value("skill_pass_seconds_count"));
    assert!(passes > 10.0 && (passes - measured).abs() <= 1.0, "{metrics}");
    let all = value(r#"skill_pass_seconds_bucket{le="+Inf"}"#);
    assert!((all - measured).abs() < 1e-9, "{metrics}");
    rig.end(Signal::TERM);
}

#[test]
fn realtime_priority_is_held_or_refused() {
    let is_allowed = std::thread::spawn(|| skill_studio::realtime::begin(1, |_| {}).is_ok());
    let is_allowed = is_allowed.join().unwrap();
    let mut rig = Rig::start(&["--realtime"]);
    if is_allowed {
        rig.manager.wait_for("READY=1", SOON);
        rig.carries_out(0.0, 0.0);
        assert_eq!(rig.priority(), 20);
    }
    let (status, output) = rig.end(Signal::TERM);
    assert_eq!(status.code(), Some(if is_allowed { 0 } else { 2 }), "{output}");
}

#[test]
fn the_unit_starts_this_program() {
    let unit = text_of(&["service", "--user", "robot", "--", "--motors", "/dev/tty USB"]);
    let program = env!("CARGO_BIN_EXE_agv");
    assert!(
        unit.contains(&format!("ExecStart={program} start --motors \"/dev/tty USB\"\n")),
        "{unit}"
    );
    assert!(unit.contains("Type=notify\n") && unit.contains("User=robot\n"), "{unit}");
    let typo = text_of(&["service", "--", "--motor", "/dev/ttyUSB0"]);
    assert!(
        typo.starts_with("error: `agv start` has other arguments: unexpected argument '--motor'"),
        "{typo}"
    );
    let help = text_of(&["service", "--", "--help"]);
    assert_eq!(help, "error: a service does not print its help or version\n");
}

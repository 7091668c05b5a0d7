//! The log: transitions and the program's own lines, in the journal, in a terminal and in the recording.

use crate::rig::{Rig, post};
use rustix::process::Signal;
use skill_studio::record::Recording;
use std::time::Duration;

const SOON: Duration = Duration::from_secs(20);

#[test]
fn lines_have_their_fields_in_the_journal() {
    let mut rig = Rig::start_in_journal(&[]);
    rig.manager.wait_for("READY=1", SOON);
    let (status, _) = post(&rig.orders_at(), "{\n \"x_m\"");
    assert_eq!(status, 400);
    let order = rig.order(20.0, 0.0);
    rig.until("it drives", SOON, |rig| rig.motors.velocity()[0] > 0.5);
    rig.lidar.stall(true);
    let failed = [("EVENT", "failed"), ("SKILL", "go_to"), ("REASON", "lidar is stale")];
    rig.until("it fails", SOON, |rig| rig.journal().find(&failed).is_some());
    let (_, output) = rig.end(Signal::TERM);
    let journal = rig.journal();
    let found = |fields: &[(&str, &str)]| {
        journal.find(fields).unwrap_or_else(|| panic!("{fields:?} in {:?}", journal.all()))
    };

    let entry = found(&failed);
    assert_eq!((&*entry["PRIORITY"], &*entry["CALL"]), ("4", "go_to{x_m=20, y_m=0}"));
    let entry = found(&[("EVENT", "transition"), ("SKILL", "go_to"), ("STATE", "Ahead")]);
    assert_eq!((&*entry["PRIORITY"], &*entry["FROM_STATE"]), ("6", "Turn"));
    assert!(entry["MESSAGE"].contains("go_to: Turn -> Ahead"), "{entry:?}");
    assert!(entry["TIME_SEC"].parse::<f64>().unwrap() > 0.0);
    let entry = found(&[("EVENT", "transition"), ("SKILL", "carrier"), ("STATE", "Carry")]);
    assert!(!entry.contains_key("CALL"), "{entry:?}");

    let entry = found(&[("MESSAGE", "order received")]);
    assert_eq!((&*entry["ORDER"], &*entry["X_M"]), (&*order.to_string(), "20"));
    assert_eq!((&*entry["PRIORITY"], &*entry["TARGET"]), ("6", "agv::drivers::orders"));
    assert!(entry["CODE_FILE"].ends_with("orders.rs") && entry.contains_key("CODE_LINE"));
    // A value of two lines arrives as it is.
    let entry = found(&[("MESSAGE", "not an order")]);
    assert_eq!((&*entry["PRIORITY"], &*entry["BODY"]), ("4", "{\n \"x_m\""));

    for entry in journal.all() {
        assert_eq!((&*entry["ROBOT"], &*entry["SYSLOG_IDENTIFIER"]), ("agv", "agv"), "{entry:?}");
        assert!(!output.contains(&entry["MESSAGE"]), "{entry:?} in {output}");
    }
}

#[test]
fn own_lines_are_beside_transitions_in_a_terminal_and_in_the_recording() {
    let mut rig = Rig::start(&[]);
    rig.manager.wait_for("READY=1", SOON);
    rig.carries_out(0.0, 0.0);
    let (_, output) = rig.end(Signal::TERM);
    let place = |text: &str| {
        let line = output.lines().position(|line| line.contains(text));
        line.unwrap_or_else(|| panic!("{text} in {output}"))
    };
    let received = place(" INFO  agv agv::drivers::orders: order received order=1 x_m=0 y_m=0");
    let taken = place(" INFO  agv skills: t=");
    let carried = place(" INFO  agv agv::agent: order 1 is carried out, 1 in all");
    assert!(received < taken && taken < carried, "{output}");
    let time = output.lines().nth(received).unwrap().split(' ').next().unwrap();
    assert!(time.len() == "2026-11-27T23:04:16.123Z".len() && time.ends_with('Z'), "{time}");
    let recording = Recording::open(&rig.recording()).unwrap();
    let own: Vec<&str> = recording.log.iter().map(|line| &*line.text).collect();
    let received = "INFO agv::drivers::orders: order received order=1 x_m=0 y_m=0";
    assert!(own.contains(&received), "{own:?}");
    assert!(own.contains(&"INFO agv::agent: order 1 is carried out, 1 in all"), "{own:?}");
    assert!(own.contains(&"stopping"), "{own:?}");
}

//! The sentence, the time line, and the help for conditions, as clients see them.

use super::rig::{Keeper, Robot, Skills};
use serde_json::{Value, json};
use skill_runtime::Agent as _;
use skill_studio::Description;
use skill_studio::live::{Capabilities, Hub, Moment};
use skill_studio::view::{BoardView, InterfaceView, Layer, TraceView, View};
use skill_studio::watch::{Remote, RemoteError};
use std::time::Duration;

#[track_caller]
fn wait(robot: &Robot, path: &str, is_there: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..300 {
        let value = robot.remote.get(path).expect("a response");
        if is_there(&value) {
            return value;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{path}: {}", robot.remote.get(path).expect("a response"));
}

fn texts(timeline: &Value, kind: &str) -> Vec<String> {
    let rows = timeline["rows"].as_array().into_iter().flatten();
    let spans = rows.filter(|row| row["kind"] == kind).filter_map(|row| row["spans"].as_array());
    spans.flatten().map(|span| span["text"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn the_sentence_says_what_is_waited_for() {
    let robot = Robot::new(false, &[]);
    let says = |text: &str| {
        let text = text.to_owned();
        move |why: &Value| why["sentence"]["text"].as_str().is_some_and(|of| of.contains(&text))
    };
    wait(&robot, "/api/why", says("Nothing runs"));
    robot.post("/api/call", &json!({"call": "blink{times=1000000}"}));
    let why = wait(&robot, "/api/why", says("self.done > self.times"));
    let sentence = &why["sentence"];
    assert_eq!((&sentence["tone"], &sentence["skill"]), (&json!("waits"), &json!("blink")));
    assert!(sentence["then"].as_str().unwrap().contains("`FINAL`"), "{sentence}");
    let why = wait(&robot, "/api/why", |why| why["sentence"]["state"] == "Off");
    assert_eq!(why["sentence"]["then"], "then `On`", "{why}");
    robot.post("/api/call", &json!({"call": "blink{times=1}"}));
    wait(&robot, "/api/why", says("Done"));
}

#[test]
fn the_time_line_has_what_nobody_watched() {
    let robot = Robot::new(true, &[]);
    std::thread::sleep(Duration::from_millis(600));
    let first = Remote::new(robot.address.to_string(), None);
    let timeline = first.get("/api/timeline?width=1000").expect("a time line");
    for (kind, text) in [("agent", "Work"), ("skill", "blink"), ("state", "On")] {
        let found = texts(&timeline, kind);
        assert!(found.iter().any(|of| of == text), "{kind}: {found:?} of {timeline}");
    }
    // The agent calls, so no call is a mark.
    assert_eq!(timeline["marks"], json!([]));
    // A picture of a few pixels has few spans, and says of how many each is made.
    let small = first.get("/api/timeline?width=4").expect("a time line");
    let spans = texts(&small, "state").len();
    assert!((1..=8).contains(&spans), "{spans} spans of 4 pixels: {small}");
    assert!(small.to_string().contains("\"count\""), "{small}");
}

#[test]
fn the_source_code_is_that_of_this_program() {
    let robot = Robot::new(false, &[]);
    let source = robot.remote.get("/api/source/blink").expect("the file");
    let text = source["text"].as_str().expect("a text");
    let line = usize::try_from(source["line"].as_u64().expect("a line")).expect("a number");
    let declared = text.lines().nth(line - 1).expect("the line");
    assert!(declared.contains("skill!") && text.contains("skill Blink"), "{line}: {declared}");
    assert!(source["path"].as_str().expect("a path").ends_with(source["file"].as_str().unwrap()));
    assert_eq!(robot.remote.get("/api/description").expect("JSON")["has_source"], true);
    assert!(robot.remote.get("/api/source/blnik").is_err());
}

#[test]
fn a_call_by_hand_is_a_mark() {
    let robot = Robot::new(false, &[]);
    robot.post("/api/call", &json!({"call": "blink{times=1}"}));
    let timeline = wait(&robot, "/api/timeline?width=100", |of| of["marks"] != json!([]));
    assert_eq!(timeline["marks"][0]["kind"], "call");
    let at = timeline["marks"][0]["time_sec"].as_f64().expect("a time");
    let next = |query: &str| robot.remote.get(&format!("/api/mark?{query}")).expect("a mark");
    assert_eq!(next(&format!("after={}&kind=call", at - 0.1))["kind"], "call");
    assert_eq!(next(&format!("after={}&kind=call", at + 0.1)), Value::Null);
    assert_eq!(next(&format!("before={}", at + 0.1))["kind"], "call");
    for query in ["", "after=1&before=2", "after=1&kind=party"] {
        assert!(robot.remote.get(&format!("/api/mark?{query}")).is_err(), "{query}");
    }
    for query in ["", "width=0", "width=1&from=x", "width=100000"] {
        assert!(robot.remote.get(&format!("/api/timeline?{query}")).is_err(), "{query}");
    }
}

#[test]
fn a_condition_is_checked_and_completed_as_it_is_written() {
    let robot = Robot::new(false, &[]);
    let help = |text: &str| {
        let query = text.replace(' ', "%20").replace('&', "%26").replace('>', "%3e");
        robot.remote.get(&format!("/api/condition?skill=blink&text={query}")).expect("help")
    };
    let items = |help: &Value| -> Vec<String> {
        let all = help["items"].as_array().into_iter().flatten();
        all.map(|of| of["text"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(items(&help("")), ["lamp.", "self."]);
    assert_eq!(items(&help("lamp.le")), ["level"]);
    assert_eq!(items(&help("lamp.level > 0.5 && self.d")), ["done"]);
    assert_eq!(help("lamp.level > 0.5")["error"], Value::Null);
    let wrong = help("lamp.levle > 0.5");
    let message = wrong["error"]["message"].as_str().unwrap_or_default();
    assert!(message.contains("did you mean \"level\""), "{wrong}");
    assert_eq!(wrong["error"]["at"], 5);
    let unknown = robot.remote.get("/api/condition?skill=blnik&text=a");
    assert!(matches!(unknown, Err(RemoteError::Refused { .. })), "{unknown:?}");
}

/// Returns the texts of the losses in a time line.
fn losses(timeline: &Value) -> Vec<String> {
    let marks = timeline["marks"].as_array().into_iter().flatten();
    let lost = marks.filter(|mark| mark["kind"] == "lost");
    lost.map(|mark| mark["text"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_writer_that_goes_away_is_a_mark() {
    let robot = Robot::new(false, &[]);
    robot.post("/api/call", &json!({"call": "blink{times=1000000}"}));
    robot.until("settled", |view| view["time_sec"].as_f64() > Some(1.5));
    let before = robot.remote.get("/api/timeline?width=100").expect("a time line");
    assert_eq!(losses(&before), [] as [&str; 0]);
    robot.post("/api/fault", &json!({"interface": "lamp", "kind": "remove_writer"}));
    let timeline = wait(&robot, "/api/timeline?width=100", |of| !losses(of).is_empty());
    assert_eq!(losses(&timeline), ["lamp has no writer"]);
    // A robot that runs has no values of its past.
    let query = "/api/plot?interface=lamp&field=level&from=0&to=1&width=10";
    let refused = robot.remote.get(query);
    let Err(RemoteError::Refused { message, .. }) = refused else { panic!("{refused:?}") };
    assert!(message.contains("only a recording"), "{message}");
}

/// A robot of another program is known from its views alone.
#[test]
fn a_robot_that_is_only_watched_loses_inputs_too() {
    let description = Description::of::<Skills>("lamp", const { &[Keeper::INFO] });
    let hub = Hub::read_only(description, Capabilities::default());
    let look = |time_sec: f64, runs: bool, has_writer: bool| {
        let trace = TraceView {
            number: if runs { 2 } else { 4 },
            layer: Layer::Skiller,
            time_sec,
            machine: 0,
            skill: "blink".to_owned(),
            kind: if runs { "entered" } else { "reset" }.to_owned(),
            from: None,
            to: Some(0),
            transition: None,
            text: String::new(),
        };
        let view =
            View { session: "1".to_owned(), time_sec, trace: vec![trace], ..View::default() };
        let lamp = InterfaceView {
            id: "lamp".to_owned(),
            has_writer,
            age_sec: Some(0.0),
            problem: None,
            queued: 0,
            overflows: 0,
            values: vec![json!(0.5)],
        };
        let board = BoardView { time_sec, interfaces: vec![lamp] };
        hub.publish(Duration::ZERO, Moment { view: Some(view), board: Some(board), why: None });
    };
    let found = || losses(&json!(hub.past_part(None, None, 100)));
    look(1.0, true, true);
    look(1.5, true, false);
    assert_eq!(found(), [] as [&str; 0], "it was not there for long");
    look(2.0, true, true);
    look(3.5, true, false);
    assert_eq!(found(), ["lamp has no writer"]);
    look(4.0, true, true);
    look(5.0, false, true);
    look(6.0, false, false);
    assert_eq!(found(), ["lamp has no writer"], "nothing reads it");
}

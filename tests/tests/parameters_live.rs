//! Parameters of a running robot: set over HTTP, between two passes.

use serde_json::{Value, json};
use skill_runtime::skiller::SkillerInterface;
use skill_runtime::{
    NoTrace, Parameters, SkillSpace, Stages, blackboard, interface, skill, skill_space,
};
use skill_studio::live::server::{Options, start};
use skill_studio::watch::{Remote, RemoteError};
use skill_studio::{Description, Session};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, mpsc};

const TOKEN: &str = "0123456789abcdef0123";

interface! { pub Lamp { fields { on: bool } } }
blackboard! {
    pub Board { lamp: Lamp, "Skiller": SkillerInterface, "Parameters": Parameters<2> }
}
blackboard! { pub Plain { lamp: Lamp, "Skiller": SkillerInterface } }

static FIRST: AtomicU32 = AtomicU32::new(0);
static MIXED: AtomicU32 = AtomicU32::new(0);
static CHANGES: AtomicU32 = AtomicU32::new(0);
static BEFORE: AtomicU32 = AtomicU32::new(0);

/// Returns whether a value is that at the beginning of this pass.
fn same(value: u32) -> bool {
    let is_same = value == FIRST.load(Relaxed);
    MIXED.fetch_add(u32::from(!is_same), Relaxed);
    is_same
}

skill! {
    /// Counts passes in which its parameter had two values.
    #[allow(skill::never_final)]
    pub skill Work(slowness: u32 = 0) {
        params {
            level: u32 = 5 in 1..=1_000_000,
            gain: f32 = 0.5 in 0.0..=1.0,
            fast: bool = false,
        }
        start state Run {
            init { FIRST.store(self.level, Relaxed); }
            loop {
                let level = self.level;
                FIRST.store(level, Relaxed);
                CHANGES.fetch_add(u32::from(BEFORE.swap(level, Relaxed) != level), Relaxed);
            }
            -> FAILED("two values") when !same(self.level);
            -> FAILED("never") when self.gain > 2.0 || self.slowness > 0 && self.fast;
            -> FAILED("two values") when !same(self.level.max(1));
        }
    }
}
skill_space! { pub Skills on Board { Work } }
skill_space! { pub Constants on Plain { Work } }

struct Idle;
impl Stages for Idle {}

struct Robot {
    remote: Remote,
    passes: Arc<AtomicU32>,
    ends: Arc<AtomicBool>,
}

impl Drop for Robot {
    fn drop(&mut self) {
        self.ends.store(true, Relaxed);
    }
}

fn serve<S: SkillSpace>(name: &'static str, board: &'static S::Board) -> Robot
where
    S::Board: skill_runtime::agent::HasSkiller + Sync,
{
    let (ends, passes) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
    let (is_over, count) = (Arc::clone(&ends), Arc::clone(&passes));
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut session = Session::<S, _>::new(board, Idle).expect("the only one");
        let hub = session.make_live(Description::of::<S>(name, &[]));
        let address = SocketAddr::from(([127, 0, 0, 1], 0));
        let (token, hosts) = (Some(TOKEN.to_owned()), Vec::new());
        let options = Options { address, allow_commands: true, token, roles: Vec::new(), hosts };
        sender.send(start(hub, &options).expect("a free port").address).expect("the test waits");
        while !is_over.load(Relaxed) {
            session.pass(&mut NoTrace);
            count.fetch_add(1, Relaxed);
        }
    });
    let address = receiver.recv().expect("the robot starts");
    Robot { remote: Remote::new(address.to_string(), Some(TOKEN.to_owned())), passes, ends }
}

impl Robot {
    fn set(&self, name: &str, value: impl Into<Value>) -> Result<Value, Value> {
        let answer = self.remote.post("/api/params", &json!({"name": name, "value": value.into()}));
        match answer {
            Ok(answer) => Ok(answer["value"].clone()),
            Err(RemoteError::Refused { answer, .. }) => Err(answer),
            Err(error) => panic!("{error}"),
        }
    }

    /// Returns the parameters that are set.
    fn entries(&self) -> Vec<(u64, u64)> {
        let board = self.remote.get("/api/board").expect("a blackboard");
        let all = board["interfaces"].as_array().expect("a list");
        let of = all.iter().find(|of| of["id"] == "Parameters").expect("parameters");
        assert_eq!(of["problem"], Value::Null);
        let entries = of["values"][0].as_array().expect("a list").iter();
        let number = |value: &Value| value.as_u64().expect("a number");
        entries.map(|entry| (number(&entry[0]), number(&entry[1]))).filter(|of| of.0 > 0).collect()
    }
}

#[test]
fn parameters_are_set_over_http_and_no_pass_of_100_000_has_two_values() {
    let robot = serve::<Skills>("bench", Box::leak(Box::default()));
    robot.remote.post("/api/call", &json!({"call": "work{}"})).expect("a call");
    robot.remote.post("/api/debug", &json!({"command": "speed", "factor": null})).expect("a speed");

    assert_eq!(robot.set("work.gain", 0.25), Ok(json!(0.25)));
    let gain = Work.params[1].key;
    assert_eq!(robot.entries(), [(gain.into(), 0.25_f32.to_bits().into())]);
    let refused = |name: &str, value: Value| {
        let answer = robot.set(name, value).expect_err(name);
        let text = |field: &str| answer[field].as_str().unwrap_or("").to_owned();
        (text("error"), text("message"), text("help"))
    };
    let expected = |error: &str, message: &str, help: &str| {
        (error.to_owned(), message.to_owned(), help.to_owned())
    };
    assert_eq!(
        refused("work.gain", json!(1.5)),
        expected(
            "bad_value",
            "`work.gain` is 1.5, which is out of range",
            "the range is `0.0..=1.0`"
        )
    );
    assert_eq!(
        refused("work.gian", json!(0.5)),
        expected("not_found", "`work` has no parameter `gian`", "did you mean `gain`?")
    );
    assert_eq!(refused("work.level", json!("7")).0, "bad_value");
    assert_eq!(refused("work.level", json!(1e300)).0, "bad_value");
    assert_eq!(refused("work.fast", json!([])).0, "bad_value");
    assert_eq!(refused("", json!(1)).0, "not_found");
    assert_eq!(robot.set("work.level", 6), Ok(json!(6)));
    assert_eq!(refused("work.fast", json!(true)).0, "full");
    assert_eq!(robot.set("work.gain", Value::Null), Ok(json!(0.5)));
    let no_token = Remote::new("127.0.0.1:1", None);
    assert!(no_token.post("/api/params", &json!({})).is_err());
    for body in [json!({}), json!({"name": "work.gain"}), json!({"name": 1, "value": 1})] {
        let answer = robot.remote.post("/api/params", &body);
        let Err(RemoteError::Refused { error, .. }) = answer else { panic!("{answer:?}") };
        assert_eq!(error, "bad_request");
    }

    let start = robot.passes.load(Relaxed);
    let mut value = 10_u32;
    let begun = std::time::Instant::now();
    while robot.passes.load(Relaxed).wrapping_sub(start) < 100_000
        || CHANGES.load(Relaxed) < 50 && begun.elapsed().as_secs() < 60
    {
        value = value % 999_000 + 1;
        assert_eq!(robot.set("work.level", value), Ok(json!(value)));
    }
    assert_eq!(MIXED.load(Relaxed), 0, "passes with two values");
    assert!(CHANGES.load(Relaxed) >= 50, "{} changes", CHANGES.load(Relaxed));
    let view = robot.remote.get("/api/view").expect("a view");
    assert_eq!(view["skiller"]["status"], "running");
}

#[test]
fn a_robot_without_parameters_on_its_blackboard_says_so() {
    let robot = serve::<Constants>("plain", Box::leak(Box::default()));
    let answer = robot.set("work.gain", 0.25).expect_err("constants");
    assert_eq!(answer["error"], "not_here");
    assert_eq!(
        answer["message"],
        "the blackboard has no parameters: add `\"Parameters\": Parameters<64>` to it"
    );
}

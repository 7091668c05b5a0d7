//! A robot in a page: what its visitor requests, and what comes back, as in the browser.

use serde_json::{Value, json};
use skill_runtime::skiller::SkillerInterface;
use skill_runtime::{
    Agent as _, AgentRunner, Stages, Tick, Writer, WriterTaken, agent, blackboard, interface,
    skill, skill_space,
};
use skill_studio::cli::{NoOptions, Robot, Setup};
use skill_studio::live::Batch;
use skill_studio::playground::Page;
use skill_studio::view::{SceneView, Shape};
use skill_studio::world::WorldOf;
use std::num::NonZeroU32;
use std::time::Duration;

interface! {
    pub Wheel {
        fields { turned_rad: f32 }
        messages { Turn { speed_rad_per_sec: f32 } }
    }
}
blackboard! { pub Board { wheel: Wheel, "Skiller": SkillerInterface } }

skill! {
    /// Turns the wheel.
    pub skill Turn(angle_rad: f32 in 0.0..=100.0) {
        depends_interfaces { wheel: Wheel }
        start state Go {
            init { wheel.send(wheel::Turn { speed_rad_per_sec: 1.0 }); }
            -> FINAL when wheel.turned_rad >= self.angle_rad;
        }
    }
}

agent! {
    /// Turns for ever.
    pub agent Turner() {
        depends_skills { Turn }
        start state Turns = Turn { angle_rad: 50.0 } {
            -> Turns on FINAL;
            -> FINAL on FAILED;
        }
    }
}

skill_space! { pub Skills on Board { Turn } }

struct Simulator {
    wheel: Writer<'static, Wheel>,
    turned_rad: f32,
    speed_rad_per_sec: f32,
}

impl Simulator {
    fn new(board: &'static Board) -> Result<Self, WriterTaken> {
        Ok(Self { wheel: board.wheel.writer()?, turned_rad: 0.0, speed_rad_per_sec: 0.0 })
    }

    fn scene(&self) -> SceneView {
        let shape =
            Shape { id: "wheel".into(), heading_rad: self.turned_rad.into(), ..Shape::default() };
        SceneView { bounds: [-1.0, -1.0, 1.0, 1.0], shapes: vec![shape], text: String::new() }
    }
}

impl Stages for Simulator {
    fn sensor(&mut self, now: Tick) {
        self.turned_rad += self.speed_rad_per_sec * 0.01;
        self.wheel.write(&Wheel { turned_rad: self.turned_rad }, now.time);
    }

    fn act(&mut self, _: Tick) {
        while let Some(received) = self.wheel.next_message() {
            let wheel::Message::Turn(turn) = received.message;
            self.speed_rad_per_sec = turn.speed_rad_per_sec;
        }
    }
}

fn turn(simulator: &mut Simulator, id: &str, x_m: f64, _: f64) -> Result<(), String> {
    if id != "wheel" {
        return Err(format!("`{id}` cannot be moved"));
    }
    #[allow(clippy::cast_possible_truncation)] // rounds
    let turned_rad = x_m as f32;
    simulator.turned_rad = turned_rad;
    Ok(())
}

fn page() -> Page {
    Robot::<Skills, _>::new("wheel", Simulator::new)
        .with_agent(const { &[Turner::INFO] }, |board| {
            AgentRunner::new(board, Turner::default(), NonZeroU32::MIN)
        })
        .with_state(|simulator| if simulator.speed_rad_per_sec > 0.0 { "turns" } else { "rests" })
        .with_world(WorldOf {
            scene: Some(Simulator::scene),
            move_shape: Some(turn),
            push_shape: None,
        })
        .page()
}

fn ask(page: &mut Page, method: &str, target: &str, body: &str) -> (u16, Value) {
    match page.request(method, target, body) {
        Ok(response) => (response.status, serde_json::from_str(&response.text).expect("JSON")),
        Err(refusal) => (refusal.status, json!(refusal.message)),
    }
}

fn post(page: &mut Page, target: &str, body: &str) -> u16 {
    ask(page, "POST", target, body).0
}

fn started(agent: &str) -> Page {
    let mut page = page();
    let body = json!({ "options": { "agent": agent } }).to_string();
    assert_eq!(post(&mut page, "/play/start", &body), 200);
    page
}

#[test]
fn keeps_the_pace_of_the_clock() {
    let mut page = started("turner");
    assert_eq!(page.advance(Duration::ZERO, 10), 1);
    assert_eq!(page.advance(Duration::from_millis(25), 10), 2);
    assert_eq!(post(&mut page, "/api/debug", r#"{"command": "pause"}"#), 200);
    assert_eq!(page.advance(Duration::from_millis(100), 10), 0);
    assert_eq!(post(&mut page, "/api/debug", r#"{"command": "step"}"#), 200);
    assert_eq!(page.advance(Duration::from_millis(100), 10), 1, "one step");
    assert_eq!(post(&mut page, "/api/debug", r#"{"command": "speed", "factor": null}"#), 200);
    assert_eq!(post(&mut page, "/api/debug", r#"{"command": "continue"}"#), 200);
    assert_eq!(page.advance(Duration::from_millis(100), 10), 10);
}

#[test]
fn runs_calls_and_refuses_mistakes() {
    let mut page = started("nobody");
    assert_eq!(page.advance(Duration::ZERO, 10), 1);
    for (target, body, status) in [
        ("/api/call", r#"{"call": "turn{angle_rad=1.0}"}"#, 200),
        ("/api/call", r#"{"call": "sing{}"}"#, 400),
        ("/api/call", "call", 400),
        ("/api/view", "", 405),
        ("/api/view/", "", 404),
        ("/play/nothing", "", 404),
        ("/api/move", r#"{"shape": "moon", "x_m": 1, "y_m": 0}"#, 400),
    ] {
        assert_eq!(post(&mut page, target, body), status, "{target} {body}");
    }
    assert_eq!(page.advance(Duration::from_millis(30), 10), 3);
    page.advance(Duration::from_millis(100), 1);
    let everything = |page: &mut Page| {
        let batches: Vec<Batch> = serde_json::from_str(&page.events()).expect("JSON");
        let batch = batches.into_iter().next().expect("a batch");
        assert!(batch.full && batch.scene.is_some());
        let view = batch.view.expect("a view");
        assert_eq!(view[0]["skiller"]["skill"], "turn");
        assert!(batch.why.is_some(), "no explanation");
    };
    everything(&mut page);
    assert_eq!(page.events(), "[]");
    // Another listener has nothing.
    assert_eq!(post(&mut page, "/api/seen", r#"{"stream": 1, "number": 0}"#), 200);
    everything(&mut page);
    assert_eq!(ask(&mut page, "GET", "/play/state", "").1["text"], "turns");
    // The wheel is turned by hand, past the angle.
    assert_eq!(post(&mut page, "/api/move", r#"{"shape": "wheel", "x_m": 2, "y_m": 0}"#), 200);
    page.advance(Duration::from_millis(200), 100);
    page.advance(Duration::from_millis(300), 1);
    assert_eq!(ask(&mut page, "GET", "/api/view", "").1["skiller"]["status"], "final");
}

#[test]
fn is_started_with_its_agent_or_without() {
    let (status, choices) = ask(&mut page(), "GET", "/play/choices", "");
    assert_eq!((status, &choices[0]["values"][0][0]), (200, &json!("turner")));
    for (agent, runs) in [("turner", true), ("nobody", false)] {
        let mut page = started(agent);
        page.advance(Duration::ZERO, 1);
        page.advance(Duration::from_secs(1), 10);
        assert_eq!(ask(&mut page, "GET", "/play/state", "").1["text"] == "turns", runs, "{agent}");
    }
    let mut page = page();
    assert_eq!(post(&mut page, "/api/stop", ""), 503, "nothing was started");
    for (body, reason) in [
        (r#"{"options": {"agent": "dreamer"}}"#, "expected `turner` or `nobody`"),
        (r#"{"options": {"seed": 1}}"#, "unknown field `seed`"),
        (r#"{"options": []}"#, "invalid type"),
        (r#"{"until_sec": -1}"#, "0 to 600"),
    ] {
        let (status, message) = ask(&mut page, "POST", "/play/start", body);
        assert!(
            status == 400 && message.as_str().is_some_and(|of| of.contains(reason)),
            "{message}"
        );
    }
}

#[test]
fn a_run_is_the_same_each_time_and_recorded() {
    let recording = || {
        let mut page = page();
        assert_eq!(post(&mut page, "/play/start", r#"{"until_sec": 60}"#), 200);
        let state = ask(&mut page, "GET", "/play/state", "").1;
        assert_eq!(state["time_sec"], 60.0);
        page.recording()
    };
    let first = recording();
    assert!(first.starts_with(b"\x89MCAP0\r\n") && first.len() > 10_000, "{} bytes", first.len());
    assert!(first == recording(), "two runs are not the same");
}

#[test]
fn a_real_robot_has_no_page() {
    fn make(setup: &Setup<'_, Board, NoOptions>) -> Result<Simulator, WriterTaken> {
        Simulator::new(setup.board)
    }
    let mut page = Robot::<Skills, _, _, _>::real("wheel", make).page();
    let (status, message) = ask(&mut page, "POST", "/play/start", "{}");
    assert_eq!((status, message), (400, json!("this robot is real: it has no simulator")));
}

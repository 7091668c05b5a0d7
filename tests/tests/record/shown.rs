//! A recording in the live page: each moment is what it was, by any way.

use super::{AGENT, MINUTE, description};
use rover::agent::Collector;
use rover::interfaces::RoverBoard;
use rover::simulator::Simulator;
use rover::skills::RoverSkills;
use serde_json::{Value, json};
use skill_runtime::{
    Agent as _, AgentRunner, AgentStage, Checkpoint, SkillSpace, TraceEvent, TraceKind, Tracer,
};
use skill_runtime::{WriterTaken, agent::HasSkiller};
use skill_studio::live::server;
use skill_studio::record::{Event, Recorder, Recording};
use skill_studio::replay::LiveReplay;
use skill_studio::watch::{Remote, RemoteError};
use skill_studio::{Description, Session};
use skill_tests::Random;
use skills_nao::agents::Striker;
use skills_nao::skills::NaoSoccer;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

const TOKEN: &str = "0123456789abcdef0123";

/// Sets a flag when it is dropped, also by a panic.
struct OnDrop<'f>(&'f AtomicBool);

impl Drop for OnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// The page of a recording.
pub struct Page(Remote);

impl Page {
    fn debug(&self, body: &Value) -> Result<Value, RemoteError> {
        self.0.post("/api/debug", body)
    }

    fn seek(&self, time_sec: f64) -> Result<Value, RemoteError> {
        self.debug(&json!({ "command": "seek", "time_sec": time_sec }))
    }

    fn get(&self, path: &str) -> Value {
        self.0.get(path).unwrap()
    }

    /// Waits until a view satisfies `is_there`.
    fn until(&self, what: &str, is_there: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let view = self.get("/api/view");
            if is_there(&view) {
                return view;
            }
            assert!(start.elapsed() < Duration::from_secs(20), "never {what}: {view}");
        }
    }

    fn go_to(&self, time_sec: f64) -> Value {
        self.seek(time_sec).unwrap();
        let is_there = |view: &Value| view["time_sec"] == time_sec && view["seeking"].is_null();
        self.until("there", is_there)
    }

    /// Goes to a time, and returns all that is known about this moment.
    fn moment(&self, time_sec: f64) -> [Value; 3] {
        let mut view = self.go_to(time_sec);
        // Another session begins whenever it goes back.
        view.as_object_mut().unwrap().remove("session");
        [view, self.get("/api/board"), self.get("/api/why")]
    }
}

/// Shows a recording on a page to a test.
pub fn show<S: SkillSpace, A: AgentStage + Checkpoint>(
    description: Description,
    recording: &Recording,
    agent: impl Fn(&'static S::Board) -> Result<A, WriterTaken>,
    test: impl FnOnce(&Page) + Send,
) where
    S::Board: HasSkiller + Default,
{
    let boards: [&'static S::Board; 2] = [(); 2].map(|()| &*Box::leak(Box::default()));
    let mut shown = LiveReplay::<S, _, _>::new(description, recording, boards, agent).unwrap();
    let options = server::Options {
        address: ([127, 0, 0, 1], 0).into(),
        allow_commands: true,
        token: Some(TOKEN.to_owned()),
        roles: Vec::new(),
        hosts: Vec::new(),
    };
    let server = server::start(shown.live().hub(), &options).unwrap();
    let page = Page(Remote::new(server.address.to_string(), Some(TOKEN.to_owned())));
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let test = scope.spawn(|| {
            let _end = OnDrop(&is_over);
            test(&page);
        });
        while !is_over.load(Relaxed) {
            shown.step().unwrap();
        }
        test.join().unwrap();
    });
}

fn show_minute(test: impl FnOnce(&Page) + Send) {
    let recording = Recording::read(&MINUTE[..]).unwrap();
    let agent = |board| AgentRunner::new(board, Striker::default(), AGENT);
    show::<NaoSoccer, _>(description(), &recording, agent, test);
}

#[test]
fn a_recording_is_seen_at_any_time() {
    let recording = Recording::read(&MINUTE[..]).unwrap();
    show_minute(|page| {
        let times = [50.0, 20.0, 20.01, 0.0, 59.99, 20.0];
        let seen = times.map(|time_sec| page.go_to(time_sec)["active"].clone());
        assert_eq!(seen[1], seen[5]);
        assert_ne!(seen[0], seen[1]);
        // The skiller's call and the states are those at that time.
        let mut before = recording.events.iter().filter(|event| event.time.as_secs_f64() <= 20.0);
        let to = before.rfind(|of| of.skill == "striker" && of.kind == "transition").unwrap();
        let active = seen[1].as_array().unwrap();
        assert!(active.iter().any(|state| state["name"] == to.to.as_str()), "{active:?}");
        let why = page.get("/api/why");
        assert_eq!((&why["time_sec"], &why["complete"]), (&json!(20.0), &json!(true)));
        // It goes on at once, also where it has played before a way forward.
        for time_sec in [20.0, 50.0] {
            page.seek(time_sec).unwrap();
            page.debug(&json!({ "command": "continue" })).unwrap();
            let is_on = |view: &Value| view["time_sec"].as_f64() >= Some(time_sec + 0.2);
            page.until("on", is_on);
        }
        assert!(page.seek(60.1).is_err() && page.seek(-1.0).is_err());
        assert!(page.0.post("/api/call", &json!({ "call": "stop{}" })).is_err());
    });
}

#[test]
fn what_is_no_part_of_the_past_is_refused() {
    show_minute(|page| {
        for path in [
            "/api/timeline?from=60&to=0&width=10",
            "/api/timeline?from=5&to=5&width=10",
            "/api/timeline?from=-1e308&to=1e308&width=10",
            "/api/timeline?from=0&to=60&width=0",
            "/api/timeline?from=NaN&to=60&width=10",
            "/api/mark?after=NaN",
            "/api/mark?before=inf",
            "/api/mark?after=1e400",
            "/api/mark?after=1&before=2",
            "/api/plot?interface=WM+Ball&field=visible&from=-1e308&to=1e308&width=10",
            "/api/plot?interface=WM+Ball&field=visible&from=60&to=0&width=10",
        ] {
            let refused = page.0.get(path);
            assert!(matches!(refused, Err(RemoteError::Refused { .. })), "{path}: {refused:?}");
        }
        for width in [1, 7, 100] {
            let plot =
                format!("/api/plot?interface=WM+Ball&field=visible&from=0&to=59.99&width={width}");
            let points = page.get(&plot)["points"].as_array().map_or(0, Vec::len);
            assert!((1..=width).contains(&points), "{points} points in {width} pixels");
        }
    });
}

/// Goes to the same times by many ways.
pub fn compare_ways(page: &Page, times: &[f64]) {
    let mut random = Random(3);
    let moments: Vec<_> = times.iter().map(|time_sec| page.moment(*time_sec)).collect();
    for _ in 0..40 {
        match random.below(3) {
            0 => {}
            1 => drop(page.go_to(times[random.below(times.len())])),
            _ => {
                // It plays for a while.
                page.debug(&json!({ "command": "continue" })).unwrap();
                std::thread::sleep(Duration::from_millis(60));
            }
        }
        let place = random.below(times.len());
        // From shortly before, as if it had been seen there.
        if random.below(2) == 0 {
            let before = (times[place] * 100.0).round() - 30.0;
            drop(page.go_to(before.max(0.0) / 100.0));
        }
        let (now, first) = (page.moment(times[place]), &moments[place]);
        assert!(now == *first, "at {} s: {now:#?} and before {first:#?}", times[place]);
    }
}

#[test]
fn a_moment_is_the_same_by_any_way() {
    let recording = Recording::read(&MINUTE[..]).unwrap();
    // Shortly after changes, where a wait has begun.
    let changes = recording.events.iter().filter(|of| of.kind == "transition").step_by(7).take(5);
    let at = |of: &Event, after_ms: u64| of.time.after(Duration::from_millis(after_ms));
    let times =
        changes.flat_map(|of| [at(of, 100), at(of, 400)].map(skill_runtime::Instant::as_secs_f64));
    let times: Vec<f64> = times.filter(|time| *time < 59.0).chain([0.0, 59.99]).collect();
    show_minute(|page| compare_ways(page, &times));
}

/// Whether the agent has ended.
struct HasEnded(bool);

impl Tracer for HasEnded {
    fn record(&mut self, event: &TraceEvent) {
        let graph = &Collector::INFO.graph;
        if let (true, TraceKind::Transition { transition, .. }) =
            (event.skill.name == Collector::INFO.name, event.kind)
        {
            let to = graph.transitions[usize::from(transition)].to;
            self.0 |= graph.states[usize::from(to)].kind.is_exit();
        }
    }
}

#[test]
fn an_agent_that_has_ended_has_no_variables_of_another_moment() {
    let board: &'static RoverBoard = Box::leak(Box::default());
    let agents = const { &[Collector::INFO] };
    let description = Description::of::<RoverSkills>("rover", agents);
    let agent = |board| AgentRunner::new(board, Collector::default(), AGENT);
    let session = Session::<RoverSkills, _>::new(board, Simulator::new(board).unwrap()).unwrap();
    let mut session = session.with_agent(agent(board).unwrap());
    let (recorder, memory) =
        Recorder::in_memory(description, board, Some(Collector::INFO.name)).unwrap();
    session.watching_mut().record(Some(recorder));
    let (mut end, mut over) = (HasEnded(false), 500);
    let mut end_sec = 0.0;
    while over > 0 {
        let now = session.pass(&mut end).time.as_secs_f64();
        assert!(now < 600.0, "the agent does not end");
        if end.0 {
            over -= 1;
        } else {
            end_sec = now;
        }
    }
    session.watching_mut().take_recorder().unwrap().finish().unwrap();
    let recording = memory.with(|bytes| Recording::read(bytes).unwrap());
    show::<RoverSkills, _>(description, &recording, agent, |page| {
        let end = end_sec.round();
        compare_ways(page, &[10.0, end - 8.0, end - 2.0, end + 2.0]);
        let [_, _, why] = page.moment(end + 2.0);
        let agent = why["machines"].as_array().unwrap().iter().filter(|of| of["layer"] == "agent");
        assert!(agent.clone().all(|of| of["variables"] == json!([])), "{why:#}");
    });
}

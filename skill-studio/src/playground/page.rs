//! The requests and the events of a page, whatever robot it runs.

use super::play::{Choice, Passed, Play};
use crate::live::{Due, Live, News, Refusal, Route, SENDER, Seen, Watching};
use crate::model::world::{RobotKind, World as _};
use crate::recording::record::{Memory, Recorder};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// The time after which a batch is sent although nothing has changed.
const ALIVE: Duration = Duration::from_millis(500);
/// The size at which a recording ends, in bytes.
const MAX_RECORDING: usize = 64_000_000;
/// The latest moment at which a run is held, s.
const MAX_UNTIL_SEC: f64 = 600.0;

/// A request for a run.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StartRequest {
    /// The choices, by their names.
    #[serde(default)]
    options: Map<String, Value>,
    /// The time at which it is held, s: it is run until then at once.
    #[serde(default)]
    until_sec: f64,
}

/// A response to a request.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Response {
    /// The status of HTTP.
    pub status: u16,
    /// The media type of the text, as in HTTP.
    pub media: &'static str,
    /// The body of the response.
    pub text: String,
}

type Begin = Box<dyn Fn(Value) -> Result<Box<dyn Playing>, Refusal>>;

/// A page that runs a robot: it starts one, again if that is wanted, watches it and passes on commands.
pub struct Page {
    choices: Vec<Choice>,
    begin: Begin,
    playing: Option<Box<dyn Playing>>,
}

impl Page {
    /// Creates a page. `start` makes a robot of the options: a JSON object with the names of `choices`, of which
    /// any may be missing.
    pub fn new<O: DeserializeOwned, P: Play + 'static>(
        choices: Vec<Choice>,
        start: impl Fn(O) -> Result<P, String> + 'static,
    ) -> Self {
        let begin = move |options| -> Result<Box<dyn Playing>, Refusal> {
            let options = serde_json::from_value(options).map_err(wrong)?;
            let play = start(options).map_err(Refusal::bad_request)?;
            Ok(Box::new(Watched::new(play)?))
        };
        Self { choices, begin: Box::new(begin), playing: None }
    }

    /// Runs the passes that are due at the time `clock` of a clock that only goes forward, but not
    /// more than `passes`. Returns how many were due.
    pub fn advance(&mut self, clock: Duration, passes: u32) -> u32 {
        self.playing.as_mut().map_or(0, |playing| playing.advance(clock, passes))
    }

    /// Returns the batch of what is new, as JSON: a list without it if nothing is.
    pub fn events(&mut self) -> String {
        self.playing.as_mut().map_or_else(|| "[]".to_owned(), |playing| playing.events())
    }

    /// Returns the recording so far, an MCAP file. It is complete once the run is over.
    pub fn recording(&mut self) -> Vec<u8> {
        self.playing.as_mut().map_or_else(Vec::new, |playing| playing.recording())
    }

    /// Responds to a request of the [HTTP interface](Route), or to `GET /play/choices`, `POST /play/start`,
    /// `GET /play/state`.
    ///
    /// # Errors
    /// The reason why it is refused.
    pub fn request(&mut self, method: &str, target: &str, body: &str) -> Result<Response, Refusal> {
        match (method, target) {
            ("GET", "/play/choices") => Ok(response(&self.choices)),
            ("POST", "/play/start") => {
                let StartRequest { options, until_sec } =
                    serde_json::from_str(body).map_err(wrong)?;
                if !(0.0..=MAX_UNTIL_SEC).contains(&until_sec) {
                    let text = format!("expected `until_sec`, 0 to {MAX_UNTIL_SEC}");
                    return Err(Refusal::bad_request(text));
                }
                let mut playing = (self.begin)(options.into())?;
                playing.hold_at(until_sec);
                self.playing = Some(playing);
                Ok(response(&json!({ "ok": true })))
            }
            _ => {
                let none = || Refusal::new(503, "gone", "nothing was started");
                self.playing.as_mut().ok_or_else(none)?.request(method, target, body)
            }
        }
    }
}

/// Returns the refusal of JSON that cannot be read.
pub(super) fn wrong(error: impl std::fmt::Display) -> Refusal {
    Refusal::bad_request(error.to_string())
}

/// Returns a value as the response to a request.
pub(super) fn response(value: &impl Serialize) -> Response {
    let text = serde_json::to_string(value).unwrap_or_default();
    Response { status: 200, media: "application/json", text }
}

/// A run of any robot.
trait Playing {
    /// Runs up to a time at once, and pauses there, unless it is 0.
    fn hold_at(&mut self, until_sec: f64);
    fn advance(&mut self, clock: Duration, passes: u32) -> u32;
    fn events(&mut self) -> String;
    fn recording(&mut self) -> Vec<u8>;
    fn request(&mut self, method: &str, target: &str, body: &str) -> Result<Response, Refusal>;
}

/// A run that is watched, commanded and recorded.
struct Watched<P: Play> {
    play: P,
    /// The recorder is `None` once the recording is complete.
    observers: (Live<'static, P::Skills>, Option<Recorder<'static>>),
    memory: Memory,
    watching: Watching,
    news: News,
    clock: Duration,
    /// When the last batch was collected, by the clock.
    sent: Duration,
    is_over: bool,
}

impl<P: Play> Watched<P> {
    /// Watches a robot before its first pass.
    fn new(mut play: P) -> Result<Self, Refusal> {
        let has_scene = play.world().scene().is_some();
        let (description, board) = (play.description(), play.board());
        let recorder = Recorder::in_memory(description, board, play.agent());
        let (recorder, memory) =
            recorder.map_err(|error| Refusal::new(500, "internal", error.to_string()))?;
        let live = Live::new(description, board, RobotKind::Simulated { has_scene });
        let watching = live.hub().subscribe();
        Ok(Self {
            play,
            observers: (live, Some(recorder)),
            memory,
            watching,
            news: News::default(),
            clock: Duration::ZERO,
            sent: Duration::ZERO,
            is_over: false,
        })
    }

    fn pass(&mut self) {
        if let (live, Some(recorder)) = &mut self.observers {
            recorder.change(live.change());
        }
        let Passed { lines, is_over } = self.play.pass(&mut self.observers);
        let Self { play, observers: (live, recorder), .. } = self;
        if let Some(recorder) = recorder {
            recorder.scene(|| play.world().scene());
        }
        for line in &lines {
            live.log(line.trim_start());
            if let Some(recorder) = recorder {
                recorder.log(line.trim_start());
            }
        }
        if is_over {
            self.is_over = true;
            live.pause();
            self.end_recording();
        } else if recorder.is_some() && self.memory.with(<[u8]>::len) > MAX_RECORDING {
            live.log("the recording is full");
            self.end_recording();
        }
    }

    /// Completes the recording. An in-memory recording accepts every batch, so there are no errors.
    fn end_recording(&mut self) {
        let _ = self.observers.1.take().map(Recorder::finish);
    }
}

impl<P: Play> Playing for Watched<P> {
    fn hold_at(&mut self, until_sec: f64) {
        while !self.is_over && self.play.time().as_secs_f64() < until_sec {
            self.pass();
        }
        if until_sec > 0.0 {
            self.observers.0.pause();
        }
    }

    fn advance(&mut self, clock: Duration, passes: u32) -> u32 {
        self.clock = clock;
        for number in 0..passes {
            let Self { play, observers: (live, _), .. } = self;
            live.serve(clock, &mut play.world());
            if live.begin(play.time(), clock) != Due::Now {
                return number;
            }
            self.pass();
        }
        passes
    }

    fn events(&mut self) -> String {
        let newest = self.watching.borrow_and_update();
        let is_due = self.clock.saturating_sub(self.sent) >= ALIVE;
        let batch = self.news.collect(&newest);
        let batch = batch.or_else(|| is_due.then(|| self.news.alive(&newest)));
        self.sent = if batch.is_some() { self.clock } else { self.sent };
        response(&Vec::from_iter(batch)).text
    }

    fn recording(&mut self) -> Vec<u8> {
        let _ = self.observers.1.as_mut().map(Recorder::flush);
        self.memory.with(<[u8]>::to_vec)
    }

    fn request(&mut self, method: &str, target: &str, body: &str) -> Result<Response, Refusal> {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        if (method, path) == ("GET", "/play/state") {
            return Ok(response(&json!({
                "time_sec": self.play.time().as_secs_f64(),
                "text": self.play.state(),
                "is_over": self.is_over,
                "details": self.play.details(),
            })));
        }
        match Route::find(method, path, query)? {
            Route::Document(document) => {
                let hub = self.observers.0.hub();
                let document = document.make(&hub, hub.capabilities)?;
                Ok(Response { status: 200, media: document.media, text: document.text })
            }
            Route::Newest(kind) => {
                let text = kind.json(&self.watching.borrow());
                Ok(Response { status: 200, media: "application/json", text })
            }
            Route::Events(_) => Err(Refusal::not_here("batches are taken, not requested")),
            Route::Seen => {
                self.observers.0.hub().hear(SENDER);
                if Seen::read(body.as_bytes())?.number == 0 {
                    self.news = News::default();
                }
                let clock_ms = u64::try_from(self.clock.as_millis()).unwrap_or(u64::MAX);
                Ok(response(&json!({ "ok": true, "clock_ms": clock_ms })))
            }
            Route::Command(_, read) => {
                let command = read(body.as_bytes())?;
                let mut answer = self.observers.0.execute(command, &mut self.play.world())?;
                answer.insert("ok".to_owned(), true.into());
                Ok(response(&answer))
            }
        }
    }
}

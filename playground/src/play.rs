//! A game that is watched and commanded.

use nao_scene::{scene, world_of_game};
use nao_sim::field::{Field, Options};
use nao_sim::game::{Game, Player, Report};
use serde::{Deserialize, Serialize};
use skill_runtime::{Agent as _, Instant, SkillSpace as _};
use skill_studio::live::{Due, Live, News, Refusal, Route, SENDER, Seen, Watching};
use skill_studio::record::{Memory, Recorder};
use skill_studio::world::RobotKind;
use skill_studio::{Description, Space};
use skills_nao::agents::{Naojoystick, Striker};
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::skills::NaoSoccer;
use std::time::Duration;

/// The duration of a game, as that of `nao play`.
const GAME: Duration = Duration::from_secs(5 * 60);
/// The time after which a batch is sent although nothing has changed.
const ALIVE: Duration = Duration::from_millis(500);
/// The size at which a recording ends, in bytes.
const MAX_RECORDING: usize = 64_000_000;
/// The space of skills and agents, as that of `nao`.
const SPACE: Space = Space {
    name: "soccer",
    skills: NaoSoccer::SKILLS,
    agents: &[Naojoystick::INFO, Striker::INFO],
};

/// The agent of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Agent {
    /// Plays on its own.
    #[default]
    Striker,
    /// Is driven by a joystick, here by a simulated pilot.
    Naojoystick,
    /// No agent and no game: the robot waits for calls.
    Nobody,
}

/// The options of a game.
#[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// The seed of everything random.
    pub seed: u64,
    /// The agent that plays.
    #[serde(default)]
    pub agent: Agent,
    /// The robot is not pushed, the ball not moved and no writer stalled.
    #[serde(default)]
    pub calm: bool,
    /// The time at which the game is held, s: it is run until then at once. At most that of a game.
    #[serde(default)]
    pub until_sec: Option<f64>,
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

/// The state of a game, at `/play/game`.
#[derive(Serialize)]
struct State<'p> {
    seed: u64,
    time_sec: f64,
    /// Our goals, and theirs.
    score: (u32, u32),
    /// The report, once the game is over.
    report: Option<&'p Report>,
}

/// A game that is watched and commanded.
pub struct Play {
    seed: u64,
    game: Game<'static>,
    /// The recorder is `None` once the recording is complete.
    observers: (Live<'static, NaoSoccer>, Option<Recorder<'static>>),
    memory: Memory,
    watching: Watching,
    news: News,
    clock: Duration,
    /// When the last batch was collected, by the clock.
    sent: Duration,
    /// Whether the game has an end; without an agent it has none.
    has_end: bool,
    report: Option<Report>,
}

impl Play {
    /// Starts a game. Its blackboard is leaked.
    ///
    /// # Errors
    /// If `until_sec` is out of range. A new blackboard has no writers, so nothing else fails.
    pub fn start(Start { seed, agent, calm, until_sec }: Start) -> Result<Self, Refusal> {
        let until_sec = until_sec.unwrap_or(0.0);
        if !(0.0..=GAME.as_secs_f64()).contains(&until_sec) {
            let text = format!("expected `until_sec`, 0 to {}", GAME.as_secs_f64());
            return Err(Refusal::bad_request(text));
        }
        let game = if agent == Agent::Nobody { Duration::ZERO } else { GAME };
        let options = Options { seed, disturbances: !calm, game, ..Options::default() };
        let player = match agent {
            Agent::Striker => Player::Striker,
            Agent::Naojoystick => Player::Naojoystick,
            Agent::Nobody => Player::Nobody,
        };
        let board: &'static NaoBlackboard = Box::leak(Box::new(NaoBlackboard::new()));
        let game = Game::new(board, Field::new(&options), player);
        let game = game.map_err(|error| Refusal::new(500, "internal", error.to_string()))?;
        let description = Description::of::<NaoSoccer>("nao", SPACE.agents);
        let live = Live::new(description, board, RobotKind::Simulated { has_scene: true });
        let name = match agent {
            Agent::Striker => Some(Striker::INFO.name),
            Agent::Naojoystick => Some(Naojoystick::INFO.name),
            Agent::Nobody => None,
        };
        let recorder = Recorder::in_memory(description, board, name);
        let (recorder, memory) =
            recorder.map_err(|error| Refusal::new(500, "internal", error.to_string()))?;
        let observers = (live, Some(recorder));
        let watching = observers.0.hub().subscribe();
        let has_end = agent != Agent::Nobody;
        let news = News::default();
        let (clock, sent) = (Duration::ZERO, Duration::ZERO);
        let report = None;
        let mut new =
            Self { seed, game, observers, memory, watching, news, clock, sent, has_end, report };
        while new.game.time().as_secs_f64() < until_sec {
            new.pass();
        }
        if until_sec > 0.0 {
            new.observers.0.pause();
        }
        Ok(new)
    }

    /// Runs the passes that are due at the time `clock` of a clock that only goes forward, but not
    /// more than `passes`. Returns how many were due.
    pub fn advance(&mut self, clock: Duration, passes: u32) -> u32 {
        self.clock = clock;
        for number in 0..passes {
            let Self { game, observers: (live, _), .. } = self;
            live.serve(clock, &mut world_of_game().of(game));
            if live.begin(Instant::ZERO.after(game.time()), clock) != Due::Now {
                return number;
            }
            self.pass();
        }
        passes
    }

    fn pass(&mut self) {
        if let (live, Some(recorder)) = &mut self.observers {
            recorder.change(live.change());
        }
        let lines = self.game.pass_observed(&mut self.observers);
        let Self { game, observers: (live, recorder), .. } = self;
        if let Some(recorder) = recorder {
            recorder.scene(|| Some(scene(game.field())));
        }
        for line in &lines {
            live.log(line.trim_start());
            if let Some(recorder) = recorder {
                recorder.log(line.trim_start());
            }
        }
        if self.has_end && self.report.is_none() && game.time() >= GAME {
            let report = game.report(self.seed);
            for line in report.to_string().lines() {
                live.log(line);
            }
            live.pause();
            self.report = Some(report);
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

    /// Uses the recording so far, an MCAP file. It is complete once the game is over.
    pub fn recording<T>(&mut self, with: impl FnOnce(&[u8]) -> T) -> T {
        let _ = self.observers.1.as_mut().map(Recorder::flush);
        self.memory.with(with)
    }

    /// Returns the batch of what is new, as JSON: a list without it if nothing is.
    pub fn events(&mut self) -> String {
        let newest = self.watching.borrow_and_update();
        let is_due = self.clock.saturating_sub(self.sent) >= ALIVE;
        let batch = self.news.collect(&newest);
        let batch = batch.or_else(|| is_due.then(|| self.news.alive(&newest)));
        self.sent = if batch.is_some() { self.clock } else { self.sent };
        json(&Vec::from_iter(batch)).text
    }

    /// Responds to a request of the [HTTP interface](Route), or to `GET /play/game`.
    ///
    /// # Errors
    /// The reason why it is refused.
    pub fn request(&mut self, method: &str, target: &str, body: &str) -> Result<Response, Refusal> {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        if (method, path) == ("GET", "/play/game") {
            return Ok(json(&self.state()));
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
                Ok(json(&serde_json::json!({ "ok": true, "clock_ms": clock_ms })))
            }
            Route::Command(_, read) => {
                let command = read(body.as_bytes())?;
                let field = world_of_game();
                let mut answer =
                    self.observers.0.execute(command, &mut field.of(&mut self.game))?;
                answer.insert("ok".to_owned(), true.into());
                Ok(json(&answer))
            }
        }
    }

    fn state(&self) -> State<'_> {
        let (time_sec, score) = (self.game.time().as_secs_f64(), self.game.field().score());
        State { seed: self.seed, time_sec, score, report: self.report.as_ref() }
    }
}

/// Returns a value as the response to a request.
pub(crate) fn json(value: &impl Serialize) -> Response {
    let text = serde_json::to_string(value).unwrap_or_default();
    Response { status: 200, media: "application/json", text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skill_studio::live::Batch;

    fn started(agent: Agent) -> Play {
        Play::start(Start { seed: 1, agent, calm: true, until_sec: None })
            .expect("a new blackboard")
    }

    #[test]
    fn a_game_is_held_at_the_moment_of_a_link() {
        let start = |until_sec| Start { seed: 2, agent: Agent::Striker, calm: false, until_sec };
        let play = Play::start(start(Some(42.5))).expect("a moment of the game");
        assert!((play.game.time().as_secs_f64() - 42.5).abs() < 0.02);
        for wrong in [-1.0, 301.0, f64::NAN] {
            assert_eq!(Play::start(start(Some(wrong))).err().map(|of| of.status), Some(400));
        }
    }

    fn post(play: &mut Play, target: &str, body: &str) -> u16 {
        let response = play.request("POST", target, body);
        response.map_or_else(|refusal| refusal.status, |response| response.status)
    }

    #[test]
    fn keeps_the_pace_of_the_clock() {
        let mut play = started(Agent::Striker);
        assert_eq!(play.advance(Duration::ZERO, 10), 1);
        assert_eq!(play.advance(Duration::from_millis(25), 10), 2);
        assert_eq!(post(&mut play, "/api/debug", r#"{"command": "pause"}"#), 200);
        assert_eq!(play.advance(Duration::from_millis(100), 10), 0);
        assert_eq!(post(&mut play, "/api/debug", r#"{"command": "speed", "factor": null}"#), 200);
        assert_eq!(post(&mut play, "/api/debug", r#"{"command": "continue"}"#), 200);
        assert_eq!(play.advance(Duration::from_millis(100), 10), 10);
    }

    #[test]
    fn runs_calls_and_refuses_mistakes() {
        let mut play = started(Agent::Nobody);
        assert_eq!(play.advance(Duration::ZERO, 10), 1);
        for (target, body, status) in [
            ("/api/call", r#"{"call": "turn{angle_rad=1.0}"}"#, 200),
            ("/api/call", r#"{"call": "sing{}"}"#, 400),
            ("/api/call", "call", 400),
            ("/api/view", "", 405),
            ("/api/view/", "", 404),
            ("/play/nothing", "", 404),
        ] {
            assert_eq!(post(&mut play, target, body), status, "{target} {body}");
        }
        assert_eq!(play.advance(Duration::from_millis(30), 10), 3);
        play.advance(Duration::from_millis(100), 1);
        let everything = |play: &mut Play| {
            let batches: Vec<Batch> = serde_json::from_str(&play.events()).expect("JSON");
            let batch = batches.into_iter().next().expect("a batch");
            assert!(batch.full);
            let view = batch.view.expect("a view");
            assert_eq!(view[0]["skiller"]["skill"], "turn");
            assert!(batch.why.is_some(), "no explanation");
        };
        everything(&mut play);
        assert_eq!(play.events(), "[]");
        // Another listener has nothing.
        assert_eq!(post(&mut play, "/api/seen", r#"{"stream": 1, "number": 0}"#), 200);
        everything(&mut play);
    }

    #[test]
    fn a_viewer_of_a_game_gets_less_than_40_kilobytes_per_second() {
        const SECONDS: u64 = 120;
        let mut play =
            Play::start(Start { seed: 1, agent: Agent::Striker, calm: false, until_sec: None })
                .expect("a new blackboard");
        let (mut rates, mut bytes) = (Vec::new(), 0);
        for millis in (0..SECONDS * 1000).step_by(10) {
            play.advance(Duration::from_millis(millis), 1);
            // As often as the server sends.
            if millis % 40 == 0 {
                bytes += play.events().len();
            }
            if millis % 10_000 == 9_990 {
                rates.push(std::mem::take(&mut bytes) / 10);
            }
        }
        println!("{rates:?} bytes/s");
        assert!(rates.iter().all(|rate| (1_000..40_000).contains(rate)), "{rates:?} bytes/s");
    }
}

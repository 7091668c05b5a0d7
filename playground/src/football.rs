//! A game of football in a page.

use nao_scene::world_of_game;
use nao_sim::field::{Field, Options};
use nao_sim::game::{Game, Player, Report};
use serde::Deserialize;
use serde_json::{Value, json};
use skill_runtime::{Agent as _, Instant, Observer, SkillSpace as _};
use skill_studio::playground::{Choice, Control, Page, Passed, Play};
use skill_studio::world::{World, WorldOf};
use skill_studio::{Description, Space};
use skills_nao::agents::{Naojoystick, Striker};
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::skills::NaoSoccer;
use std::time::Duration;

/// The duration of a game, as that of `nao play`.
const GAME: Duration = Duration::from_secs(5 * 60);
/// The space of skills and agents, as that of `nao`.
const SPACE: Space = Space {
    name: "soccer",
    skills: NaoSoccer::SKILLS,
    agents: &[Naojoystick::INFO, Striker::INFO],
};

/// The agent of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Agent {
    /// Plays on its own.
    #[default]
    Striker,
    /// Is driven by a joystick, here by a simulated pilot.
    Naojoystick,
    /// No agent and no game: the robot waits for calls.
    Nobody,
}

/// The options of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Start {
    /// The seed of everything random.
    seed: u64,
    /// The agent that plays.
    agent: Agent,
    /// The robot is not pushed, the ball not moved and no writer stalled.
    calm: bool,
}

impl Default for Start {
    fn default() -> Self {
        Self { seed: 1, agent: Agent::default(), calm: false }
    }
}

/// Returns the page.
pub fn page() -> Page {
    let agents = vec![
        ("striker", "the striker plays"),
        ("naojoystick", "a pilot with a joystick"),
        ("nobody", "nobody: call skills yourself"),
    ];
    let choices = vec![
        Choice {
            name: "seed",
            label: "Seed",
            about: "The same seed is the same game",
            control: Control::Number { first: 1, max: 999_999_999 },
        },
        Choice {
            name: "agent",
            label: "",
            about: "Who calls the skills",
            control: Control::OneOf { values: agents },
        },
        Choice {
            name: "calm",
            label: "calm",
            about: "Nobody pushes the robot, moves the ball or stalls a writer",
            control: Control::Flag,
        },
    ];
    Page::new(choices, Football::start)
}

/// A game that is watched and commanded.
struct Football {
    start: Start,
    board: &'static NaoBlackboard,
    game: Game<'static>,
    world: WorldOf<Game<'static>>,
    report: Option<Report>,
}

impl Football {
    /// Starts a game. Its blackboard is leaked.
    fn start(start: Start) -> Result<Self, String> {
        let Start { seed, agent, calm } = start;
        let (player, game) = match agent {
            Agent::Striker => (Player::Striker, GAME),
            Agent::Naojoystick => (Player::Naojoystick, GAME),
            Agent::Nobody => (Player::Nobody, Duration::ZERO),
        };
        let options = Options { seed, disturbances: !calm, game, ..Options::default() };
        let board: &'static NaoBlackboard = Box::leak(Box::new(NaoBlackboard::new()));
        let game = Game::new(board, Field::new(&options), player);
        let game = game.map_err(|error| error.to_string())?;
        Ok(Self { start, board, game, world: world_of_game(), report: None })
    }
}

impl Play for Football {
    type Skills = NaoSoccer;

    fn board(&self) -> &'static NaoBlackboard {
        self.board
    }

    fn description(&self) -> Description {
        Description::of::<NaoSoccer>("nao", SPACE.agents)
    }

    fn agent(&self) -> Option<&'static str> {
        match self.start.agent {
            Agent::Striker => Some(Striker::INFO.name),
            Agent::Naojoystick => Some(Naojoystick::INFO.name),
            Agent::Nobody => None,
        }
    }

    fn time(&self) -> Instant {
        Instant::ZERO.after(self.game.time())
    }

    fn pass(&mut self, observer: &mut impl Observer) -> Passed {
        let mut lines = self.game.pass_observed(observer);
        // Without an agent there is no game.
        let is_over =
            self.start.agent != Agent::Nobody && self.report.is_none() && self.game.time() >= GAME;
        if is_over {
            let report = self.game.report(self.start.seed);
            lines.extend(report.to_string().lines().map(str::to_owned));
            self.report = Some(report);
        }
        Passed { lines, is_over }
    }

    fn world(&mut self) -> impl World {
        self.world.of(&mut self.game)
    }

    fn state(&self) -> String {
        let (ours, theirs) = self.game.field().score();
        format!("{ours} : {theirs}")
    }

    fn details(&self) -> Value {
        json!({ "seed": self.start.seed, "report": self.report })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started(options: &str) -> Page {
        let mut page = page();
        assert_eq!(post(&mut page, "/play/start", &format!(r#"{{"options": {options}}}"#)), 200);
        page
    }

    fn post(page: &mut Page, target: &str, body: &str) -> u16 {
        let response = page.request("POST", target, body);
        response.map_or_else(|refusal| refusal.status, |response| response.status)
    }

    fn state(page: &mut Page) -> Value {
        let state = page.request("GET", "/play/state", "").expect("a game");
        serde_json::from_str(&state.text).expect("JSON")
    }

    #[test]
    fn a_game_is_held_at_the_moment_of_a_link() {
        let mut page = page();
        let start = |until| format!(r#"{{"options": {{"seed": 2}}, "until_sec": {until}}}"#);
        assert_eq!(post(&mut page, "/play/start", &start("42.5")), 200);
        let time_sec = state(&mut page)["time_sec"].as_f64().expect("a time");
        assert!((time_sec - 42.5).abs() < 0.02, "{time_sec}");
        assert_eq!(page.advance(Duration::from_secs(9), 10), 0, "it is held");
        for wrong in ["-1", "601", "null"] {
            assert_eq!(post(&mut page, "/play/start", &start(wrong)), 400, "{wrong}");
        }
        // After its end.
        assert_eq!(post(&mut page, "/play/start", &start("600")), 200);
        let over = state(&mut page);
        assert_eq!((&over["is_over"], &over["time_sec"]), (&json!(true), &json!(300.0)));
        assert_eq!(over["details"]["report"]["seed"], 2);
    }

    #[test]
    fn wrong_options_are_refused() {
        let mut page = page();
        for options in [r#"{"seed": -1}"#, r#"{"agent": "goalie"}"#, r#"{"wind": 1}"#, "[]"] {
            let body = format!(r#"{{"options": {options}}}"#);
            assert_eq!(post(&mut page, "/play/start", &body), 400, "{options}");
        }
        assert_eq!(post(&mut page, "/api/stop", ""), 503, "nothing has started");
    }

    #[test]
    fn a_viewer_of_a_game_gets_less_than_40_kilobytes_per_second() {
        const SECONDS: u64 = 120;
        let mut play = started("{}");
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

//! Recordings of games of teams.

use crate::{printed, refused, run};
use nao_sim::team::{Setup, TeamGame};
use serde_json::Value;
use skill_runtime::agent::HasSkiller;
use skill_runtime::blackboard::InterfaceSet;
use skill_runtime::skiller::CallSlot;
use skill_runtime::{Agent as _, NoTrace, Observer, SkillSpace, Skiller};
use skill_studio::record::{Options, Recorder};
use skill_studio::{Description, RobotOfRun};
use skills_nao::agents::{Naojoystick, Striker};
use skills_nao::skills::NaoSoccer;
use std::path::Path;
use std::time::Duration;

const NAMES: [&str; 3] = ["1.1", "2.1", "1.2"];

/// Records a short game of two against one.
fn recorded(directory: &Path, name: &str) -> String {
    let path = directory.join(name).display().to_string();
    let game =
        ["-q", "play", "--players", "2", "--against", "1", "--minutes", "0.2", "--seed", "2"];
    printed(&[&game[..], &["--record", &path]].concat());
    path
}

#[test]
fn a_game_of_teams_is_recorded_and_runs_again_robot_by_robot() {
    let directory = tempfile::tempdir().unwrap();
    let path = recorded(directory.path(), "game.mcap");
    let out = printed(&["replay", "--check", &path]);
    let lines: Vec<&str> = out.lines().collect();
    let same: Vec<String> = NAMES.iter().map(|name| format!("{name}: the same: ")).collect();
    assert_eq!(lines.len(), 3, "{out}");
    assert!(lines.iter().zip(&same).all(|(line, same)| line.starts_with(same)), "{out}");
    let one = printed(&["replay", "--check", "--robot", "1.2", &path]);
    assert_eq!(one.trim_end(), lines[2]);
    let json = printed(&["replay", "--check", "--format", "json", &path]);
    let all = json.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let names: Vec<Value> = all.map(|robot| robot["robot"].clone()).collect();
    assert_eq!(names, NAMES);
    // The agents of all count.
    assert!(printed(&["coverage", &path]).contains("striker"));
    // The calls of one.
    let call = directory.path().join("goto.mcap").display().to_string();
    let extract = ["replay", &path, "--extract", "goto", "--output", &call];
    printed(&[&extract[..], &["--robot", "2.1"]].concat());
    assert!(printed(&["replay", "--check", &call]).starts_with("the same: "));
    let choose = ["the recording is of 3 robots", "help: choose one with --robot", "1.1, 2.1, 1.2"];
    refused(&extract, &choose);
    let graphs = directory.path().join("graphs").display().to_string();
    refused(&["replay", &path, "--graphs", &graphs], &choose);
    let unknown = ["there is no robot `1.3`", "the robots 1.1, 2.1, 1.2"];
    refused(&["replay", "--check", "--robot", "1.3", &path], &unknown);
    let alone = ["there is no robot `1.1`", "one robot, without a name", "help: leave --robot out"];
    refused(&["replay", "--check", "--robot", "1.1", &call], &alone);
}

#[test]
fn a_trace_has_each_robot_of_a_game() {
    let directory = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(recorded(directory.path(), "game.json")).unwrap();
    let trace: Value = serde_json::from_str(&text).unwrap();
    let events = trace.as_array().unwrap();
    let process = |name: &str| {
        let mut all = events.iter().filter(|event| event["name"] == "process_name");
        all.find(|event| event["args"]["name"] == name).map(|event| event["pid"].clone())
    };
    for name in NAMES {
        for part in ["agent", "skills", "blackboard"] {
            let pid = process(&format!("{name} {part}")).expect(name);
            let has = events.iter().any(|event| event["pid"] == pid && event["ph"] != "M");
            assert!(has, "{name} {part}");
        }
    }
}

/// Has all messages refused, which is not recorded.
struct Refusing;

impl Observer for Refusing {
    type Tracer = NoTrace;
    fn agent_tracer(&mut self) -> NoTrace {
        NoTrace
    }
    fn skill_tracer<S: SkillSpace, C>(&mut self, skiller: &mut Skiller<'_, S, C>) -> NoTrace
    where
        S::Board: HasSkiller,
        C: CallSlot<S>,
    {
        skiller.refuse_messages(InterfaceSet::ALL);
        NoTrace
    }
}

#[test]
fn the_robot_that_differs_is_named() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.mcap");
    let setup = Setup { players: [2, 1], seed: 2, ..Setup::default() };
    let boards = setup.boards();
    let mut game = TeamGame::new(&boards, setup).unwrap();
    let agents = const { &[Naojoystick::INFO, Striker::INFO] };
    let description = Description::of::<NaoSoccer>("nao", agents);
    let robots = setup.ids().zip(&boards).map(|(id, board)| RobotOfRun {
        name: id.to_string(),
        description,
        board,
        agent: Some(Striker::INFO.name),
    });
    let robots: Vec<_> = robots.collect();
    let mut recorders = Recorder::of_run(&robots, &Options::new(&path)).unwrap();
    let mut refusing = NAMES.map(|name| (name == "2.1").then_some(Refusing));
    while game.time() < Duration::from_secs(20) {
        let pairs = recorders.iter_mut().zip(&mut refusing);
        game.pass_observed(pairs.map(|(recorder, refusing)| (recorder, refusing.as_mut())));
    }
    recorders.into_iter().try_for_each(Recorder::finish).unwrap();
    let path = path.to_str().unwrap();
    let (code, out, _) = run(&["replay", "--check", path]);
    assert_eq!(code, 1, "{out}");
    for part in ["1.1: the same: ", "2.1: different: first difference in pass ", "1.2: the same: "]
    {
        assert!(out.contains(part), "{part} in {out}");
    }
    let (code, ..) = run(&["replay", "--check", "--robot", "1.1", path]);
    assert_eq!(code, 0);
}

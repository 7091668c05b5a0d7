//! Recordings: their contents, reading corrupted ones, and running skills on them again.

#[path = "record/back.rs"]
mod back;
#[path = "record/changed.rs"]
mod changed;
#[path = "record/each.rs"]
mod each;
#[path = "record/kills.rs"]
mod kills;
#[path = "record/past.rs"]
mod past;
#[path = "record/planted.rs"]
mod planted;
#[path = "record/run.rs"]
mod run;
#[path = "record/shown.rs"]
mod shown;
#[path = "record/spoiled.rs"]
mod spoiled;

use nao_sim::field::{Field, Options};
use nao_sim::game::{AGENT, Game, Player};
use serde_json::json;
use skill_runtime::{Agent as _, AgentRunner, Blackboard as _, Instant};
use skill_studio::Description;
use skill_studio::coverage::Coverage;
use skill_studio::live::{Live, Route};
use skill_studio::record::{self, Ending, Recorder, Recording};
use skill_studio::replay::{Checked, ReplayError, check, extract};
use skill_studio::view::Layer;
use skill_studio::world::WorldOf;
use skills_nao::agents::{Naojoystick, Striker};
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::skills::{NaoDemo, NaoSoccer};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

fn description() -> Description {
    Description::of::<NaoSoccer>("nao", const { &[Naojoystick::INFO, Striker::INFO] })
}

/// Plays a game while it is recorded.
fn record(seed: u64, player: Player, seconds: u64, options: &record::Options) {
    let board = NaoBlackboard::new();
    let game = Duration::from_secs(seconds);
    let field = Options { seed, disturbances: true, game, ..Options::default() };
    let mut game = Game::new(&board, Field::new(&field), player).unwrap();
    let agent = match player {
        Player::Striker => Some(Striker::INFO.name),
        Player::Naojoystick => Some(Naojoystick::INFO.name),
        Player::Nobody => None,
    };
    let mut recorder = Recorder::new(description(), &board, agent, options).unwrap();
    let [pause_sec] = Striker::INFO.params else { panic!("the striker has another parameter") };
    while game.time() < Duration::from_secs(seconds) {
        // A parameter is set during the game.
        if seed.is_multiple_of(3) && game.time() == Duration::from_secs(2) {
            let now = Instant::ZERO.after(game.time());
            board.set_parameter(pause_sec.key, Some(0.3_f32.to_bits()), now).expect("room");
        }
        for line in game.pass_observed(&mut recorder) {
            recorder.log(line);
        }
    }
    recorder.finish().unwrap();
}

/// Runs the agent and the skills of a game again.
fn run_again(recording: &Recording) -> Result<Checked, ReplayError> {
    let board = NaoBlackboard::new();
    if recording.agent.as_deref() == Some(Striker::INFO.name) {
        let agent = AgentRunner::new(&board, Striker::default(), AGENT).unwrap();
        check::<NaoSoccer, _>(description(), recording, &board, agent)
    } else {
        let agent = AgentRunner::new(&board, Naojoystick::default(), AGENT).unwrap();
        check::<NaoSoccer, _>(description(), recording, &board, agent)
    }
}

fn file(directory: &Path, name: &str) -> record::Options {
    record::Options::new(directory.join(name))
}

/// The bytes of a recorded minute of a game.
static MINUTE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let directory = tempfile::tempdir().unwrap();
    let options = file(directory.path(), "game.mcap");
    record(3, Player::Striker, 60, &options);
    std::fs::read(options.path).unwrap()
});

fn games(seeds: std::ops::RangeInclusive<u64>, seconds: u64) {
    let directory = tempfile::tempdir().unwrap();
    for seed in seeds {
        let player = if seed % 4 == 0 { Player::Naojoystick } else { Player::Striker };
        let options = file(directory.path(), "game.mcap");
        record(seed, player, seconds, &options);
        let recording = Recording::open(&options.path).unwrap();
        assert_eq!(recording.ending, Ending::Whole);
        assert_eq!(recording.len() as u64, seconds * 100);
        let checked = run_again(&recording).unwrap();
        assert_eq!(checked.difference, None, "seed {seed}");
        assert_eq!(checked.passes as u64, seconds * 100);
        assert_eq!(checked.events, recording.events.len());
        assert!(checked.events > 10, "seed {seed}: {}", checked.events);
    }
}

#[test]
fn a_file_that_is_cut_in_its_last_bytes_or_goes_on_is_not_whole() {
    for cut in 1..=8 {
        let bytes = &MINUTE[..MINUTE.len() - cut];
        let recording = Recording::read(bytes).unwrap();
        assert!(matches!(recording.ending, Ending::Cut { .. }), "{cut}: {}", recording.ending);
    }
    for more in [&b"x"[..], &MINUTE] {
        let bytes = [&MINUTE, more].concat();
        let recording = Recording::read(&bytes[..]).unwrap();
        assert!(matches!(recording.ending, Ending::Invalid { .. }), "{}", recording.ending);
    }
    assert_eq!(Recording::read(&MINUTE[..]).unwrap().ending, Ending::Whole);
}

/// Each byte is below a checksum: of the data, or of their summary.
#[test]
fn a_flipped_bit_is_found_wherever_it_is() {
    let directory = tempfile::tempdir().unwrap();
    let options = file(directory.path(), "short.mcap");
    record(3, Player::Striker, 2, &options);
    let whole = std::fs::read(options.path).unwrap();
    let (len, step) = (whole.len(), whole.len() / 300);
    let ends = (0..200).chain(len - 300..len);
    for place in ends.chain((200..len - 300).step_by(step)) {
        let mut flipped = whole.clone();
        flipped[place] ^= 1 << (place % 8);
        let ending = Recording::read(&flipped[..]).map(|recording| recording.ending);
        assert!(ending.as_ref().map_or(true, |ending| *ending != Ending::Whole), "byte {place}");
    }
}

#[test]
fn games_run_again_as_they_were() {
    games(1..=8, 60);
}

#[test]
#[ignore = "takes a minute"]
fn two_hundred_games_run_again_as_they_were() {
    games(1..=200, 300);
}

#[test]
fn a_recording_in_several_files_is_one() {
    let directory = tempfile::tempdir().unwrap();
    let whole = file(directory.path(), "game.mcap");
    record(5, Player::Striker, 50, &whole);
    let options = record::Options {
        max_time: Some(Duration::from_secs(20)),
        ..file(directory.path(), "part.mcap")
    };
    record(5, Player::Striker, 50, &options);
    let open = |name: &str| Recording::open(&directory.path().join(name)).unwrap();
    let mut first = open("part.mcap");
    assert_eq!(first.ending, Ending::Continues);
    assert!(first.clone().append(open("part-3.mcap")).is_err(), "the second one is missing");
    for name in ["part-2.mcap", "part-3.mcap"] {
        let next = open(name);
        assert!(matches!(run_again(&next), Err(ReplayError::Begin { .. })));
        first.append(next).unwrap();
    }
    let whole = open("game.mcap");
    assert_eq!((&first.ending, &whole.ending), (&Ending::Whole, &Ending::Whole));
    assert_eq!((first.len(), &first.events), (whole.len(), &whole.events));
    let (description, mut passes) = (description(), 0);
    let (mut one, mut other) = (first.passes(&description), whole.passes(&description));
    while let (Some(now), Some(then)) = (one.next(), other.next()) {
        assert_eq!((now, one.words()), (then, other.words()));
        passes += 1;
    }
    assert_eq!(passes, 5000);
    assert_eq!(run_again(&first).unwrap().difference, None);
    assert!(!directory.path().join("part-4.mcap").exists());

    let options = record::Options { max_bytes: Some(300_000), ..file(directory.path(), "s.mcap") };
    record(5, Player::Striker, 50, &options);
    let sizes: Vec<u64> = std::fs::read_dir(directory.path())
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_name().to_string_lossy().starts_with('s'))
        .map(|entry| entry.metadata().unwrap().len())
        .collect();
    assert!(sizes.len() > 1 && sizes.iter().all(|size| *size < 900_000), "{sizes:?}");
}

#[test]
fn a_recording_that_is_cut_opens_up_to_there() {
    let (bytes, whole) = (&MINUTE[..], Recording::read(&MINUTE[..]).unwrap());
    let (mut opened, mut longest) = (0, 0);
    for number in 0..1000 {
        let end = bytes.len() * number / 1000;
        let Ok(recording) = Recording::read(&bytes[..end]) else {
            assert!(end < 1000, "{end} bytes are read");
            continue;
        };
        assert!(matches!(recording.ending, Ending::Cut { bytes } if bytes == end as u64), "{end}");
        assert!(whole.events.starts_with(&recording.events));
        assert!(recording.len() >= longest, "{end}");
        (opened, longest) = (opened + 1, recording.len());
    }
    assert!(opened > 990 && longest > whole.len() / 2, "{opened} opened, {longest} passes");
}

/// A recording of a killed program contains all but the last second.
#[test]
fn a_recording_that_was_never_ended_is_there() {
    let directory = tempfile::tempdir().unwrap();
    let options = file(directory.path(), "game.mcap");
    let board = NaoBlackboard::new();
    let mut game = Game::new(&board, Field::new(&Options::default()), Player::Striker).unwrap();
    let agent = Some(Striker::INFO.name);
    let mut recorder = Recorder::new(description(), &board, agent, &options).unwrap();
    for _ in 0..2048 {
        game.pass_observed(&mut recorder);
    }
    // All complete batches are written within a second.
    let start = std::time::Instant::now();
    loop {
        let recording = Recording::open(&options.path).unwrap_or_else(|error| panic!("{error}"));
        if recording.len() == 2048 {
            assert!(matches!(recording.ending, Ending::Cut { .. }));
            assert_eq!(run_again(&recording).unwrap().difference, None);
            break;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "{} passes", recording.len());
        std::thread::sleep(Duration::from_millis(100));
    }
    drop(recorder);
}

/// The passes stay in the file until they run.
#[test]
fn a_file_that_is_changed_after_it_was_opened_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.mcap");
    let kept = MINUTE.len() / 3 * 2;
    for rest in [0, MINUTE.len() - kept] {
        std::fs::write(&path, &MINUTE[..]).unwrap();
        let recording = Recording::open(&path).unwrap();
        assert_eq!(run_again(&recording).unwrap().passes, recording.len());
        // The rest is cut off, or overwritten.
        std::fs::write(&path, [&MINUTE[..kept], &vec![0; rest]].concat()).unwrap();
        let error = run_again(&recording).unwrap_err();
        let ReplayError::Changed { passes } = error else { panic!("{error}") };
        assert!((1..recording.len()).contains(&passes), "{passes} passes");
    }
}

#[test]
fn a_recording_of_another_robot_is_refused() {
    let recording = Recording::read(&MINUTE[..]).unwrap();
    let board = NaoBlackboard::new();
    let demo = Description::of::<NaoDemo>("nao", &[]);
    let error = check::<NaoDemo, ()>(demo, &recording, &board, ()).unwrap_err();
    assert!(matches!(error, ReplayError::Space { .. }), "{error}");
    let mut other = recording.clone();
    other.layout = 7;
    assert!(matches!(run_again(&other), Err(ReplayError::Layout { found: 7, .. })));
    assert_eq!(recording.description(&[]).unwrap().hash, description().hash);
}

/// A call that an agent or another skill made is a recording of its own: a short test case.
#[test]
fn a_call_is_extracted() {
    let recording = Recording::read(&MINUTE[..]).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let mut extracted = 0;
    let is_call = |event: &&record::Event| event.kind == "called" && event.layer == Layer::Skiller;
    for event in recording.events.iter().filter(is_call).take(12) {
        let options = file(directory.path(), "call.mcap");
        let (board, time) =
            (NaoBlackboard::new(), [event.time, Instant::ZERO.after(Duration::MAX)]);
        let call =
            extract::<NaoSoccer>(description(), &recording, &board, &event.skill, time, &options);
        let call = call.unwrap();
        assert_eq!((&call.call, call.begin), (&event.text, event.time));
        let part = Recording::open(&options.path).unwrap();
        assert_eq!((part.len(), part.agent.as_deref()), (call.passes, None));
        let checked = check::<NaoSoccer, ()>(description(), &part, &NaoBlackboard::new(), ());
        let checked = checked.unwrap();
        assert_eq!((checked.difference, checked.passes), (None, call.passes));
        // The call does the same as in the recording, whoever called it there.
        let first = recording.events.iter().position(|of| of == event).unwrap();
        let whole = recording.events[first..]
            .iter()
            .filter(|of| of.layer == Layer::Skiller && of.machine >= event.machine);
        let whole = whole.map(|of| (of.time, of.machine - event.machine, &of.text));
        let ours = part.events.iter().map(|of| (of.time, of.machine, &of.text));
        let same = ours.zip(whole).take_while(|(one, other)| one == other).count();
        // A call that was stopped in the recording continues here until its time limit.
        assert!(same >= 1, "{}", event.text);
        extracted += usize::from(same == part.events.len());
    }
    assert!(extracted > 4, "{extracted}");
    let options = file(directory.path(), "none.mcap");
    let time = [Instant::ZERO, Instant::ZERO.after(Duration::from_secs(60))];
    let (board, none) = (NaoBlackboard::new(), "beckon");
    let error = extract::<NaoSoccer>(description(), &recording, &board, none, time, &options);
    let error = error.unwrap_err().to_string();
    assert!(error.contains("help: the called skills are approach_ball"), "{error}");
}

#[test]
fn transitions_that_were_taken_are_counted() {
    let recording = Recording::read(&MINUTE[..]).unwrap();
    let mut coverage = Coverage::new(description());
    assert!(coverage.percent() < f64::EPSILON);
    coverage.add(&recording).unwrap();
    let first = coverage.percent();
    let mut transitions = 0;
    for skill in coverage.skills() {
        assert_eq!(skill.transitions, skill.transitions_taken + skill.missing.len());
        assert!(skill.states_entered <= skill.states, "{}", skill.skill);
        // Each event of the trace is a transition that is not missing.
        for event in recording.events.iter().filter(|event| event.skill == skill.skill) {
            let taken = event.transition.filter(|_| event.kind == "transition");
            assert!(skill.missing.iter().all(|of| Some(of.index) != taken.map(usize::from)));
        }
        transitions += skill.transitions_taken;
    }
    let taken = recording.events.iter().filter(|event| event.kind == "transition");
    let taken: BTreeSet<_> = taken.map(|event| (&event.skill, event.transition)).collect();
    assert_eq!(transitions, taken.len());
    assert!(first > 10.0 && first < 60.0, "{first}");
    coverage.add(&recording).unwrap();
    assert!((coverage.percent() - first).abs() < f64::EPSILON, "nothing new");
    let mut other = recording;
    other.descriptions ^= 1;
    assert!(coverage.add(&other).is_err());
}

/// Plays 30 s of a game with these requests to its debugger at their times, in ms.
fn play_with(requests: &[(u64, &str, serde_json::Value)]) -> Recording {
    let board = NaoBlackboard::new();
    let options = Options { seed: 5, ..Options::default() };
    let mut game = Game::new(&board, Field::new(&options), Player::Striker).unwrap();
    let live = Live::<NaoSoccer>::new(
        description(),
        &board,
        skill_studio::world::RobotKind::Simulated { has_scene: true },
    );
    let (recorder, memory) =
        Recorder::in_memory(description(), &board, Some(Striker::INFO.name)).unwrap();
    let mut watching = (live, recorder);
    while game.time() < Duration::from_secs(30) {
        let due = requests.iter().filter(|(ms, ..)| game.time() == Duration::from_millis(*ms));
        let due: Vec<_> = due.collect();
        for (_, path, body) in due {
            let Ok(Route::Command(_, read)) = Route::find("POST", path, "") else {
                panic!("{path}")
            };
            let command = read(body.to_string().as_bytes()).unwrap();
            watching.0.execute(command, &mut WorldOf::default().of(&mut game)).unwrap();
        }
        watching.1.change(watching.0.change());
        game.pass_observed(&mut watching);
    }
    watching.1.finish().unwrap();
    memory.with(|bytes| Recording::read(bytes).unwrap())
}

/// The changes of a debugger are in the recording, so the skills run again as they did.
#[test]
fn changes_of_a_debugger_are_made_again() {
    let position = Striker::INFO.graph.states.iter().position(|state| state.name == "Position");
    let position = u16::try_from(position.expect("a state of the striker")).unwrap();
    let into = Striker::INFO.graph.transitions.iter().position(|of| of.to == position).unwrap();
    let change = |action: &str| json!({ "skill": "striker", "machine": null, "transition": into, "action": action });
    let fault = |kind: &str| json!({ "interface": "Navigator", "kind": kind });
    let events = |recording: &Recording| -> Vec<String> {
        recording.events.iter().map(|event| format!("{} {}", event.pass, event.text)).collect()
    };
    let plain = play_with(&[]);
    for requests in [
        vec![(0, "/api/override", change("suppress")), (5_000, "/api/override", change("clear"))],
        vec![
            (1_000, "/api/fault", fault("refuse_messages")),
            (6_000, "/api/fault", fault("clear")),
        ],
    ] {
        let recording = play_with(&requests);
        assert_ne!(events(&plain), events(&recording), "nothing has changed: {requests:?}");
        let checked = run_again(&recording).unwrap();
        assert_eq!(checked.difference, None, "{requests:?}");
        assert_eq!(checked.events, recording.events.len());
    }
    assert_eq!(run_again(&plain).unwrap().difference, None);
}

/// A robot that is not recorded behaves identically.
#[test]
fn recording_changes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let lines = |observer: &mut dyn FnMut(&mut Game<'_>) -> Vec<String>, board: &NaoBlackboard| {
        let mut game = Game::new(board, Field::new(&Options::default()), Player::Striker).unwrap();
        (0..6000).flat_map(|_| observer(&mut game)).collect::<Vec<String>>()
    };
    let (one, other) = (NaoBlackboard::new(), NaoBlackboard::new());
    let options = file(directory.path(), "game.mcap");
    // The recorder is of the second blackboard only.
    let mut recorder = Recorder::new(description(), &other, None, &options).unwrap();
    let plain = lines(&mut |game| game.pass(), &one);
    let recorded = lines(&mut |game| game.pass_observed(&mut recorder), &other);
    assert_eq!(plain, recorded);
    recorder.finish().unwrap();
}

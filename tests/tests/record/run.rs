//! Runs of several robots in one recording.

use crate::planted::{Board, Chaser, as_it_was, checked, description as chaser, farther};
use crate::{description, file};
use nao_sim::game::AGENT;
use nao_sim::team::{PlayerId, Setup, TeamGame};
use skill_runtime::{Agent as _, AgentRunner};
use skill_studio::RobotOfRun;
use skill_studio::record::{Ending, Options, ReadError, RecordError, Recorder, Recording};
use skill_studio::replay::{Checked, check};
use skill_studio::view::SceneView;
use skills_nao::agents::Striker;
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::skills::NaoSoccer;
use std::path::Path;
use std::time::Duration;

const NAMES: [&str; 3] = ["near", "robot 7", "7.1"];

fn robots<'a>(names: &[&str], boards: &'a [Board]) -> Vec<RobotOfRun<'a, Board>> {
    let description = chaser::<as_it_was::Skills>();
    let robot = |(name, board): (&&str, _)| RobotOfRun {
        name: (*name).to_owned(),
        description,
        board,
        agent: None,
    };
    names.iter().zip(boards).map(robot).collect()
}

/// Records three chasers, each of which begins a second after the one before, for 30 s.
fn chase(options: &Options) {
    let boards: [Board; 3] = Default::default();
    let mut recorders = Recorder::of_run(&robots(&NAMES, &boards), options).unwrap();
    let mut chasers = boards.each_ref().map(Chaser::<as_it_was::Skills>::new);
    for pass in 0..3000 {
        for (number, (chaser, recorder)) in chasers.iter_mut().zip(&mut recorders).enumerate() {
            if pass >= 100 * number {
                chaser.pass("chase{}", recorder);
            }
        }
        let text = format!("pass {pass}");
        recorders[0].scene(|| Some(SceneView { text, ..SceneView::default() }));
        if pass == 2999 {
            recorders[1].log("the end");
        }
    }
    recorders.into_iter().try_for_each(Recorder::finish).unwrap();
}

fn names(all: &[Recording]) -> Vec<&str> {
    all.iter().filter_map(|recording| recording.name.as_deref()).collect()
}

/// Checks that the recordings are those of the chasers.
fn are_the_chasers(all: &[Recording]) {
    assert_eq!(names(all), NAMES);
    for (number, recording) in all.iter().enumerate() {
        assert_eq!((&recording.ending, recording.run.len()), (&Ending::Whole, 3));
        let passes = 3000 - 100 * number;
        let same = checked::<as_it_was::Skills>(recording);
        assert_eq!((same.difference, same.passes), (None, passes));
        assert!(checked::<farther::Skills>(recording).difference.is_some());
        let lines: Vec<_> = recording.log.iter().map(|line| &line.text[..]).collect();
        assert_eq!(lines, if number == 1 { &["the end"][..] } else { &[] });
        let (_, last) = recording.times().unwrap();
        // The picture is that of all, with the time of the first one.
        assert!(recording.scene(last).unwrap().text.starts_with("pass 2"));
        assert_eq!(recording.description(&[]).unwrap().robot, "chaser");
    }
    let events = |number: usize| all[number].events.len();
    assert!(events(0) > events(2) && events(2) > 30, "{} {}", events(0), events(2));
}

#[test]
fn each_robot_of_a_run_has_a_recording_of_its_own() {
    let directory = tempfile::tempdir().unwrap();
    let options = file(directory.path(), "run.mcap");
    chase(&options);
    are_the_chasers(&Recording::open_run(&options.path).unwrap());
    are_the_chasers(&Recording::read_run(&std::fs::read(&options.path).unwrap()[..]).unwrap());
    let refused = Recording::open(&options.path).unwrap_err();
    assert!(matches!(&refused, ReadError::Run(names) if names[..] == NAMES), "{refused}");
    assert!(refused.to_string().contains("choose one of near, robot 7, 7.1"), "{refused}");
}

#[test]
fn a_run_goes_on_in_the_next_file() {
    let directory = tempfile::tempdir().unwrap();
    let max_time = Some(Duration::from_secs(12));
    chase(&Options { max_time, ..file(directory.path(), "run.mcap") });
    let open = |name: &str| Recording::open_run(&directory.path().join(name)).unwrap();
    let (mut all, others) = (open("run.mcap"), open("run-2.mcap"));
    assert!(all.iter().all(|recording| recording.ending == Ending::Continues));
    // Not of another robot.
    assert!(all[0].append(others[1].clone()).unwrap_err().contains("another robot"));
    for files in [others, open("run-3.mcap")] {
        all.iter_mut().zip(files).for_each(|(all, next)| all.append(next).unwrap());
    }
    are_the_chasers(&all);
}

#[test]
fn robots_with_one_name_are_not_recorded() {
    let directory = tempfile::tempdir().unwrap();
    let boards: [Board; 2] = Default::default();
    let options = file(directory.path(), "run.mcap");
    for twins in [["a", "a"], ["7.1", "7 1"]] {
        let refused = Recorder::of_run(&robots(&twins, &boards), &options).err();
        assert!(matches!(refused, Some(RecordError::Names(_))), "{twins:?}: {refused:?}");
    }
    assert!(!options.path.exists());
}

#[test]
fn a_run_that_is_cut_is_read_up_to_there() {
    let directory = tempfile::tempdir().unwrap();
    let options = file(directory.path(), "run.mcap");
    chase(&options);
    let bytes = std::fs::read(&options.path).unwrap();
    for part in [30, 50, 90] {
        let all = Recording::read_run(&bytes[..bytes.len() * part / 100]).unwrap();
        for recording in &all {
            assert!(matches!(recording.ending, Ending::Cut { .. }), "{}", recording.ending);
            if !recording.is_empty() {
                assert_eq!(checked::<as_it_was::Skills>(recording).difference, None);
            }
        }
    }
}

/// Records a game of five against five up to the first kick.
fn play(path: &Path) -> Setup {
    let setup = Setup { seed: 3, players: [5; 2], ..Setup::default() };
    let boards = setup.boards();
    let mut game = TeamGame::new(&boards, setup).unwrap();
    let robots = setup.ids().zip(&boards).map(|(id, board)| RobotOfRun {
        name: id.to_string(),
        description: description(),
        board,
        agent: Some(Striker::INFO.name),
    });
    let robots: Vec<_> = robots.collect();
    let mut recorders = Recorder::of_run(&robots, &Options::new(path)).unwrap();
    while game.time() < Duration::from_secs(69) {
        game.pass_observed(recorders.iter_mut());
    }
    recorders.into_iter().try_for_each(Recorder::finish).unwrap();
    setup
}

#[test]
fn a_changed_kick_of_one_robot_of_ten_is_found() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("game.mcap");
    let setup = play(&path);
    let mut all = Recording::open_run(&path).unwrap();
    let run_again = |recording: &Recording| -> Checked {
        let id: PlayerId = recording.name.as_ref().unwrap().parse().unwrap();
        let board = NaoBlackboard::new();
        let agent = AgentRunner::new(&board, setup.striker(id), AGENT).unwrap();
        check::<NaoSoccer, _>(description(), recording, &board, agent).unwrap()
    };
    assert_eq!(names(&all).len(), 10);
    let is_kick = |message: &skill_studio::record::SentMessage| message.name == "Kick";
    let who = all.iter().position(|of| of.sent.iter().any(is_kick)).expect("a kick");
    let kick = all[who].sent.iter_mut().find(|message| is_kick(message)).unwrap();
    let text = kick.to_string();
    let (leg, other) = if text.contains("Left") { ("Left", "Right") } else { ("Right", "Left") };
    kick.fields[0] = kick.fields[0].replace(leg, other);
    assert_ne!(text, kick.to_string());
    for (number, recording) in all.iter().enumerate() {
        let replayed = run_again(recording).difference.and_then(|of| of.replayed);
        assert_eq!(replayed, (number == who).then(|| text.clone()), "{:?}", recording.name);
    }
}

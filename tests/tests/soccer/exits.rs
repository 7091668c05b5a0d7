//! The effects of stopping a skill, and the time limits of skills.

use super::rig::{AWAY, Rig};
use super::stage::{Stage, arrives, ask};
use nao_sim::field::{Place, Point};
use skill_runtime::SkillSpace;
use skill_runtime::skiller::SkillStatus::{Failed, Running};
use skills_nao::interfaces::{NaoBlackboard, motion, navigation};
use skills_nao::skills::NaoSoccer;
use std::time::Duration;

const START: Place = Place { x: -1.0, y: 0.0, theta: 0.0 };

/// Calls that walk, and for how long they do something else at most, s.
const WALKS: [(&str, f32); 8] = [
    ("relgoto(2, 0)", 0.0),
    ("relgoto{phi_rad=1, dist_m=1}", 0.0),
    ("goto(1, 1)", 0.0),
    ("turn(3)", 0.0),
    ("strafe(1)", 0.0),
    ("approach_ball{}", 2.0),
    ("intercept_ball{dir_rad=0.5}", 2.0),
    ("search_ball{}", 3.0),
];

#[test]
fn a_walk_ends_with_its_skill() {
    for (call, sec) in WALKS {
        // Early and late; stopped and replaced.
        for (after, replaced) in [(0.01, false), (2.0, false), (2.5, true)] {
            let board = NaoBlackboard::new();
            let ball = if call.starts_with("search") { AWAY } else { Point::new(0.5, 0.2) };
            let mut rig = Rig::new(&board, START, ball);
            if ball != AWAY {
                rig.run("search_ball{}");
            }
            rig.start(call);
            assert!(rig.until(sec + 0.1, |rig| rig.moves()), "{call} does not walk");
            rig.pass_for(after);
            assert!(rig.moves(), "{call} does not walk");
            if replaced {
                rig.start("led(\"chest\")");
            } else {
                rig.stop();
            }
            rig.pass_for(0.1);
            assert!(!rig.moves(), "{call} still walks, stopped after {after} s");
        }
    }
}

#[test]
fn a_walk_that_has_not_begun_does_not_begin_when_its_skill_was_stopped() {
    for (id, call) in [("NaoQi Motion", "strafe(1)"), ("Navigator", "relgoto(1, 0)")] {
        let board = NaoBlackboard::new();
        let mut rig = Rig::new(&board, START, AWAY);
        rig.pass();
        rig.sim.stall(id, Duration::from_secs(2));
        assert_eq!(rig.start(call), Running);
        rig.pass_for(1.0);
        rig.stop();
        rig.pass_for(2.0);
        assert!(!rig.moves(), "{call}");
    }
}

fn stops(stage: &Stage) -> Vec<u32> {
    let stops = stage.navigator.received().into_iter().filter_map(|(_, message)| match message {
        navigation::Message::Stop(stop) => Some(stop.msgid),
        _ => None,
    });
    stops.collect()
}

/// Returns the id of the last target.
fn target(stage: &Stage) -> u32 {
    stage.navigator.value().msgid
}

#[test]
fn the_navigator_gets_a_stop_only_for_the_skill_s_own_target() {
    for call in ["relgoto(1, 0)", "turn(1)", "goto(1, 0)"] {
        let mut stage = Stage::new();
        stage.pass();
        stage.start(call);
        stage.pass();
        let id = target(&stage);
        stage.stop();
        assert_eq!((stops(&stage), stage.navigator.value().r#final), (vec![id], true), "{call}");

        // A newer target arrives in the same pass in which the skill is stopped.
        stage.start(call);
        stage.pass();
        let id = target(&stage);
        let newer = ask(&stage.navigator, navigation::Turn { angle: 1.0, velocity: 0.0 });
        stage.stop();
        assert_eq!(stops(&stage).last(), Some(&id), "{call}");
        assert_eq!((target(&stage), stage.navigator.value().r#final), (newer.0, false), "{call}");

        // It came before.
        stage.start(call);
        stage.pass();
        let newer = ask(&stage.navigator, navigation::Turn { angle: 1.0, velocity: 0.0 });
        assert_eq!(stage.finish().0, Failed, "{call}");
        stage.pass();
        assert_eq!((target(&stage), stage.navigator.value().r#final), (newer.0, false), "{call}");
    }
}

#[test]
fn a_robot_that_has_arrived_gets_no_stop() {
    for call in ["relgoto(1, 0)", "turn(1)", "goto(1, 0)"] {
        let mut stage = Stage::new();
        stage.navigator.on_message(arrives);
        stage.pass();
        stage.start(call);
        stage.finish();
        stage.pass();
        assert!(stage.reason().is_empty() && stops(&stage).is_empty(), "{call}");
    }
}

#[test]
fn strafe_does_not_stop_the_motion_of_another() {
    let mut stage = Stage::new();
    stage.pass();
    stage.start("strafe(1)");
    ask(&stage.motion, motion::Turn { angle: 1.0 });
    assert_eq!(stage.finish().0, Failed);
    stage.pass();
    let told = |stop: &(_, motion::Message)| matches!(stop.1, motion::Message::Stop(_));
    assert!(stage.motion.value().moving && !stage.motion.received().iter().any(told));
}

type Leaves = (&'static str, fn(&mut Stage));

#[test]
fn however_intercept_ball_ends_the_ball_is_no_obstacle_then() {
    let ways: [Leaves; 12] = [
        ("it is stopped", |stage| _ = stage.stop()),
        ("another call", |stage| _ = stage.start("led(\"chest\")")),
        ("behind the ball", |stage| stage.navigator.update(|navigator| navigator.r#final = true)),
        ("an error", |stage| {
            stage.navigator.update(|navigator| navigator.r#final = true);
            stage.navigator.update(|navigator| navigator.error_code = navigation::ERROR_MOTOR);
        }),
        ("another target", |stage| {
            ask(&stage.navigator, navigation::Turn { angle: 1.0, velocity: 0.0 });
        }),
        ("no ball", |stage| stage.miss(99)),
        ("no ball's writer", |stage| stage.ball.remove()),
        ("no pose's writer", |stage| stage.pose.remove()),
        ("no navigator", |stage| stage.navigator.remove()),
        ("no motion", |stage| stage.motion.remove()),
        ("a full queue", |stage| {
            stage.see(1.0, 0.5);
            stage.motion.fill(motion::GetUp);
        }),
        ("its time is over", |stage| _ = stage.finish()),
    ];
    for (why, leave) in ways {
        let mut stage = Stage::new();
        stage.pass();
        stage.start("intercept_ball{dir_rad=0.3}");
        stage.until("intercept_ball", "Go");
        stage.pass();
        assert!(stage.obstacle.value().enabled);
        leave(&mut stage);
        (0..5).for_each(|_| _ = stage.pass());
        assert!(!stage.obstacle.value().enabled, "{why}");
    }
}

#[test]
fn no_skill_takes_longer_than_it_may() {
    let calls = [
        ("relgoto", "1, 0", 120.0),
        ("goto", "1, 0", 120.0),
        ("turn", "1", 40.0),
        ("say", "\"hi\", true", 60.0),
        ("search_ball", "turns=50", 120.0),
        ("approach_ball", "margin_m=0.03", 60.0),
        ("intercept_ball", "dir_rad=1", 60.0),
    ];
    for skill in NaoSoccer::SKILLS {
        let Some(timeout) = skill.args.iter().find(|arg| arg.name == "timeout_sec") else {
            continue;
        };
        let call = calls.iter().find(|(name, ..)| *name == skill.name);
        let &(name, arguments, usual) = call.unwrap_or_else(|| panic!("no call of {}", skill.name));
        assert_eq!(timeout.default.and_then(|text| text.parse().ok()), Some(usual));
        for sec in [0.1, 0.55, 3.0, 17.3, 39.9, 77.0, usual] {
            let mut stage = Stage::new();
            if name == "search_ball" {
                stage.miss(99);
            }
            stage.pass();
            stage.start(&format!("{name}{{{arguments}, timeout_sec={sec}}}"));
            let (status, millis) = stage.finish();
            let took = Duration::from_millis(millis).as_secs_f64();
            // The turn of a sub-skill may have a shorter limit.
            let shorter = name == "search_ball" && sec > 40.0 && took > 40.0;
            let is_right = (sec - 1e-5..sec + 0.011).contains(&took) || shorter && took < sec;
            assert!(status == Failed && is_right, "{name} within {sec} s: {status:?} after {took}");
        }
    }
}

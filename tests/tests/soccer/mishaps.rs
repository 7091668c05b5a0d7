//! Mishaps on the field: falls, a missing ball, parts that stop working.

use super::rig::{AWAY, Rig};
use nao_sim::body::Side;
use nao_sim::field::{LIGHTS, Place, Point};
use skill_runtime::skiller::SkillStatus::{Failed, Final, Running};
use skills_nao::conduct::Posture;
use skills_nao::interfaces::{GameState, NaoBlackboard, SoccerPenalty, SoccerReferee, game};
use skills_nao::joint::Joint;
use skills_nao::referee::{Decisions, Official, State};
use std::time::Duration;

const START: Place = Place { x: -1.0, y: 0.0, theta: 0.0 };
const BALL: Point = Point::new(-0.2, 0.2);

/// Runs passes until the call is over, which must fail for the reason `why`, in `skill`.
#[track_caller]
fn fails(rig: &mut Rig<'_>, sec: f32, skill: &str, why: &str) {
    assert!(rig.until(sec, |rig| rig.skiller.status() != Running), "it is still running");
    let failed = rig.skiller.failure().map_or("", |failure| failure.skill.name);
    let error = rig.board.skiller.sample().data.error;
    assert_eq!((rig.skiller.status(), failed, error.as_str()), (Failed, skill, why));
}

/// Returns the words of a referee that has stopped play.
fn stopped() -> Official {
    Official {
        decisions: Decisions {
            state: State::Play,
            centered: false,
            kickoff: false,
            score: (0, 0),
            penalty: 0,
            penalty_left: Duration::ZERO,
        },
        game: GameState { game_state: game::GS_SPL_PLAY, ..GameState::default() },
        penalty: SoccerPenalty::default(),
        referee: SoccerReferee { heard: true, stopped: true, ..SoccerReferee::default() },
    }
}

#[test]
fn a_robot_that_falls_gets_nowhere() {
    for (call, skill) in [
        ("relgoto(2, 0)", "relgoto"),
        ("goto(1, 0)", "goto"),
        ("turn(6)", "turn"),
        ("approach_ball{}", "approach_ball"),
        ("intercept_ball{dir_rad=1}", "intercept_ball"),
    ] {
        let board = NaoBlackboard::new();
        let mut rig = Rig::new(&board, START, BALL);
        rig.run("search_ball{}");
        rig.start(call);
        rig.pass_for(3.0);
        rig.sim.field_mut().push(Side::Front);
        fails(&mut rig, 0.1, skill, "navigator error 1");
        rig.pass_for(3.0);
        assert!(!board.ball_is_obstacle.sample().data.enabled);
        // A lying robot does not begin to walk.
        rig.start("turn(1)");
        fails(&mut rig, 0.1, "turn", "navigator error 1");
        rig.start("strafe(0.2)");
        fails(&mut rig, 0.1, "strafe", "the robot cannot walk now");
        rig.run("standup{}");
        rig.run("turn(1)");
    }
}

#[test]
fn standup_that_the_referee_interrupts_is_final_on_its_feet_alone() {
    let mut ends = [0, 0];
    for tenths in 1..35_u8 {
        let board = NaoBlackboard::new();
        let mut rig = Rig::new(&board, START, AWAY);
        rig.run("park{}");
        rig.start("standup{}");
        rig.pass_for(f32::from(tenths) / 10.0);
        rig.sim.follow(stopped());
        rig.until(15.0, |rig| rig.skiller.status() != Running);
        let posture = board.nao_state.sample().data.posture;
        if rig.skiller.status() == Final {
            assert_eq!(posture, Posture::Upright, "after {tenths} tenths of a second");
            ends[0] += 1;
        } else {
            assert_eq!(posture, Posture::Sitting, "after {tenths} tenths of a second");
            fails(&mut rig, 0.1, "standup", "it is not upright");
            ends[1] += 1;
        }
    }
    assert!(ends.iter().all(|count| *count > 5), "{ends:?}");
}

#[test]
fn a_robot_that_searches_in_vain_gives_up() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::new(&board, START, AWAY);
    rig.start("search_ball{}");
    fails(&mut rig, 110.0, "search_ball", "no ball after 6 turns");
    assert_eq!(rig.entered("search_ball", "Turn"), 6);
    // Before each turn and after the last it looks to as many sides.
    let looks = 1 + rig.entered("search_ball", "Look");
    assert!(looks > 7 && looks.is_multiple_of(7), "{looks}");
}

#[test]
fn a_ball_that_is_gone_is_missed() {
    for (call, sec, skill, why) in [
        ("track_ball{20}", 4.0, "track_ball", "no ball for 2 s"),
        ("approach_ball{}", 8.0, "approach_ball", "no ball to be seen"),
        ("intercept_ball{}", 8.0, "intercept_ball", "no ball to be seen"),
    ] {
        let board = NaoBlackboard::new();
        let mut rig = Rig::new(&board, START, BALL);
        rig.run("search_ball{}");
        rig.start(call);
        rig.pass_for(1.0);
        rig.sim.field_mut().move_ball(AWAY);
        fails(&mut rig, sec, skill, why);
        rig.pass_for(0.1);
        assert!(!rig.moves());
    }
}

#[test]
fn approach_and_intercept_follow_a_ball_that_is_moved() {
    for (call, skill, state) in [
        ("approach_ball{}", "approach_ball", "Walk"),
        ("intercept_ball{}", "intercept_ball", "Walk"),
    ] {
        let board = NaoBlackboard::new();
        let mut rig = Rig::new(&board, START, BALL);
        rig.run("search_ball{}");
        rig.start(call);
        rig.pass_for(2.0);
        let to = rig.place().global(Point::new(1.0, -0.4));
        let targets = rig.entered(skill, state);
        rig.sim.field_mut().move_ball(to);
        let anew = rig.until(2.0, |rig| rig.entered(skill, state) > targets);
        assert!(anew, "{call} continues to the old place of the ball");
        assert!(rig.until(60.0, |rig| rig.skiller.status() != Running));
        assert_eq!(rig.skiller.status(), Final, "{call}");
        assert!(rig.ball().length() < 0.5, "{call}: {:?}", rig.ball());
    }
}

#[test]
fn without_a_part_a_skill_fails_at_once() {
    let motion = "no writer for naomotion";
    let navigator = "no writer for navigator";
    let dark = "no writer for l_foot";
    for (id, call, skill, why) in [
        ("Navigator", "relgoto(1, 0)", "relgoto", navigator),
        ("Navigator", "goto(1, 0)", "goto", navigator),
        ("Navigator", "turn(1)", "turn", navigator),
        ("Navigator", "approach_ball{}", "approach_ball", navigator),
        ("Navigator", "intercept_ball{}", "intercept_ball", navigator),
        ("WM Pose", "goto(1, 0)", "goto", "no writer for pose"),
        ("WM Ball", "search_ball{}", "search_ball", "no writer for ball"),
        ("WM Ball", "track_ball{}", "track_ball", "no writer for ball"),
        ("NaoQi Motion", "strafe(1)", "strafe", motion),
        ("NaoQi Motion", "walk(1)", "walk", motion),
        ("NaoQi Motion", "beckon{}", "servo", motion),
        ("NaoQi TTS", "say(\"hi\")", "say", "no writer for speechsynth"),
        (LIGHTS[4], "led(\"l_foot\", 1)", "led", dark),
    ] {
        let board = NaoBlackboard::new();
        let mut rig = Rig::new(&board, START, BALL);
        rig.pass();
        assert!(rig.sim.remove_writer(id), "{id}");
        rig.start(call);
        fails(&mut rig, 0.01, skill, why);
        rig.pass_for(0.5);
        let shines = rig.sim.field().lights().iter().any(|light| light.intensity() > 0.0);
        assert!(!rig.moves() && !shines, "{call}");
    }
}

#[test]
fn beckon_needs_motors() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::new(&board, START, AWAY);
    rig.sim.field_mut().robot_mut().set_stiffness(Some(Joint::LShoulderPitch), 0.0, 0.0);
    rig.start("beckon{}");
    assert!(rig.until(3.0, |rig| rig.skiller.status() == Failed));
    let error = board.skiller.sample().data.error;
    assert!(error.as_str().starts_with("l_shoulder_pitch servo timeout"), "{error}");
}

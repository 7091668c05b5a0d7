//! The field, connected to a blackboard.

use super::*;
use crate::{FIELD_INTERFACES, FieldSim};
use skill_runtime::skiller::Skiller;
use skill_runtime::{Blackboard, Instant, Tick};
use skills_nao::adapter::BODY_INTERFACES;
use skills_nao::interfaces::{
    NaoBlackboard, button, game, light, motion, navigation, penalty, speech,
};

/// A field on a board, and its clock.
struct Rig<'a> {
    sim: FieldSim<'a>,
    now: Tick,
}

impl<'a> Rig<'a> {
    fn new(board: &'a NaoBlackboard, start: Place) -> Rig<'a> {
        Rig { sim: FieldSim::new(calm(start), board).unwrap(), now: Tick::default() }
    }

    fn run(&mut self, sec: f32) {
        let end = self.now.time.after(Duration::from_secs_f32(sec));
        while self.now.time < end {
            self.now.time = self.now.time.after(STEP);
            self.now.count += 1;
            self.sim.sense(self.now);
            self.sim.world_model(self.now);
            self.sim.act(self.now);
        }
    }
}

#[test]
fn every_interface_has_its_writer_and_loses_it() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::new(&board, Place::default());
    let ids = BODY_INTERFACES.into_iter().chain(FIELD_INTERFACES).chain(LIGHTS);
    let mut all = 0;
    for id in ids {
        assert!(rig.sim.remove_writer(id), "{id}");
        assert!(!rig.sim.remove_writer(id), "{id}");
        all += 1;
    }
    let others = ["Skiller", "Skiller Failure", "Parameters", "Team", "WM Team Ball"].len();
    assert_eq!(
        all + others,
        NaoBlackboard::INTERFACES.len(),
        "all but the skiller, the parameters and the talk of a team"
    );
    assert!(Skiller::<skills_nao::skills::NaoSoccer>::new(&board).is_ok());
    assert!(!board.navigator.has_writer() && !board.nao_led_ears_left.has_writer());
}

#[test]
fn the_navigator_publishes_the_message_that_it_handles() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::new(&board, Place::default());
    rig.run(0.05);
    let goto = navigation::CartesianGoto { x: 0.4, y: 0.0, orientation: 0.0 };
    let id = board.navigator.send_as(0, goto).id();
    rig.run(1.0);
    let shown = board.navigator.sample().data;
    assert!(shown.msgid == id.0 && !shown.r#final && shown.dest_dist > 0.1);
    assert!((shown.dest_x - 0.4).abs() < 1e-3, "{}", shown.dest_x);
    assert!(board.naoqi_motion.sample().data.moving);
    let other = board.navigator.send_as(0, navigation::SetMaxVelocity { max_velocity: 2.0 }).id();
    rig.run(15.0);
    let shown = board.navigator.sample();
    assert_eq!(shown.handled, other);
    let shown = shown.data;
    assert!(shown.msgid == id.0 && shown.r#final && shown.error_code == navigation::ERROR_NONE);
    assert!((shown.max_velocity - 0.1).abs() < 1e-6 && shown.dest_dist.abs() < 1e-6);
    let place = navigation::PlaceGoto { place: "home".try_into().unwrap() };
    let id = board.navigator.send_as(0, place).id();
    rig.run(0.05);
    let shown = board.navigator.sample().data;
    assert!(shown.msgid == id.0 && shown.r#final);
    assert_eq!(shown.error_code, navigation::ERROR_UNKNOWN_PLACE);
    board.navigator.send_as(0, navigation::ResetOdometry {});
    rig.run(0.05);
    assert!(board.navigator.sample().data.x.abs() < 1e-6);
}

#[test]
fn a_motion_of_its_own_shows_its_message() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::new(&board, Place::default());
    let id = board.naoqi_motion.send_as(0, motion::WalkStraight { distance: 0.3 }).id();
    rig.run(0.5);
    let shown = board.naoqi_motion.sample().data;
    assert!(shown.moving && shown.msgid == id.0);
    board.navigator.send_as(0, navigation::Turn { angle: 1.0, velocity: 0.0 });
    rig.run(0.5);
    let shown = board.naoqi_motion.sample().data;
    assert!(shown.moving && shown.msgid == 0, "the navigator's walk");
}

#[test]
fn the_ball_that_is_seen_is_where_it_is() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::new(&board, Place::new(-1.0, 0.5, 0.0));
    rig.sim.field_mut().move_ball(Point::new(0.0, 0.8));
    rig.run(2.0);
    let ball = board.wm_ball.sample().data;
    assert!(ball.visible && ball.visibility_history > 5);
    assert!((ball.relative_x - 1.0).abs() < 0.1 && (ball.relative_y - 0.3).abs() < 0.1);
    assert!(ball.world_x.abs() < 0.25 && (ball.world_y - 0.8).abs() < 0.25, "{ball:?}");
    assert!((ball.distance - 1.04).abs() < 0.1 && (ball.bearing - 0.29).abs() < 0.1);
    assert!(ball.relative_xyz_covariance[0] > 0.0);
    let pose = board.wm_pose.sample().data;
    assert!((pose.world_x + 1.0).abs() < 0.2 && pose.world_z.abs() < 0.2);
    assert!((pose.world_z - pose.yaw).abs() < 1e-9);
    rig.sim.field_mut().move_ball(Point::new(-2.0, 0.5));
    rig.run(2.0);
    let ball = board.wm_ball.sample().data;
    assert!(!ball.visible && ball.visibility_history < -20);
    assert!((ball.relative_x - 1.0).abs() < 0.1, "where it was");
}

#[test]
fn a_writer_that_stalls_grows_old_and_comes_back() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::new(&board, Place::default());
    rig.run(0.5);
    for id in ["WM Ball", "Nao Sensors", "Navigator"] {
        rig.sim.stall(id, Duration::from_secs(1));
    }
    rig.run(0.1);
    let stopped = [
        board.wm_ball.sample().time,
        board.nao_sensors.sample().time,
        board.navigator.sample().time,
    ];
    let turn = board.navigator.send_as(0, navigation::Turn { angle: 1.0, velocity: 0.0 }).id();
    rig.run(0.8);
    for (cell, stopped) in [
        board.wm_ball.sample().time,
        board.nao_sensors.sample().time,
        board.navigator.sample().time,
    ]
    .into_iter()
    .zip(stopped)
    {
        assert_eq!(cell, stopped);
    }
    assert_eq!(board.wm_pose.sample().time, rig.now.time, "the others go on");
    assert!(board.navigator.has_writer() && board.navigator.sample().data.msgid != turn.0);
    rig.run(0.3);
    assert_eq!(board.wm_ball.sample().time, rig.now.time);
    assert_eq!(board.navigator.sample().data.msgid, turn.0);
    assert!(stopped.iter().all(|time| *time < Instant::from_millis(700)));
}

#[test]
fn switches_lights_speech_and_penalties_follow_messages() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::new(&board, Place::new(-1.0, 0.0, 0.0));
    board.ball_is_obstacle.send_as(0, button::EnableDuration { duration: 0.5, value: 1.0 });
    board.nao_led_ears_right.send_as(0, light::SetIntensity { intensity: 0.5, time_sec: 0.2 });
    board.nao_led_chestboard_red.send_as(0, light::TurnOn {});
    let say =
        board.naoqi_tts.send_as(0, speech::Say { text: "Hello there".try_into().unwrap() }).id();
    rig.run(0.1);
    assert!(board.ball_is_obstacle.sample().data.enabled);
    assert!((board.nao_led_ears_right.sample().data.intensity - 0.2).abs() < 0.06);
    assert!((board.nao_led_chestboard_red.sample().data.intensity - 1.0).abs() < 1e-6);
    let tts = board.naoqi_tts.sample().data;
    assert!(tts.msgid == say.0 && !tts.r#final && tts.text == "Hello there");
    rig.run(0.7);
    assert!(!board.ball_is_obstacle.sample().data.enabled);
    assert!((board.nao_led_ears_right.sample().data.intensity - 0.5).abs() < 1e-6);
    assert!(board.naoqi_tts.sample().data.r#final);
    rig.sim.field_mut().press(Button::LFootBumperR, Duration::from_millis(100));
    let penalty = penalty::SPL_PENALTY_PLAYER_PUSHING;
    board.spl_penalty.send_as(0, penalty::SetPenalty { penalty });
    rig.run(0.05);
    let bumper = board.nao_button_foot_left.sample().data;
    assert!(bumper.enabled && bumper.short_activations == 1 && bumper.history > 0.0);
    let shown = board.spl_penalty.sample().data;
    assert_eq!((shown.penalty, shown.remaining), (penalty, 30));
    let events = rig.sim.field_mut().take_events();
    assert!(events.iter().any(|event| event.kind == EventKind::Said("Hello there".into())));
    let ours = board.wm_gamestate.sample().data;
    assert!(ours.our_team == game::Team::Cyan && ours.game_state == game::GS_SPL_PLAY);
    board.wm_gamestate.send_as(0, game::SetTeamColor { our_team: game::Team::Magenta });
    board.wm_gamestate.send_as(0, game::SetKickoff { kickoff: false });
    rig.run(0.05);
    let ours = board.wm_gamestate.sample().data;
    assert!(ours.our_team == game::Team::Magenta && !ours.kickoff);
    assert_eq!(ours.our_goal_color, game::GoalColor::Yellow);
}

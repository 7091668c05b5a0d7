//! The agents on the field: the skills that they call.

use super::rig::{AWAY, CALM, Rig, field};
use nao_sim::body::{Button, Pose, Side};
use nao_sim::field::{EventKind, Field, Options, Place, Point};
use skill_runtime::skiller::{ExecSkill, SkillStatus};
use skill_runtime::{Sent, Text};
use skills_nao::agents::{Naojoystick, NaojoystickState, Striker, StrikerState};
use skills_nao::hardware::Motion;
use skills_nao::interfaces::{Joystick, NaoBlackboard, penalty, stick};
use skills_nao::referee::State;
use std::time::Duration;

type Driven<'a> = Rig<'a, skill_runtime::AgentRunner<'a, Naojoystick, NaoBlackboard>>;
type Playing<'a> = Rig<'a, skill_runtime::AgentRunner<'a, Striker, NaoBlackboard>>;

/// Returns a robot before a game of this duration.
fn playing(board: &NaoBlackboard, minutes: u64, start: Place) -> Playing<'_> {
    let game = Duration::from_secs(60 * minutes);
    Rig::of(board, Field::new(&Options { game, start, ..CALM }), Striker::default())
}

/// Runs passes until the game is in this state.
fn until_state(rig: &mut Playing<'_>, state: State) {
    let came = rig.until(200.0, |rig| rig.sim.field().referee().state() == state);
    assert!(came, "it never came to {state:?}");
}

/// Checks that for `sec` the robot neither moves nor gets a command to move.
fn rests(rig: &mut Playing<'_>, sec: f32) {
    // Earlier messages are executed first.
    rig.pass_for(0.1);
    let moved =
        rig.until(sec - 0.1, |rig| rig.moves() || rig.skiller.status() == SkillStatus::Running);
    let running = rig.skiller.interface().skill_string;
    assert!(!moved, "{:?}: {running}", rig.sim.field().referee().state());
}

#[test]
fn the_striker_scores() {
    for seed in 1..=3 {
        let board = NaoBlackboard::new();
        let game = Duration::from_secs(20 * 60);
        let field = Field::new(&Options { seed, game, ..CALM });
        let mut rig = Rig::of(&board, field, Striker::default());
        assert!(rig.until(360.0, |rig| rig.sim.field().score().0 > 0), "seed {seed}");
        assert_eq!(rig.sim.field().score().1, 0);
        let kicked = |hit| {
            rig.events.iter().filter(|event| {
            matches!(event.kind, EventKind::Kicked { hit: it_hit, .. } if it_hit == hit)
        }).count()
        };
        assert!(kicked(true) > kicked(false));
        for skill in ["goto", "intercept_ball", "approach_ball", "kick"] {
            assert!(rig.calls.iter().any(|call| call.starts_with(skill)), "no {skill}");
        }
    }
}

#[test]
fn the_striker_does_what_the_referee_says() {
    let board = NaoBlackboard::new();
    let mut rig = playing(&board, 1, Place::new(-1.2, 0.1, 0.0));
    rests(&mut rig, 1.8);
    until_state(&mut rig, State::Ready);
    until_state(&mut rig, State::Set);
    let off = (rig.place().point() - Point::new(-0.7, 0.0)).length();
    assert!(off < 0.25, "it stands {off} m from its place");
    rests(&mut rig, 2.9);
    until_state(&mut rig, State::Play);
    assert!(rig.until(10.0, |rig| rig.moves()));
    until_state(&mut rig, State::Finished);
    rig.pass_for(13.0);
    rests(&mut rig, 10.0);
}

#[test]
fn the_striker_rests_while_it_is_penalised() {
    for what in [penalty::SPL_PENALTY_BALL_HOLDING, penalty::SPL_PENALTY_MANUAL] {
        let board = NaoBlackboard::new();
        let mut rig = playing(&board, 10, CALM.start);
        until_state(&mut rig, State::Play);
        assert!(rig.until(20.0, |rig| rig.moves()));
        rig.sim.field_mut().penalize(what);
        rests(&mut rig, 20.0);
        rig.sim.field_mut().penalize(penalty::SPL_PENALTY_NONE);
        assert!(rig.until(20.0, |rig| rig.moves()));
    }
}

#[test]
fn the_striker_stands_up_and_plays_on() {
    for side in [Side::Front, Side::Back] {
        let board = NaoBlackboard::new();
        let mut rig = playing(&board, 10, CALM.start);
        until_state(&mut rig, State::Play);
        assert!(rig.until(20.0, |rig| rig.moves()));
        rig.calls.clear();
        rig.sim.field_mut().push(side);
        let stands = |rig: &mut Playing<'_>| rig.sim.field().robot().pose() == Pose::Standing;
        rig.pass_for(1.0);
        assert!(!stands(&mut rig));
        assert!(rig.until(20.0, stands));
        assert!(rig.calls.iter().any(|call| call.starts_with("standup")));
        rig.calls.clear();
        assert!(rig.until(30.0, |rig| rig.calls.iter().any(|call| call.contains("_ball"))));
    }
}

#[test]
fn the_striker_searches_a_ball_behind_it() {
    let board = NaoBlackboard::new();
    let mut rig = playing(&board, 10, CALM.start);
    until_state(&mut rig, State::Play);
    assert!(rig.until(20.0, |rig| rig.calls.iter().any(|call| call.starts_with("intercept"))));
    let behind = rig.place().global(Point::new(-1.0, 0.2));
    rig.sim.field_mut().move_ball(behind);
    rig.calls.clear();
    let found = rig.until(60.0, |rig| {
        let ball = board.wm_ball.sample().data;
        let known = Point::new(ball.relative_x, ball.relative_y);
        ball.visible && (known - rig.ball()).length() < 0.2
    });
    assert!(found && rig.calls.iter().any(|call| call.starts_with("search_ball")));
}

#[test]
fn the_striker_waits_while_a_value_is_stale() {
    for id in ["Nao State", "NaoQi Motion", "WM GameState", "SPL Penalty", "Referee"] {
        let board = NaoBlackboard::new();
        let mut rig = playing(&board, 10, CALM.start);
        until_state(&mut rig, State::Play);
        assert!(rig.until(20.0, |rig| rig.moves()), "{id}");
        rig.sim.field_mut().stall(id, Duration::from_secs(4));
        rig.pass_for(1.5);
        assert_eq!(rig.state(), StrikerState::Blind, "{id}");
        assert_ne!(rig.skiller.status(), SkillStatus::Running, "{id}");
        rig.pass_for(3.0);
        assert_ne!(rig.state(), StrikerState::Blind, "{id}");
        assert!(rig.until(20.0, |rig| rig.moves()), "{id}");
    }
}

#[test]
fn the_striker_gives_control_back() {
    let board = NaoBlackboard::new();
    let mut rig = playing(&board, 10, CALM.start);
    until_state(&mut rig, State::Play);
    assert!(rig.until(20.0, |rig| rig.moves()));
    // The agent has control: a call of another sender is refused.
    assert_eq!(board.skiller.sample().data.exclusive_controller, 1);
    let skill_string = Text::try_from("stop{}").expect("short");
    let sent = board.skiller.send_as(3, ExecSkill { skill_string });
    assert!(matches!(sent, Sent::Queued(_)));
    rig.pass();
    assert_eq!((rig.skiller.refused(), rig.skiller.status()), (1, SkillStatus::Running));
    rig.stop_agent();
    let said = board.skiller.sample().data;
    assert_eq!((said.exclusive_controller, said.status), (0, SkillStatus::Inactive));
}

/// Returns a driven robot in READY, without a ball near it.
fn driven(board: &NaoBlackboard) -> Driven<'_> {
    let mut rig = Rig::of(board, field(CALM.start, AWAY), Naojoystick::default());
    rig.pass_for(0.2);
    assert_eq!(rig.state(), NaojoystickState::Ready);
    rig.pass_for(4.0);
    assert_eq!(rig.sim.field().robot().pose(), Pose::Sitting);
    rig
}

/// Presses the chest button for `millis`.
fn press(rig: &mut Driven<'_>, millis: u64) {
    rig.sim.field_mut().press(Button::Chest, Duration::from_millis(millis));
    rig.pass_for(0.1 + Duration::from_millis(millis).as_secs_f32());
}

/// Returns a standing robot in PLAY.
fn up(board: &NaoBlackboard) -> Driven<'_> {
    let mut rig = driven(board);
    press(&mut rig, 200);
    rig.pass_for(4.0);
    assert_eq!(rig.state(), NaojoystickState::Play);
    assert_eq!(rig.sim.field().robot().pose(), Pose::Standing);
    rig
}

/// Sets the axes for a time: turning, forward, to the left, omnidirectionally forward.
fn drive(rig: &mut Driven<'_>, [turn, forward, left, ahead]: [f32; 4], sec: f32) -> Place {
    let before = rig.place();
    let axis = [turn, forward, 1.0, 0.0, 0.0, left, ahead, 0.0];
    rig.sim.stick = Joystick { axis, ..Joystick::default() };
    rig.pass_for(sec);
    rig.sim.stick = Joystick::default();
    rig.pass_for(0.1);
    assert!(!rig.moves(), "it stops when the stick is released");
    before.to(rig.place())
}

/// Holds a button for a few passes.
fn button(rig: &mut Driven<'_>, buttons: u32) {
    rig.sim.stick = Joystick { pressed_buttons: buttons, ..Joystick::default() };
    rig.pass_for(0.2);
    rig.sim.stick = Joystick::default();
    rig.pass();
}

#[test]
fn a_short_press_begins_and_ends_the_drive() {
    let board = NaoBlackboard::new();
    let mut rig = driven(&board);
    press(&mut rig, 1000);
    assert_eq!(rig.state(), NaojoystickState::Ready, "a long one is none");
    let board = NaoBlackboard::new();
    let mut rig = up(&board);
    press(&mut rig, 200);
    assert_eq!(rig.state(), NaojoystickState::Ready);
    rig.pass_for(4.0);
    assert_eq!(rig.sim.field().robot().pose(), Pose::Sitting);
}

#[test]
fn the_axes_walk() {
    let board = NaoBlackboard::new();
    let mut rig = up(&board);
    let way = drive(&mut rig, [0.0, 1.0, 0.0, 0.0], 4.0);
    assert!((0.25..0.42).contains(&way.x) && way.y.abs() < 0.01, "{way:?}");
    let way = drive(&mut rig, [-1.0, 0.0, 0.0, 0.0], 3.0);
    assert!((-1.55..-1.0).contains(&way.theta), "{way:?}");
    let way = drive(&mut rig, [0.0, 0.0, 1.0, 0.0], 4.0);
    assert!((0.12..0.21).contains(&way.y) && way.x.abs() < 0.01, "{way:?}");
    let way = drive(&mut rig, [0.0, 0.0, 0.0, -1.0], 4.0);
    assert!((-0.42..-0.25).contains(&way.x), "{way:?}");
    assert!(rig.calls.is_empty(), "walking is no skill's");
}

#[test]
fn buttons_kick() {
    for (pressed, leg) in [(stick::BUTTON_7, "left"), (stick::BUTTON_8, "right")] {
        let board = NaoBlackboard::new();
        let mut rig = up(&board);
        button(&mut rig, pressed);
        let motion = rig.sim.field().robot().motion();
        assert!(matches!(motion, Some(Motion::Kick { .. })), "{motion:?}");
        rig.pass_for(14.0);
        assert_eq!(rig.sim.field().robot().kicks(), 1);
        assert_eq!(rig.calls, [format!("kick{{leg=\"{leg}\"}}")]);
        assert_eq!(rig.state(), NaojoystickState::Play);
    }
}

#[test]
fn a_button_stands_it_up_after_a_fall() {
    let board = NaoBlackboard::new();
    let mut rig = up(&board);
    rig.sim.field_mut().push(Side::Back);
    rig.pass_for(3.0);
    assert_eq!(rig.state(), NaojoystickState::Lying);
    button(&mut rig, stick::BUTTON_7);
    assert!(rig.calls.is_empty(), "it does not kick");
    button(&mut rig, stick::BUTTON_4);
    rig.pass_for(14.0);
    assert_eq!(rig.sim.field().robot().pose(), Pose::Standing);
    assert_eq!(rig.state(), NaojoystickState::Play);
    assert_eq!(rig.calls, ["standup{}"]);
}

#[test]
fn a_bumper_makes_the_joystick_rumble_on_its_side() {
    for (bumper, side) in [
        (Button::LFootBumperL, stick::Direction::Left),
        (Button::RFootBumperR, stick::Direction::Right),
    ] {
        let board = NaoBlackboard::new();
        let mut rig = up(&board);
        // Takes over the messages to the joystick.
        assert!(rig.sim.remove_writer("Joystick"));
        let mut joystick = board.joystick.writer().expect("it has vanished");
        rig.sim.field_mut().press(bumper, Duration::from_millis(100));
        rig.pass_for(1.0);
        let message = joystick.next_message().map(|received| received.message);
        let Some(stick::Message::StartRumble(rumble)) = message else { panic!("{message:?}") };
        assert_eq!(rumble.direction, side);
        assert!(joystick.next_message().is_none(), "once");
    }
}

#[test]
fn the_joysticks_agent_stops_while_a_value_is_stale() {
    for id in ["Joystick", "Nao Sensors"] {
        let board = NaoBlackboard::new();
        let mut rig = up(&board);
        let axis = [0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        rig.sim.stick = Joystick { axis, ..Joystick::default() };
        rig.pass_for(1.0);
        assert!(rig.moves(), "{id}");
        rig.sim.field_mut().stall(id, Duration::from_secs(3));
        rig.pass_for(1.5);
        assert!(!rig.moves(), "{id}");
        assert_eq!(rig.state(), NaojoystickState::Silent, "{id}");
        rig.pass_for(2.0);
        assert_eq!(rig.state(), NaojoystickState::Play, "{id}");
        assert!(rig.moves(), "{id}");
    }
}

#[test]
fn the_joysticks_agent_gives_control_back() {
    let board = NaoBlackboard::new();
    let mut rig = up(&board);
    button(&mut rig, stick::BUTTON_7);
    assert_eq!(board.skiller.sample().data.exclusive_controller, 1);
    assert_eq!(rig.skiller.status(), SkillStatus::Running);
    rig.stop_agent();
    let said = board.skiller.sample().data;
    assert_eq!((said.exclusive_controller, said.status), (0, SkillStatus::Inactive));
}

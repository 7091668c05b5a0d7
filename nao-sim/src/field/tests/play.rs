//! Ball, referee, disturbances, and the whole for a long time.

use super::*;
use crate::body::MotionTimes;
use skills_nao::hardware::Leg;
use skills_nao::hardware::{Motion, StandupFrom};
use skills_nao::interfaces::penalty::{
    SPL_PENALTY_LEAVING_THE_FIELD, SPL_PENALTY_MANUAL, SPL_PENALTY_NONE, SPL_PENALTY_OBSTRUCTION,
};

const KICK: Motion = Motion::Kick { leg: Leg::Right, strength: 1.0 };

#[test]
fn a_kick_hits_6_5_s_after_it_began_and_can_score() {
    let mut field = calm(Place::new(2.0, 0.0, 0.0));
    field.move_ball(Point::new(2.16, -0.05));
    field.start_motion(Some(KICK));
    run(&mut field, 6.48);
    assert!(field.ball().velocity.length() < 1e-6);
    run(&mut field, 0.04);
    assert!(field.ball().velocity.length() > 0.8);
    run(&mut field, 2.0);
    let kinds = kinds(&mut field);
    assert!(kinds.contains(&EventKind::Kicked { leg: Leg::Right, hit: true }));
    assert!(kinds.contains(&EventKind::Goal { ours: true }));
    assert!(kinds.contains(&EventKind::State(State::Ready)));
    assert_eq!(field.score(), (1, 0));
    assert!(!field.referee().kickoff());
}

#[test]
fn a_kick_of_another_duration_hits_after_the_same_part_of_it() {
    let start = Place::new(2.0, 0.0, 0.0);
    let times = MotionTimes { kick: Duration::from_secs(5), ..MotionTimes::default() };
    let mut field = calm_of(&Options { start, times, ..Options::default() });
    field.move_ball(Point::new(2.16, -0.05));
    field.start_motion(Some(KICK));
    // 6.5 of 12.5 s.
    run(&mut field, 2.58);
    assert!(field.ball().velocity.length() < 1e-6);
    run(&mut field, 0.04);
    assert!(field.ball().velocity.length() > 0.8);
    run(&mut field, 2.4);
    assert_eq!(field.robot().motion(), None);
}

#[test]
fn a_kick_can_miss() {
    let mut field = calm(Place::new(2.0, 0.0, 0.0));
    field.move_ball(Point::new(2.3, -0.05));
    field.start_motion(Some(KICK));
    run(&mut field, 13.0);
    assert!(kinds(&mut field).contains(&EventKind::Kicked { leg: Leg::Right, hit: false }));
    assert_eq!(field.ball(), Ball::resting(Point::new(2.3, -0.05)));
}

#[test]
fn walking_pushes_the_ball() {
    let mut field = calm(Place::new(-1.0, 0.0, 0.0));
    field.move_ball(Point::new(-0.7, 0.02));
    field.start_motion(Some(Motion::WalkStraight { distance_m: 0.8 }));
    run(&mut field, 10.0);
    let ball = field.ball().at;
    assert!(ball.x > -0.15 && ball.y.abs() < 0.2, "{ball:?}");
}

#[test]
fn the_ball_that_is_out_comes_back() {
    let cases = [
        (Point::new(1.5, 2.1), Point::new(0.5, 1.6)),
        (Point::new(-2.5, -2.1), Point::new(-2.6, -1.6)),
        (Point::new(3.1, 1.2), Point::new(0.0, 1.6)),
        (Point::new(-3.1, -1.2), Point::new(-2.6, -1.6)),
    ];
    for (out, back) in cases {
        let mut field = calm(Place::new(-1.0, 0.0, 0.0));
        field.move_ball(out);
        run(&mut field, 0.05);
        assert!((field.ball().at - back).length() < 1e-5, "{out:?}: {:?}", field.ball());
        assert!(kinds(&mut field).contains(&EventKind::Out));
    }
}

#[test]
fn the_game_goes_through_its_states() {
    let mut field = Field::new(&Options {
        disturbances: false,
        game: Duration::from_secs(60),
        start: Place::new(-2.0, 1.0, 2.0),
        ..Options::default()
    });
    assert_eq!(field.referee().state(), State::Initial);
    for (sec, state) in [
        (2.1, State::Ready),
        (10.0, State::Set),
        (3.0, State::Play),
        (59.0, State::Play),
        (1.0, State::Finished),
    ] {
        run(&mut field, sec);
        assert_eq!(field.referee().state(), state);
    }
    let place = field.referee().kickoff_place();
    assert!(kinds(&mut field).contains(&EventKind::Placed(place)), "it was put there by hand");
    assert!((field.place().point() - place.point()).length() < 1e-4);
}

#[test]
fn a_ball_that_nobody_touches_goes_to_the_centre() {
    let mut field = calm(Place::new(-1.0, 0.0, 0.0));
    field.move_ball(Point::new(2.0, 1.0));
    run(&mut field, 89.9);
    assert!(!kinds(&mut field).contains(&EventKind::GameStuck));
    run(&mut field, 0.2);
    assert!(kinds(&mut field).contains(&EventKind::GameStuck));
    assert_eq!(field.ball(), Ball::default());
}

#[test]
fn penalties_take_the_robot_off_and_bring_it_back() {
    let mut field = calm(Place::new(-1.0, 0.0, 0.0));
    field.penalize(SPL_PENALTY_OBSTRUCTION);
    run(&mut field, 0.1);
    assert!(field.referee().is_off() && field.place().y > geometry::carpet(field.pitch()).1);
    run(&mut field, 29.0);
    assert_eq!(field.referee().penalty().0, SPL_PENALTY_OBSTRUCTION);
    run(&mut field, 1.0);
    assert_eq!(field.referee().penalty().0, SPL_PENALTY_NONE);
    assert!((field.place().point() - Point::new(0.0, 2.0)).length() < 1e-3);
    let believed = field.localization().place();
    assert!((believed.point() - field.place().point()).length() < 0.1);
    // It walks off the carpet.
    field.put_robot(Place::new(0.0, 2.71, 0.0));
    run(&mut field, 0.02);
    assert_eq!(field.referee().penalty().0, SPL_PENALTY_LEAVING_THE_FIELD);
    field.penalize(SPL_PENALTY_NONE);
    assert!(!field.referee().is_off() && (field.place().y - 2.0).abs() < 1e-3);
}

#[test]
fn a_robot_in_a_goal_has_left_the_field() {
    let mut field = calm(Place::new(-1.0, 0.0, 0.0));
    field.put_robot(Place::new(3.2, 0.2, 0.0));
    run(&mut field, 0.02);
    assert_eq!(field.referee().penalty().0, SPL_PENALTY_LEAVING_THE_FIELD);
}

#[test]
fn a_goal_of_theirs_is_our_kickoff() {
    let mut field = calm(Place::new(-1.0, 0.0, 0.0));
    field.referee_mut().set_kickoff(false);
    field.move_ball(Point::new(-3.1, 0.3));
    run(&mut field, 0.02);
    assert!(kinds(&mut field).contains(&EventKind::Goal { ours: false }));
    assert!(field.score() == (0, 1) && field.referee().kickoff());
    assert_eq!(field.ball(), Ball::default());
    run(&mut field, 13.1);
    assert_eq!(field.referee().state(), State::Play);
}

#[test]
fn the_chest_button_penalises_and_ends_that() {
    let mut field = calm(Place::new(-1.0, 0.0, 0.0));
    field.press(Button::Chest, Duration::from_millis(100));
    run(&mut field, 0.05);
    assert!(field.presses()[0].pressed());
    run(&mut field, 0.2);
    assert_eq!(field.presses()[0].counts(), (1, 0, 1));
    assert_eq!(field.referee().penalty().0, SPL_PENALTY_MANUAL);
    assert!(!field.referee().is_off());
    field.press(Button::Chest, Duration::from_millis(100));
    run(&mut field, 0.3);
    assert_eq!(field.referee().penalty().0, SPL_PENALTY_NONE);
}

#[test]
fn a_post_stops_the_robot() {
    let mut field = calm(Place::new(2.5, 0.68, 0.0));
    field.move_ball(Point::new(-2.0, 0.0));
    field.start_motion(Some(Motion::WalkStraight { distance_m: 1.0 }));
    run(&mut field, 12.0);
    let kinds = kinds(&mut field);
    assert!(kinds.contains(&EventKind::HitPost));
    assert!(kinds.contains(&EventKind::Fell(Side::Front)) && field.place().x < 2.9);
    assert!(field.presses()[1].counts().2 > 0, "the left bumper");
}

#[test]
fn a_robot_that_is_pushed_over_stands_up_again() {
    let mut field = calm(Place::default());
    field.push(Side::Back);
    run(&mut field, 1.0);
    assert_eq!(field.robot().pose(), Pose::LyingBack);
    assert!(!field.ball_model().visible());
    field.start_motion(Some(Motion::Standup(StandupFrom::Detect)));
    run(&mut field, 12.5);
    assert_eq!(
        kinds(&mut field),
        [EventKind::Pushed(Side::Back), EventKind::Fell(Side::Back), EventKind::StoodUp]
    );
    let error = field.localization().place().to(field.place());
    assert!(error.point().length() < 0.5, "{error:?}");
}

/// Returns the field and the events after a robot got a random command every second.
fn wild(seed: u64, sec: u16) -> (Field, Vec<Event>) {
    let mut field =
        Field::new(&Options { seed, game: Duration::from_secs(3600), ..Options::default() });
    let (mut noise, mut events) = (Noise::stream(seed, 99), Vec::new());
    for second in 0..sec {
        let me = field.odometry();
        let id = MessageId(u32::from(second));
        let at = Place::new(noise.gauss(1.0), noise.gauss(1.0), noise.gauss(2.0));
        let choice = (0..11_u8).find(|n| noise.chance(1.0 / f32::from(12 - n))).unwrap_or(11);
        match choice {
            0..4 => field.navigator.go(me, at, (0.1, 0.1), id),
            4 => field.navigator.turn(me, at.theta, 0.0, id),
            5 if field.robot().pose() == Pose::Standing => field.start_motion(Some(KICK)),
            6 => field.start_motion(Some(Motion::WalkStraight { distance_m: at.x })),
            7 => field.navigator.ball_is_obstacle = at.x > 0.0,
            8 => {
                let pitch = at.y.abs() / 3.0;
                field.start_motion(Some(Motion::YawPitchHead {
                    yaw_rad: at.x,
                    pitch_rad: pitch,
                    time_sec: 0.5,
                }));
            }
            9 => field.speech.say("so", id),
            _ => {}
        }
        if field.robot().pose().side().is_some() && !field.robot().moving() {
            field.start_motion(Some(Motion::Standup(StandupFrom::Detect)));
        }
        for _ in 0..100 {
            field.step(STEP);
            let (robot, ball) = (field.place(), field.ball());
            let known = [robot.x, robot.y, robot.theta, ball.at.x, ball.at.y, ball.velocity.x];
            assert!(known.iter().all(|part| part.is_finite()), "{known:?}");
            let hall = |at: Point| at == at.within(geometry::hall(field.pitch()));
            assert!(hall(robot.point()) && hall(ball.at));
            let belief = field.localization().place();
            assert!(belief.point().length().is_finite() && belief.theta.is_finite());
        }
        events.extend(field.take_events());
    }
    (field, events)
}

#[test]
fn nothing_leaves_the_hall_or_becomes_no_number() {
    let (mut falls, mut rises) = (0, 0);
    for seed in 0..8 {
        let (_, events) = wild(seed, 300);
        falls += events.iter().filter(|event| matches!(event.kind, EventKind::Fell(_))).count();
        rises += events.iter().filter(|event| event.kind == EventKind::StoodUp).count();
    }
    assert!(falls > 8 && rises > falls / 2, "{falls} falls, {rises} rises");
}

#[test]
fn a_seed_says_it_all() {
    let (one, other) = (wild(7, 200), wild(7, 200));
    assert_eq!(one.1, other.1);
    assert_eq!(one.0.place(), other.0.place());
    assert_eq!(one.0.localization().place(), other.0.localization().place());
    assert_ne!(one.1, wild(8, 200).1);
}

#[test]
fn speech_does_not_move_the_world() {
    let run = |talks: bool| {
        let mut field = Field::new(&Options { seed: 3, ..Options::default() });
        let me = field.odometry();
        field.navigator.go(me, Place::new(1.0, 0.5, 0.0), (0.1, 0.1), MessageId(1));
        for step in 0..6000_u32 {
            if talks && step % 100 == 0 {
                field.speech.say("Hello", MessageId(step));
                if let Some(light) = field.light_mut(3) {
                    light.set(1.0, 0.3);
                }
            }
            field.step(STEP);
        }
        (field.place(), field.ball(), field.localization().place())
    };
    assert_eq!(run(true), run(false));
}

/// The decisions in play, without a penalty.
const PLAYING: Decisions = Decisions {
    state: State::Play,
    centered: true,
    kickoff: true,
    score: (2, 1),
    penalty: SPL_PENALTY_NONE,
    penalty_left: Duration::ZERO,
};

#[test]
fn a_referee_outside_decides_alone() {
    let mut field = calm(Place::new(-1.0, 0.0, 0.0));
    field.follow(&Decisions { state: State::Initial, ..PLAYING });
    run(&mut field, 30.0);
    assert_eq!((field.referee().state(), field.score()), (State::Initial, (2, 1)));
    field.follow(&PLAYING);
    for (to, back, event) in [
        (Point::new(3.1, 0.0), Point::default(), EventKind::Goal { ours: true }),
        (Point::new(1.5, 2.1), Point::new(0.5, 1.6), EventKind::Out),
    ] {
        field.move_ball(to);
        run(&mut field, 0.1);
        assert!((field.ball().at - back).length() < 1e-5, "{:?}", field.ball());
        assert!(kinds(&mut field).contains(&event));
        assert_eq!((field.referee().state(), field.score()), (State::Play, (2, 1)));
    }
    field.put_robot(Place::new(-4.0, 3.0, 0.0));
    field.press(Button::Chest, Duration::from_millis(200));
    run(&mut field, 100.0);
    assert_eq!(field.referee().penalty().0, SPL_PENALTY_NONE);
    assert_eq!(kinds(&mut field), [EventKind::Placed(Place::new(-4.0, 3.0, 0.0))]);
}

#[test]
fn a_penalty_lasts_until_the_referee_outside_ends_it() {
    let mut field = calm(Place::new(-1.0, 0.0, 0.0));
    let left = Duration::from_secs(5);
    let penalty = SPL_PENALTY_OBSTRUCTION;
    field.follow(&Decisions { penalty, penalty_left: left, ..PLAYING });
    run(&mut field, 40.0);
    assert!(field.referee().is_off());
    assert_eq!(field.referee().penalty(), (penalty, left));
    field.follow(&PLAYING);
    assert!(!field.referee().is_off() && field.place().y.abs() <= 2.0);
}

#[test]
fn the_ball_is_on_the_center_for_a_kick_off_alone() {
    let mut field = calm(Place::new(-1.5, 1.0, 2.0));
    field.move_ball(Point::new(1.0, 1.0));
    field.follow(&PLAYING);
    field.follow(&Decisions { state: State::Set, centered: false, ..PLAYING });
    assert_eq!((field.ball().at, field.place().y), (Point::new(1.0, 1.0), 1.0));
    field.follow(&PLAYING);
    field.follow(&Decisions { state: State::Set, ..PLAYING });
    assert_eq!(field.ball().at, Point::default());
    // By the rules of 2026, who is at a wrong place gets a penalty instead.
    assert_eq!(field.place(), Place::new(-1.5, 1.0, 2.0));
}

#[test]
fn the_referee_of_one_robot_has_the_places_of_its_field() {
    let start = Place::new(-1.0, 0.0, 0.0);
    let pitch = Pitch { circle_m: 0.5, border_m: 0.5, ..Pitch::SMALL };
    let mut field = calm_of(&Options { start, pitch, ..Options::default() });
    assert!((field.referee().kickoff_place().x + 0.6).abs() < 1e-6);
    field.referee_mut().set_kickoff(false);
    assert_eq!(field.referee().kickoff_place(), Place::new(-1.0, 0.0, 0.0));
    // Out over the side line, and comes back inside of it; over the usual one it was not out.
    field.move_ball(Point::new(1.0, 2.5));
    run(&mut field, 0.1);
    assert_eq!(field.ball().at, Point::new(1.0, 2.5));
    field.move_ball(Point::new(1.0, 3.2));
    run(&mut field, 0.1);
    assert_eq!(field.ball().at, Point::new(0.0, 2.6));
    field.move_ball(Point::new(-4.6, 2.0));
    run(&mut field, 0.1);
    assert_eq!(field.ball().at, Point::new(-4.1, 2.6));
    // On its carpet the robot may be, beside that it has a penalty, for which it waits off the carpet.
    field.put_robot(Place::new(-4.9, 1.5, 0.0));
    run(&mut field, 0.1);
    assert!(!field.referee().is_off());
    field.put_robot(Place::new(-5.1, 1.5, 0.0));
    run(&mut field, 0.1);
    assert!(field.referee().is_off());
    assert_eq!(field.place().point(), Point::new(0.0, 4.0));
    run(&mut field, 30.0);
    assert_eq!(field.place().point(), Point::new(0.0, -3.0));
    // The walls.
    field.put_robot(Place::new(9.0, 9.0, 0.0));
    assert_eq!(field.place().point(), Point::new(6.0, 4.5));
}

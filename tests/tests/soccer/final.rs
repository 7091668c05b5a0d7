//! The skills reach FINAL, and the state of the field afterwards.

use super::rig::{AWAY, Rig};
use nao_sim::field::{EventKind, LIGHTS, Place, Point, geometry::wrap};
use skill_runtime::SkillSpace;
use skill_runtime::skiller::SkillStatus;
use skills_nao::interfaces::NaoBlackboard;
use skills_nao::joint::Joint;
use skills_nao::skills::NaoSoccer;
use std::f32::consts::FRAC_PI_2;

const START: Place = Place { x: -1.0, y: 0.5, theta: 0.6 };

/// Runs `call` on a field without a ball; returns the final place of the robot relative to its
/// start.
fn way(call: &str) -> Place {
    let board = NaoBlackboard::new();
    let mut rig = Rig::new(&board, START, AWAY);
    rig.run(call);
    rig.pass_for(1.0);
    assert!(!rig.moves(), "{call}");
    START.to(rig.place())
}

#[test]
fn every_skill_of_the_space_ends_final() {
    let calls = [
        "standup{}",
        "getup{}",
        "servo{head_yaw=0.5}",
        "park{}",
        "stop{}",
        "kick{leg=\"left\"}",
        "relgoto(0.2, 0)",
        "goto(-1, 0.6)",
        "turn(0.5)",
        "strafe(0.1)",
        "walk{}",
        "say(\"hi\")",
        "led(\"chest\")",
        "beckon{}",
        "search_ball{}",
        "track_ball(1)",
        "approach_ball{}",
        "intercept_ball{}",
    ];
    for skill in NaoSoccer::SKILLS {
        let is_its = |call: &&&str| call.split(['{', '(']).next() == Some(skill.name);
        let call = calls.iter().find(is_its).unwrap_or_else(|| panic!("no call of {}", skill.name));
        let board = NaoBlackboard::new();
        let mut rig = Rig::new(&board, START, START.global(Point::new(0.7, 0.1)));
        rig.run("search_ball{}");
        rig.run(call);
        assert_eq!(board.skiller.sample().data.error.as_str(), "");
    }
}

#[track_caller]
fn near(is: Place, should: Place, m: f32, rad: f32) {
    let off = (is.point() - should.point()).length();
    assert!(off <= m && wrap(is.theta - should.theta).abs() <= rad, "{is:?}, not {should:?}");
}

#[test]
fn relgoto_walks_to_the_point() {
    for (call, x, y, theta) in [
        ("relgoto(0.5, 0)", 0.5, 0.0, 0.0),
        ("relgoto(0.3, 0.3)", 0.3, 0.3, std::f32::consts::FRAC_PI_4),
        ("relgoto{x_m=-0.2, y_m=-0.1, ori_rad=0.5}", -0.2, -0.1, 0.5),
        ("relgoto{x_m=1, y_m=0.5, ori_rad=-1}", 1.0, 0.5, -1.0),
        ("relgoto{phi_rad=1.2, dist_m=0.6}", 0.217, 0.559, 1.2),
        ("relgoto{phi_rad=-1.2, dist_m=0.6, ori_rad=0}", 0.217, -0.559, 0.0),
        // Of two ways to say it, x and y count if both are given.
        ("relgoto{x_m=0.4, y_m=0, phi_rad=1, dist_m=9}", 0.4, 0.0, 0.0),
        ("relgoto{x_m=0.4, phi_rad=0, dist_m=0.3}", 0.3, 0.0, 0.0),
        ("relgoto{0, 0, ori_rad=0}", 0.0, 0.0, 0.0),
    ] {
        near(way(call), Place::new(x, y, theta), 0.03, 0.06);
    }
}

#[test]
fn goto_walks_to_the_place_on_the_field() {
    for (call, x, y, theta) in [
        ("goto(0, 0)", 0.0, 0.0, 0.0),
        ("goto{-2, 1, ori_rad=1.5}", -2.0, 1.0, 1.5),
        ("goto(-1, 0.5, 0.6)", -1.0, 0.5, 0.6),
    ] {
        let board = NaoBlackboard::new();
        let mut rig = Rig::new(&board, START, AWAY);
        rig.run(call);
        // Within the accuracy of localization.
        near(rig.place(), Place::new(x, y, theta), 0.2, 0.2);
    }
}

#[test]
fn goto_sets_out_again_when_it_was_carried_elsewhere() {
    let board = NaoBlackboard::new();
    let carried = |to: fn(Place) -> Place| {
        let mut rig = Rig::new(&board, START, AWAY);
        rig.start("goto(1, 0)");
        rig.pass_for(4.0);
        let to = to(rig.place());
        rig.sim.field_mut().put_robot(to);
        assert!(rig.until(110.0, |rig| rig.skiller.status() == SkillStatus::Final));
        near(rig.place(), Place::new(1.0, 0.0, 0.0), 0.2, 0.2);
        assert!(rig.entered("goto", "Goto") > 0);
    };
    carried(|_| Place::new(-2.0, -1.0, 2.0));
    // At the same distance as before, facing away from the place.
    carried(|place| Place::new(2.0 - place.x, place.y, place.theta));
    carried(|place| Place::new(place.x, place.y, place.theta + 3.0));
}

#[test]
fn turn_turns_by_the_angle() {
    for (call, angle) in [("turn(1)", 1.0), ("turn{angle_rad=-2.5}", -2.5), ("turn{}", 0.0)] {
        near(way(call), Place::new(0.0, 0.0, angle), 0.001, 0.03);
    }
    let board = NaoBlackboard::new();
    let mut rig = Rig::new(&board, START, AWAY);
    let quick = rig.run("turn(7)");
    let slow = rig.run("turn{7, velocity_rad_per_sec=0.3}");
    assert!(quick > 14.0 && slow > 7.0 / 0.3 && slow < 30.0, "{quick} {slow}");
}

#[test]
fn strafe_goes_sideways() {
    for y in [0.2, -0.35, 0.0012, -0.0009, 0.0] {
        let to = way(&format!("strafe{{distance_m={y}}}"));
        near(to, Place::new(0.0, y, 0.0), 0.1 * y.abs() + 0.001, 0.01);
    }
}

#[test]
fn walk_continues_until_it_gets_a_stop() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::new(&board, START, AWAY);
    assert!(rig.run("walk(0.8)") < 0.005, "it does not wait");
    rig.pass_for(5.0);
    assert!(rig.moves());
    near(START.to(rig.place()), Place::new(0.4, 0.0, 0.0), 0.05, 0.01);
    rig.run("walk{theta=-1, speed=0.5}");
    rig.pass_for(5.0);
    assert!(START.to(rig.place()).theta < -0.9);
    rig.run("walk{}");
    rig.pass_for(1.0);
    assert!(!rig.moves());
    rig.run("walk{y=1}");
    rig.pass_for(1.0);
    assert!(rig.moves());
    rig.run("stop{}");
    rig.pass_for(0.1);
    assert!(!rig.moves());
}

fn said<'r>(rig: &'r Rig<'_>) -> Vec<&'r str> {
    let said = rig.events.iter().filter_map(|event| match &event.kind {
        EventKind::Said(text) => Some(text.as_str()),
        _ => None,
    });
    said.collect()
}

#[test]
fn say_says_the_text() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::new(&board, START, AWAY);
    assert!(rig.run("say(\"hi\")") < 0.005, "it does not wait");
    rig.pass_for(0.1);
    assert_eq!(said(&rig), ["hi"]);
    rig.pass_for(1.0);
    // 19 letters of 0.06 s.
    let took = rig.run("say{text=\"Where is the \\\"ball\\\"\", wait=true}");
    assert!((1.14..1.19).contains(&took), "{took}");
    assert_eq!(said(&rig), ["hi", "Where is the \"ball\""]);
}

#[test]
fn say_waits_for_the_texts_before_its_own() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::new(&board, START, AWAY);
    rig.run("say(\"This takes about two seconds to say\")");
    let took = rig.run("say(\"hi\", true)");
    assert!((2.0..3.0).contains(&took), "{took}");
}

#[test]
fn led_shines_in_the_colour() {
    for (led, lights) in [
        ("chest", 0..3),
        ("l_foot", 3..6),
        ("r_foot", 6..9),
        ("l_eye", 9..12),
        ("r_eye", 12..15),
        ("l_ear", 15..16),
        ("r_ear", 16..17),
    ] {
        let board = NaoBlackboard::new();
        let mut rig = Rig::new(&board, START, AWAY);
        let call = format!("led{{\"{led}\", red=0.25, green=0.5, blue=0.75, time_sec=1}}");
        assert!(rig.run(&call) < 0.005, "it does not wait");
        for (part, sec) in [(0.5, 0.5), (1.0, 2.0)] {
            rig.pass_for(sec);
            let colour = if lights.len() == 3 { &[0.25, 0.5, 0.75][..] } else { &[0.75] };
            let mut expected = [0.0; LIGHTS.len()];
            expected[lights.clone()].copy_from_slice(colour);
            for ((light, expected), id) in rig.sim.field().lights().iter().zip(expected).zip(LIGHTS)
            {
                let is = light.intensity();
                assert!((is - expected * part).abs() < 0.02, "{led}: {id} {is}");
            }
        }
        rig.run(&format!("led(\"{led}\")"));
        rig.pass_for(0.1);
        assert!(rig.sim.field().lights().iter().all(|light| light.intensity() < 0.001));
    }
}

#[test]
fn beckon_raises_the_arm_and_bends_the_elbow() {
    for (call, left, right, times) in [
        ("beckon{}", true, false, 3),
        ("beckon(\"right\", 1)", false, true, 1),
        ("beckon{\"both\", num=2}", true, true, 2),
        ("beckon{num=0}", true, false, 0),
    ] {
        let board = NaoBlackboard::new();
        let mut rig = Rig::new(&board, START, AWAY);
        let rest = (rig.joint(Joint::LShoulderPitch), rig.joint(Joint::RShoulderPitch));
        rig.run(call);
        assert_eq!(rig.entered("beckon", "MoveUp"), times, "{call}");
        assert_eq!(rig.entered("beckon", "MoveDown"), times, "{call}");
        let is_up = |joint, rest: f32| {
            let angle = rig.joint(joint);
            assert!((angle + 0.9).abs() <= 0.25 || (angle - rest).abs() < 0.01, "{call}: {angle}");
            (angle + 0.9).abs() <= 0.25
        };
        assert_eq!(is_up(Joint::LShoulderPitch, rest.0), left, "{call}");
        assert_eq!(is_up(Joint::RShoulderPitch, rest.1), right, "{call}");
        let elbow = if left { Joint::LElbowRoll } else { Joint::RElbowRoll };
        assert!((rig.joint(elbow).abs() - 0.5).abs() <= 0.3, "{call}");
    }
}

#[test]
fn search_ball_finds_it_all_around() {
    for (bearing, most_turns) in [(0.0, 0), (1.4, 0), (-1.4, 0), (3.1, 2), (2.2, 3), (-2.2, 3)] {
        let board = NaoBlackboard::new();
        let ball = START.global(Point::polar(bearing, 0.8));
        let mut rig = Rig::new(&board, START, ball);
        rig.run("search_ball{}");
        let turns = rig.entered("search_ball", "Turn");
        assert!(turns <= most_turns, "{bearing}: {turns} turns");
        let ball = board.wm_ball.sample().data;
        assert!(ball.visible);
        let known = Point::new(ball.relative_x, ball.relative_y);
        assert!((known - rig.ball()).length() < 0.1, "{bearing}");
        rig.pass_for(1.0);
        assert!(!rig.moves(), "it stops turning");
    }
}

#[test]
fn track_ball_looks_at_it() {
    let board = NaoBlackboard::new();
    let mut rig = Rig::new(&board, START, START.global(Point::new(0.8, 0.0)));
    rig.run("search_ball{}");
    rig.start("track_ball{12}");
    for bearing in [0.3, 0.6, 0.9, 0.6, 0.2] {
        rig.sim.field_mut().move_ball(START.global(Point::polar(bearing, 0.8)));
        rig.pass_for(2.0);
        let yaw = rig.joint(Joint::HeadYaw);
        assert!((yaw - bearing).abs() < 0.12, "{yaw} {bearing}");
    }
    let board = NaoBlackboard::new();
    let mut rig = Rig::new(&board, START, START.global(Point::new(0.8, 0.0)));
    let took = rig.run("track_ball{time_sec=3}");
    assert!((took - 3.0).abs() < 0.015, "{took}");
    assert!(!rig.moves());
}

#[test]
fn approach_ball_ends_with_the_ball_in_front_of_the_foot() {
    for (call, y, dir) in [
        ("approach_ball{}", 0.0, None),
        ("approach_ball{\"left\"}", 0.05, None),
        ("approach_ball{leg=\"right\", dir_rad=0.9}", -0.05, Some(0.9)),
        ("approach_ball{leg=\"left\", dir_rad=0.2}", 0.05, Some(0.2)),
    ] {
        let board = NaoBlackboard::new();
        let mut rig = Rig::new(&board, START, START.global(Point::new(1.0, 0.2)));
        rig.run("search_ball{}");
        rig.run(call);
        rig.pass_for(0.5);
        let ball = rig.ball();
        let off = (ball - Point::new(0.16, y)).length();
        assert!(off < 0.05 && !rig.moves(), "{call}: {ball:?}");
        let turned = wrap(rig.place().theta - dir.unwrap_or(rig.place().theta));
        assert!(turned.abs() < 0.3, "{call}: {turned}");
    }
}

#[test]
fn intercept_ball_ends_behind_it() {
    for (at, dir) in [
        (Point::new(0.8, 0.0), 0.6),
        (Point::new(0.7, 0.3), -1.0),
        (Point::new(0.5, -0.2), 0.6 + FRAC_PI_2),
        (Point::new(0.6, 0.0), 0.6 - 3.0),
    ] {
        let board = NaoBlackboard::new();
        let ball = START.global(at);
        let mut rig = Rig::new(&board, START, ball);
        rig.run("search_ball{}");
        rig.run(&format!("intercept_ball{{dir_rad={dir}}}"));
        rig.pass_for(0.5);
        let behind = ball - Point::polar(dir, 0.3);
        near(rig.place(), Place::new(behind.x, behind.y, dir), 0.15, 0.4);
        let moved = (rig.sim.field().ball().at - ball).length();
        assert!(moved < 0.01, "it walked against the ball: {moved}");
        assert!(!board.ball_is_obstacle.sample().data.enabled);
    }
}

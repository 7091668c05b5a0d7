//! The requests that skills send to the navigator and to the legs: their speeds, walks to moved
//! targets, and the requests that a stop affects.

use super::stage::{Stage, ask, never_arrives};
use skill_runtime::MessageId;
use skill_runtime::skiller::SkillStatus::{Failed, Final, Running};
use skills_nao::interfaces::{Navigator, motion, navigation};
use std::f32::consts::PI;

/// More passes than a walk to another point takes to be restarted.
const RESTART_PASSES: usize = 35;

/// Returns the requests to walk or stop, and the speeds, of the messages so far.
fn sent(stage: &Stage) -> Vec<String> {
    let text = |message: navigation::Message| match message {
        navigation::Message::SetMaxVelocity(m) => format!("speed {}", m.max_velocity),
        navigation::Message::CartesianGoto(m) => format!("to {:.2} {:.2}", m.x, m.y),
        navigation::Message::PolarGoto(m) => format!("polar {:.2} {:.2}", m.phi, m.dist),
        navigation::Message::Turn(m) => format!("turn {:.2}", m.angle),
        navigation::Message::Stop(_) => "stop".to_owned(),
        other => format!("{other:?}"),
    };
    stage.navigator.take().into_iter().map(text).collect()
}

/// A navigator that publishes its target, as that of the field does, and never arrives.
fn shows_target(says: &mut Navigator, message: &navigation::Message, id: MessageId) {
    never_arrives(says, message, id);
    if let navigation::Message::CartesianGoto(m) = message {
        (says.dest_x, says.dest_y) = (says.x + m.x, says.y + m.y);
    }
}

#[test]
fn relgoto_is_slow_to_near_points_however_they_are_given() {
    for (call, expected) in [
        ("relgoto{x_m=0.5, y_m=0}", ["speed 1", "to 0.50 0.00"]),
        ("relgoto{x_m=0.4, y_m=0.4}", ["speed 2", "to 0.40 0.40"]),
        ("relgoto{phi_rad=1, dist_m=0.5}", ["speed 1", "polar 1.00 0.50"]),
        ("relgoto{phi_rad=1, dist_m=0.6}", ["speed 2", "polar 1.00 0.60"]),
        // Half of the other pair does not count.
        ("relgoto{x_m=3, phi_rad=1, dist_m=0.3}", ["speed 1", "polar 1.00 0.30"]),
        ("relgoto{y_m=0.1, phi_rad=1, dist_m=3}", ["speed 2", "polar 1.00 3.00"]),
        ("relgoto{x_m=0.1, y_m=0, phi_rad=1, dist_m=3}", ["speed 1", "to 0.10 0.00"]),
    ] {
        let mut stage = Stage::new();
        stage.pass();
        stage.start(call);
        assert_eq!(sent(&stage), expected, "{call}");
    }
}

/// Runs `goto(1, 0)`, changes something, and returns what it sends within some passes.
fn after(change: fn(&mut Stage), shows: bool) -> Vec<String> {
    let mut stage = Stage::new();
    if shows {
        stage.navigator.on_message(shows_target);
    }
    stage.pass();
    stage.start("goto(1, 0)");
    stage.pass();
    assert_eq!(sent(&stage), ["speed 2", "to 1.00 0.00"]);
    stage.pass();
    change(&mut stage);
    (0..RESTART_PASSES).for_each(|_| assert_eq!(stage.pass(), Running));
    sent(&stage)
}

#[test]
fn goto_notices_a_target_that_is_equally_far_away() {
    for shows in [true, false] {
        let opposite = after(|stage| stage.pose.update(|pose| pose.world_x = 2.0), shows);
        assert_eq!(opposite, ["speed 2", "to -1.00 0.00"]);
        let turned = after(|stage| stage.pose.update(|pose| pose.world_z = PI), shows);
        assert_eq!(turned, ["speed 2", "to -1.00 0.00"]);
        let beside = |stage: &mut Stage| {
            stage.pose.update(|pose| (pose.world_x, pose.world_y) = (1.0, 1.0));
        };
        assert_eq!(after(beside, shows), ["speed 2", "to 0.00 -1.00"]);
    }
    let other = |stage: &mut Stage| {
        stage.navigator.update(|says| (says.dest_x, says.dest_y) = (0.0, 1.0));
    };
    assert_eq!(after(other, true), ["speed 2", "to 1.00 0.00"]);
}

#[test]
fn goto_stays_on_its_way_while_it_leads_there() {
    let near = |stage: &mut Stage| stage.pose.update(|pose| pose.world_y = 0.15);
    assert!(after(near, true).is_empty() && after(near, false).is_empty());
    // The robot walks; the axes of its navigator differ from those of the field.
    let mut stage = Stage::new();
    stage.navigator.on_message(|says, message, id| {
        never_arrives(says, message, id);
        if let navigation::Message::CartesianGoto(m) = message {
            (says.dest_x, says.dest_y) = (5.0 - m.y, 7.0 + m.x);
        }
    });
    stage.navigator.update(|says| (says.x, says.y) = (5.0, 7.0));
    stage.pass();
    stage.start("goto{1, 1, margin_m=0.05}");
    for step in 0..200_u8 {
        let walked = f32::from(step) * 0.004;
        stage.navigator.update(|says| (says.x, says.y) = (5.0 - walked, 7.0 + walked));
        stage.pose.update(|pose| (pose.world_x, pose.world_y) = (walked, walked));
        stage.pose.update(|pose| pose.world_z = walked);
        assert_eq!(stage.pass(), Running);
    }
    assert_eq!(sent(&stage), ["speed 2", "to 1.00 1.00"]);
}

type Change = fn(&mut Stage);

/// The robot or the ball is moved: the walk continues to the new place without a stop.
#[test]
fn a_walk_that_begins_anew_is_not_stopped_in_between() {
    let cases: [(&str, Change); 4] = [
        ("goto(1, 0)", |stage| stage.pose.update(|pose| pose.world_x = -2.0)),
        ("approach_ball{}", |stage| stage.see(1.0, 1.0)),
        ("approach_ball{dir_rad=1}", |stage| stage.see(1.0, -1.0)),
        ("intercept_ball{}", |stage| stage.see(2.0, 0.0)),
    ];
    for (call, moves) in cases {
        let mut stage = Stage::new();
        stage.pass();
        stage.start(call);
        let walks = |stage: &Stage| !stage.navigator.value().r#final;
        (0..100).for_each(|_| _ = stage.pass());
        assert!(walks(&stage), "{call} does not walk");
        let first = stage.navigator.value().msgid;
        sent(&stage);
        stage.obstacle.take();
        moves(&mut stage);
        for _ in 0..RESTART_PASSES {
            assert_eq!(stage.pass(), Running);
            assert!(walks(&stage), "{call} stops");
        }
        let second = stage.navigator.value().msgid;
        let sent = sent(&stage);
        assert!(second != first && !sent.contains(&"stop".to_owned()), "{call}: {sent:?}");
        assert_eq!(sent.len(), 2, "{call}: {sent:?}");
        assert!(stage.obstacle.take().is_empty(), "{call}: the ball is no obstacle for a moment");
        // The new walk ends with the skill.
        stage.stop();
        let stops = stage.navigator.take();
        let stop = navigation::Message::Stop(navigation::Stop { msgid: second });
        assert!(stops == [stop] && !walks(&stage), "{call}: {stops:?}");
    }
}

#[test]
fn a_walk_that_was_superseded_sends_no_stop() {
    let leaves: [Change; 3] = [
        |stage| assert_eq!(stage.pass(), Failed),
        |stage| _ = stage.stop(),
        |stage| _ = stage.start("say(\"hi\")"),
    ];
    for call in [
        "relgoto(1, 0)",
        "turn(1)",
        "goto(1, 0)",
        "approach_ball{}",
        "intercept_ball{}",
        "search_ball{look_sec=0.1}",
    ] {
        for leave in leaves {
            let mut stage = Stage::new();
            if call.starts_with("search") {
                stage.miss(99);
            }
            stage.pass();
            stage.start(call);
            (0..100).for_each(|_| _ = stage.pass());
            assert!(!stage.navigator.value().r#final, "{call} does not walk");
            let newer = ask(&stage.navigator, navigation::Turn { angle: 1.0, velocity: 0.0 });
            // The navigator has accepted the request, which the skill does not know yet.
            assert_eq!(stage.pass(), Running, "{call}");
            sent(&stage);
            leave(&mut stage);
            stage.pass();
            assert!(sent(&stage).is_empty(), "{call}");
            assert_eq!(stage.navigator.value().msgid, newer.0);
        }
    }
}

#[test]
fn strafe_stops_the_legs_only_while_they_walk_for_it() {
    let stops = |stage: &Stage| {
        let is_stop = |message: &motion::Message| matches!(message, motion::Message::Stop(_));
        stage.motion.take().iter().any(is_stop)
    };
    let mut stage = Stage::new();
    stage.pass();
    stage.start("strafe(1)");
    stage.pass();
    stage.stop();
    assert!(stops(&stage));

    stage.start("strafe(1)");
    stage.pass();
    ask(&stage.motion, motion::Turn { angle: 1.0 });
    stage.pass();
    stage.stop();
    assert!(!stops(&stage) && stage.motion.value().moving);
}

#[test]
fn a_joint_that_arrives_in_the_pass_of_the_timeout_has_arrived() {
    for (call, passes) in [("servo{head_yaw=1}", 101), ("servo{head_yaw=1, time_sec=1}", 201)] {
        let run = |arrives: bool| {
            let mut stage = Stage::new();
            stage.pass();
            stage.start(call);
            (2..passes).for_each(|_| assert_eq!(stage.pass(), Running));
            if arrives {
                stage.joints.update(|joints| joints.head_yaw = 0.9);
            }
            (stage.pass(), stage.reason())
        };
        assert_eq!(run(true), (Final, String::new()), "{call}");
        let (status, reason) = run(false);
        assert!(status == Failed && reason.starts_with("head_yaw servo timeout"), "{reason}");
    }
}

#[test]
fn servo_waits_for_no_joint_that_it_does_not_move() {
    for call in [
        "servo{yaw=0.2, pitch=0.1, head_yaw=0.5}",
        "servo{yaw=0.2, pitch=0.1, l_elbow_roll=-1}",
        "servo{yaw=0.2}",
        "servo{pitch=0.1, head_yaw=0.5}",
    ] {
        let mut stage = Stage::new();
        stage.pass();
        assert_eq!(stage.start(call), Failed, "{call}");
        assert_eq!(stage.reason(), "give yaw and pitch, or joints");
        assert!(stage.joints.take().is_empty() && stage.motion.take().is_empty(), "{call}");
    }
    let mut stage = Stage::new();
    stage.pass();
    assert_eq!(stage.start("servo{yaw=0.2, pitch=0.1}"), Final);
    let head = motion::YawPitchHead { yaw: 0.2, pitch: 0.1, time_sec: 0.5 };
    assert_eq!(stage.motion.take(), [motion::Message::YawPitchHead(head)]);
}

/// The joints are near their goals already: only the missing writer makes the skill fail.
#[test]
fn beckon_without_the_joints_is_not_final() {
    for pass in 1..20 {
        let mut stage = Stage::new();
        stage.pass();
        let mut status = stage.start("beckon{num=20}");
        (1..pass).for_each(|_| status = stage.pass());
        assert_eq!(status, Running);
        stage.joints.remove();
        (0..2).for_each(|_| status = stage.pass());
        assert_eq!((status, &*stage.reason()), (Failed, "no writer for naojoints"), "{pass}");
    }
}

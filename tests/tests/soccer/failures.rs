//! Every path to FAILED, of all skills, with the reason that the skiller publishes.

use super::stage::{Stage, arrives, ask, errs};
use skill_runtime::graph::{StateKind, TransitionInfo};
use skill_runtime::skiller::SkillStatus::{Failed, Running};
use skill_runtime::{SkillInfo, SkillSpace, Text, TraceKind};
use skills_nao::interfaces::{button, joints, light, motion, navigation, speech, stiffness};
use skills_nao::skills::NaoSoccer;
use std::collections::BTreeSet;
use std::time::Duration;

type Fault = fn(&mut Stage);

/// A path to FAILED.
struct FailurePath {
    /// The skill that fails.
    skill: &'static str,
    /// The reason as the skill has it; empty for a sub-skill's. `None` if no transition leads there: an
    /// interface has no writer, or a message was refused.
    reason: Option<&'static str>,
    call: &'static str,
    /// The faults before the first pass, and after it.
    before: Fault,
    during: Fault,
    /// The skill in which the failure arose, and the reason that is published.
    arose: &'static str,
    says: &'static str,
}

const fn path(skill: &'static str, reason: &'static str, call: &'static str) -> FailurePath {
    FailurePath { reason: Some(reason), ..input(skill, reason, call) }
}

/// Returns a path without a transition.
const fn input(skill: &'static str, says: &'static str, call: &'static str) -> FailurePath {
    FailurePath { skill, reason: None, call, before: |_| {}, during: |_| {}, arose: skill, says }
}

impl FailurePath {
    const fn before(self, before: Fault) -> Self {
        Self { before, ..self }
    }
    const fn during(self, during: Fault) -> Self {
        Self { during, ..self }
    }
    const fn says(self, says: &'static str) -> Self {
        Self { says, ..self }
    }
    const fn of(self, arose: &'static str, says: &'static str) -> Self {
        Self { arose, says, ..self }
    }
}

const NO_MOTION: &str = "no writer for naomotion";
const NO_JOINTS: &str = "no writer for naojoints";
const NO_STIFFNESS: &str = "no writer for naostiffness";
const NO_NAVIGATOR: &str = "no writer for navigator";
const NO_BALL: &str = "no writer for ball";
const NO_POSE: &str = "no writer for pose";
const NO_SPEECH: &str = "no writer for speechsynth";
const REFUSED_HEAD: &str = "naomotion refused YawPitchHead: queue full";
const REFUSED_SPEED: &str = "navigator refused SetMaxVelocity: queue full";
const SERVO: &str = "{} servo timeout. actual: {:.6}  expected: {:.6}  tolerance: {:.6}";
const HEAD: &str = "give yaw and pitch, or joints";
const POINT: &str = "give x_m and y_m, or phi_rad and dist_m";
const TARGET: &str = "another target took this one's place";
const NAVIGATOR: &str = "navigator error {}";
const NOT_THERE: &str = "not there after {} s";
const STILL: &str = "still walking after {} s";
const TEXT: &str = "another text took this one's place";
const LIGHT: &str = "no writer for {}";
const UNSEEN: &str = "no ball to be seen";

const NO_MOTION_WRITER: Fault = |stage| stage.motion.remove();
const LEGS_STAY: Fault = |stage| stage.motion.on_message(|_, _, _| {});
/// Ends the motion a second later.
const ENDS_MOTION: Fault = |stage| {
    stage.pass_for(Duration::from_secs(1));
    stage.motion.update(|motion| (motion.moving, motion.msgid) = (false, 0));
};
const NO_NAVIGATOR_WRITER: Fault = |stage| stage.navigator.remove();
const FULL_MOTION: Fault = |stage| stage.motion.fill(motion::GetUp);
const FULL_NAVIGATOR: Fault = |stage| stage.navigator.fill(navigation::ResetOdometry {});
const NEWER_TARGET: Fault = |stage| {
    ask(&stage.navigator, navigation::Turn { angle: 1.0, velocity: 0.0 });
};
const ERRS: Fault = |stage| stage.navigator.on_message(errs);

/// A path for each transition that leads to FAILED.
const FAILURE_PATHS: &[FailurePath] = &[
    path("standup", "", "standup{}")
        .before(|stage| {
            stage.lie(-1.0);
            stage.joints.remove();
        })
        .of("servo", NO_JOINTS),
    path("standup", "no writer for naosensors", "standup{}").before(|stage| stage.sensors.remove()),
    input("standup", "naomotion refused Standup: queue full", "standup{}").before(|stage| {
        stage.lie(1.0);
        stage.motion.fill(motion::GetUp);
    }),
    input("standup", "naomotion refused Standup: queue full", "standup{from=\"back\"}")
        .before(FULL_MOTION),
    input("standup", NO_MOTION, "standup{}").before(NO_MOTION_WRITER),
    path("standup", "", "standup{}")
        .before(FULL_MOTION)
        .of("getup", "naomotion refused GetUp: queue full"),
    path("standup", "the body does not stand up", "standup{}").before(|stage| {
        stage.lie(-1.0);
        LEGS_STAY(stage);
    }),
    path("standup", "it takes too long", "standup{from=\"back\"}"),
    path("standup", "it still lies", "standup{}")
        .before(|stage| stage.lie(-1.0))
        .during(ENDS_MOTION),
    // It falls while it rises from sitting.
    path("standup", "it still lies", "standup{}").during(|stage| {
        stage.pass_for(Duration::from_secs(1));
        stage.lie(1.0);
    }),
    path("standup", "it is not upright", "standup{from=\"front\"}").during(ENDS_MOTION),
    input("getup", NO_MOTION, "getup{}").before(NO_MOTION_WRITER),
    input("standup", NO_MOTION, "standup{from=\"back\"}").during(NO_MOTION_WRITER),
    input("getup", "naomotion refused GetUp: queue full", "getup{}").before(FULL_MOTION),
    input("getup", NO_MOTION, "getup{}").during(NO_MOTION_WRITER),
    input("servo", NO_JOINTS, "servo{head_yaw=1}").before(|stage| stage.joints.remove()),
    input("servo", NO_STIFFNESS, "servo{head_yaw=1}").before(|stage| stage.stiffness.remove()),
    input("servo", NO_MOTION, "servo{head_yaw=1}").before(NO_MOTION_WRITER),
    input("servo", NO_JOINTS, "servo{head_yaw=1}").during(|stage| stage.joints.remove()),
    input("servo", NO_STIFFNESS, "servo{head_yaw=1}").during(|stage| stage.stiffness.remove()),
    input("servo", NO_MOTION, "servo{head_yaw=1}").during(NO_MOTION_WRITER),
    path("servo", HEAD, "servo{yaw=1}"),
    input("servo", "naojoints refused GotoAngle: queue full", "servo{head_yaw=1}").before(
        |stage| {
            stage.joints.fill(joints::GotoAngle { servo: 0, value: 0.0, time_sec: 1.0 });
        },
    ),
    input(
        "servo",
        "naostiffness refused SetBodyStiffness: queue full",
        "servo{enable=true, head_yaw=1}",
    )
    .before(|stage| {
        stage.stiffness.fill(stiffness::SetBodyStiffness { value: 0.0, time_sec: 0.0 });
    }),
    input("servo", REFUSED_HEAD, "servo{yaw=1, pitch=0}").before(FULL_MOTION),
    path("servo", SERVO, "servo{head_yaw=0.75, time_sec=0.5}")
        .says("head_yaw servo timeout. actual: 0.000000  expected: 0.750000  tolerance: 0.250000"),
    input("park", NO_MOTION, "park{}").before(NO_MOTION_WRITER),
    input("park", NO_MOTION, "park{}").during(NO_MOTION_WRITER),
    input("park", "naomotion refused Park: queue full", "park{}").before(FULL_MOTION),
    input("park", "naostiffness refused SetBodyStiffness: no writer", "park{servos_off=true}")
        .before(|stage| stage.stiffness.remove()),
    input("stop", NO_MOTION, "stop{}").before(NO_MOTION_WRITER),
    input("kick", NO_MOTION, "kick{leg=\"left\"}").before(NO_MOTION_WRITER),
    input("kick", NO_MOTION, "kick{leg=\"left\"}").during(NO_MOTION_WRITER),
    path("kick", "no leg defined", "kick{}"),
    path("kick", "the body does not kick", "kick{leg=\"left\"}").before(LEGS_STAY),
    path("kick", "it takes too long", "kick{leg=\"left\"}"),
    input("kick", "naomotion refused Kick: queue full", "kick{leg=\"left\"}").before(FULL_MOTION),
    input("relgoto", NO_NAVIGATOR, "relgoto(1, 0)").before(NO_NAVIGATOR_WRITER),
    path("relgoto", POINT, "relgoto{}"),
    path("relgoto", POINT, "relgoto{x_m=1, dist_m=1}"),
    input("relgoto", REFUSED_SPEED, "relgoto(1, 0)").before(FULL_NAVIGATOR),
    input("relgoto", NO_NAVIGATOR, "relgoto(1, 0)").during(NO_NAVIGATOR_WRITER),
    path("relgoto", TARGET, "relgoto(1, 0)").during(NEWER_TARGET),
    path("relgoto", NAVIGATOR, "relgoto(1, 0)").before(ERRS).says("navigator error 3"),
    path("relgoto", NOT_THERE, "relgoto{1, 0, timeout_sec=2.5}").says("not there after 2.5 s"),
    input("goto", NO_POSE, "goto(1, 0)").before(|stage| stage.pose.remove()),
    input("goto", NO_POSE, "goto(1, 0)").during(|stage| stage.pose.remove()),
    path("goto", NOT_THERE, "goto{1, 0, timeout_sec=3}").says("not there after 3 s"),
    input("goto", NO_NAVIGATOR, "goto(1, 0)").before(NO_NAVIGATOR_WRITER),
    input("goto", NO_NAVIGATOR, "goto(1, 0)").during(NO_NAVIGATOR_WRITER),
    path("goto", NAVIGATOR, "goto(1, 0)").before(ERRS).says("navigator error 3"),
    path("goto", TARGET, "goto(1, 0)").during(NEWER_TARGET),
    input("goto", REFUSED_SPEED, "goto(1, 0)").before(FULL_NAVIGATOR),
    input("turn", NO_NAVIGATOR, "turn(1)").before(NO_NAVIGATOR_WRITER),
    input("turn", "navigator refused Turn: queue full", "turn(1)").before(FULL_NAVIGATOR),
    input("turn", NO_NAVIGATOR, "turn(1)").during(NO_NAVIGATOR_WRITER),
    path("turn", TARGET, "turn(1)").during(NEWER_TARGET),
    path("turn", NAVIGATOR, "turn(1)").before(ERRS).says("navigator error 3"),
    path("turn", "not turned after {} s", "turn{1, timeout_sec=2}").says("not turned after 2 s"),
    input("strafe", NO_MOTION, "strafe(0.5)").before(NO_MOTION_WRITER),
    input("strafe", "naomotion refused WalkSideways: queue full", "strafe(0.5)")
        .before(FULL_MOTION),
    input("strafe", NO_MOTION, "strafe(0.5)").during(NO_MOTION_WRITER),
    path("strafe", "another motion has begun", "strafe(0.5)").during(|stage| {
        ask(&stage.motion, motion::Turn { angle: 1.0 });
    }),
    path("strafe", "the robot cannot walk now", "strafe(0.5)")
        .before(|stage| stage.motion.on_message(|_, _, _| {})),
    path("strafe", STILL, "strafe(0.5)").says("still walking after 25 s"),
    input("walk", NO_MOTION, "walk(1)").before(NO_MOTION_WRITER),
    input("walk", "naomotion refused WalkVelocity: queue full", "walk(1)").before(FULL_MOTION),
    input("say", NO_SPEECH, "say(\"hi\")").before(|stage| stage.speech.remove()),
    input("say", "speechsynth refused Say: queue full", "say(\"hi\")").before(FULL_SPEECH),
    input("say", NO_SPEECH, "say(\"hi\", true)").during(|stage| stage.speech.remove()),
    path("say", TEXT, "say(\"hi\", true)").during(|stage| {
        ask(&stage.speech, speech::Say { text: Text::new() });
    }),
    path("say", "not said after {} s", "say(\"hi\", true, 4)").says("not said after 4 s"),
    path("led", LIGHT, "led(\"chest\", 1)")
        .before(|stage| {
            let [_, green, ..] = &mut stage.lights;
            green.remove();
        })
        .says("no writer for chest"),
    path("led", LIGHT, "led(\"r_foot\", 1)").says("no writer for r_foot"),
    input("led", "lear refused SetIntensity: queue full", "led{\"l_ear\", blue=1}").before(
        |stage| {
            let [.., ear] = &stage.lights;
            ear.fill(light::TurnOff {});
        },
    ),
    path("beckon", "", "beckon{}").before(NO_MOTION_WRITER).of("servo", NO_MOTION),
    path("beckon", "", "beckon{}")
        .during(|stage| {
            stage.until("beckon", "MoveUp");
            stage.joints.remove();
        })
        .of("servo", NO_JOINTS),
    path("beckon", "", "beckon{}")
        .during(|stage| {
            stage.until("beckon", "MoveDown");
            stage.stiffness.remove();
        })
        .of("servo", NO_STIFFNESS),
    input("search_ball", NO_BALL, "search_ball{}").before(|stage| stage.ball.remove()),
    input("search_ball", NO_MOTION, "search_ball{}").before(NO_MOTION_WRITER),
    path("search_ball", "no ball after {} s", "search_ball{timeout_sec=9}")
        .before(|stage| stage.miss(99))
        .says("no ball after 9 s"),
    input("search_ball", REFUSED_HEAD, "search_ball{}").before(|stage| {
        stage.miss(99);
        stage.motion.fill(motion::GetUp);
    }),
    path("search_ball", "no ball after {} turns", "search_ball{turns=2}")
        .before(|stage| {
            stage.miss(99);
            stage.navigator.on_message(arrives);
        })
        .says("no ball after 2 turns"),
    path("search_ball", "", "search_ball{}")
        .before(|stage| {
            stage.miss(99);
            stage.navigator.on_message(errs);
        })
        .of("turn", "navigator error 3"),
    input("track_ball", NO_BALL, "track_ball{}").during(|stage| stage.ball.remove()),
    input("track_ball", NO_MOTION, "track_ball{}").during(NO_MOTION_WRITER),
    input("track_ball", REFUSED_HEAD, "track_ball{}").before(FULL_MOTION),
    path("track_ball", "no ball for {} s", "track_ball{9, lost_sec=1.5}")
        .during(|stage| stage.miss(1))
        .says("no ball for 1.5 s"),
    input("approach_ball", NO_BALL, "approach_ball{}").before(|stage| stage.ball.remove()),
    input("approach_ball", NO_POSE, "approach_ball{}").before(|stage| stage.pose.remove()),
    input("approach_ball", NO_NAVIGATOR, "approach_ball{}").during(NO_NAVIGATOR_WRITER),
    input("approach_ball", NO_MOTION, "approach_ball{}").during(NO_MOTION_WRITER),
    path("approach_ball", "not at the ball after {} s", "approach_ball{timeout_sec=7}")
        .says("not at the ball after 7 s"),
    path("approach_ball", UNSEEN, "approach_ball{}").during(|stage| stage.miss(99)),
    input("approach_ball", REFUSED_HEAD, "approach_ball{}").before(FULL_MOTION),
    path("approach_ball", UNSEEN, "approach_ball{}").during(|stage| stage.miss(20)),
    path("approach_ball", NAVIGATOR, "approach_ball{}").before(ERRS).says("navigator error 3"),
    path("approach_ball", TARGET, "approach_ball{}").during(|stage| {
        stage.until("approach_ball", "Walk");
        NEWER_TARGET(stage);
    }),
    input("approach_ball", REFUSED_HEAD, "approach_ball{}").during(|stage| {
        stage.until("approach_ball", "Walk");
        stage.see(1.0, 0.5);
        stage.motion.fill(motion::GetUp);
    }),
    input("intercept_ball", NO_BALL, "intercept_ball{}").before(|stage| stage.ball.remove()),
    input("intercept_ball", NO_POSE, "intercept_ball{}").before(|stage| stage.pose.remove()),
    input("intercept_ball", NO_NAVIGATOR, "intercept_ball{}").during(NO_NAVIGATOR_WRITER),
    input("intercept_ball", NO_MOTION, "intercept_ball{}").during(NO_MOTION_WRITER),
    input("intercept_ball", "no writer for ball_is_obstacle", "intercept_ball{}")
        .before(|stage| stage.obstacle.remove()),
    path("intercept_ball", "not behind the ball after {} s", "intercept_ball{timeout_sec=7}")
        .says("not behind the ball after 7 s"),
    path("intercept_ball", UNSEEN, "intercept_ball{}").during(|stage| stage.miss(99)),
    input("intercept_ball", REFUSED_HEAD, "intercept_ball{}").before(FULL_MOTION),
    path("intercept_ball", UNSEEN, "intercept_ball{}").during(|stage| stage.miss(20)),
    path("intercept_ball", NAVIGATOR, "intercept_ball{}").before(ERRS).says("navigator error 3"),
    path("intercept_ball", TARGET, "intercept_ball{}").during(|stage| {
        stage.until("intercept_ball", "Go");
        NEWER_TARGET(stage);
    }),
    input("intercept_ball", REFUSED_HEAD, "intercept_ball{}").during(|stage| {
        stage.until("intercept_ball", "Go");
        stage.see(1.0, 0.5);
        stage.motion.fill(motion::GetUp);
    }),
    input(
        "intercept_ball",
        "ball_is_obstacle refused EnableSwitch: queue full",
        "intercept_ball{}",
    )
    .during(FULL_SWITCH),
];

const FULL_SPEECH: Fault = |stage| stage.speech.fill(speech::Say { text: Text::new() });
/// Keeps the switch's queue full until the skill has sent its message.
const FULL_SWITCH: Fault = |stage| {
    while stage.status() == Running {
        stage.obstacle.fill(button::DisableSwitch {});
        stage.pass();
    }
};

fn failing(skill: &'static SkillInfo) -> impl Iterator<Item = (u16, &'static TransitionInfo)> {
    let graph = &skill.graph;
    let is_failed = |state: u16| {
        graph.states.get(usize::from(state)).is_some_and(|s| matches!(s.kind, StateKind::Failed))
    };
    (0..).zip(graph.transitions).filter(move |(_, transition)| is_failed(transition.to))
}

/// Returns whether the transition `index` of `skill` was taken.
fn was_taken(stage: &Stage, skill: &SkillInfo, index: u16) -> bool {
    stage.events().iter().any(|event| match event.kind {
        TraceKind::Transition { transition, .. } => event.skill == skill && transition == index,
        _ => false,
    })
}

/// Runs a path. Returns the transition to FAILED that was taken, if any; an error for any other
/// outcome.
fn go(path: &FailurePath) -> Result<Option<(&'static str, u16)>, String> {
    let mut stage = Stage::new();
    stage.pass();
    (path.before)(&mut stage);
    stage.start(path.call);
    (path.during)(&mut stage);
    let (status, _) = stage.finish();
    let end = (status, stage.failed_skill(), stage.reason());
    let skill = NaoSoccer::SKILLS.iter().find(|skill| skill.name == path.skill).expect("a skill");
    let mut taken = failing(skill).filter(|(index, _)| was_taken(&stage, skill, *index));
    let transition = taken.next();
    let is_right = transition.map(|(_, info)| info.reason.unwrap_or_default()) == path.reason;
    if is_right && end == (Failed, path.arose, path.says.to_owned()) {
        Ok(transition.map(|(index, _)| (skill.name, index)))
    } else {
        Err(format!("{}: {:?} in {}: {end:?}", path.call, path.says, path.arose))
    }
}

#[test]
fn every_transition_to_failed_is_taken_and_has_its_reason() {
    let (taken, other): (Vec<_>, Vec<_>) = FAILURE_PATHS.iter().map(go).partition(Result::is_ok);
    let other: Vec<_> = other.into_iter().filter_map(Result::err).collect();
    assert!(other.is_empty(), "{}", other.join("\n"));
    let taken: BTreeSet<_> = taken.into_iter().flatten().flatten().collect();
    for skill in NaoSoccer::SKILLS {
        for (index, transition) in failing(skill) {
            let from = transition.from.map_or("always", |from| skill.graph.state_name(from));
            let label = transition.label;
            assert!(
                taken.contains(&(skill.name, index)),
                "no test goes {}: {from} -> FAILED on {label:?}",
                skill.name
            );
        }
    }
}

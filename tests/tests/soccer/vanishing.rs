//! Each skill loses each of its interfaces in some pass: it fails at once and names the
//! interface, or goes on as if nothing had happened where it no longer needs it.

use super::stage::Stage;
use proptest::prelude::*;
use proptest::sample::select;
use skill_runtime::skiller::SkillStatus::{self, Failed, Running};
use skill_runtime::{SkillInfo, SkillSpace};
use skills_nao::skills::NaoSoccer;
use std::collections::BTreeSet;

/// A call, and what the robot is like before it.
type Call = (&'static str, fn(&mut Stage));

/// A call of each skill that takes time.
const CALLS: &[Call] = &[
    ("standup{}", |stage| stage.lie(-1.0)),
    ("standup{from=\"front\"}", |_| {}),
    ("standup{}", |_| {}),
    ("getup{}", |_| {}),
    ("servo{head_yaw=1, time_sec=2}", |_| {}),
    ("servo{enable=true, l_elbow_roll=-1, r_elbow_roll=1}", |_| {}),
    ("park{}", |_| {}),
    ("park{servos_off=true, time_sec=1}", |_| {}),
    ("kick{leg=\"left\"}", |_| {}),
    ("relgoto(1, 0)", |_| {}),
    ("goto(1, 0)", |_| {}),
    ("turn(1)", |_| {}),
    ("strafe(0.1)", |_| {}),
    ("say(\"hi\", true)", |_| {}),
    ("beckon{num=20}", |_| {}),
    ("search_ball{}", |stage| stage.miss(99)),
    ("track_ball{}", |_| {}),
    ("approach_ball{}", |_| {}),
    ("approach_ball{dir_rad=0}", |_| {}),
    ("intercept_ball{}", |_| {}),
];

/// The skills that end in their first pass and have nothing to lose afterwards.
const AT_ONCE: [&str; 3] = ["stop", "walk", "led"];

/// The interfaces that a skill does not need in all passes: they may vanish unnoticed
/// then. Anything else is noticed in each pass.
const NOT_ALWAYS: &[(&str, &str)] = &[
    // After the motors are on, and after it knows how it lies.
    ("standup", "naojoints"),
    ("standup", "naostiffness"),
    ("standup", "naosensors"),
    // In the end, and if it makes the joints limp.
    ("park", "naostiffness"),
    // While it turns.
    ("search_ball", "navigator"),
    // If it has a direction.
    ("approach_ball", "pose"),
];

/// The reasons that do not name the interface.
const OTHERS: &[&str] = &["the joints could not be made limp"];

/// No run is observed for longer.
const PASSES: usize = 1500;

fn info(call: &str) -> &'static SkillInfo {
    let name = call.split(['{', '(']).next().unwrap_or_default();
    NaoSoccer::SKILLS.iter().find(|skill| skill.name == name).expect("a skill of the space")
}

/// Returns the variables of the interfaces that a skill and its sub-skills use.
fn interfaces(skill: &SkillInfo) -> BTreeSet<&'static str> {
    let own = skill.interfaces.iter().map(|interface| interface.variable);
    own.chain(skill.deps.iter().flat_map(|sub| interfaces(sub))).collect()
}

fn remove(stage: &Stage, variable: &str) {
    match variable {
        "naomotion" => stage.motion.remove(),
        "naojoints" => stage.joints.remove(),
        "naostiffness" => stage.stiffness.remove(),
        "naosensors" => stage.sensors.remove(),
        "navigator" => stage.navigator.remove(),
        "ball" => stage.ball.remove(),
        "pose" => stage.pose.remove(),
        "ball_is_obstacle" => stage.obstacle.remove(),
        "speechsynth" => stage.speech.remove(),
        other => panic!("no part of the stage is {other}"),
    }
}

/// Runs a call. Returns its status after each pass, and the reason.
fn run((call, before): Call, lost: Option<(&str, usize)>) -> (Vec<SkillStatus>, String) {
    let mut stage = Stage::new();
    before(&mut stage);
    stage.pass();
    let mut passes = Vec::new();
    while passes.last().is_none_or(|status| *status == Running) && passes.len() < PASSES {
        if let Some((variable, _)) = lost.filter(|(_, pass)| *pass == passes.len()) {
            remove(&stage, variable);
        }
        passes.push(if passes.is_empty() { stage.start(call) } else { stage.pass() });
    }
    (passes, stage.reason())
}

/// Returns what is wrong with a run that loses `variable` before the pass `lost`.
fn fault(case: Call, variable: &str, lost: usize) -> Option<String> {
    let (passes, reason) = run(case, Some((variable, lost)));
    let says = reason == format!("no writer for {variable}") || OTHERS.contains(&reason.as_str());
    let failed = passes.last() == Some(&Failed) && says;
    // A sub-skill begins in the pass after that in which its state is entered.
    let at_once = failed && (lost + 1..=lost + 2).contains(&passes.len());
    let not_always = NOT_ALWAYS.contains(&(info(case.0).name, variable));
    let over = passes.len() <= lost;
    let as_usual = || (passes.clone(), reason.clone()) == run(case, None);
    let fine = at_once || not_always && failed || (not_always || over) && as_usual();
    let passes = passes.len();
    (!fine).then(|| {
        format!("{} without {variable} from pass {lost}: {passes} passes, {reason:?}", case.0)
    })
}

#[test]
fn all_skills_are_called() {
    for skill in NaoSoccer::SKILLS {
        let called = CALLS.iter().any(|(call, _)| info(call).name == skill.name);
        assert!(called != AT_ONCE.contains(&skill.name), "{}", skill.name);
    }
    for (name, variable) in NOT_ALWAYS {
        assert!(interfaces(info(name)).contains(variable), "{name} has no {variable}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn a_skill_that_loses_an_interface_fails_at_once_and_names_it(
        case in select(CALLS),
        which in any::<prop::sample::Index>(),
        lost in prop_oneof![0..8_usize, 0..400_usize],
    ) {
        let variables = Vec::from_iter(interfaces(info(case.0)));
        let fault = fault(case, variables[which.index(variables.len())], lost);
        prop_assert_eq!(fault, None);
    }
}

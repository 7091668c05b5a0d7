//! The table of differences from Fawkes: the calls of each row have the printed outcome.

use super::stage::{Stage, ask, errs};
use skill_runtime::Text;
use skill_runtime::skiller::SkillStatus::{self, Failed, Running};
use skills_nao::interfaces::{motion, navigation, speech};
use std::fmt::Debug;
use std::time::Duration;

const TABLE: &str = include_str!("../../../skills-nao/src/differences.md");

/// A call with its circumstances, and its outcome as in the table.
struct Example<'a> {
    call: &'a str,
    circumstance: &'a str,
    outcome: &'a str,
}

/// Returns the text of a code span at the beginning of `text`, and the rest.
fn code(text: &str) -> Option<(&str, &str)> {
    let ticks = text.len() - text.trim_start_matches('`').len();
    let (inner, rest) = text[ticks..].split_once(&text[..ticks])?;
    (ticks > 0).then_some((inner, rest))
}

/// Returns the examples of each row.
fn rows() -> Vec<Vec<Example<'static>>> {
    let row = |line: &'static str| {
        let cell = line.trim_end_matches(" |").rsplit(" | ").next().unwrap_or_default();
        let examples = cell.split("<br>").map(|example| {
            let (call, rest) = code(example).unwrap_or_else(|| panic!("no call in {line}"));
            let (circumstance, outcome) = rest.split_once(": ").expect("an outcome");
            Example { call, circumstance: circumstance.trim(), outcome }
        });
        examples.collect()
    };
    TABLE.lines().skip(2).map(row).collect()
}

/// Returns the messages sent to all drivers, in the table's notation.
fn sent(stage: &Stage) -> String {
    fn texts<M: Debug>(messages: Vec<M>) -> impl Iterator<Item = String> {
        messages.into_iter().map(|message| {
            let text = format!("{message:?}");
            let (_, inner) = text.split_once('(').expect("a message in its variant");
            format!("`{}`", inner.trim_end_matches(')'))
        })
    }
    let lights = stage.lights.iter().flat_map(|light| texts(light.take()));
    let all: Vec<String> = texts(stage.motion.take())
        .chain(texts(stage.joints.take()))
        .chain(texts(stage.stiffness.take()))
        .chain(texts(stage.navigator.take()))
        .chain(texts(stage.speech.take()))
        .chain(lights)
        .collect();
    if all.is_empty() { "nothing".to_owned() } else { all.join(", ") }
}

/// Removes the writer of an interface.
fn remove(stage: &Stage, name: &str) {
    match name {
        "naomotion" => stage.motion.remove(),
        "naojoints" => stage.joints.remove(),
        "naostiffness" => stage.stiffness.remove(),
        "naosensors" => stage.sensors.remove(),
        "navigator" => stage.navigator.remove(),
        "pose" => stage.pose.remove(),
        "speechsynth" => stage.speech.remove(),
        "lights" => stage.lights.iter().for_each(skill_test::Driver::remove),
        other => panic!("no part of the stage is {other}"),
    }
}

/// Prepares the stage for a call.
fn before(stage: &mut Stage, circumstance: &str) {
    match circumstance.split(' ').collect::<Vec<_>>()[..] {
        ["without", name] => remove(stage, name),
        ["naomotion", "full"] => stage.motion.fill(motion::GetUp),
        ["navigator", "fails"] => stage.navigator.on_message(errs),
        ["navigator", "stalls"] => stage.navigator.pause(),
        ["legs", "stay"] => stage.motion.on_message(|_, _, _| {}),
        ["legs", "stay", "bent"] => {
            stage.joints.update(|joints| (joints.l_knee_pitch, joints.r_knee_pitch) = (2.0, 2.0));
        }
        ["no", "ball"] => stage.miss(99),
        ["after", "one", "that", "was", "stopped"] => {
            stage.start("strafe(1)");
            stage.pass_for(Duration::from_secs(1));
            stage.stop();
            stage.pass();
        }
        _ => {}
    }
}

/// Applies a circumstance that occurs after the first pass.
fn during(stage: &mut Stage, circumstance: &str) {
    match circumstance {
        "naomotion vanishes" => {
            stage.pass_for(Duration::from_millis(100));
            remove(stage, "naomotion");
            stage.pass();
        }
        "replaced" => {
            ask(&stage.navigator, navigation::Turn { angle: 1.0, velocity: 0.0 });
            ask(&stage.motion, motion::Turn { angle: 1.0 });
            ask(&stage.speech, speech::Say { text: Text::new() });
            stage.pass_for(Duration::from_millis(20));
        }
        "arriving at the timeout" => {
            stage.pass_for(Duration::from_millis(990));
            stage.joints.update(|joints| joints.head_yaw = 1.0);
        }
        "carried behind it" => {
            stage.pass();
            stage.pass();
            stage.pose.update(|pose| pose.world_x = 2.0);
        }
        "stopped" => {
            stage.pass();
            stage.stop();
        }
        _ => {}
    }
}

/// Runs an example. Returns its outcome in the table's notation.
fn outcome(example: &Example<'_>) -> String {
    let mut stage = Stage::new();
    stage.pass();
    before(&mut stage, example.circumstance);
    sent(&stage);
    let mut status = stage.start(example.call);
    during(&mut stage, example.circumstance);
    if status == Running {
        let runs_on = example.outcome.starts_with("RUNNING");
        status = if runs_on {
            stage.pass_for(Duration::from_secs(1))
        } else if stage.status() == Running {
            stage.finish().0
        } else {
            stage.status()
        };
    }
    let reason = stage.reason();
    let fence = if reason.contains('`') { "``" } else { "`" };
    let mut text = match status {
        Failed if reason.starts_with("column ") || reason.starts_with("unknown") => {
            format!("refused {fence}{reason}{fence}")
        }
        Failed => format!("FAILED {fence}{reason}{fence}"),
        SkillStatus::Inactive => "INACTIVE".to_owned(),
        other => format!("{other:?}").to_uppercase(),
    };
    if example.outcome.contains(", sends ") {
        let id = format!("msgid: {}", stage.navigator.value().msgid);
        text += &format!(", sends {}", sent(&stage).replace(&id, "msgid: ID"));
    }
    text
}

#[test]
fn each_row_of_the_table_is_so() {
    let rows = rows();
    assert!(rows.len() > 50 && rows.iter().all(|examples| !examples.is_empty()));
    let mut wrong = Vec::new();
    for example in rows.iter().flatten() {
        let is = outcome(example);
        if is != example.outcome {
            let Example { call, circumstance, outcome } = example;
            wrong.push(format!("{call} {circumstance}\n  table: {outcome}\n  here:  {is}"));
        }
    }
    assert!(wrong.is_empty(), "{} are otherwise:\n{}", wrong.len(), wrong.join("\n"));
}

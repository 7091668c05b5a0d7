//! The variables of the agent, over restarts of the program.

mod params;

use crate::rig::{Rig, text_of};
use rustix::process::Signal;
use skill_studio::record::Recording;
use std::fs;
use std::time::Duration;

pub const SOON: Duration = Duration::from_secs(20);

fn start() -> Rig {
    let rig = Rig::start(&["--agent-state", "state.json"]);
    rig.manager.wait_for("READY=1", SOON);
    rig
}

#[test]
fn the_variables_of_the_agent_survive_a_restart_and_a_kill() {
    let mut rig = start();
    assert!(rig.output().contains("carrier begins anew: state.json is not there yet\n"));
    rig.carries_out(0.0, 0.0);
    assert_eq!(rig.carried(), 1);
    // At once: what was not written yet is written at the end.
    rig.restart(Signal::TERM);
    let output = rig.output();
    assert!(output.contains("carrier goes on with 1 variable from state.json\n"), "{output}");
    rig.carries_out(0.0, 0.0);
    assert_eq!(rig.carried(), 2);
    // A kill costs what is younger than a second.
    rig.until("it is written", SOON, |rig| {
        fs::read_to_string(rig.file("state.json")).unwrap().contains(r#""value":"2""#)
    });
    rig.restart(Signal::KILL);
    rig.carries_out(0.0, 0.0);
    assert_eq!(rig.carried(), 3);
    let (status, output) = rig.end(Signal::TERM);
    assert_eq!(status.code(), Some(0), "{output}");
    // The recording knows with which variables the agent has begun.
    let recording = rig.recording();
    let replayed = text_of(&["replay", recording.to_str().unwrap(), "--check"]);
    assert!(replayed.contains("same"), "{replayed}");
    let recorded = Recording::open(&recording).unwrap().variables;
    assert_eq!((recorded.len(), &*recorded[0].name, &*recorded[0].value), (1, "carried", "2"));
}

#[test]
fn variables_that_are_cut_off_or_of_another_version_begin_anew() {
    let mut rig = start();
    rig.carries_out(0.0, 0.0);
    rig.end(Signal::TERM);
    let state = fs::read_to_string(rig.file("state.json")).unwrap();
    let half = &state[..state.len() / 2];
    let other_number = state.replace(r#""value":"1""#, r#""value":"7""#);
    for (text, why) in [
        (half, "the file is damaged: EOF while parsing"),
        (&*other_number, "the file is damaged: its checksum differs"),
        (&state.replace("\"format\":1", "\"format\":2"), "it has format 2, expected 1"),
    ] {
        fs::write(rig.file("state.json"), text).unwrap();
        rig.restart(Signal::TERM);
        let output = rig.output();
        assert!(output.contains("ERROR agv agent: carrier begins anew: state.json: "), "{output}");
        assert!(output.contains(why), "{output}");
        assert_eq!(fs::read_to_string(rig.file("state.json.old")).unwrap(), text);
        rig.until("it is written anew", SOON, |rig| rig.file("state.json").exists());
        rig.carries_out(0.0, 0.0);
        assert_eq!(rig.carried(), 1);
        // It writes what is not written yet, before the next file.
        rig.end(Signal::TERM);
    }
}

//! Two processes, the host of the hardware and a behaviour, that are killed and stopped
//! while a skill runs.

use std::fs::File;
use std::path::Path;
use std::time::Instant;

use anyhow::{anyhow, bail};

use crate::process::Step;
use crate::programs::Runner;
use crate::report::Report;
use crate::stage::{self, ON_THE_BACK, STANDING, Stage};

type Scenario = (&'static str, fn(&Stage<'_>) -> Step);

const SCENARIOS: [Scenario; 6] = [
    ("the robot stands up by the shared memory", stand_up),
    ("a behaviour that is killed: the robot sits, limp as 0.3; the next one gets control", kill),
    ("a behaviour that is stopped: the same; when it continues it gets control", stop),
    ("a host that is killed: the behaviour waits; the next host gives control anew", kill_host),
    ("a host that is stopped: the behaviour waits, and continues with it", stop_host),
    ("a second host and a second behaviour are refused", second),
];

/// Runs all scenarios on the emulated Geode.
pub fn all(programs: &Path, report: &mut Report) {
    for (what, scenario) in SCENARIOS {
        let stage = Stage::new(programs, Runner::Geode, "test");
        let start = Instant::now();
        let result = scenario(&stage);
        stage::report(report, &format!("{what} ({:.1?})", start.elapsed()), result);
    }
}

/// Records the sensors of a stand-up to a file, for the comparison of machines.
pub fn record(programs: &Path, file: &Path) -> anyhow::Result<()> {
    let stage = Stage::new(programs, Runner::Native, "record");
    let result = (|| {
        let to = file.to_string_lossy();
        let mut dcm = stage.start("dcm", &[&stage.name, ON_THE_BACK, "--record", &to])?;
        dcm.prints("attached")?;
        let mut behaviour = stage.behaviour("standup{}")?;
        behaviour.prints("behaviour: FINAL")?;
        dcm.signal("TERM")?;
        dcm.prints("detached")?;
        dcm.ends(0)
    })();
    result.map_err(|problem: String| anyhow!(problem))?;
    if File::open(file)?.metadata()?.len() == 0 {
        bail!("nothing was recorded");
    }
    Ok(())
}

fn stand_up(stage: &Stage<'_>) -> Step {
    let mut dcm = stage.dcm(ON_THE_BACK)?;
    dcm.prints("attached")?;
    let mut behaviour = stage.behaviour("standup{}")?;
    dcm.prints("control given")?;
    behaviour.prints("behaviour: FINAL")?;
    behaviour.ends(0)?;
    dcm.prints("standing")?;
    dcm.signal("TERM")?;
    dcm.prints("detached")?;
    dcm.ends(0)
}

fn kill(stage: &Stage<'_>) -> Step {
    let mut dcm = stage.dcm(STANDING)?;
    let mut behaviour = stage.behaviour("kick{leg=\"left\"}")?;
    dcm.prints("control given")?;
    behaviour.prints("kick#0:")?;
    behaviour.signal("KILL")?;
    dcm.prints("no behaviour in control, 4 late")?;
    dcm.prints("safe, sitting, stiffness 0.30")?;
    let mut next = stage.behaviour("standup{}")?;
    dcm.prints("control given")?;
    dcm.prints("standing")?;
    next.prints("behaviour: FINAL")?;
    next.ends(0)
}

fn stop(stage: &Stage<'_>) -> Step {
    let mut dcm = stage.dcm(STANDING)?;
    let mut behaviour = stage.behaviour("kick{leg=\"left\"}")?;
    dcm.prints("control given")?;
    behaviour.prints("kick#0:")?;
    behaviour.signal("STOP")?;
    dcm.prints("no behaviour in control, 4 late")?;
    dcm.prints("safe, sitting, stiffness 0.30")?;
    behaviour.signal("CONT")?;
    behaviour.prints("stopped: the host took control away")?;
    behaviour.prints("kick#0: reset")?;
    dcm.prints("control given")?;
    behaviour.prints("kick#0:")?;
    behaviour.signal("KILL")
}

fn kill_host(stage: &Stage<'_>) -> Step {
    let dcm = stage.dcm(ON_THE_BACK)?;
    let mut behaviour = stage.behaviour("standup{}")?;
    behaviour.prints("-> Wait")?;
    dcm.signal("KILL")?;
    behaviour.prints("the host is lost")?;
    let mut next = stage.dcm(ON_THE_BACK)?;
    next.prints("the host before is dead; taking over")?;
    behaviour.prints("the host is back")?;
    behaviour.prints("stopped: the host took control away")?;
    next.prints("control given")?;
    behaviour.prints("behaviour: FINAL")?;
    next.prints("standing")?;
    behaviour.ends(0)
}

fn stop_host(stage: &Stage<'_>) -> Step {
    let mut dcm = stage.dcm(ON_THE_BACK)?;
    let mut behaviour = stage.behaviour("standup{}")?;
    behaviour.prints("-> Wait")?;
    dcm.signal("STOP")?;
    behaviour.prints("the host is lost")?;
    dcm.signal("CONT")?;
    behaviour.prints("the host is back")?;
    behaviour.prints("behaviour: FINAL")?;
    behaviour.ends(0)?;
    dcm.prints("standing")
}

fn second(stage: &Stage<'_>) -> Step {
    let mut dcm = stage.dcm(STANDING)?;
    let mut behaviour = stage.behaviour("kick{leg=\"left\"}")?;
    dcm.prints("control given")?;
    behaviour.prints("kick#0:")?;
    // The second `dcm` detects the first; the second behavior never attaches.
    stage.dcm(STANDING)?.ends(3)?;
    let mut other = stage.behaviour("kick{leg=\"right\"}")?;
    match other.prints("attached") {
        Ok(()) if behaviour.prints("behaviour: FINAL").is_err() => {
            Err("a second behaviour took the place of a living one".to_owned())
        }
        _ => Ok(()),
    }
}

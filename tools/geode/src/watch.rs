//! Watchers of a running behavior: what they see, and that they change nothing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use tool_support::{command, packages};

use crate::process::{Process, Step};
use crate::programs::Runner;
use crate::report::Report;
use crate::stage::{self, ON_THE_BACK, Stage};

/// The random ticks of each call, while watchers come and go.
const TICKS: &str = "40000";
const SEED: &str = "7";

/// Runs all cases on this machine, in both widths.
pub fn all(workspace: &Path, programs: &Path, report: &mut Report) -> anyhow::Result<()> {
    let watcher = build(workspace)?;
    for runner in [Runner::Native, Runner::I586] {
        for (what, test) in [
            ("a watcher sees a stand-up, state by state", seen as fn(&Case<'_>) -> Step),
            ("watchers that are killed and stopped change nothing", unchanged),
        ] {
            let stage = Stage::new(programs, runner, &format!("watch-{}", runner.name()));
            let result = test(&Case { stage, watcher: &watcher });
            stage::report(report, &format!("{what} ({})", runner.name()), result);
        }
    }
    Ok(())
}

/// Builds the watcher. Returns its path.
fn build(workspace: &Path) -> anyhow::Result<PathBuf> {
    let target = workspace.join("target");
    let mut cargo = command::cargo(workspace, &target);
    cargo.args(["build", "--quiet", "--package", packages::NAO.name, "--example", "watch"]);
    command::run(&mut cargo)?;
    Ok(target.join("debug/examples/watch"))
}

struct Case<'a> {
    stage: Stage<'a>,
    watcher: &'a Path,
}

impl Case<'_> {
    fn watch(&self) -> Result<Process, String> {
        let mut command = Command::new(self.watcher);
        command.arg(&self.stage.name);
        Process::start("watch", command)
    }
}

/// The watcher's trace is that of the behavior, and it sees each state that lasts, with the time at
/// which it was entered.
fn seen(case: &Case<'_>) -> Step {
    let stage = &case.stage;
    let mut dcm = stage.dcm(ON_THE_BACK)?;
    dcm.prints("attached")?;
    let mut watcher = case.watch()?;
    let mut behaviour = stage.behaviour("standup{}")?;
    watcher.prints("active standup#0: Wait since ")?;
    is_reader(&watcher, &stage.file)?;
    behaviour.prints("behaviour: FINAL")?;
    behaviour.ends(0)?;
    watcher.prints("active nothing")?;
    let expected: Vec<String> = behaviour.output().iter().filter_map(|line| event(line)).collect();
    let trace: Vec<String> = watcher.output().iter().filter_map(|line| event(line)).collect();
    if expected.len() < 3 || trace != expected {
        return Err(format!("the watcher sees {trace:#?}, the behavior prints {expected:#?}"));
    }
    // "t=0.520 standup#0: Standup -> Wait" enters "standup#0: Wait since 0.520".
    let entered: Vec<String> = expected.iter().filter_map(|event| entry(event)).collect();
    let mut left = entered.iter();
    let active = watcher.output().iter().filter_map(|line| line.strip_prefix("active standup#0"));
    for active in active {
        let active = format!("standup#0{active}");
        if !left.any(|entered| *entered == active) {
            return Err(format!("`{active}` is not among the next of {entered:#?}"));
        }
    }
    dcm.signal("TERM")?;
    dcm.ends(0)?;
    stage.remove();
    watcher.prints("gone")?;
    watcher.ends(0)
}

/// Returns a transition or the start of a skill, without its label.
fn event(line: &str) -> Option<String> {
    let event = &line[line.find("t=")?..];
    let event = event.split(" \"").next()?.trim_end();
    (event.contains(" -> ") || event.contains(" starts in ")).then(|| event.to_owned())
}

/// Returns the state that an event enters, as the watcher prints it.
fn entry(event: &str) -> Option<String> {
    let (time, rest) = event.strip_prefix("t=")?.split_once(' ')?;
    let (skill, rest) = rest.split_once(": ")?;
    let state = rest.rsplit(' ').next()?;
    Some(format!("{skill}: {state} since {time}"))
}

/// Checks that a process has not mapped the file, and can only read it.
fn is_reader(process: &Process, file: &Path) -> Step {
    let of = PathBuf::from(format!("/proc/{}", process.id()));
    let read = |path: PathBuf| fs::read_to_string(path).map_err(|error| error.to_string());
    if read(of.join("maps"))?.contains(&*file.to_string_lossy()) {
        return Err("the watcher has mapped the memory".to_owned());
    }
    let files = fs::read_dir(of.join("fd")).map_err(|error| error.to_string())?;
    for open in files.flatten() {
        if fs::read_link(open.path()).is_ok_and(|target| target == file) {
            let info = read(of.join("fdinfo").join(open.file_name()))?;
            let flags = info.lines().find_map(|line| line.strip_prefix("flags:"));
            // Octal; the last two bits are the access.
            let flags = flags.and_then(|flags| u32::from_str_radix(flags.trim(), 8).ok());
            return match flags {
                Some(flags) if flags % 4 == 0 => Ok(()),
                _ => Err(format!("the watcher has opened the memory with the flags {flags:?}")),
            };
        }
    }
    Err("the watcher has not opened the memory".to_owned())
}

/// Watchers change neither commands nor trace.
fn unchanged(case: &Case<'_>) -> Step {
    let stage = &case.stage;
    let arguments = ["--memory", &stage.name, "random", SEED, TICKS];
    let mut alone = stage.start("replay", &arguments)?;
    let expected = alone.line(" calls, ")?;
    alone.ends(0)?;
    stage.remove();
    // One watcher stays, one is stopped, the others are killed.
    let mut first = case.watch()?;
    let mut stopped = case.watch()?;
    let mut replay = stage.start("replay", &arguments)?;
    first.prints("active ")?;
    stopped.prints("active ")?;
    stopped.signal("STOP")?;
    let mut killed = 0;
    while !replay.has_ended() {
        let watcher = case.watch()?;
        std::thread::sleep(Duration::from_millis(20));
        watcher.signal("KILL")?;
        killed += 1;
    }
    let found = replay.line(" calls, ")?;
    replay.ends(0)?;
    if killed < 3 {
        return Err(format!("only {killed} watchers were killed"));
    }
    if found != expected {
        return Err(format!("watched: {found}\nalone: {expected}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{entry, event};

    #[test]
    fn lines_of_both_are_the_same_events() {
        let behaviour = "behaviour: t=0.520 standup#0: Standup -> Wait \"lying\"";
        let watcher = "trace t=0.520 standup#0: Standup -> Wait  \"lying\"";
        assert_eq!(event(behaviour), event(watcher));
        assert_eq!(event("behaviour: t=0.520 standup#0: called"), None);
        let event = event(behaviour).unwrap();
        assert_eq!(entry(&event).as_deref(), Some("standup#0: Wait since 0.520"));
        let start = entry("t=0.010 standup#0: starts in Lie");
        assert_eq!(start.as_deref(), Some("standup#0: Lie since 0.010"));
    }
}

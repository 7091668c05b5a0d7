//! The cost of compiling: generated crates with a skill of many states, and with skill spaces. The
//! macros are built as the README recommends.

use crate::machines::{chains, skills_of_space};
use crate::ring::Ring;
use anyhow::Context as _;
use serde::Serialize;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tool_support::{GeneratedCrate, command, packages};

/// The number of measurements; the median counts.
const TIMES: usize = 3;
/// The number of measurements of processor time; the best counts, since others use the machine, too.
const CPU_TIMES: usize = 5;
/// The number of skills that depend on each other, and the length of each chain.
const CHAINS: (u32, u32) = (400, 30);
const PROFILES: &str = "[profile.dev.build-override]\ndebug-assertions = false\n";
/// Runs the compiler of the crate itself, and writes the time that it takes.
const WRAPPER: &str = "#!/bin/sh\n\"$@\"\nstatus=$?\ntimes > \"$0.times\"\nexit $status\n";
pub const STATES: [u32; 5] = [10, 100, 250, 500, 1000];

/// The interface, the blackboard and the imports of a generated crate.
pub const HEAD: &str = "#![allow(missing_docs)]
use skill_runtime::{Context, Exec, NoTrace, Skill, SkillSpace, Status, blackboard, interface, skill, skill_space};
interface! { pub Signals { fields { turn: u32, accel_x: f32, angle: f32 } } }
blackboard! { pub Board { signals: Signals } }
pub fn act(what: u32) { core::hint::black_box(what); }
";

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cost {
    pub name: String,
    pub states: u32,
    /// Seconds of macro expansion.
    pub expand: f64,
    /// Seconds of `cargo check`.
    pub check: f64,
    /// Seconds of user and system time of the compiler in it.
    pub cpu: f64,
    /// Seconds of the release build; `None` for chains, whose checks alone are of interest.
    pub build: Option<f64>,
    /// Bytes of source.
    pub source: usize,
    /// Bytes of expanded source.
    pub expansion: usize,
}

/// Measures all crates; calls `progress` with the name of each.
pub fn costs(workspace: &Path, progress: &mut dyn FnMut(&str)) -> anyhow::Result<Vec<Cost>> {
    let mut crates: Vec<(String, u32, String, &str)> = STATES
        .iter()
        .map(|states| {
            let skill = Ring { states: *states, seed: 0 }.skill("Ring");
            (format!("{states} states"), *states, skill, "<Ring as Skill>::Machine")
        })
        .collect();
    let space = "<Space as SkillSpace>::Machine";
    crates.push(("100 skills of 10 states".to_owned(), 1000, skills_of_space(), space));
    let (skills, length) = CHAINS;
    let name = format!("{skills} skills in chains of {length}");
    crates.push((name, 2 * skills, chains(skills, length), space));
    let mut costs = Vec::new();
    for (name, states, text, machine) in crates {
        progress(&name);
        let text = format!(
            "{HEAD}{text}
pub fn exec(machine: &mut {machine}, cx: &mut Context<'_, Board, NoTrace>) -> Status {{
    machine.exec(cx)
}}
"
        );
        let measured = Measured::new(workspace, &text)?;
        let build = (!name.contains("chains"))
            .then(|| measured.seconds(&["build", "--release"]))
            .transpose()?;
        costs.push(Cost {
            name,
            states,
            expand: measured.expand()?,
            check: measured.seconds(&["check"])?,
            cpu: measured.cpu_seconds()?,
            build,
            source: text.len(),
            expansion: measured.expansion()?.len(),
        });
    }
    Ok(costs)
}

struct Measured(GeneratedCrate);

impl Measured {
    fn new(workspace: &Path, text: &str) -> anyhow::Result<Self> {
        let target = workspace.join("target").join("bench").join("target");
        let generated = GeneratedCrate::new(workspace, "bench/compile").building_into(target);
        let runtime = packages::RUNTIME.dependency(workspace, &[]);
        generated.write_package("bench-compile", &runtime, PROFILES)?;
        generated.write("src/lib.rs", text)?;
        let measured = Measured(generated);
        fs::write(measured.wrapper(), WRAPPER)?;
        fs::set_permissions(measured.wrapper(), fs::Permissions::from_mode(0o755))?;
        Ok(measured)
    }

    fn wrapper(&self) -> PathBuf {
        self.0.root().join("wrapper.sh")
    }

    /// Makes cargo compile the crate itself again.
    fn touch(&self) -> anyhow::Result<()> {
        let lib = self.0.root().join("src").join("lib.rs");
        let lib = fs::File::options().append(true).open(lib)?;
        Ok(lib.set_modified(std::time::SystemTime::now())?)
    }

    /// Returns the user and system time of the compiler in a `cargo check` of the crate itself.
    fn cpu_seconds(&self) -> anyhow::Result<f64> {
        let run = || {
            self.touch()?;
            let mut cargo = self.0.cargo("check");
            command::run(cargo.env("RUSTC_WORKSPACE_WRAPPER", self.wrapper()))?;
            let times = fs::read_to_string(self.0.root().join("wrapper.sh.times"))?;
            of_children(&times).with_context(|| format!("no times of a shell:\n{times}"))
        };
        run()?;
        let seconds = (0..CPU_TIMES).map(|_| run()).collect::<Result<Vec<_>, _>>()?;
        Ok(seconds.into_iter().fold(f64::INFINITY, f64::min))
    }

    /// Returns the seconds of a cargo command, without compiling dependencies.
    fn seconds(&self, arguments: &[&str]) -> anyhow::Result<f64> {
        let run = || {
            self.touch()?;
            let begin = Instant::now();
            command::run(self.0.cargo(arguments[0]).args(&arguments[1..]))?;
            anyhow::Ok(begin.elapsed().as_secs_f64())
        };
        run()?;
        let mut seconds = (0..TIMES).map(|_| run()).collect::<Result<Vec<_>, _>>()?;
        seconds.sort_by(f64::total_cmp);
        Ok(seconds[TIMES / 2])
    }

    /// Returns the output of the compiler with an unstable option.
    fn unstable(&self, option: &str) -> anyhow::Result<String> {
        let mut rustc = self.0.cargo("rustc");
        rustc.args(["--profile", "check", "--", option]);
        let output = command::run(rustc.env("RUSTC_BOOTSTRAP", "1"))?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned() + &command::messages(&output))
    }

    /// Returns the seconds in which the compiler expands macros: ours, and a few derives.
    fn expand(&self) -> anyhow::Result<f64> {
        let text = self.unstable("-Ztime-passes")?;
        let line = text.lines().find(|line| line.ends_with("macro_expand_crate"));
        let seconds = line.and_then(|line| line.split_once("time:")?.1.split(';').next());
        let seconds = seconds.and_then(|seconds| seconds.trim().parse().ok());
        seconds.context("rustc does not report the time of macro expansion")
    }

    fn expansion(&self) -> anyhow::Result<String> {
        self.unstable("-Zunpretty=expanded")
    }
}

/// Parses what `times` of a shell prints: in the second line, user and system time of the children
/// as `0m1.25s 0m0.5s`.
fn of_children(times: &str) -> Option<f64> {
    let seconds = |time: &str| {
        let (minutes, seconds) = time.strip_suffix('s')?.split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.parse::<f64>().ok()?)
    };
    let (user, system) = times.lines().nth(1)?.split_once(' ')?;
    Some(seconds(user)? + seconds(system)?)
}

#[cfg(test)]
mod tests {
    use super::of_children;

    #[test]
    fn adds_the_times_of_the_children() {
        assert_eq!(of_children("0m0.00s 0m0.00s\n1m1.25s 0m0.50s\n"), Some(61.75));
        assert_eq!(of_children("0m0.00s 0m0.00s\n"), None);
        assert_eq!(of_children("\nuser system\n"), None);
    }
}

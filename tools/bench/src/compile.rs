//! The cost of compiling: generated crates with a skill of many states, and with a skill space.

use crate::machines::skills_of_space;
use crate::ring::Ring;
use anyhow::Context as _;
use std::fs;
use std::path::Path;
use std::time::Instant;
use tool_support::{GeneratedCrate, command, packages};

/// The number of measurements; the median counts.
const TIMES: usize = 3;
/// The numbers of states.
pub const STATES: [u32; 5] = [10, 100, 250, 500, 1000];

const HEAD: &str = "#![allow(missing_docs)]
use skill_runtime::{Context, Exec, NoTrace, Skill, SkillSpace, Status, blackboard, interface, skill, skill_space};
interface! { pub Signals { fields { turn: u32, accel_x: f32, angle: f32 } } }
blackboard! { pub Board { signals: Signals } }
pub fn act(what: u32) { core::hint::black_box(what); }
";

/// The cost of compiling a crate.
#[derive(Debug, Clone, PartialEq)]
pub struct Cost {
    /// Its content.
    pub name: String,
    /// The number of states.
    pub states: u32,
    /// Seconds of macro expansion.
    pub expand: f64,
    /// Seconds of `cargo check`.
    pub check: f64,
    /// Seconds of the release build.
    pub build: f64,
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
        costs.push(Cost {
            name,
            states,
            expand: measured.expand()?,
            check: measured.seconds(&["check"])?,
            build: measured.seconds(&["build", "--release"])?,
            source: text.len(),
            expansion: measured.expansion()?.len(),
        });
    }
    Ok(costs)
}

/// The generated crate.
struct Measured(GeneratedCrate);

impl Measured {
    fn new(workspace: &Path, text: &str) -> anyhow::Result<Self> {
        let target = workspace.join("target").join("bench").join("target");
        let generated = GeneratedCrate::new(workspace, "bench/compile").building_into(target);
        let runtime = packages::RUNTIME.dependency(workspace, &[]);
        generated.write_package("bench-compile", &runtime, "")?;
        generated.write("src/lib.rs", text)?;
        Ok(Measured(generated))
    }

    /// Returns the seconds of a cargo command, without compiling dependencies.
    fn seconds(&self, arguments: &[&str]) -> anyhow::Result<f64> {
        let run = || {
            let lib = self.0.root().join("src").join("lib.rs");
            let lib = fs::File::options().append(true).open(lib)?;
            lib.set_modified(std::time::SystemTime::now())?;
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

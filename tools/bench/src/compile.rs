//! What compiling costs: generated crates of one skill of so many states, and of a space.

use super::machines::skills_of_space;
use super::ring::Ring;
use super::{Error, built};
use crate::commands::cargo;
use crate::generated;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// How often each is measured; the median counts.
const TIMES: usize = 3;
/// How many states.
pub const STATES: [u32; 5] = [10, 100, 250, 500, 1000];

const HEAD: &str = "#![allow(missing_docs)]
use skill_runtime::{Context, Exec, NoTrace, Skill, SkillSpace, Status, blackboard, interface, skill, skill_space};
interface! { pub Signals { fields { turn: u32, accel_x: f32, angle: f32 } } }
blackboard! { pub Board { signals: Signals } }
pub fn act(what: u32) { core::hint::black_box(what); }
";

/// What one crate costs.
#[derive(Debug, Clone, PartialEq)]
pub struct Cost {
    /// What is in it.
    pub name: String,
    /// How many states.
    pub states: u32,
    /// Seconds: the expansion of all macros, `cargo check`, the release build.
    pub expand: f64,
    pub check: f64,
    pub build: f64,
    /// Bytes: what is written, and what it expands to.
    pub source: usize,
    pub expansion: usize,
}

/// Measures all crates; `progress` hears which is next.
pub fn costs(workspace: &Path, progress: &mut dyn FnMut(&str)) -> Result<Vec<Cost>, Error> {
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
struct Measured {
    root: PathBuf,
    target: PathBuf,
}

impl Measured {
    fn new(workspace: &Path, text: &str) -> Result<Self, Error> {
        let bench = workspace.join("target").join("bench");
        let root = bench.join("compile");
        fs::create_dir_all(root.join("src"))?;
        let manifest =
            include_str!("templates/Cargo.toml.in").replace("bench-run", "bench-compile");
        fs::write(root.join("Cargo.toml"), manifest + "\n[workspace]\n")?;
        fs::write(root.join("src").join("lib.rs"), text)?;
        generated::lock(workspace, &root)?;
        Ok(Measured { root, target: bench.join("target") })
    }

    /// The time of a command of cargo, what the crate depends on being there already.
    fn seconds(&self, arguments: &[&str]) -> Result<f64, Error> {
        let run = || {
            let lib =
                fs::File::options().append(true).open(self.root.join("src").join("lib.rs"))?;
            lib.set_modified(std::time::SystemTime::now())?;
            let begin = Instant::now();
            built(&cargo(&self.root, &self.target).args(arguments).arg("--quiet").output()?)?;
            Ok::<f64, Error>(begin.elapsed().as_secs_f64())
        };
        run()?;
        let mut seconds = (0..TIMES).map(|_| run()).collect::<Result<Vec<_>, _>>()?;
        seconds.sort_by(f64::total_cmp);
        Ok(seconds[TIMES / 2])
    }

    /// The output of the compiler with an option that only nightlies have by themselves.
    fn unstable(&self, option: &str) -> Result<String, Error> {
        let mut rustc = cargo(&self.root, &self.target);
        rustc.args(["rustc", "--quiet", "--profile", "check", "--", option]);
        let output = rustc.env("RUSTC_BOOTSTRAP", "1").output()?;
        built(&output)?;
        let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.push_str(&String::from_utf8_lossy(&output.stderr));
        Ok(text)
    }

    /// Seconds in which the compiler expands macros: ours, and the few derives in them.
    fn expand(&self) -> Result<f64, Error> {
        let text = self.unstable("-Ztime-passes")?;
        let line = text.lines().find(|line| line.ends_with("macro_expand_crate"));
        let seconds = line.and_then(|line| line.split_once("time:")?.1.split(';').next());
        seconds
            .and_then(|seconds| seconds.trim().parse().ok())
            .ok_or_else(|| Error::Program("rustc does not tell the time of expansion".to_owned()))
    }

    fn expansion(&self) -> Result<String, Error> {
        self.unstable("-Zunpretty=expanded")
    }
}

//! The generated crate: a program that runs each machine of each engine, and an object
//! for each of them.

use super::engines::Engine;
use super::machines::Machine;
use super::{Error, built};
use crate::commands::{callgrind, cargo, collected};
use crate::generated;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A machine of an engine.
pub type Case = (Machine, Engine);

/// The generated crate.
#[derive(Debug)]
pub struct Program {
    pub root: PathBuf,
    pub target: PathBuf,
    binary: PathBuf,
}

impl Program {
    /// Writes and builds the crate with `cases`.
    pub fn build(workspace: &Path, name: &str, cases: &[Case]) -> Result<Self, Error> {
        let bench = workspace.join("target").join("bench");
        let root = bench.join(name);
        let sources = root.join("src");
        generated::remove_dir(&sources)?;
        generated::remove_dir(&root.join("examples"))?;
        fs::create_dir_all(&sources)?;
        fs::create_dir_all(root.join("examples"))?;
        fs::write(root.join("build.rs"), include_str!("templates/build.rs"))?;
        fs::write(sources.join("common.hpp"), include_str!("templates/common.hpp"))?;
        fs::write(root.join("Cargo.toml"), manifest(cases))?;
        fs::write(sources.join("main.rs"), main_rs(cases))?;
        let mut lib = include_str!("templates/lib.rs").to_owned();
        for (machine, engine) in cases {
            let module = machine.module(*engine);
            let _ = writeln!(lib, "pub mod {module};");
            if *engine == Engine::Ours {
                let (name, script) = (machine.name().to_uppercase(), machine.script());
                let _ = writeln!(lib, "pub static {name}: Script = {script};");
            }
            fs::write(sources.join(format!("{module}.rs")), machine.text(*engine))?;
            if *engine == Engine::Cpp {
                fs::write(sources.join(format!("{}.cpp", machine.name())), machine.cpp())?;
            } else {
                let object = include_str!("templates/object.rs").replace("MODULE", &module);
                fs::write(root.join("examples").join(format!("{module}.rs")), object)?;
            }
        }
        fs::write(sources.join("lib.rs"), lib)?;
        generated::lock(workspace, &root)?;
        let target = bench.join("target");
        let mut build = cargo(&root, &target);
        build.args(["build", "--quiet", "--release", "--bin", "bench-run"]);
        built(&build.output()?)?;
        let binary = target.join("release").join("bench-run");
        Ok(Program { root, target, binary })
    }

    fn arguments((machine, engine): Case, mode: &str, times: u64) -> [String; 4] {
        [machine.name(), engine.name().to_owned(), mode.to_owned(), times.to_string()]
    }

    /// What a case says in a mode: numbers by name.
    pub fn run(&self, case: Case, mode: &str, times: u64) -> Result<BTreeMap<String, f64>, Error> {
        let mut run = Command::new(&self.binary);
        let output = run.args(Self::arguments(case, mode, times)).stdin(Stdio::null()).output()?;
        if !output.status.success() {
            let name = case.0.module(case.1);
            let errors = String::from_utf8_lossy(&output.stderr);
            return Err(Error::Program(format!("{name} {mode}: {}", errors.trim_end())));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let line = |line: &str| {
            let (name, number) = line.split_once(' ')?;
            Some((name.to_owned(), number.parse().ok()?))
        };
        Ok(text.lines().filter_map(line).collect())
    }

    /// One of these numbers.
    pub fn ask(&self, case: Case, mode: &str, times: u64, name: &str) -> Result<f64, Error> {
        let numbers = self.run(case, mode, times)?;
        let missing = || Error::Program(format!("{} does not tell {name}", case.0.module(case.1)));
        numbers.get(name).copied().ok_or_else(missing)
    }

    /// The instructions of all steps in a run, counted by callgrind.
    pub fn instructions(&self, case: Case, mode: &str, times: u64) -> Result<u64, Error> {
        self.counted(&Self::arguments(case, mode, times))
    }

    /// The instructions of all snapshots in a run that declares so many interfaces.
    pub fn snapshot(&self, declared: u32, mode: &str, times: u64) -> Result<u64, Error> {
        let words = ["snapshot".to_owned(), declared.to_string(), mode.to_owned()];
        self.counted(&[&words[..], &[times.to_string()]].concat())
    }

    fn counted(&self, arguments: &[String]) -> Result<u64, Error> {
        let mut valgrind = callgrind();
        valgrind.args(["--collect-atstart=no", "--toggle-collect=*bench_step*"]).arg(&self.binary);
        let output = valgrind.args(arguments).output()?;
        let messages = String::from_utf8_lossy(&output.stderr);
        let count = collected(&messages);
        count.filter(|_| output.status.success()).ok_or_else(|| {
            Error::Program(format!("valgrind does not tell a count:\n{}", messages.trim_end()))
        })
    }
}

fn manifest(cases: &[Case]) -> String {
    let mut text = include_str!("templates/Cargo.toml.in").to_owned();
    let mut dependencies: Vec<_> =
        cases.iter().filter_map(|(_, engine)| engine.dependency()).collect();
    dependencies.sort_unstable();
    dependencies.dedup();
    text.extend(dependencies);
    for (machine, engine) in cases.iter().filter(|(_, engine)| *engine != Engine::Cpp) {
        let name = machine.module(*engine);
        let _ = write!(text, "\n[[example]]\nname = \"{name}\"\ncrate-type = [\"cdylib\"]\n");
    }
    text.push_str(
        "\n[profile.release]\npanic = \"abort\"\nlto = \"fat\"\ncodegen-units = 1\n\
         \n[profile.small]\ninherits = \"release\"\nopt-level = \"s\"\n\n[workspace]\n",
    );
    text
}

fn main_rs(cases: &[Case]) -> String {
    let mut arms = String::new();
    for (machine, engine) in cases {
        let (name, ours) = (machine.name(), machine.module(Engine::Ours));
        let (floor, module) = (machine.module(Engine::Floor), machine.module(*engine));
        let _ = writeln!(
            arms,
            "        (\"{name}\", \"{}\") => run::<{module}::Machine, {floor}::Machine, \
             {ours}::Machine>(&{}, {}, mode, times),",
            engine.name(),
            name.to_uppercase(),
            engine.traces()
        );
    }
    include_str!("templates/main.rs")
        .replace("MACHINE_ARMS\n", &arms)
        .replace("const WHICH: u32 = 57", &format!("const WHICH: u32 = {}", super::machines::WHICH))
}

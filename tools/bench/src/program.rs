//! The generated crate: a program that runs each machine of each engine, and an object for each
//! of them.

use crate::engines::Engine;
use crate::machines::{Machine, WHICH};
use anyhow::Context as _;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use tool_support::command::{self, Callgrind};
use tool_support::{GeneratedCrate, packages};

pub type Case = (Machine, Engine);

/// The object that writes and reads a result of an `f32` as text.
pub const RESULT_TEXT: &str = "result_text";

#[derive(Debug)]
pub struct Program {
    pub generated: GeneratedCrate,
    binary: PathBuf,
}

impl Program {
    /// Writes and builds the crate with `cases`.
    pub fn build(workspace: &Path, name: &str, cases: &[Case]) -> anyhow::Result<Self> {
        let target = workspace.join("target").join("bench").join("target");
        let generated =
            GeneratedCrate::new(workspace, &format!("bench/{name}")).building_into(target);
        generated.clean("src")?;
        generated.clean("examples")?;
        let (dependencies, tables) = manifest(workspace, cases);
        generated.write_package("bench-run", &dependencies, &tables)?;
        generated.write("build.rs", include_str!("templates/build.rs"))?;
        generated.write("src/common.hpp", include_str!("templates/common.hpp"))?;
        generated.write("src/main.rs", main_rs(cases))?;
        let mut lib = include_str!("templates/lib.rs").to_owned();
        for (machine, engine) in cases {
            let module = machine.module(*engine);
            let _ = writeln!(lib, "pub mod {module};");
            if *engine == Engine::Ours {
                let (name, script) = (machine.name().to_uppercase(), machine.script());
                let _ = writeln!(lib, "pub static {name}: Script = {script};");
            }
            generated.write(&format!("src/{module}.rs"), machine.text(*engine))?;
            if *engine == Engine::Cpp {
                generated.write(&format!("src/{}.cpp", machine.name()), machine.cpp())?;
            } else {
                let object = include_str!("templates/object.rs").replace("MODULE", &module);
                generated.write(&format!("examples/{module}.rs"), object)?;
            }
        }
        let text = include_str!("templates/result_text.rs");
        generated.write(&format!("examples/{RESULT_TEXT}.rs"), text)?;
        generated.write("src/lib.rs", lib)?;
        command::run(generated.cargo("build").args(["--release", "--bin", "bench-run"]))?;
        let binary = generated.program("release", "bench-run");
        Ok(Program { generated, binary })
    }

    fn arguments((machine, engine): Case, mode: &str, times: u64) -> [String; 4] {
        [machine.name(), engine.name().to_owned(), mode.to_owned(), times.to_string()]
    }

    /// Runs a case in a mode. Returns the numbers that it prints, by name.
    pub fn run(&self, case: Case, mode: &str, times: u64) -> anyhow::Result<BTreeMap<String, f64>> {
        let mut run = Command::new(&self.binary);
        let output = command::run(run.args(Self::arguments(case, mode, times)))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let line = |line: &str| {
            let (name, number) = line.split_once(' ')?;
            Some((name.to_owned(), number.parse().ok()?))
        };
        Ok(text.lines().filter_map(line).collect())
    }

    pub fn number(&self, case: Case, mode: &str, times: u64, name: &str) -> anyhow::Result<f64> {
        let numbers = self.run(case, mode, times)?;
        let missing = || format!("{} {mode} does not print `{name}`", case.0.module(case.1));
        numbers.get(name).copied().with_context(missing)
    }

    /// Returns the instructions of all steps in a run.
    pub fn instructions(&self, case: Case, mode: &str, times: u64) -> anyhow::Result<u64> {
        self.counted(&Self::arguments(case, mode, times))
    }

    /// Returns the instructions of all snapshots in a run with that many declared interfaces.
    pub fn snapshot(&self, declared: u32, mode: &str, times: u64) -> anyhow::Result<u64> {
        let words = ["snapshot".to_owned(), declared.to_string(), mode.to_owned()];
        self.counted(&[&words[..], &[times.to_string()]].concat())
    }

    fn counted(&self, arguments: &[String]) -> anyhow::Result<u64> {
        Callgrind::within(&self.binary, "*bench_step*").count(arguments)
    }
}

/// Returns the dependencies and further tables of the manifest.
fn manifest(workspace: &Path, cases: &[Case]) -> (String, String) {
    let mut dependencies: Vec<_> =
        cases.iter().filter_map(|(_, engine)| engine.dependency()).collect();
    dependencies.sort_unstable();
    dependencies.dedup();
    let runtime = packages::RUNTIME.dependency(workspace, &[]);
    let mut tables = String::new();
    let objects = cases.iter().filter(|(_, engine)| *engine != Engine::Cpp);
    let objects = objects.map(|(machine, engine)| machine.module(*engine));
    for name in objects.chain([RESULT_TEXT.to_owned()]) {
        let _ = write!(tables, "\n[[example]]\nname = \"{name}\"\ncrate-type = [\"cdylib\"]\n");
    }
    tables.push_str(
        "\n[profile.release]\npanic = \"abort\"\nlto = \"fat\"\ncodegen-units = 1\n\
         \n[profile.small]\ninherits = \"release\"\nopt-level = \"s\"\n",
    );
    (runtime + &dependencies.concat(), tables)
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
        .replace("const WHICH: u32 = 57", &format!("const WHICH: u32 = {WHICH}"))
}

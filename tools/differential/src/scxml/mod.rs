//! Random nested skills and the SCXML documents that are exported of them, these run by an
//! implementation of SCXML: the order of entries and exits and the active state must be equal.
//! [`Profile::Scxml`] describes the skills, and why not all elements can be compared.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context as _;
use clap::Args;
use fastrand::Rng;
use skill_rules::random::{self, Profile};
use skill_rules::skill::Skill;
use skill_rules::source;
use tool_support::generated::remove_directory;
use tool_support::{GeneratedCrate, command, packages, python, workspace};

const STATEMACHINE: &str = "python-statemachine==3.2.2";

/// The command line.
#[derive(Debug, Args)]
pub struct Options {
    /// The number of skills
    #[arg(long, default_value_t = 100)]
    machines: usize,
    /// The number of inputs for each skill
    #[arg(long, default_value_t = 100)]
    inputs: usize,
    /// Selects other skills and inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only install the implementation of SCXML, below target/scxml
    #[arg(long)]
    install: bool,
}

/// Runs all skills both ways, and prints the first difference and a summary. Returns whether
/// they agree.
pub fn run(options: &Options) -> anyhow::Result<bool> {
    let workspace = workspace();
    let root = workspace.join("target").join("scxml");
    let python = python::with_packages(&root, &[STATEMACHINE])?;
    if options.install {
        return Ok(true);
    }
    let mut rng = Rng::with_seed(options.seed);
    let skills: Vec<Skill> = (0..options.machines)
        .map(|number| random::skill(format!("M{number}"), Profile::Scxml, &[], &mut rng))
        .collect();
    let program = build(&workspace, &skills)?;

    // A file of an earlier run must not be taken for one of this run.
    let files = root.join("files");
    remove_directory(&files)?;
    fs::create_dir_all(&files)?;
    let mut inputs = String::new();
    for _ in &skills {
        let numbers = (0..options.inputs).map(|_| rng.u32(0..=Profile::Scxml.max_number()));
        let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
        let _ = writeln!(inputs, "{}", numbers.join(" "));
    }
    fs::write(files.join("inputs"), inputs)?;
    command::run(Command::new(program).arg(&files))?;
    let script = root.join("run.py");
    fs::write(&script, include_str!("run.py"))?;
    command::run(Command::new(python).arg(&script).arg(&files))?;
    compare(&files, options)
}

/// Writes and builds a program with all skills. Returns its path.
fn build(workspace: &Path, skills: &[Skill]) -> anyhow::Result<PathBuf> {
    let target = workspace.join("target/scxml/target");
    let generated = GeneratedCrate::new(workspace, "scxml/run").building_into(target);
    let mut text =
        String::from("use crate::{Files, Panel, record};\nuse skill_runtime::skill;\n\n");
    let mut calls = String::new();
    for (number, skill) in skills.iter().enumerate() {
        let report = |state, block, _: &[String]| {
            let sign = if block == 0 { '+' } else { '-' };
            format!("record(\"{sign}S{state}\");")
        };
        let _ = writeln!(text, "{}", source::skill(skill, &[], &report));
        let _ = writeln!(calls, "    files.play({number}, {}::default());", skill.name);
    }
    let _ = write!(text, "pub fn play(files: &Files) {{\n{calls}}}\n");
    let profile = "[profile.dev]\nopt-level = 0\ndebug = false\nincremental = false\n";
    let dependencies =
        packages::RUNTIME.dependency(workspace, &[]) + &packages::STUDIO.dependency(workspace, &[]);
    generated.clean("src")?;
    generated.write_package("scxml-run", &dependencies, profile)?;
    generated.write("src/main.rs", include_str!("main.rs.in"))?;
    generated.write("src/skills.rs", text)?;
    generated.build(&[], &format!("scxml: compiling {} machines", skills.len()))?;
    Ok(generated.program("debug", "scxml-run"))
}

fn compare(files: &Path, options: &Options) -> anyhow::Result<bool> {
    let (mut failed, mut transitions) = (0, 0);
    for number in 0..options.machines {
        let read = |extension| {
            let path = files.join(format!("{number}.{extension}"));
            fs::read_to_string(&path).with_context(|| path.display().to_string())
        };
        let (skill, document) = (read("skill")?, read("document")?);
        transitions += skill.lines().filter(|line| is_transition(line)).count();
        let Some(difference) = first_difference(&skill, &document) else {
            continue;
        };
        if failed == 0 {
            let document = files.join(format!("{number}.scxml"));
            println!("M{number}, {}: {difference}", document.display());
        }
        failed += 1;
    }
    let (passed, inputs) = (options.machines - failed, options.machines * options.inputs);
    println!("{transitions} transitions on {inputs} inputs, compared with {STATEMACHINE}");
    println!("{passed} passed, {failed} failed");
    Ok(failed == 0)
}

/// Returns whether a line contains a transition: `5: -A +B = B`.
fn is_transition(line: &str) -> bool {
    !line.starts_with("start") && line.contains(": -")
}

/// Describes the first line in which two logs differ.
fn first_difference(skill: &str, document: &str) -> Option<String> {
    let (mut skill_lines, mut document_lines) = (skill.lines(), document.lines());
    for line in 1.. {
        match (skill_lines.next(), document_lines.next()) {
            (None, None) => return None,
            (skill, document) if skill == document => {}
            (skill, document) => {
                let shown = |line: Option<&str>| line.unwrap_or("the end").to_owned();
                return Some(format!(
                    "line {line} differs\n  skill  {}\n  SCXML  {}",
                    shown(skill),
                    shown(document)
                ));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{first_difference, is_transition};

    #[test]
    fn reports_the_first_difference() {
        let log = "start: +A = A\n5: -A +B = B\n";
        assert_eq!(first_difference(log, log), None);
        let difference = |document| first_difference(log, document).unwrap_or_default();
        assert!(difference("start: +A = A\n5:  = A\n").starts_with("line 2 differs"));
        assert!(difference("start: +A = A\n").ends_with("SCXML  the end"));
        assert_eq!(log.lines().filter(|line| is_transition(line)).count(), 1);
    }
}

//! `cargo xtask check`: runs the steps, two at a time, with their times.

use crate::steps::{Lane, STEPS, Step};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

const USAGE: &str = "\
Runs the checks that `cargo test` does not make, two at a time

Usage: cargo xtask check [NAME]..      these
       cargo xtask check [--lane LANE] those of a lane: fast, deep, nightly [default: fast and deep]

Options:
      --list         Print the checks instead, with what each answers
      --json         With --list: the names as JSON, for the matrix of a workflow
      --write-table  Write the times into CONTRIBUTING.md

Exit status: 0 if everything holds, 1 if something does not, 2 if the arguments are wrong.";

const PAGE: &str = "CONTRIBUTING.md";
const BEGIN: &str = "<!-- times: cargo xtask check --write-table -->\n";
const END: &str = "<!-- end of times -->\n";
/// The number of lines that are printed of the output of a failed step.
const SHOWN_LINES: usize = 80;

#[derive(Default)]
struct Arguments {
    names: Vec<String>,
    lane: Option<Lane>,
    lists: bool,
    as_json: bool,
    writes_table: bool,
}

fn parse(words: impl Iterator<Item = String>) -> Result<Arguments, String> {
    let mut arguments = Arguments::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--list" => arguments.lists = true,
            "--json" => arguments.as_json = true,
            "--write-table" => arguments.writes_table = true,
            "--lane" => {
                let name = words.next().unwrap_or_default();
                let lane = Lane::ALL.into_iter().find(|(_, known)| *known == name);
                let (lane, _) = lane.ok_or_else(|| format!("no lane `{name}`"))?;
                arguments.lane = Some(lane);
            }
            name if STEPS.iter().any(|step| step.name == name) => arguments.names.push(word),
            _ => return Err(format!("no check `{word}`")),
        }
    }
    Ok(arguments)
}

/// Runs `cargo xtask check` with the words after it.
pub fn run(words: impl Iterator<Item = String>) -> ExitCode {
    let mut words = words.peekable();
    if words.next_if(|word| word == "--help" || word == "-h").is_some() {
        println!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    let arguments = match parse(words) {
        Ok(arguments) => arguments,
        Err(error) => {
            eprintln!("error: {error}\nhelp: `cargo xtask check --list` lists the checks");
            return ExitCode::from(2);
        }
    };
    let is_chosen = |step: &&Step| match (&arguments.names[..], arguments.lane) {
        ([], None) => step.lane != Lane::Nightly,
        ([], Some(lane)) => step.lane == lane,
        (names, _) => names.iter().any(|name| name == step.name),
    };
    let steps: Vec<&Step> = STEPS.iter().filter(is_chosen).collect();
    if arguments.lists {
        // A reader that has seen enough may be gone.
        let _ = std::io::stdout().write_all(list(&steps, arguments.as_json).as_bytes());
        return ExitCode::SUCCESS;
    }
    let results = run_all(&steps);
    let failed: Vec<&str> =
        results.iter().filter(|(_, result)| !result.passed).map(|(name, _)| *name).collect();
    println!("\n{}", table(&results, &BTreeMap::new()));
    println!("{} passed, {} failed", results.len() - failed.len(), failed.len());
    if arguments.writes_table
        && let Err(error) = write_table(&results)
    {
        eprintln!("error: {PAGE}: {error}");
        return ExitCode::from(2);
    }
    if failed.is_empty() {
        return ExitCode::SUCCESS;
    }
    eprintln!("error: failed: {}", failed.join(", "));
    ExitCode::from(1)
}

fn list(steps: &[&Step], as_json: bool) -> String {
    if as_json {
        let names: Vec<String> = steps.iter().map(|step| format!("\"{}\"", step.name)).collect();
        return format!("[{}]\n", names.join(","));
    }
    let line = |step: &&Step| format!("{:<12} {:<8} {}\n", step.name, step.lane.name(), step.about);
    steps.iter().map(line).collect()
}

/// The end of a step.
#[derive(Clone, Copy)]
struct StepResult {
    passed: bool,
    seconds: u64,
}

type Results = BTreeMap<&'static str, StepResult>;

/// The steps to run.
#[derive(Default)]
struct State {
    next: usize,
    running: usize,
    is_alone: bool,
    results: Results,
}

/// Runs the steps in order, two at a time; one that measures time runs alone.
fn run_all(steps: &[&'static Step]) -> Results {
    let state = Mutex::new(State::default());
    let changed = Condvar::new();
    let worker = || {
        let mut guard = state.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(step) = steps.get(guard.next) {
            if guard.is_alone || (step.is_alone && guard.running > 0) {
                guard = changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            guard.next += 1;
            guard.running += 1;
            guard.is_alone = step.is_alone;
            println!("[{}/{}] {}: {}", guard.next, steps.len(), step.name, step.about);
            drop(guard);
            let result = run_step(step);
            guard = state.lock().unwrap_or_else(PoisonError::into_inner);
            guard.running -= 1;
            guard.is_alone = false;
            guard.results.insert(step.name, result);
            remove_folders(step, steps, &guard.results);
            changed.notify_all();
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(worker);
        scope.spawn(worker);
    });
    state.into_inner().unwrap_or_else(PoisonError::into_inner).results
}

/// Removes the folders of a step that ended, but for those that a chosen step still needs.
fn remove_folders(step: &Step, steps: &[&Step], results: &Results) {
    let needed = |folder| {
        let uses = |step: &&&Step| step.folders.contains(folder);
        steps.iter().filter(uses).any(|step| !results.contains_key(step.name))
    };
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
    for folder in step.folders.iter().filter(|folder| !needed(folder)) {
        // It may not have been made.
        let _ = fs::remove_dir_all(target.join(folder));
    }
}

/// Runs the commands of a step, with their output in `target/check/NAME.log`.
fn run_step(step: &Step) -> StepResult {
    let start = Instant::now();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let log = root.join("target/check").join(step.name).with_extension("log");
    let result = fs::create_dir_all(root.join("target/check"))
        .and_then(|()| File::create(&log))
        .and_then(|file| {
            for command in step.commands {
                let output = (file.try_clone()?, file.try_clone()?);
                if !prepare(command, &root).stdout(output.0).stderr(output.1).status()?.success() {
                    return Ok(Some(*command));
                }
            }
            Ok(None)
        });
    let seconds = start.elapsed().as_secs();
    let name = step.name;
    let passed = match result {
        Ok(None) => {
            println!("      {name}: ok after {seconds} s");
            true
        }
        Ok(Some(command)) => {
            let text = fs::read_to_string(&log).unwrap_or_default();
            let lines: Vec<&str> = text.lines().collect();
            let end = lines[lines.len().saturating_sub(SHOWN_LINES)..].join("\n");
            println!(
                "{end}\n      {name}: FAILED after {seconds} s: `{command}`, see {}{}",
                log.display(),
                free(&root)
            );
            false
        }
        Err(error) => {
            println!("      {name}: could not run: {error}");
            false
        }
    };
    StepResult { passed, seconds }
}

/// Says how much of the disk is free: on a full one, commands fail without a word.
fn free(root: &Path) -> String {
    let output = Command::new("df").args(["-Pm", "."]).current_dir(root).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let line = text.unwrap_or_default();
    let megabytes = line.lines().nth(1).and_then(|line| line.split_whitespace().nth(3));
    megabytes.map_or_else(String::new, |megabytes| format!("; {megabytes} MB of disk are free"))
}

fn prepare(command: &str, root: &Path) -> Command {
    let mut words = command.split(' ').peekable();
    let mut variables = Vec::new();
    while let Some((name, value)) = words.peek().and_then(|word| word.split_once('=')) {
        variables.push((name, value));
        words.next();
    }
    let mut command = Command::new(words.next().unwrap_or_default());
    // A toolchain that is named by `+` must not be overridden by the one that runs this program.
    command.args(words).envs(variables).current_dir(root).stdin(Stdio::null()).env_remove("CARGO");
    command
}

/// Returns the steps as a table, with the seconds of this run or, in brackets, of an earlier one.
fn table(results: &Results, earlier: &BTreeMap<String, String>) -> String {
    let mut text = String::from("| check | lane | question | seconds |\n|---|---|---|---|\n");
    for Step { name, lane, about, .. } in STEPS {
        let seconds = match results.get(name) {
            Some(result) if result.passed => result.seconds.to_string(),
            Some(_) => "failed".to_owned(),
            None => match earlier.get(*name) {
                Some(seconds) => seconds.clone(),
                None => continue,
            },
        };
        text += &format!("| `{name}` | {} | {about} | {seconds} |\n", lane.name());
    }
    text
}

/// Writes the table into the page; steps that did not run keep their seconds.
fn write_table(results: &Results) -> Result<(), String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(PAGE);
    let page = fs::read_to_string(&path).map_err(|error| error.to_string())?;
    let (before, rest) = page.split_once(BEGIN).ok_or("no mark of the table")?;
    let (old, after) = rest.split_once(END).ok_or("no mark of the table's end")?;
    let earlier = old.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        Some((cells.get(1)?.trim_matches('`').to_owned(), (*cells.get(4)?).to_owned()))
    });
    let text = table(results, &earlier.collect());
    fs::write(path, format!("{before}{BEGIN}{text}{END}{after}")).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::{STEPS, parse};
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_commands_can_be_split() {
        let names: BTreeSet<_> = STEPS.iter().map(|step| step.name).collect();
        assert_eq!(names.len(), STEPS.len());
        let commands = STEPS.iter().flat_map(|step| step.commands);
        assert!(commands.into_iter().all(|command| !command.contains(['"', '\''])));
    }

    #[test]
    fn unknown_names_are_errors() {
        let words = |text: &str| parse(text.split(' ').map(str::to_owned)).map(|_| ());
        assert_eq!(words("proof --lane fast --list"), Ok(()));
        assert_eq!(words("prof"), Err("no check `prof`".to_owned()));
        assert_eq!(words("--lane slow"), Err("no lane `slow`".to_owned()));
        assert_eq!(words("--lane"), Err("no lane ``".to_owned()));
    }
}

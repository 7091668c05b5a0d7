//! Tests of the compiler errors of the skill language.
//!
//! Each file in `cases/` is about one topic. Each of its modules is a program that must not
//! compile; the file with the same name and the ending `stderr` has what `rustc` reports for each,
//! with lines counted from the beginning of the module. A module whose mistake `rustc` does not
//! report next to those of the others belongs in another file.
//!
//! After a change of messages: `UPDATE_CASES=1 cargo test -p ui-tests`, then read every
//! difference.

pub mod message;
pub mod pages;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The compiler whose output the cases have; another one may word its own messages differently.
pub const RUSTC: &str = include_str!("../rustc-version");

/// A program that must not compile, with the output of the compiler.
pub struct Case {
    /// The title of its topic.
    pub topic: String,
    /// The module.
    pub name: String,
    /// The program, without the modules of the topic around it.
    pub program: String,
    /// The output of the compiler.
    pub output: String,
}

impl Case {
    /// Returns the name as a title.
    #[must_use]
    pub fn title(&self) -> String {
        title(&self.name)
    }
}

/// Returns the root of the repository.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the files of all topics, sorted.
#[must_use]
pub fn topics() -> Vec<PathBuf> {
    let mut topics = sorted(&root().join("ui-tests/cases"));
    topics.retain(|path| path.extension().is_some_and(|end| end == "rs"));
    topics
}

/// Returns all cases, sorted by topic and in the order of the file.
///
/// # Panics
/// Panics if a file cannot be read.
#[must_use]
pub fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for path in topics() {
        let program = read(&path);
        let mut outputs = outputs(&read(&path.with_extension("stderr")));
        let topic = title(path.file_stem().and_then(|name| name.to_str()).expect("a name"));
        for Module { name, first, last } in modules(&program) {
            let lines = program.lines().skip(first).take(last - first - 1);
            let lines = lines.map(|line| line.strip_prefix("    ").unwrap_or(line));
            cases.push(Case {
                topic: topic.clone(),
                program: lines.collect::<Vec<_>>().join("\n"),
                output: outputs.remove(&name).unwrap_or_default(),
                name,
            });
        }
    }
    cases
}

/// A module of a file of cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Module {
    /// Its name, without `r#`.
    pub name: String,
    /// Its first line, counted from 1.
    pub first: usize,
    /// Its last line.
    pub last: usize,
}

/// Returns the modules of a file of cases.
///
/// # Panics
/// Panics if one of them is not closed.
#[must_use]
pub fn modules(program: &str) -> Vec<Module> {
    let mut modules = Vec::new();
    let mut lines = program.lines().zip(1..);
    while let Some((line, first)) = lines.next() {
        if let Some(name) = line.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(" {")) {
            let (_, last) = lines.find(|(line, _)| *line == "}").expect("the end of a module");
            let name = name.trim_start_matches("r#").to_owned();
            modules.push(Module { name, first, last });
        }
    }
    modules
}

/// Returns the output of the compiler about each module, from what [`report`] wrote.
#[must_use]
pub fn outputs(report: &str) -> BTreeMap<String, String> {
    let mut outputs = BTreeMap::new();
    let mut name = "";
    for line in report.lines() {
        match line.strip_prefix("== ") {
            Some(module) => {
                name = module;
                outputs.insert(name.to_owned(), String::new());
            }
            None => *outputs.entry(name.to_owned()).or_default() += &format!("{line}\n"),
        }
    }
    outputs
}

/// Sorts the output of `rustc` about the file `path`, relative to the current folder, by modules.
///
/// Left out is what depends on other files: their text, and how many lines they have.
///
/// # Errors
/// Returns what `rustc` reported without a place in a module.
pub fn report(path: &str, program: &str, stderr: &str) -> Result<String, String> {
    let modules = modules(program);
    let mut outputs = vec![String::new(); modules.len()];
    let mut diagnostics: Vec<Vec<&str>> = Vec::new();
    for line in stderr.lines() {
        match diagnostics.last_mut() {
            Some(last) if !line.starts_with("error") && !line.starts_with("warning") => {
                last.push(line);
            }
            _ => diagnostics.push(vec![line]),
        }
    }
    // The closing lines count the errors.
    diagnostics
        .retain(|lines| !lines[0].contains("aborting due to") && !lines[0].ends_with(" emitted"));
    for lines in diagnostics {
        let place = lines.iter().find_map(|line| place(line, path));
        let module = place.and_then(|(line, _)| {
            modules.iter().position(|module| (module.first..=module.last).contains(&line))
        });
        let Some(module) = module else { return Err(lines.join("\n")) };
        outputs[module] += normalized(&lines, path, &modules[module]).trim_end();
        outputs[module].push('\n');
    }
    let mut report = String::new();
    for (module, output) in modules.iter().zip(outputs) {
        report += &format!("== {}\n{output}", module.name);
    }
    Ok(report)
}

/// Reads the line and the column of a line with a place in the file `path`.
fn place(line: &str, path: &str) -> Option<(usize, usize)> {
    let place = line.trim_start().strip_prefix("--> ")?.strip_prefix(path)?.strip_prefix(':')?;
    let (line, column) = place.split_once(':')?;
    Some((line.parse().ok()?, column.parse().ok()?))
}

/// Counts the lines of the file `path` from the beginning of the module, and leaves out those of
/// other modules and files.
fn normalized(lines: &[&str], path: &str, module: &Module) -> String {
    let is_inside = |line: usize| (module.first..=module.last).contains(&line);
    let first = module.first;
    // Types of equal names are told apart by their modules.
    let plain = |text: &str| {
        let text = text.replace(&format!("{}::", module.name), "").replace("prelude::", "");
        match text.split_once(&format!("{path}:")) {
            Some((before, place)) => match place.split_once(':') {
                Some((line, column)) => {
                    let line = line.parse().map_or(0, |line: usize| line - first);
                    format!("{before}{line}:{column}")
                }
                None => text,
            },
            None => text,
        }
    };
    let mut text = String::new();
    let mut is_elsewhere = false;
    for line in lines {
        let trimmed = line.trim_start();
        if let Some((line, column)) = place(line, path).filter(|(line, _)| is_inside(*line)) {
            is_elsewhere = false;
            text += &format!("  --> {}:{column}", line - first);
        } else if trimmed.starts_with("--> ") || trimmed.starts_with("::: ") {
            is_elsewhere = true;
            continue;
        } else if let Some(rest) = trimmed.strip_prefix("= ") {
            // The list of other types, which is long, has those of the other modules, too.
            is_elsewhere = rest.starts_with("help: the following other types");
            if is_elsewhere {
                continue;
            }
            text += &format!("   = {}", plain(rest));
        } else if let Some((number, code)) = in_gutter(line) {
            if is_elsewhere || number.is_some_and(|number| !is_inside(number)) {
                continue;
            }
            let number = number.map_or(String::new(), |number| (number - first).to_string());
            let shown = if number.is_empty() { plain(code) } else { code.to_owned() };
            text += format!("{number:>2} |{shown}").trim_end();
        } else {
            is_elsewhere &= line.starts_with("     ") || trimmed == "...";
            if is_elsewhere || line.is_empty() {
                continue;
            }
            text += &plain(line);
        }
        text.push('\n');
    }
    text
}

/// Splits a line with code of a file, or a mark below it.
fn in_gutter(line: &str) -> Option<(Option<usize>, &str)> {
    let (number, code) = line.split_once('|')?;
    match number.trim() {
        "" if number.ends_with(' ') => Some((None, code)),
        number => Some((Some(number.parse().ok()?), code)),
    }
}

/// Returns the text of a file.
///
/// # Panics
/// Panics if it cannot be read.
#[must_use]
pub fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the paths in a folder, sorted.
///
/// # Panics
/// Panics if the folder cannot be read.
#[must_use]
pub fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

/// `unknown_target` as `Unknown target`.
fn title(name: &str) -> String {
    let name = name.replace('_', " ");
    name[..1].to_uppercase() + &name[1..]
}

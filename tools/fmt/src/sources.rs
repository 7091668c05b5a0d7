//! The texts: the repository, recorded machines and random skills.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use corpus_reader::translate;
use fastrand::Rng;
use ignore::WalkBuilder;
use skill_rules::pair;
use skill_rules::random::{self, Profile};
use skill_rules::skill::Skill;
use skill_rules::source;

/// A text with its name.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its file, its recorded machine or its number.
    pub name: String,
    /// A Rust file with macro calls.
    pub text: String,
}

/// Names of the macros, as they are called.
const CALLS: [&str; 8] = [
    "skill!",
    "agent!",
    "interface!",
    "blackboard!",
    "skill_space!",
    "robot_parts!",
    "field_group!",
    "interface_from_xml!",
];
/// Programs that are wrong on purpose, and templates that are no Rust yet.
const FAULTY: [&str; 3] = ["ui-tests/cases", "tools/ide/probes", "tools/bench/src/templates"];

/// Returns the files of the repository that call one of the macros.
///
/// # Errors
///
/// A file cannot be read.
pub fn repository(workspace: &Path) -> anyhow::Result<Vec<Source>> {
    let mut sources = Vec::new();
    let mut walk = WalkBuilder::new(workspace);
    walk.filter_entry(|entry| entry.file_name() != "target");
    for entry in walk.build() {
        let path = entry?.into_path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        if CALLS.iter().any(|call| text.contains(call)) {
            let name = path.strip_prefix(workspace).unwrap_or(&path).display().to_string();
            sources.push(Source { name, text });
        }
    }
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(sources)
}

/// Whether a file of the repository may have errors.
#[must_use]
pub fn may_be_faulty(name: &str) -> bool {
    FAULTY.iter().any(|directory| name.starts_with(directory))
}

/// Returns the recorded machines as skills.
///
/// # Errors
///
/// A case cannot be read, or cannot be expressed as a skill.
pub fn corpus(directory: &Path) -> anyhow::Result<Vec<Source>> {
    let cases = corpus_reader::read_cases(directory, "").map_err(|errors| {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        anyhow!(errors.join("\nerror: "))
    })?;
    let fields = translate::input_fields(cases.iter().map(|case| &case.program));
    let sources = cases.iter().map(|case| {
        let text = translate::case(&case.name, &case.program, &fields);
        let text = text.map_err(|error| anyhow!("{}: {error}", case.name))?;
        Ok(Source { name: case.name.clone(), text })
    });
    sources.collect()
}

/// Returns random skills.
#[must_use]
pub fn random(count: usize, seed: u64) -> Vec<Source> {
    let mut rng = Rng::with_seed(seed);
    let mut skills: Vec<Skill> = Vec::new();
    for number in 0..4 {
        let name = format!("L{number}");
        let second = skills.last().filter(|first| number % 2 == 1 && !first.is_second);
        let second = second.and_then(|first| pair::second(first, name.clone(), &skills));
        let next = random::skill(name, Profile::Library, &skills, &mut rng);
        skills.push(second.unwrap_or(next));
    }
    let library = skills;
    let report = |state: usize, place: usize, shown: &[String]| {
        format!("log({state}, {place}, &[{}]);", shown.join(", "))
    };
    let source = |number: usize| {
        let name = format!("M{number}");
        let skill = random::skill(name.clone(), Profile::Machine, &library, &mut rng);
        // Every second one is a pair, if it can be.
        let second = pair::second(&skill, format!("N{number}"), &library);
        let second = second.filter(|_| number % 2 == 1);
        Source { name, text: source::pair(&skill, second.as_ref(), &library, &report) }
    };
    (0..count).map(source).collect()
}

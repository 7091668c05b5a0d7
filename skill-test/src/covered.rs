//! The transitions that tests have taken.

use skill_runtime::{TraceEvent, TraceKind, Tracer};
use std::collections::HashSet;
use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::{LazyLock, Mutex, PoisonError};

/// The environment variable with the directory for the transitions that tests have taken.
pub const COVERAGE_VARIABLE: &str = "SKILL_COVERAGE";

/// Notes each transition that a test takes, if the environment variable `SKILL_COVERAGE` names a
/// directory: `coverage DIRECTORY` of a robot's program reads it.
///
/// A [`Bench`](crate::Bench) does so by itself; other rigs run this tracer together with their own.
#[derive(Clone, Copy, Default, Debug)]
pub struct Covered;

impl Tracer for Covered {
    fn record(&mut self, event: &TraceEvent) {
        note(event);
    }
}

/// The file of this process, and what it contains.
struct Noted {
    file: File,
    transitions: HashSet<(u64, u16)>,
}

static NOTED: LazyLock<Option<Mutex<Noted>>> = LazyLock::new(|| {
    let directory = PathBuf::from(std::env::var_os(COVERAGE_VARIABLE)?);
    let path = directory.join(format!("{}.transitions", std::process::id()));
    let file = std::fs::create_dir_all(&directory).and_then(|()| File::create(&path));
    let file = file.unwrap_or_else(|error| panic!("cannot create `{}`: {error}", path.display()));
    Some(Mutex::new(Noted { file, transitions: HashSet::new() }))
});

/// Writes a line for a transition that was not taken before: skill, index, target.
pub(crate) fn note(event: &TraceEvent) {
    let TraceKind::Transition { transition: index, .. } = event.kind else { return };
    let Some(noted) = &*NOTED else { return };
    let mut noted = noted.lock().unwrap_or_else(PoisonError::into_inner);
    let skill = event.skill;
    let Some(transition) = skill.graph.transitions.get(usize::from(index)) else { return };
    if noted.transitions.insert((skill.id, index)) {
        let to = skill.graph.state_name(transition.to);
        let line = format!("{}::{} {index} {to}\n", skill.path, skill.type_name);
        noted.file.write_all(line.as_bytes()).expect("a file for the transitions");
    }
}

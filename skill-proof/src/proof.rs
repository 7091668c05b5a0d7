//! The proof of a program.

use std::collections::{BTreeMap, BTreeSet};

use crate::accept::Accepted;
use crate::finding::Finding;
use crate::ir::Module;
use crate::reach::Program;
use crate::roots;

/// The proof of a skill, an agent or a space.
#[derive(Debug, Clone)]
pub struct Proof {
    /// `skill`, `agent` or `space`.
    pub kind: String,
    /// The path of the skill, agent or space: `robot::skills::walk::Walk`.
    pub path: String,
    /// The file and line of its declaration.
    pub place: String,
    /// The findings; if there is none, the proof holds.
    pub findings: Vec<Finding>,
    /// The indices of the entries of the manifest that the proof uses.
    pub accepted: BTreeSet<usize>,
}

/// Proves all that a program declares in the crate of this name. `text` is the program in LLVM's
/// intermediate code, optimized.
///
/// # Errors
/// If the code is not understood.
pub fn prove(text: &str, krate: &str, accepted: &Accepted) -> anyhow::Result<Vec<Proof>> {
    let module = Module::parse(text);
    let declared = roots::declared(&module).map_err(anyhow::Error::msg)?;
    let mut program = Program::new(&module);
    let own = declared.into_iter().filter(|of| of.path.split("::").next() == Some(krate));
    Ok(own
        .map(|of| {
            let mut findings = program.prove(&of.functions);
            let used = accepted.remove(&mut findings);
            Proof { kind: of.kind, path: of.path, place: of.place, findings, accepted: used }
        })
        .collect())
}

impl Proof {
    /// Returns a text for each place with findings, and the number of findings there: a call may
    /// fail in several ways.
    #[must_use]
    pub fn texts(&self) -> Vec<(String, usize)> {
        let mut texts = BTreeMap::new();
        for finding in &self.findings {
            let place = finding.place().map(|place| (&place.file, place.line, place.column));
            let text = || (finding.to_string(), 0);
            texts.entry((finding.kind, place)).or_insert_with(text).1 += 1;
        }
        texts.into_values().collect()
    }
}

//! The proof of a program.

use std::collections::{BTreeMap, BTreeSet};

use crate::accept::Accepted;
use crate::finding::{Finding, Kind};
use crate::ir::Module;
use crate::names;
use crate::reach::Program;
use crate::roots;
use crate::stack::{Frames, OUTSIDE};

/// A program as the compiler has made it.
#[derive(Debug, Clone, Copy)]
pub struct Code<'a> {
    /// The program in LLVM's intermediate code, optimized.
    pub llvm: &'a str,
    /// The frames of its functions.
    pub frames: &'a Frames,
}

/// The limits of a proof.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The greatest number of bytes of the stack that a skill may need.
    pub stack: u64,
    /// Whether the skills run on an x87, which does not round whole numbers.
    pub x87: bool,
}

/// The stack that the deepest chain of calls needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stack {
    /// Its size in bytes.
    pub bytes: u64,
    /// Whether it is known to be enough: nothing that was found may need more.
    pub is_bound: bool,
}

/// The proof of a skill, an agent, a space or a function.
#[derive(Debug, Clone)]
pub struct Proof {
    /// `skill`, `agent`, `space` or `function`.
    pub kind: String,
    /// The path of the skill, agent, space or function: `robot::skills::walk::Walk`.
    pub path: String,
    /// The file and line of its declaration.
    pub place: String,
    /// The findings; if there is none, the proof holds.
    pub findings: Vec<Finding>,
    /// The indices of the entries of the manifest that the proof uses.
    pub accepted: BTreeSet<usize>,
    /// The stack that it needs.
    pub stack: Stack,
}

/// Proves all that a program declares in the crate of this name, and these `functions` of any crate.
///
/// # Errors
/// If the code is not understood.
pub fn prove(
    code: Code<'_>,
    krate: &str,
    functions: &[String],
    accepted: &Accepted,
    limits: Limits,
) -> anyhow::Result<Vec<Proof>> {
    let module = Module::parse(code.llvm);
    let roots = roots::find(&module).map_err(anyhow::Error::msg)?;
    let mut program = Program::new(&module, code.frames);
    let own = roots.into_iter().filter(|of| of.path.split("::").next() == Some(krate));
    Ok(own
        .chain(roots::named(&module, functions))
        .map(|of| {
            let (mut findings, deepest) = program.prove(&of.functions);
            findings.retain(|finding| limits.x87 || finding.kind != Kind::Rounding);
            let bytes = deepest.bytes.saturating_add(OUTSIDE);
            let own: Vec<_> =
                findings.iter().filter(|finding| !Accepted::is_always(finding)).collect();
            // Neither needs stack of its own.
            let is_bound =
                own.iter().all(|finding| matches!(finding.kind, Kind::Loop | Kind::Rounding));
            if bytes > limits.stack {
                let widest = deepest.widest.map_or_else(String::new, |(name, size)| {
                    format!(", of which {size} in `{}`", names::plain(name))
                });
                let most = limits.stack;
                let what = format!("{bytes} bytes are needed{widest}; the limit is {most}");
                let widest = deepest.widest.map(|(name, _)| module.beginning(name));
                findings.push(Finding {
                    kind: Kind::Stack,
                    what,
                    frames: widest.into_iter().collect(),
                });
            }
            let used = accepted.remove(&mut findings);
            let stack = Stack { bytes, is_bound };
            Proof { kind: of.kind, path: of.path, place: of.place, findings, accepted: used, stack }
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

//! Prints proofs.

use std::io::{self, Write};

use crate::proof::Proof;

/// The maximum number of findings that are printed for one skill.
const MAX_SHOWN: usize = 12;

/// The limits of every proof.
pub const NOT_SEEN: &str = "\
not part of the proof: code outside of skills, agents and spaces, such as the main loop; parsing \
of calls and texts of errors (`Skiller::serve`); tracers other than those of the runtime; other \
profiles and targets than the one that was compiled; the duration: a bound of a loop may be large
assumed: `unsafe` code, also of other crates, has no undefined behavior, which is not looked at; \
functions that the compiler or the C library brings need at most 1024 bytes of stack";

/// Prints the proofs as a table. Returns whether all hold.
///
/// # Errors
/// If `out` cannot be written.
pub fn table(proofs: &[Proof], out: &mut impl Write) -> io::Result<bool> {
    let width = proofs.iter().map(|proof| proof.path.chars().count()).max().unwrap_or_default();
    for proof in proofs {
        let Proof { kind, path, place, findings, accepted, stack } = proof;
        let verdict = match findings {
            all if all.is_empty() && accepted.is_empty() => "proved",
            all if all.is_empty() => "proved, with what the manifest accepts",
            all if all.iter().all(|finding| finding.kind.is_blind()) => "NOT PROVED",
            _ => "FAILED",
        };
        let more = if stack.is_bound { ' ' } else { '>' };
        let bytes = stack.bytes;
        writeln!(out, "{kind} {path:width$} {more}{bytes:>6} bytes of stack  {verdict}")?;
        if findings.is_empty() {
            continue;
        }
        writeln!(out, "    declared at {place}")?;
        let texts = proof.texts();
        for (text, ways) in texts.iter().take(MAX_SHOWN) {
            let more = if *ways > 1 { format!(" [{ways} ways]") } else { String::new() };
            writeln!(out, "    {text}{more}")?;
        }
        if texts.len() > MAX_SHOWN {
            writeln!(out, "    and {} more", texts.len() - MAX_SHOWN)?;
        }
    }
    Ok(proofs.iter().all(|proof| proof.findings.is_empty()))
}

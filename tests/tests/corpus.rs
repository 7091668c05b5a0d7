//! Runs every machine of `corpus/fsmt` as a skill and compares with Fawkes's record.
//!
//! `cargo xtask corpus DIR` does the same with any other directory.

use std::collections::BTreeMap;
use std::panic::catch_unwind;
use std::path::Path;

/// One module per case, see `build.rs`.
mod generated {
    #![allow(warnings, missing_docs, unsafe_code, clippy::all, clippy::pedantic)]
    include!(concat!(env!("OUT_DIR"), "/corpus.rs"));
}

#[test]
fn agrees_with_fawkes() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/fsmt");
    let cases = corpus_reader::read_cases(&directory, "").expect("well-formed");
    let runs: BTreeMap<&str, fn() -> String> = generated::CASES.iter().copied().collect();
    let mut mismatches = Vec::new();
    for case in &cases {
        let log = runs.get(case.name.as_str()).map(|run| catch_unwind(*run));
        let mismatch = match log {
            Some(Ok(log)) => case.compare(&log).err(),
            Some(Err(_)) => Some("the run panicked".to_owned()),
            None => Some("not compiled".to_owned()),
        };
        mismatches.extend(mismatch.map(|mismatch| format!("{}: {mismatch}", case.name)));
    }
    assert!(
        mismatches.is_empty(),
        "{} of {} runs differ:\n{}",
        mismatches.len(),
        cases.len(),
        mismatches.join("\n")
    );
}

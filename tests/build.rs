//! Translates the recorded runs of Fawkes into `skill!` source for `tests/corpus.rs`.

use std::error::Error;
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=corpus/fsmt");
    let cases = corpus_reader::read_cases(Path::new("corpus/fsmt"), "").map_err(|errors| {
        let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
        errors.join("\n")
    })?;
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("no OUT_DIR")?);
    std::fs::write(out.join("corpus.rs"), corpus_reader::translate::inline(&cases)?)?;
    Ok(())
}

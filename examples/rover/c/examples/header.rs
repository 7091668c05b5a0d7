//! Writes the C headers: `cargo run -p rover-c --example header`.

use std::{fs, io, path::Path};

// ANCHOR: header
fn main() -> io::Result<()> {
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    fs::create_dir_all(&include)?;
    fs::write(include.join("rover_skills.h"), rover_skills::header().to_string())?;
    fs::write(include.join("rover_memory.h"), rover_skills::header().memory().to_string())
}
// ANCHOR_END: header

//! Writes the C headers: `cargo run --example header`.

use std::{fs, io, path::Path};

fn main() -> io::Result<()> {
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    fs::create_dir_all(&include)?;
    let header = {{crate_name}}_skills::header();
    let (skills, memory) = (header.to_string(), header.memory().to_string());
    let [skills_h, memory_h] = ["{{crate_name}}_skills.h", "{{crate_name}}_memory.h"];
    fs::write(include.join(skills_h), skills)?;
    fs::write(include.join(memory_h), memory)
}

//! The C header of the library.

use std::fs;
use std::path::Path;

use anyhow::Context as _;

use crate::paths;

pub fn write(workspace: &Path) -> anyhow::Result<bool> {
    let path = paths::header(workspace);
    let text = generate(workspace)?;
    fs::create_dir_all(path.parent().unwrap_or(workspace))?;
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(true)
}

/// Returns whether the header is that of the sources.
pub fn is_current(workspace: &Path) -> anyhow::Result<bool> {
    let text = generate(workspace)?;
    Ok(fs::read(paths::header(workspace)).is_ok_and(|old| old == text))
}

fn generate(workspace: &Path) -> anyhow::Result<Vec<u8>> {
    let sources = workspace.join("nao-c");
    let config = cbindgen::Config::from_file(sources.join("cbindgen.toml"))
        .map_err(anyhow::Error::msg)
        .context("nao-c/cbindgen.toml")?;
    let builder = cbindgen::Builder::new().with_config(config).with_crate(&sources);
    let bindings = builder.generate().context("nao-c/src")?;
    let mut text = Vec::new();
    bindings.write(&mut text);
    Ok(text)
}

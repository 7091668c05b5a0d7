//! The shared parts of the checks: the browser, the program and a directory for screenshots.

use crate::browser::Chromium;
use anyhow::Context as _;
use std::path::PathBuf;
use tool_support::{command, workspace};

pub struct Lab {
    pub chromium: Chromium,
    pub program: PathBuf,
    pub pictures: PathBuf,
    /// Whether the program is the workspace's own, and not another one that was named.
    pub is_own: bool,
}

/// Makes the directory for screenshots.
pub fn pictures() -> anyhow::Result<PathBuf> {
    let pictures = workspace().join("target/page");
    std::fs::create_dir_all(&pictures)
        .with_context(|| format!("cannot create {}", pictures.display()))?;
    Ok(pictures)
}

impl Lab {
    /// Returns the program as it is installed: optimized.
    pub fn optimized(&self) -> anyhow::Result<PathBuf> {
        if !self.is_own {
            return Ok(self.program.clone());
        }
        command::nao(true)
    }
}

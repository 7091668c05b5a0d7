//! The shared parts of the checks: the browser, the program and a directory for screenshots.

use crate::browser::Chromium;
use std::path::PathBuf;
use tool_support::{command, workspace};

pub struct Lab {
    pub chromium: Chromium,
    pub program: PathBuf,
    pub pictures: PathBuf,
    /// Whether the program is the workspace's own, and not another one that was named.
    pub is_own: bool,
}

impl Lab {
    /// Returns the program as it is installed: optimized.
    pub fn optimized(&self) -> anyhow::Result<PathBuf> {
        if !self.is_own {
            return Ok(self.program.clone());
        }
        let (root, target) = (workspace(), workspace().join("target"));
        let mut build = command::cargo(&root, &target);
        build.args(["build", "--quiet", "--release", "--package", "nao", "--bin", "nao"]);
        build.args(["--features", "full"]);
        command::run(&mut build)?;
        Ok(target.join("release/nao"))
    }
}

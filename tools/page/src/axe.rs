//! axe-core, which finds what a screen reader or a keyboard cannot use. It is taken from its registry by
//! an exact version, and is no part of the repository.

use crate::browser::Page;
use anyhow::{Context as _, ensure};
use std::process::Command;
use tool_support::{command, workspace};

/// The version, from the registry of npm.
const PACKAGE: &str = "axe-core@4.14.1";

/// The text of axe-core.
pub struct Axe(String);

impl Axe {
    /// Gets axe-core, once.
    pub fn get() -> anyhow::Result<Self> {
        let folder = workspace().join("target/axe");
        let file = folder.join("node_modules/axe-core/axe.min.js");
        let stamp = folder.join("version");
        if std::fs::read_to_string(&stamp).is_ok_and(|version| version == PACKAGE) && file.exists()
        {
            return Ok(Self(std::fs::read_to_string(file)?));
        }
        command::require("npm", "apt-get install npm")?;
        std::fs::create_dir_all(&folder)?;
        let mut install = Command::new("npm");
        install.args(["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"]);
        install.arg("--prefix").arg(&folder).arg(PACKAGE);
        ensure!(install.status()?.success(), "npm does not install {PACKAGE}");
        let text = std::fs::read_to_string(&file).context("axe-core without its file")?;
        std::fs::write(stamp, PACKAGE)?;
        Ok(Self(text))
    }

    /// Checks a page as it is now: there must be no findings.
    pub fn check(&self, page: &Page, name: &str) -> anyhow::Result<()> {
        if page.eval("typeof axe")? == "undefined" {
            page.eval(&self.0)?;
        }
        let found = page.eval(
            "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => \
             violations.flatMap((of) => of.nodes.map((node) => `${of.id}: ${node.html.slice(0, 120)}`)))",
        )?;
        ensure!(found.as_array().is_some_and(Vec::is_empty), "{name}: {found}");
        Ok(())
    }
}

//! The program `nao-c/examples/ticks.rs`, compiled for the robot's processor: bytes of state, and
//! instructions, which valgrind counts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context as _;
use tool_support::command::{self, Callgrind};
use tool_support::packages;

use crate::paths::directory;
use crate::toolchain::{self, TARGET, Toolchain};

/// The repetitions in the shorter of two runs; their difference excludes startup.
const TIMES: u64 = 1000;

#[derive(Debug)]
pub struct Program {
    path: PathBuf,
}

impl Program {
    pub fn build(workspace: &Path, toolchain: &Toolchain) -> anyhow::Result<Self> {
        toolchain::program("valgrind", "valgrind")?;
        let mut cargo = toolchain.cargo(workspace, "ticks", "rustc");
        cargo.args(["--package", packages::NAO_C.name, "--example", "ticks"]);
        // A static program needs no 32-bit libraries.
        command::run(cargo.args(["--", "-C", "target-feature=+crt-static"]))?;
        let place = directory(workspace).join("ticks").join(TARGET);
        Ok(Self { path: place.join("robot/examples/ticks") })
    }

    pub fn native(workspace: &Path) -> anyhow::Result<Self> {
        let mut cargo = toolchain::cargo(workspace, "ticks", "build");
        command::run(cargo.args(["--package", packages::NAO_C.name, "--example", "ticks"]))?;
        Ok(Self { path: directory(workspace).join("ticks/robot/examples/ticks") })
    }

    pub fn sizes(&self) -> anyhow::Result<BTreeMap<String, u32>> {
        let output = command::run(Command::new(&self.path).arg("sizes"))?;
        let text = String::from_utf8_lossy(&output.stdout);
        let line = |line: &str| {
            let (name, bytes) = line.split_once(' ')?;
            Some((name.to_owned(), bytes.parse().ok()?))
        };
        let sizes: Option<_> = text.lines().map(line).collect();
        sizes.with_context(|| format!("unexpected output of `ticks sizes`:\n{text}"))
    }

    /// Returns the instructions of one repetition of a kind of work.
    pub fn count(&self, work: &str) -> anyhow::Result<u64> {
        let count = |times: u64| Callgrind::new(&self.path).count(&[work, &times.to_string()]);
        let (short, long) = (count(TIMES)?, count(2 * TIMES)?);
        let more = long.checked_sub(short).filter(|more| *more >= TIMES);
        let more = more.with_context(|| format!("`ticks {work}` does no work"))?;
        Ok((more + TIMES / 2) / TIMES)
    }
}

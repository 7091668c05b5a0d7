//! The program `nao-c/examples/ticks.rs` on the robot's instructions: bytes of state, and
//! instructions, which valgrind counts.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::commands::{callgrind, collected};
use crate::nao::Error;
use crate::nao::build::{directory, run};
use crate::nao::toolchain::{self, TARGET, Toolchain};

/// How often, in the shorter of two runs; what both have in common cancels out.
const TIMES: u64 = 1000;

/// The program, built.
#[derive(Debug)]
pub struct Program {
    path: PathBuf,
}

impl Program {
    /// Builds it.
    pub fn build(workspace: &Path, toolchain: &Toolchain) -> Result<Self, Error> {
        toolchain::program("valgrind", "valgrind")?;
        let mut cargo = toolchain.cargo(workspace, "ticks", "rustc");
        cargo.args(["--package", "nao-c", "--example", "ticks"]);
        // Valgrind needs no 32-bit libraries then.
        run(cargo.args(["--", "-C", "target-feature=+crt-static"]))?;
        let place = directory(workspace).join("ticks").join(TARGET);
        Ok(Self { path: place.join("release/examples/ticks") })
    }

    /// The bytes of state, by name.
    pub fn sizes(&self) -> Result<BTreeMap<String, u32>, Error> {
        let output = Command::new(&self.path).arg("sizes").output()?;
        let text = String::from_utf8_lossy(&succeeded("ticks sizes", &output)?.stdout).into_owned();
        let line = |line: &str| {
            let (name, bytes) = line.split_once(' ')?;
            Some((name.to_owned(), bytes.parse().ok()?))
        };
        let sizes: Option<_> = text.lines().map(line).collect();
        sizes.ok_or_else(|| Error::Failed(format!("ticks sizes: not understood:\n{text}")))
    }

    /// The instructions of one piece of work.
    pub fn count(&self, work: &str) -> Result<u64, Error> {
        let (short, long) = (self.run(work, TIMES)?, self.run(work, 2 * TIMES)?);
        let more = long.checked_sub(short).filter(|more| *more >= TIMES);
        let more = more.ok_or_else(|| Error::Failed(format!("ticks {work}: does no work")))?;
        Ok((more + TIMES / 2) / TIMES)
    }

    /// The instructions of the whole program.
    fn run(&self, work: &str, times: u64) -> Result<u64, Error> {
        let mut valgrind = callgrind();
        valgrind.arg(&self.path);
        let output = valgrind.args([work, &times.to_string()]).output()?;
        let what = format!("valgrind on ticks {work}");
        let messages = String::from_utf8_lossy(&succeeded(&what, &output)?.stderr).into_owned();
        collected(&messages)
            .ok_or_else(|| Error::Failed(format!("{what} does not tell a count:\n{messages}")))
    }
}

fn succeeded<'a>(what: &str, output: &'a Output) -> Result<&'a Output, Error> {
    if output.status.success() {
        return Ok(output);
    }
    let words = String::from_utf8_lossy(&output.stderr);
    Err(Error::Failed(format!("{what} failed: {}\n{words}", output.status)))
}

//! Recorded sessions of a V6 over LoLA: the agent gives the same trace on each machine.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tool_support::{command, packages};

use crate::paths::directory;
use crate::programs::Runner;
use crate::report::Report;
use crate::toolchain::{TARGET, Toolchain, c_compiler, program};

/// Runs the agent and a skill on the packets of each file.
pub fn test(workspace: &Path, sessions: &[PathBuf]) -> anyhow::Result<bool> {
    let toolchain = Toolchain::find()?;
    c_compiler(workspace)?;
    program("qemu-i386", "qemu-user")?;
    let mut cargo = toolchain.cargo(workspace, "program", "build");
    command::run(cargo.args(["--package", packages::NAO.name, "--bin", "nao"]))?;
    let native = command::nao(true)?;
    let i586 = directory(workspace).join("program").join(TARGET).join("robot/nao");
    let mut report = Report::default();
    for session in sessions {
        for call in ["", "standup{}"] {
            let mut hashes = Vec::new();
            for runner in Runner::ALL {
                let nao = if runner == Runner::Native { &native } else { &i586 };
                let mut command = runner.run(nao);
                command.arg("lola").args((!call.is_empty()).then_some(call));
                let output = command::output(command.arg("--packets").arg(session))?;
                let text = String::from_utf8_lossy(&output.stdout).into_owned();
                let hash = text.lines().last().filter(|line| line.starts_with("trace "));
                let hash = hash.with_context(|| {
                    let error = String::from_utf8_lossy(&output.stderr).into_owned();
                    format!("no hash on {}: {text}{error}", runner.name())
                })?;
                crate::report::note(&format!("{}: {hash}", runner.name()));
                hashes.push(hash.to_owned());
            }
            let what = if call.is_empty() { "the agent" } else { call };
            let name = session.file_name().unwrap_or_default().to_string_lossy();
            let is_same = hashes.iter().all(|hash| *hash == hashes[0]);
            report.case(&format!("{what} on `{name}`: the same trace on each machine"), is_same);
        }
    }
    Ok(report.finish())
}

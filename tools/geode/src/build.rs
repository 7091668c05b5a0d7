//! The static library and the program `nao`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tool_support::command;
use tool_support::packages::{self, Package};

use crate::paths::{self, directory};
use crate::toolchain::{TARGET, Toolchain, c_compiler, cargo};

/// Builds `libnao_skills.a` and the program `nao` for the Geode, into `target/nao`.
pub fn build(workspace: &Path) -> anyhow::Result<bool> {
    let toolchain = Toolchain::find()?;
    c_compiler(workspace)?;
    println!("nao: building for {TARGET} with {}", toolchain.describe());
    let library = library(workspace, &Machine::Geode(toolchain.clone()), Kind::Shipped)?;
    let mut cargo = toolchain.cargo(workspace, "program", "build");
    command::run(cargo.args(["--package", packages::NAO.name, "--bin", "nao"]))?;
    let program = directory(workspace).join("program").join(TARGET).join("robot/nao");
    for (from, name) in [
        (library, "libnao_skills.a"),
        (program, "nao"),
        (paths::header(workspace), "nao_skills.h"),
        (paths::memory_header(workspace), "nao_memory.h"),
    ] {
        let to = directory(workspace).join(name);
        let bytes = fs::copy(&from, &to)
            .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
        println!("nao: {} ({} KiB)", to.display(), bytes / 1024);
    }
    // By which programs that were not built with the library show what it does.
    let description = directory(workspace).join("nao_skills.json");
    let mut cargo = command::cargo(workspace, &workspace.join("target"));
    cargo.args(["run", "--quiet", "--package", packages::NAO.name, "--"]);
    command::run(cargo.args(["describe", "--library", "--output"]).arg(&description))?;
    println!("nao: {}", description.display());
    Ok(true)
}

/// The machine for which the library is built.
pub enum Machine {
    Host,
    /// The NAO's.
    Geode(Toolchain),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// As for the robot.
    Shipped,
    /// With the simulated robot.
    Robot,
    /// As [`Kind::Shipped`], with a section with the stack sizes of functions, which only unstable
    /// compilers write.
    Measured,
    /// With a skill that panics.
    Planted,
}

/// Builds the static library of the NAO. Returns its path.
pub fn library(workspace: &Path, machine: &Machine, kind: Kind) -> anyhow::Result<PathBuf> {
    library_of(workspace, packages::NAO_C, machine, kind)
}

/// Builds the static library of a robot. Returns its path.
pub fn library_of(
    workspace: &Path,
    package: Package,
    machine: &Machine,
    kind: Kind,
) -> anyhow::Result<PathBuf> {
    let (name, features) = match kind {
        Kind::Shipped if package.name != packages::NAO_C.name => (package.name, ""),
        Kind::Shipped => ("library", "freestanding"),
        Kind::Robot => ("robot", "freestanding,robot"),
        Kind::Measured => ("measured", "freestanding"),
        Kind::Planted => ("planted", "freestanding,planted"),
    };
    let (mut cargo, place) = match machine {
        Machine::Host => (cargo(workspace, name, "rustc"), PathBuf::new()),
        Machine::Geode(toolchain) => {
            (toolchain.cargo(workspace, name, "rustc"), PathBuf::from(TARGET))
        }
    };
    cargo.args(["--package", package.name, "--lib", "--crate-type", "staticlib"]);
    cargo.args(["--features", features]);
    // The names of functions decide their order, and so a few bytes of the code.
    cargo.args(["--", "-C", "symbol-mangling-version=v0"]);
    if kind == Kind::Measured {
        cargo.env("RUSTC_BOOTSTRAP", "1");
        cargo.args(["-Z", "emit-stack-sizes"]);
    }
    command::run(&mut cargo)?;
    Ok(directory(workspace).join(name).join(place).join(format!("robot/lib{}.a", package.library)))
}

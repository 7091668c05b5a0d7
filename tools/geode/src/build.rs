//! The static library, its header, and the program `nao`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::toolchain::{TARGET, Toolchain, c_compiler, cargo};
use super::{Error, Options};

/// Where everything is built.
pub fn directory(workspace: &Path) -> PathBuf {
    workspace.join("target").join("nao")
}

/// The header in the repository.
fn header_path(workspace: &Path) -> PathBuf {
    workspace.join("nao-c/include/nao_skills.h")
}

/// Builds `libnao_skills.a` and the program `nao` for the Geode, into `target/nao`.
///
/// # Errors
/// [`Error`], if something is missing or does not build.
pub fn build(options: &Options, out: &mut impl Write) -> Result<bool, Error> {
    let workspace = &options.workspace;
    let toolchain = Toolchain::find()?;
    c_compiler(workspace)?;
    writeln!(out, "nao: building for {TARGET} by {}", toolchain.describe())?;
    let library = library(workspace, &Machine::Geode(toolchain.clone()), Kind::Shipped)?;
    let mut cargo = toolchain.cargo(workspace, "program", "build");
    cargo.args(["--package", "skills-nao", "--bin", "nao"]);
    run(&mut cargo)?;
    let built = directory(workspace).join("program").join(TARGET).join("release/nao");
    for (from, name) in [
        (library.as_path(), "libnao_skills.a"),
        (built.as_path(), "nao"),
        (header_path(workspace).as_path(), "nao_skills.h"),
    ] {
        let to = directory(workspace).join(name);
        fs::copy(from, &to)?;
        writeln!(out, "nao: {} ({} KiB)", to.display(), fs::metadata(&to)?.len() / 1024)?;
    }
    Ok(true)
}

/// What the library is built for.
pub enum Machine {
    /// This one.
    Host,
    /// The NAO's.
    Geode(Toolchain),
}

/// Which of its builds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// As it goes to the robot.
    Shipped,
    /// With the simulated robot.
    Robot,
    /// As [`Kind::Shipped`], with names that show type parameters and the bytes of stack
    /// that each function takes, a section that only unstable compilers write.
    Measured,
}

/// Builds the static library.
pub fn library(workspace: &Path, machine: &Machine, kind: Kind) -> Result<PathBuf, Error> {
    let (name, features) = match kind {
        Kind::Shipped => ("library", "freestanding"),
        Kind::Robot => ("robot", "freestanding,robot"),
        Kind::Measured => ("measured", "freestanding"),
    };
    let (mut cargo, place) = match machine {
        Machine::Host => (cargo(workspace, name, "rustc"), PathBuf::new()),
        Machine::Geode(toolchain) => {
            (toolchain.cargo(workspace, name, "rustc"), PathBuf::from(TARGET))
        }
    };
    cargo.args(["--package", "nao-c", "--lib", "--crate-type", "staticlib"]);
    cargo.args(["--features", features]);
    if kind == Kind::Measured {
        cargo.env("RUSTC_BOOTSTRAP", "1");
        cargo.args(["--", "-Z", "emit-stack-sizes", "-C", "symbol-mangling-version=v0"]);
    }
    run(&mut cargo)?;
    Ok(directory(workspace).join(name).join(place).join("release/libnao_skills.a"))
}

/// Writes the header from the sources, or with `check` compares: whether it was as it
/// should be.
///
/// # Errors
/// [`Error`], if the sources cannot be read.
pub fn header(workspace: &Path, check: bool) -> Result<bool, Error> {
    let sources = workspace.join("nao-c");
    let config = cbindgen::Config::from_file(sources.join("cbindgen.toml"))
        .map_err(|error| Error::Failed(format!("nao-c/cbindgen.toml: {error}")))?;
    let bindings = cbindgen::Builder::new()
        .with_config(config)
        .with_crate(&sources)
        .generate()
        .map_err(|error| Error::Failed(format!("nao-c/src: {error}")))?;
    let mut text = Vec::new();
    bindings.write(&mut text);
    let path = header_path(workspace);
    let same = fs::read(&path).is_ok_and(|old| old == text);
    if !same && !check {
        fs::create_dir_all(path.parent().unwrap_or(workspace))?;
        fs::write(&path, text)?;
    }
    Ok(same || !check)
}

/// Runs a command to its end.
pub fn run(command: &mut Command) -> Result<(), Error> {
    let status = command.status()?;
    if status.success() {
        Ok(())
    } else {
        let program = command.get_program().to_string_lossy().into_owned();
        let arguments: Vec<_> = command.get_args().map(|a| a.to_string_lossy()).collect();
        Err(Error::Failed(format!("`{program} {}` failed: {status}", arguments.join(" "))))
    }
}

//! The compilers that build for i586: rustup's target, or Debian's compiler with the sources of
//! the standard library; and Debian's C compiler and emulator.

use std::path::Path;
use std::process::Command;

use anyhow::bail;
use tool_support::command::{self, succeeds};

use crate::paths::directory;

/// The NAO's V3 has a Geode LX800: i586 with CMOV and MMX.
pub const TARGET: &str = "i586-unknown-linux-gnu";
pub const CPU: &str = "geode";

/// The origin of the standard library for the target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Toolchain {
    /// rustup's target.
    Rustup,
    /// Debian's `rustc-web` builds it from `rust-web-src`.
    Debian,
}

impl Toolchain {
    pub fn find() -> anyhow::Result<Self> {
        if has_target() {
            return Ok(Toolchain::Rustup);
        }
        let added = succeeds(Command::new("rustup").args(["target", "add", TARGET]));
        if added && has_target() {
            return Ok(Toolchain::Rustup);
        }
        install(&["rustc-web", "rust-web-src"]);
        let needs = env!("CARGO_PKG_RUST_VERSION");
        match version("/usr/bin/rustc") {
            Some(version) if at_least(&version, needs) => Ok(Toolchain::Debian),
            found => bail!(
                "no compiler for {TARGET}: rustup cannot add the target, and Debian's rustc-web \
                 is {}, but {needs} is needed\nhelp: rustup target add {TARGET}",
                found.as_deref().unwrap_or("not available")
            ),
        }
    }

    /// Returns a cargo command that builds for the Geode, independent of the user's flags.
    pub fn cargo(&self, workspace: &Path, target_dir: &str, verb: &str) -> Command {
        let mut cargo = cargo(workspace, target_dir, verb);
        cargo.args(["--target", TARGET]);
        cargo.env("CARGO_TARGET_I586_UNKNOWN_LINUX_GNU_LINKER", "gcc");
        cargo.env("RUSTFLAGS", format!("-C target-cpu={CPU} -C link-arg=-m32"));
        if *self == Toolchain::Debian {
            cargo.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
            cargo.args(["-Z", "build-std=std,panic_abort"]);
        }
        cargo
    }

    pub fn describe(&self) -> &'static str {
        match self {
            Toolchain::Rustup => "rustup's target",
            Toolchain::Debian => "Debian's rustc-web, with the standard library from rust-web-src",
        }
    }
}

/// Returns a cargo command in the workspace that builds below `target/nao`.
pub fn cargo(workspace: &Path, target_dir: &str, verb: &str) -> Command {
    let target = directory(workspace).join(target_dir);
    let mut cargo = command::cargo(workspace, &target);
    cargo.arg(verb).args(["--quiet", "--profile", "robot"]);
    cargo
}

/// Installs a C compiler for 32 bits, unless there is one.
pub fn c_compiler(workspace: &Path) -> anyhow::Result<()> {
    let source = directory(workspace).join("empty.c");
    std::fs::create_dir_all(directory(workspace))?;
    std::fs::write(&source, "#include <stdio.h>\nint main(void) { return 0; }\n")?;
    let output = source.with_extension("out");
    let compiles = || {
        succeeds(Command::new("gcc").args(["-m32", "-static", "-o"]).arg(&output).arg(&source))
            && succeeds(Command::new("g++").arg("--version"))
    };
    if !compiles() {
        install(&["gcc-multilib", "g++"]);
    }
    if compiles() {
        Ok(())
    } else {
        bail!("`gcc -m32` does not work\nhelp: apt-get install gcc-multilib g++")
    }
}

/// Installs a program from a Debian package, unless there is one.
pub fn program(name: &str, package: &str) -> anyhow::Result<()> {
    let works = || succeeds(Command::new(name).arg("--version"));
    if !works() {
        install(&[package]);
    }
    if works() {
        Ok(())
    } else {
        bail!("`{name}` is not installed\nhelp: apt-get install {package}")
    }
}

/// Tries to install Debian packages. The caller checks for what they contain.
fn install(packages: &[&str]) {
    eprintln!("installing {}", packages.join(", "));
    let apt = |arguments: &[&str]| {
        succeeds(Command::new("apt-get").args(arguments).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    let mut arguments = vec!["install", "-qy", "--no-install-recommends"];
    arguments.extend(packages);
    if !apt(&arguments) && apt(&["update", "-q"]) {
        apt(&arguments);
    }
}

/// Returns whether the compiler that cargo uses has the target's standard library.
fn has_target() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "sysroot"]).output();
    output.is_ok_and(|output| {
        let sysroot = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        Path::new(&sysroot).join("lib/rustlib").join(TARGET).join("lib").is_dir()
    })
}

/// Returns `1.96.0` for `rustc 1.96.0 (..)`.
fn version(rustc: &str) -> Option<String> {
    let output = Command::new(rustc).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.split_whitespace().nth(1).map(str::to_owned)
}

/// Returns whether `version` is `needs` or newer.
fn at_least(version: &str, needs: &str) -> bool {
    let numbers = |text: &str| -> Vec<u32> {
        text.split(['.', '-']).map_while(|part| part.parse().ok()).collect()
    };
    numbers(version) >= numbers(needs)
}

#[cfg(test)]
mod tests {
    use super::at_least;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert!(at_least("1.96.0", "1.95") && at_least("1.95.0", "1.95"));
        assert!(at_least("2.0.0-nightly", "1.95") && at_least("1.100.0", "1.95"));
        assert!(!at_least("1.85.0", "1.95") && !at_least("", "1.95"));
    }
}

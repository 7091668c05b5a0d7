//! The test programs in C, and how they run on each machine.

use std::path::{Path, PathBuf};
use std::process::Command;

use tool_support::command;

use crate::build::{Kind, Machine, library};
use crate::paths::{self, directory};
use crate::toolchain::Toolchain;

/// The emulated processor, with the features of the NAO's Geode.
const QEMU_CPU: &str = "pentium,+cmov,+mmx,+mmxext,+3dnow,+3dnowext,+fxsr";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runner {
    Native,
    /// This one in 32 bits.
    I586,
    /// A Geode, emulated.
    Geode,
}

impl Runner {
    pub const ALL: [Runner; 3] = [Runner::Native, Runner::I586, Runner::Geode];

    pub fn name(self) -> &'static str {
        match self {
            Runner::Native => std::env::consts::ARCH,
            Runner::I586 => "i586",
            Runner::Geode => "i586 in qemu as a Geode",
        }
    }

    fn directory(self) -> &'static str {
        if self == Runner::Native { "native" } else { "i586" }
    }

    /// Returns a command that runs one of the programs.
    pub fn command(self, programs: &Path, name: &str) -> Command {
        self.run(&programs.join(self.directory()).join(name))
    }

    /// Returns a command that runs a program which was built for this machine.
    pub fn run(self, program: &Path) -> Command {
        if self == Runner::Geode {
            let mut command = Command::new("qemu-i386");
            command.args(["-cpu", QEMU_CPU]).arg(program);
            command
        } else {
            Command::new(program)
        }
    }
}

/// Builds all programs for this machine and for i586. Returns their directory.
pub fn build(workspace: &Path, toolchain: &Toolchain) -> anyhow::Result<PathBuf> {
    let programs = directory(workspace).join("programs");
    let i586 = library(workspace, &Machine::Geode(toolchain.clone()), Kind::Robot)?;
    let native = library(workspace, &Machine::Host, Kind::Robot)?;
    // The headers must suit the oldest standards.
    for (compiler, standard) in [("gcc", "c99"), ("g++", "c++98")] {
        let language = ["-x", if compiler == "gcc" { "c" } else { "c++" }];
        let warnings = ["-pedantic", "-Wall", "-Wextra", "-Werror", "-Wno-long-long"];
        for header in [paths::header(workspace), paths::memory_header(workspace)] {
            let mut check = Command::new(compiler);
            check.args(language).args(warnings).args(["-D_DEFAULT_SOURCE", "-fsyntax-only"]);
            command::run(check.arg(format!("-std={standard}")).arg(header))?;
        }
    }
    for (runner, library) in [(Runner::Native, native), (Runner::I586, i586)] {
        let place = programs.join(runner.directory());
        std::fs::create_dir_all(&place)?;
        for name in ["dcm", "behaviour", "replay", "refused"] {
            compile(workspace, runner, name, &library, &place)?;
        }
    }
    let planted = library(workspace, &Machine::Host, Kind::Planted)?;
    let native = programs.join(Runner::Native.directory());
    compile(workspace, Runner::Native, "panic", &planted, &native)?;
    Ok(programs)
}

/// Builds a program for a machine, which may be a Geode only by emulation.
fn compile(
    workspace: &Path,
    runner: Runner,
    name: &str,
    library: &Path,
    place: &Path,
) -> anyhow::Result<()> {
    let mut gcc = Command::new("gcc");
    gcc.args(["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function"]);
    if runner == Runner::I586 {
        // Statically, so that the emulator needs no 32-bit libraries.
        gcc.args(["-m32", "-march=pentium", "-mno-sse", "-mfpmath=387", "-static"]);
    }
    gcc.arg(workspace.join("nao-c/c").join(format!("{name}.c")));
    gcc.arg(library).args(["-lrt", "-o"]).arg(place.join(name));
    command::run(&mut gcc).map(drop)
}

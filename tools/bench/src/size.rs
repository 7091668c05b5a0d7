//! Bytes of code and constants of each machine: an object for each, from which the linker has
//! dropped what its `step` does not reach.

use crate::engines::Engine;
use crate::program::{Case, Program, RESULT_TEXT};
use anyhow::{Context as _, bail};
use object::{Object as _, ObjectSection as _, ObjectSymbol as _, SymbolKind};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use tool_support::command;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Build {
    pub name: &'static str,
    /// The target, if it is not this machine.
    target: Option<&'static str>,
    /// Optimized for size instead of speed.
    small: bool,
}

const ROBOT: &str = "i586-unknown-linux-gnu";

/// All builds. The first two, for this machine, are those of a check.
pub const BUILDS: [Build; 4] = [
    Build { name: "x86_64 O3", target: None, small: false },
    Build { name: "x86_64 Os", target: None, small: true },
    Build { name: "i586 O3", target: Some(ROBOT), small: false },
    Build { name: "i586 Os", target: Some(ROBOT), small: true },
];

/// Bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Size {
    /// Of the functions, `.text`.
    pub text: u64,
    /// Of the constants: `.rodata`, and `.data.rel.ro` for those with addresses.
    pub rodata: u64,
}

/// Returns the sizes of all cases in a build, by module, and that of [`RESULT_TEXT`].
pub fn sizes(
    program: &Program,
    build: Build,
    cases: &[Case],
) -> anyhow::Result<BTreeMap<String, Size>> {
    let profile = if build.small { "small" } else { "release" };
    let mut cargo = program.generated.cargo("build");
    cargo.args(["--examples", "--profile", profile]);
    let mut directory = program.generated.target().to_owned();
    if let Some(target) = build.target {
        cargo.args(["--target", target]);
        directory.push(target);
    }
    command::run(&mut cargo).with_context(|| match build.target {
        Some(target) => format!("cannot build for {target}\nhelp: rustup target add {target}"),
        None => "cannot build the objects".to_owned(),
    })?;
    let directory = directory.join(profile).join("examples");
    let mut sizes = BTreeMap::new();
    for (machine, engine) in cases {
        let module = machine.module(*engine);
        let size = if *engine == Engine::Cpp {
            let source = program.generated.root().join(format!("src/{}.cpp", machine.name()));
            cpp(&source, &directory.join(format!("{module}.o")), build).with_context(|| {
                format!("cannot compile {module}\nhelp: apt-get install g++ g++-multilib")
            })?
        } else {
            of_file(&directory.join(format!("lib{module}.so")), false)?
        };
        sizes.insert(module, size);
    }
    let text = of_file(&directory.join(format!("lib{RESULT_TEXT}.so")), false)?;
    sizes.insert(RESULT_TEXT.to_owned(), text);
    Ok(sizes)
}

/// Compiles a machine in C++. Returns its size.
fn cpp(source: &Path, object: &Path, build: Build) -> anyhow::Result<Size> {
    let mut compiler = Command::new("c++");
    compiler.args(["-std=c++17", "-fno-exceptions", "-fno-asynchronous-unwind-tables"]);
    compiler.arg(if build.small { "-Os" } else { "-O3" });
    if build.target.is_some() {
        compiler.args(["-m32", "-march=pentium"]);
    }
    compiler.arg("-c").arg(source).arg("-o").arg(object);
    command::run(&mut compiler)?;
    of_file(object, true)
}

/// Returns the bytes in a file. The `.text` of a linked file contains startup code, so the sizes of
/// its functions are added; the functions of an unlinked object may have no sizes.
fn of_file(path: &Path, by_section: bool) -> anyhow::Result<Size> {
    let context = || path.display().to_string();
    let bytes = fs::read(path).with_context(context)?;
    let file = object::File::parse(&*bytes).with_context(context)?;
    let sections = |prefixes: &[&str]| -> u64 {
        let named = |name: &str| prefixes.iter().any(|prefix| name.starts_with(prefix));
        let sections = file.sections().filter(|section| section.name().is_ok_and(named));
        sections.map(|section| section.size()).sum()
    };
    let functions: BTreeMap<u64, u64> = file
        .symbols()
        .filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.is_definition())
        .map(|symbol| (symbol.address(), symbol.size()))
        .collect();
    let text = if by_section { sections(&[".text"]) } else { functions.values().sum() };
    if text == 0 {
        bail!("{}: it contains no code", path.display());
    }
    Ok(Size { text, rodata: sections(&[".rodata", ".data.rel.ro"]) })
}

//! Bytes of code and of constants of each machine: an object for each, from which the
//! linker has dropped what its `step` does not reach.

use super::Error;
use super::engines::Engine;
use super::program::{Case, Program};
use crate::commands::cargo;
use object::{Object as _, ObjectSection as _, ObjectSymbol as _, SymbolKind};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// How objects are built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Build {
    /// As tables call it.
    pub name: &'static str,
    /// Another machine than this one.
    target: Option<&'static str>,
    /// For size, not for speed.
    small: bool,
}

const ROBOT: &str = "i586-unknown-linux-gnu";

/// All builds; a check takes the first two, which need no other machine's compiler.
pub const BUILDS: [Build; 4] = [
    Build { name: "x86_64 O3", target: None, small: false },
    Build { name: "x86_64 Os", target: None, small: true },
    Build { name: "i586 O3", target: Some(ROBOT), small: false },
    Build { name: "i586 Os", target: Some(ROBOT), small: true },
];

/// Bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Size {
    /// Of the functions, `.text`.
    pub text: u64,
    /// Of the constants: `.rodata`, and `.data.rel.ro`, which are those with addresses.
    pub rodata: u64,
}

/// The sizes of all cases in one build, by module; what it could not be built for is an
/// error.
pub fn sizes(
    program: &Program,
    build: Build,
    cases: &[Case],
) -> Result<BTreeMap<String, Size>, Error> {
    let mut cargo = cargo(&program.root, &program.target);
    let profile = if build.small { "small" } else { "release" };
    cargo.args(["build", "--quiet", "--examples", "--profile", profile]);
    let mut directory = program.target.clone();
    if let Some(target) = build.target {
        cargo.args(["--target", target]);
        directory.push(target);
    }
    super::built(&cargo.output()?)?;
    let directory = directory.join(profile).join("examples");
    let mut sizes = BTreeMap::new();
    for (machine, engine) in cases {
        let module = machine.module(*engine);
        let size = if *engine == Engine::Cpp {
            let source = program.root.join("src").join(format!("{}.cpp", machine.name()));
            match cpp(&source, &directory.join(format!("{module}.o")), build) {
                Ok(size) => size,
                // There may be no C++ library for another machine.
                Err(Error::Build(_)) if build.target.is_some() => continue,
                Err(error) => return Err(error),
            }
        } else {
            of_file(&directory.join(format!("lib{module}.so")), false)?
        };
        sizes.insert(module, size);
    }
    Ok(sizes)
}

/// Compiles a machine in C++.
fn cpp(source: &Path, object: &Path, build: Build) -> Result<Size, Error> {
    let mut compiler = Command::new("c++");
    compiler.args(["-std=c++17", "-fno-exceptions", "-fno-asynchronous-unwind-tables"]);
    compiler.arg(if build.small { "-Os" } else { "-O3" });
    if build.target.is_some() {
        compiler.args(["-m32", "-march=pentium"]);
    }
    compiler.arg("-c").arg(source).arg("-o").arg(object);
    super::built(&compiler.stdin(Stdio::null()).output()?)?;
    of_file(object, true)
}

/// The bytes in a file. A linked one has start-up code in `.text` that is no function's;
/// an object whose functions have no sizes is asked for its sections.
fn of_file(path: &Path, by_section: bool) -> Result<Size, Error> {
    let wrong = |what: String| Error::Program(format!("{}: {what}", path.display()));
    let bytes = fs::read(path).map_err(|error| wrong(error.to_string()))?;
    let file = object::File::parse(&*bytes).map_err(|error| wrong(error.to_string()))?;
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
        return Err(wrong("there is no code in it".to_owned()));
    }
    Ok(Size { text, rodata: sections(&[".rodata", ".data.rel.ro"]) })
}

//! Compiles the targets of a user's packages.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{env, fs};

use anyhow::{Context as _, bail, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Deserialize;

use crate::accept::Accepted;
use crate::messages::{ARGUMENTS, Files, read, without_frames};
use crate::proof::{Code, Limits, Proof, prove};
use crate::stack::Frames;

/// The package that skills and agents depend on.
const RUNTIME: &str = "robot-skill-runtime";

/// The default of `--max-stack`.
pub const DEFAULT_STACK: u64 = 64 << 10;

/// Selects the targets to compile, and how.
#[allow(clippy::struct_excessive_bools)] // flags of the command line
#[derive(Debug, Clone, Args)]
pub struct Selection {
    /// The package to prove [default: the one of this directory]
    #[arg(short, long = "package", value_name = "NAME")]
    pub packages: Vec<String>,
    /// Prove all packages of the workspace that depend on the runtime
    #[arg(long)]
    pub workspace: bool,
    /// Prove the library only
    #[arg(long)]
    pub lib: bool,
    /// Prove this program only
    #[arg(long = "bin", value_name = "NAME")]
    pub programs: Vec<String>,
    /// Prove this example only
    #[arg(long = "example", value_name = "NAME")]
    pub examples: Vec<String>,
    /// Prove this function of a program, too, with all that it calls, such as a task or the handler of an
    /// interrupt: `robot::motors::update`, or the name of a symbol
    #[arg(long = "function", value_name = "PATH")]
    pub functions: Vec<String>,
    /// The features to activate, separated by commas
    #[arg(short = 'F', long, value_name = "FEATURES", value_delimiter = ',')]
    pub features: Vec<String>,
    /// Activate all features
    #[arg(long)]
    pub all_features: bool,
    /// Do not activate the default features
    #[arg(long)]
    pub no_default_features: bool,
    /// Compile programs for this target. Libraries are compiled for this machine
    #[arg(long, value_name = "TRIPLE")]
    pub target: Option<String>,
    /// Count each overflow of an integer in the package as a panic, as in a debug build
    #[arg(long)]
    pub overflow_checks: bool,
    /// The greatest number of bytes of the stack that a skill, an agent or a space may need
    #[arg(long, value_name = "BYTES", default_value_t = DEFAULT_STACK)]
    pub max_stack: u64,
    /// Also find whole numbers that become an `f32` of other bits on an x87 (i586)
    #[arg(long)]
    pub x87: bool,
    /// The `Cargo.toml` of the package or workspace
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<PathBuf>,
}

impl Default for Selection {
    /// The package of this directory, with its default features and the default limits.
    fn default() -> Self {
        Self {
            packages: Vec::new(),
            workspace: false,
            lib: false,
            programs: Vec::new(),
            examples: Vec::new(),
            functions: Vec::new(),
            features: Vec::new(),
            all_features: false,
            no_default_features: false,
            target: None,
            overflow_checks: false,
            max_stack: DEFAULT_STACK,
            x87: false,
            manifest_path: None,
        }
    }
}

/// A package to prove.
#[derive(Debug)]
pub struct Package {
    /// The name of the package.
    pub name: String,
    /// The findings that its manifest accepts.
    pub accepted: Accepted,
    /// The libraries and programs to prove.
    pub targets: Vec<Target>,
    /// The programs that need features that are not active, with these.
    pub skipped: Vec<(String, Vec<String>)>,
}

/// A library or a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The name of the target.
    pub name: String,
    /// The kind of target that cargo builds.
    pub kind: TargetKind,
}

/// A kind of target that cargo builds, and that is proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetKind {
    /// The library of a package.
    Library,
    /// A program of a package.
    Program,
    /// A program in `examples`.
    Example,
}

impl Target {
    /// Returns the name of the crate in paths.
    fn krate(&self) -> String {
        self.name.replace('-', "_")
    }
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Listed>,
    workspace_default_members: Vec<String>,
    target_directory: PathBuf,
}

#[derive(Deserialize)]
struct Listed {
    id: String,
    name: String,
    manifest_path: PathBuf,
    targets: Vec<ListedTarget>,
    dependencies: Vec<Dependency>,
    features: BTreeMap<String, Vec<String>>,
    metadata: serde_json::Value,
}

#[derive(Deserialize)]
struct ListedTarget {
    name: String,
    kind: Vec<String>,
    #[serde(default, rename = "required-features")]
    required_features: Vec<String>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
}

/// The packages to prove, and how they are compiled.
#[derive(Debug)]
pub struct Workspace {
    /// The packages to prove, in order.
    pub packages: Vec<Package>,
    directory: PathBuf,
    selection: Selection,
}

impl Workspace {
    /// Reads the manifests.
    ///
    /// # Errors
    /// If cargo fails, or nothing that is selected can be proved.
    pub fn read(selection: Selection) -> anyhow::Result<Self> {
        let mut cargo = cargo();
        cargo.args(["metadata", "--no-deps", "--format-version=1"]);
        if let Some(path) = &selection.manifest_path {
            cargo.arg("--manifest-path").arg(path);
        }
        let output = cargo.stderr(Stdio::inherit()).output().context("cannot run cargo")?;
        ensure!(output.status.success(), "cannot read the manifest, see above");
        let metadata: Metadata = serde_json::from_slice(&output.stdout)
            .context("cannot read the output of `cargo metadata`")?;
        let packages = selected(&metadata, &selection)?
            .into_iter()
            .map(|package| package_of(package, &selection))
            .collect::<anyhow::Result<Vec<_>>>()?;
        let directory = metadata.target_directory.join("skill-proof");
        Ok(Self { packages, directory, selection })
    }

    /// Compiles and proves the selected targets of a package.
    ///
    /// # Errors
    /// If one does not compile.
    pub fn prove(&self, package: &Package) -> anyhow::Result<Vec<Proof>> {
        let mut proofs: Vec<Proof> = Vec::new();
        for target in &package.targets {
            let (llvm, frames) = self.compile(package, target)?;
            let code = Code { llvm: &llvm, frames: &frames };
            let limits = Limits { stack: self.selection.max_stack, x87: self.selection.x87 };
            let functions = &self.selection.functions;
            for proof in prove(code, &target.krate(), functions, &package.accepted, limits)? {
                // A program contains the library of the same package: skip its skills.
                if !proofs
                    .iter()
                    .any(|known| (&known.path, &known.place) == (&proof.path, &proof.place))
                {
                    proofs.push(proof);
                }
            }
        }
        Ok(proofs)
    }

    /// Returns the places of the blocks of `unsafe` code in a package that was proved, such as
    /// `src/line.rs:9`. The proof assumes that they have no undefined behavior.
    ///
    /// # Errors
    /// If the package was not proved.
    pub fn unsafe_code(&self, package: &Package) -> anyhow::Result<BTreeSet<String>> {
        let places = package.targets.iter().map(|target| self.files(package, target).unsafe_code());
        Ok(places.collect::<anyhow::Result<Vec<_>>>()?.into_iter().flatten().collect())
    }

    /// Returns the files that the compilation of a target writes.
    fn files(&self, package: &Package, target: &Target) -> Files {
        let variant = if self.selection.overflow_checks { "-checked" } else { "" };
        // A library and a program may have the same name.
        let kind = match target.kind {
            TargetKind::Library => "lib",
            TargetKind::Program => "bin",
            TargetKind::Example => "example",
        };
        let name = format!("{}-{kind}-{}{variant}.ll", package.name, target.name);
        Files::new(self.directory.join("ir").join(name))
    }

    /// Compiles a target, and returns it in LLVM's intermediate code, with the frames of its
    /// functions.
    ///
    /// # Errors
    /// If it does not compile.
    fn compile(&self, package: &Package, target: &Target) -> anyhow::Result<(String, Frames)> {
        let selection = &self.selection;
        let files = self.files(package, target);
        let place = self.directory.join("ir");
        fs::create_dir_all(&place).with_context(|| format!("cannot create {}", place.display()))?;
        let mut cargo = cargo();
        cargo
            .args(["rustc", "--release", "--package", &package.name])
            .arg("--target-dir")
            .arg(&self.directory);
        if let Some(path) = &selection.manifest_path {
            cargo.arg("--manifest-path").arg(path);
        }
        for (given, flag) in [
            (selection.all_features, "--all-features"),
            (selection.no_default_features, "--no-default-features"),
        ] {
            cargo.args(given.then_some(flag));
        }
        if !selection.features.is_empty() {
            cargo.arg("--features").arg(selection.features.join(","));
        }
        match target.kind {
            TargetKind::Library => cargo.args(["--lib", "--crate-type", "cdylib"]),
            TargetKind::Program => cargo.args(["--bin", &target.name]),
            TargetKind::Example => cargo.args(["--example", &target.name]),
        };
        if let (Some(triple), true) = (&selection.target, target.kind != TargetKind::Library) {
            cargo.args(["--target", triple]);
        }
        if selection.overflow_checks {
            // A user's profile does not check overflow in other crates either.
            cargo.arg("--config");
            cargo.arg(format!("profile.release.package.{:?}.overflow-checks=true", package.name));
        }
        cargo.arg("--").arg(format!("--emit=llvm-ir={}", files.llvm.display()));
        cargo.args(ARGUMENTS);
        if target.kind == TargetKind::Library {
            // A library without `std` lacks some items to be linked alone.
            cargo.args(["--cfg", "skill_proof_std"]);
        }
        set_profile(&mut cargo);
        // Cargo may have compiled the target before, and the file may have been removed since.
        if !files.exist() {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
            cargo.arg(format!("-Cmetadata={}", now.map_or(0, |time| time.as_nanos())));
        }
        let messages = run(&mut cargo, &format!("compiling {}", target.name))?;
        files.keep(&messages)?;
        Ok((read(&files.llvm)?, files.frames()?))
    }
}

/// Sets the profile options that the proof needs: all crates in one module, with source lines.
/// Other options remain those of the user.
fn set_profile(cargo: &mut Command) {
    cargo.env("SKILL_PROOF", "1").env("CARGO_INCREMENTAL", "0");
    for (key, value) in [
        ("LTO", "fat"),
        ("CODEGEN_UNITS", "1"),
        ("PANIC", "abort"),
        ("DEBUG", "line-tables-only"),
        ("STRIP", "none"),
    ] {
        cargo.env(format!("CARGO_PROFILE_RELEASE_{key}"), value);
    }
}

fn cargo() -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.stdin(Stdio::null());
    cargo
}

/// Runs a long command, and returns its messages. If it fails, prints them.
fn run(command: &mut Command, label: &str) -> anyhow::Result<String> {
    let bar = ProgressBar::new_spinner().with_message(label.to_owned());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    if bar.is_hidden() {
        eprintln!("{label} ..");
    }
    let output = command.output().context("cannot run cargo");
    bar.finish_and_clear();
    let output = output?;
    let messages = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() {
        return Ok(messages);
    }
    eprint!("{}", without_frames(&messages));
    if messages.contains("`#[panic_handler]` function required") {
        bail!(
            "a library without `std` and without skills cannot be linked alone\n\
             help: prove the programs and examples: `--bin NAME`, `--example NAME`"
        );
    }
    bail!("{label}: the compiler failed, see above")
}

/// Returns the packages to prove.
fn selected<'m>(metadata: &'m Metadata, selection: &Selection) -> anyhow::Result<Vec<&'m Listed>> {
    let uses_runtime = |package: &&Listed| {
        package.dependencies.iter().any(|dependency| dependency.name == RUNTIME)
    };
    if !selection.packages.is_empty() {
        return selection
            .packages
            .iter()
            .map(|name| {
                let package = metadata.packages.iter().find(|package| package.name == *name);
                let package =
                    package.with_context(|| format!("the workspace has no package `{name}`"))?;
                ensure!(
                    uses_runtime(&package),
                    "`{name}` does not depend on `{RUNTIME}`, so it has no skills"
                );
                Ok(package)
            })
            .collect();
    }
    let here = match &selection.manifest_path {
        Some(path) => path.canonicalize().ok().and_then(|path| path.parent().map(Path::to_owned)),
        None => env::current_dir().ok(),
    };
    let directory_of = |package: &&Listed| package.manifest_path.parent().map(Path::to_owned);
    let own = metadata
        .packages
        .iter()
        .filter(|package| {
            here.as_ref()
                .zip(directory_of(package))
                .is_some_and(|(here, package)| here.starts_with(package))
        })
        .max_by_key(|package| package.manifest_path.as_os_str().len());
    let packages: Vec<_> = match own {
        _ if selection.workspace => metadata.packages.iter().filter(uses_runtime).collect(),
        Some(package)
            if metadata.workspace_default_members.contains(&package.id)
                || !package.targets.is_empty() =>
        {
            vec![package]
        }
        _ => {
            let default =
                |package: &&Listed| metadata.workspace_default_members.contains(&package.id);
            metadata.packages.iter().filter(default).filter(uses_runtime).collect()
        }
    };
    let packages: Vec<_> = packages.into_iter().filter(uses_runtime).collect();
    ensure!(
        !packages.is_empty(),
        "nothing here depends on `{RUNTIME}`\nhelp: select a package with `--package NAME`, or all with `--workspace`"
    );
    Ok(packages)
}

fn package_of(package: &Listed, selection: &Selection) -> anyhow::Result<Package> {
    let active = active_features(&package.features, selection);
    let all = !selection.lib && selection.programs.is_empty() && selection.examples.is_empty();
    let (mut targets, mut skipped) = (Vec::new(), Vec::new());
    for target in &package.targets {
        let is = |kinds: &[&str]| target.kind.iter().any(|kind| kinds.contains(&kind.as_str()));
        let (kind, chosen) = if is(&["lib", "rlib", "cdylib", "staticlib", "dylib"]) {
            (TargetKind::Library, all || selection.lib)
        } else if is(&["bin"]) {
            (TargetKind::Program, all || selection.programs.contains(&target.name))
        } else if is(&["example"]) {
            (TargetKind::Example, selection.examples.contains(&target.name))
        } else {
            continue;
        };
        let lacking: Vec<_> = target
            .required_features
            .iter()
            .filter(|feature| !active.contains(*feature))
            .cloned()
            .collect();
        if !chosen {
            continue;
        }
        if lacking.is_empty() {
            targets.push(Target { name: target.name.clone(), kind });
        } else {
            skipped.push((target.name.clone(), lacking));
        }
    }
    for name in selection.programs.iter().chain(&selection.examples) {
        let known = targets.iter().any(|target| target.name == *name);
        ensure!(
            known || skipped.iter().any(|(skipped, _)| skipped == name),
            "`{}` has no program or example `{name}`",
            package.name
        );
    }
    let accepted = Accepted::parse(&package.metadata)
        .with_context(|| format!("in {}", package.manifest_path.display()))?;
    Ok(Package { name: package.name.clone(), accepted, targets, skipped })
}

/// Returns the features that are active, and those that they activate.
fn active_features(
    features: &BTreeMap<String, Vec<String>>,
    selection: &Selection,
) -> BTreeSet<String> {
    let mut next: Vec<String> = selection.features.clone();
    if selection.all_features {
        next.extend(features.keys().cloned());
    } else if !selection.no_default_features {
        next.push("default".to_owned());
    }
    let mut active = BTreeSet::new();
    while let Some(feature) = next.pop() {
        next.extend(features.get(&feature).into_iter().flatten().cloned());
        active.extend(features.contains_key(&feature).then_some(feature.clone()));
        // Visits each feature once, even if features refer to each other in a cycle.
        next.retain(|feature| !active.contains(feature));
    }
    active
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_activate_others() {
        let features = BTreeMap::from([
            ("default".to_owned(), vec!["desktop".to_owned()]),
            ("desktop".to_owned(), vec!["dep:clap".to_owned(), "default".to_owned()]),
            ("radio".to_owned(), vec![]),
        ]);
        let active = active_features(&features, &Selection::default());
        assert_eq!(active.into_iter().collect::<Vec<_>>(), ["default", "desktop"]);
        let selection = Selection {
            no_default_features: true,
            features: vec!["radio".to_owned()],
            ..Selection::default()
        };
        assert_eq!(
            active_features(&features, &selection).into_iter().collect::<Vec<_>>(),
            ["radio"]
        );
    }
}

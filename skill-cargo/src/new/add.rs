//! `cargo skill add`: writes a crate beside a robot from the files in `parts`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::template::{C, FIRMWARE, Template};
use super::{engine, is_member, run, write};
use crate::commands::{cargo, print};

/// Add a crate to a robot: its skills as a C library, or its firmware
///
/// The crate is written for the robot of `cargo skill new`; for another one, replace the names of its interfaces, skills and
/// agent.
#[derive(clap::Args)]
pub struct Add {
    /// The crate, in a directory of this name
    part: Part,
    /// The directory of the robot's package
    #[arg(long, value_name = "DIR", default_value = ".")]
    robot: PathBuf,
    /// A clone of the engine to depend on, in place of the registry
    #[arg(long, value_name = "DIR")]
    engine: Option<PathBuf>,
}

/// A crate that a robot can have.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Part {
    /// The skills as a C library, with programs in C: one process, and two that share memory
    C,
    /// The robot on a Cortex-M4F with RTIC, which runs in qemu
    Firmware,
}

impl Add {
    /// Writes the crate. Nothing is left of one that is refused.
    pub fn run(&self) -> Result<(), String> {
        let (directory, files) = match self.part {
            Part::C => ("c", &C),
            Part::Firmware => ("firmware", &FIRMWARE),
        };
        let (name, crate_name) = package(&self.robot)?;
        let engine = self.engine.as_deref().map(engine).transpose()?;
        let path = if self.robot == Path::new(".") {
            PathBuf::from(directory)
        } else {
            self.robot.join(directory)
        };
        if path.symlink_metadata().is_ok() {
            return Err(format!("{}: it already exists", path.display()));
        }
        let is_member = is_member(&self.robot)?;
        let template =
            Template { name: &name, crate_name: &crate_name, engine: engine.as_deref(), is_member };
        let files: Vec<_> = template.part(files).collect();
        let dependency = format!("{name} = ");
        if files.iter().any(|(_, text)| {
            text.lines().filter(|line| line.starts_with(&dependency)).nth(1).is_some()
        }) {
            return Err(format!("the crate depends on another `{name}`"));
        }
        let written = files.iter().try_for_each(|(file, text)| write(&path.join(file), text));
        written.inspect_err(|_| drop(fs::remove_dir_all(&path)))?;
        print(format_args!("     Added the crate `{name}-{directory}`; next:"));
        print(format_args!("cd {}", super::quoted(&path.display().to_string())));
        let lines = match self.part {
            Part::C => format!(
                "cargo run --example header    # writes include/{crate_name}_skills.h\n\
                 cargo build --release         # makes target/release/lib{crate_name}_skills.a, and .so\n\
                 cc -o engine c/engine.c target/release/lib{crate_name}_skills.a -lm -lpthread -ldl\n\
                 ./engine 'drive{{way_m=1}}'"
            ),
            Part::Firmware => format!(
                "rustup target add thumbv7em-none-eabihf\n\
                 cargo run --release | defmt-print -e target/thumbv7em-none-eabihf/release/{name}-firmware"
            ),
        };
        print(lines);
        Ok(())
    }
}

/// Returns the names of the package in a directory, and of its library.
fn package(directory: &Path) -> Result<(String, String), String> {
    let manifest = directory.join("Cargo.toml").canonicalize().map_err(|error| {
        format!("{}: {error}\nhelp: give the robot's directory: `--robot DIR`", directory.display())
    })?;
    let mut metadata = cargo();
    metadata.args(["metadata", "--no-deps", "--format-version=1"]).current_dir(directory);
    let output = run(&mut metadata, "cargo metadata")?;
    let metadata: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("cannot read the metadata: {error}"))?;
    let list = |of: &Value| of.as_array().cloned().unwrap_or_default();
    let packages = list(&metadata["packages"]);
    let is_here = |of: &&Value| of["manifest_path"].as_str().map(Path::new) == Some(&manifest);
    let Some(package) = packages.iter().find(is_here) else {
        return Err(format!("{}: it has no package", manifest.display()));
    };
    let name = package["name"].as_str().unwrap_or_default().to_owned();
    let targets = list(&package["targets"]);
    let is_library = |of: &&Value| list(&of["kind"]).iter().any(|kind| kind == "lib");
    match targets.iter().find(is_library).and_then(|of| of["name"].as_str()) {
        Some(library) => Ok((name, library.replace('-', "_"))),
        None => Err(format!("`{name}` has no library, whose skills the crate would run")),
    }
}

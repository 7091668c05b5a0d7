//! `cargo skill new`: writes a robot from the files in `template`.

pub mod add;
mod template;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::commands::{cargo, print, print_error};
use template::{DEPENDENCIES, Template};

/// The advice of `cargo new` that a robot cannot follow, to the end of its output.
const OTHER_NAME: &str = "help: to name the binary";

/// Create a robot: interfaces, skills, an agent, a simulator, tests, a program with a live page
///
/// The package is created by `cargo new`, with its checks of the name, Git, and the workspace around it.
#[derive(clap::Args)]
pub struct New {
    /// The directory, which must not exist
    path: PathBuf,
    /// The name of the package, if not that of the directory
    #[arg(long)]
    name: Option<String>,
    /// A clone of the engine to depend on, in place of the registry
    #[arg(long, value_name = "DIR")]
    engine: Option<PathBuf>,
}

impl New {
    /// Writes the robot. Nothing is left of one that is refused.
    pub fn run(&self) -> Result<(), String> {
        let name = match (&self.name, self.path.file_name().and_then(|name| name.to_str())) {
            (Some(name), _) => name,
            (None, Some(name)) => name,
            (None, None) => {
                return Err(
                    "the directory has no name for a package\nhelp: add `--name NAME`".into()
                );
            }
        };
        let crate_name = name.replace('-', "_");
        if let Some(reason) = template::refusal(&crate_name) {
            return Err(format!("{reason}\nhelp: choose another name"));
        }
        let engine = self.engine.as_deref().map(engine).transpose()?;
        let before = Before::of(&self.path)?;
        let written = self.write(name, &crate_name, engine.as_deref());
        for line in written.inspect_err(|_| before.restore())? {
            print_error(line);
        }
        let path = self.path.display().to_string();
        print(format_args!("     Created a robot in {path}; next:"));
        print(format_args!("cd {}", quoted(&path)));
        print(
            "cargo test                                             # its skills, in a simulated room",
        );
        print("cargo run --features full -- agent --realtime --gui    # its agent, in a live page");
        Ok(())
    }

    /// Returns the warnings.
    fn write(
        &self,
        name: &str,
        crate_name: &str,
        engine: Option<&Path>,
    ) -> Result<Vec<String>, String> {
        let warnings = self.cargo_new(name)?;
        let is_member = is_member(&self.path)?;
        for (file, text) in (Template { name, crate_name, engine, is_member }).files() {
            write(&self.path.join(file), &text)?;
        }
        let mut check = cargo();
        check.args(["metadata", "--no-deps", "--format-version=1"]).current_dir(&self.path);
        run(&mut check, "cargo metadata")?;
        Ok(warnings)
    }

    /// Creates the package, without a robot in it. Returns the lines of its warnings.
    fn cargo_new(&self, name: &str) -> Result<Vec<String>, String> {
        let mut new = cargo();
        // Also the names that only programs must not have are refused.
        new.args(["new", "--bin", "--name", name, "--"]).arg(&self.path);
        let output = run(&mut new, "cargo new")?;
        let printed = String::from_utf8_lossy(&output.stderr);
        let printed = printed.split(OTHER_NAME).next().unwrap_or_default();
        let is_news = |line: &&str| {
            !line.trim_start().starts_with("Creating ") && !line.starts_with("note: see more ")
        };
        Ok(printed.lines().filter(is_news).map(str::to_owned).collect())
    }
}

/// The state of the disk before a robot is written.
struct Before {
    /// The first directory on the way to the robot that does not exist, if there is one.
    missing: Option<PathBuf>,
    /// The manifests above it, one of which may get a member.
    manifests: Vec<(PathBuf, Vec<u8>)>,
}

impl Before {
    fn of(path: &Path) -> Result<Self, String> {
        let path =
            std::path::absolute(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let missing = path.ancestors().take_while(|path| path.symlink_metadata().is_err()).last();
        let above = path.ancestors().skip(1).map(|path| path.join("Cargo.toml"));
        let manifests = above.filter_map(|path| Some((path.clone(), fs::read(path).ok()?)));
        Ok(Self { missing: missing.map(Path::to_owned), manifests: manifests.collect() })
    }

    /// Restores it, as far as the system allows.
    fn restore(&self) {
        // If it is there at all.
        let _ = self.missing.as_ref().map(fs::remove_dir_all);
        for (path, text) in &self.manifests {
            if fs::read(path).is_ok_and(|now| now != *text) {
                let _ = fs::write(path, text);
            }
        }
    }
}

/// Runs a command; an error has what it says of it.
fn run(command: &mut Command, name: &str) -> Result<Output, String> {
    let output = command.output().map_err(|error| format!("cannot run `{name}`: {error}"))?;
    if output.status.success() {
        return Ok(output);
    }
    let printed = String::from_utf8_lossy(&output.stderr);
    let error = printed.split_once("error: ").map_or(&*printed, |(_, error)| error);
    let error = error.split(OTHER_NAME).next().unwrap_or_default();
    Err(error.trim_end().to_owned())
}

/// Returns a path as shells read it.
fn quoted(path: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./+,@%=:".contains(c);
    if path.chars().all(is_plain) {
        path.to_owned()
    } else {
        format!("'{}'", path.replace('\'', r"'\''"))
    }
}

/// Returns the absolute path of a clone of the engine.
fn engine(directory: &Path) -> Result<PathBuf, String> {
    let absolute =
        directory.canonicalize().map_err(|error| format!("{}: {error}", directory.display()))?;
    match DEPENDENCIES.iter().find(|used| !absolute.join(used).join("Cargo.toml").is_file()) {
        Some(missing) => Err(format!(
            "{}: no clone of the engine, `{missing}` is not in it",
            directory.display()
        )),
        None => Ok(absolute),
    }
}

/// Returns whether the package belongs to a workspace around it.
fn is_member(directory: &Path) -> Result<bool, String> {
    let mut locate = cargo();
    locate.args(["locate-project", "--workspace", "--message-format=plain"]);
    locate.current_dir(directory).stderr(Stdio::inherit());
    let output =
        locate.output().map_err(|error| format!("cannot run `cargo locate-project`: {error}"))?;
    let root = String::from_utf8_lossy(&output.stdout);
    let own = directory.join("Cargo.toml").canonicalize();
    let own = own.map_err(|error| format!("{}: {error}", directory.display()))?;
    Ok(!output.status.success() || Path::new(root.trim()) != own)
}

fn write(file: &Path, text: &str) -> Result<(), String> {
    let write = || {
        fs::create_dir_all(file.parent().unwrap_or(file))?;
        fs::write(file, text)
    };
    write().map_err(|error| format!("cannot write {}: {error}", file.display()))
}

//! `playground`: the page in which the robot runs itself, as a folder for any web server.

use crate::console::error::Error;
use crate::console::output::Output;
use crate::live::page_source;
use crate::model::describe::Description;
use crate::playground::files;
use crate::text::escape::Escaped;
use clap::Args;
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

const TARGET: &str = "wasm32-unknown-unknown";
/// The profile of cargo, so that the file is small, whatever the package says of others.
const PROFILE: [&str; 6] = [
    "inherits='release'",
    "opt-level='s'",
    "lto='fat'",
    "codegen-units=1",
    "panic='abort'",
    "strip=true",
];
/// The module, from the folder.
const MODULE: &str = "page/robot.wasm";
/// All that a playground has.
const PARTS: [&str; 3] = ["index.html", "page", "source"];

/// The arguments of `playground`.
#[derive(Args, Clone, Debug)]
pub struct Playground {
    /// The folder: a new or an empty one, or an earlier playground, which is replaced.
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// The features of the program in the page. One of them has to be `playground` of `robot-skill-studio`, by the
    /// name of this dependency.
    #[arg(long, value_name = "FEATURES", default_value = "skill-studio/playground")]
    features: String,
}

/// A message of cargo about what it has built.
#[derive(Deserialize)]
struct Built {
    /// The program, if it is one.
    #[serde(default)]
    executable: Option<PathBuf>,
}

impl Playground {
    /// Builds the program for a browser and writes the folder. The program is this one, or the only one of `package`.
    ///
    /// # Errors
    /// [`Error::Usage`] if the directory has other files or the program cannot be built, [`Error::File`] if a file
    /// cannot be read or written.
    pub fn run(
        &self,
        output: &Output,
        description: &Description,
        package: Option<&str>,
    ) -> Result<ExitCode, Error> {
        let directory = &self.directory;
        check(directory)?;
        let module = self.build(package)?;
        let module = fs::read(&module).map_err(Error::file(module))?;
        for part in PARTS.map(|part| directory.join(part)) {
            let removed = if part.is_dir() { fs::remove_dir_all(&part) } else { Ok(()) };
            removed.map_err(Error::file(part))?;
        }
        let mut bytes = 0;
        let mut add = |name: &str, content: &[u8]| {
            let path = directory.join(name);
            bytes += content.len();
            let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
            folder.and_then(|()| fs::write(&path, content)).map_err(Error::file(path))
        };
        for (name, text) in files::all().map_err(Error::Usage)? {
            add(&name, text.as_bytes())?;
        }
        for skill in description.all {
            if let Some(text) = page_source(skill) {
                add(&format!("source/{}.json", skill.name), text.as_bytes())?;
            }
        }
        add(MODULE, &module)?;
        let name = Escaped(directory.display());
        output.line(format_args!(
            "{name}: {} kB\nserve it with any web server: python3 -m http.server -d {name}",
            bytes / 1000
        ));
        Ok(ExitCode::SUCCESS)
    }

    /// Builds the program for a browser. Returns its path.
    fn build(&self, package: Option<&str>) -> Result<PathBuf, Error> {
        let program = std::env::current_exe().map_err(Error::usage)?;
        let name =
            package.map_or_else(|| program.file_stem().map(Into::into), |of| Some(of.into()));
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        if let Some(folder) = std::env::var_os("CARGO_MANIFEST_DIR") {
            cargo.current_dir(folder);
        }
        let is_example = program.parent().is_some_and(|folder| folder.ends_with("examples"));
        let kind = if is_example && package.is_none() { "--example" } else { "--bin" };
        cargo.args(["build", "--target", TARGET, "--profile", "web", kind]);
        cargo.arg(name.unwrap_or_else(|| PathBuf::from("robot")));
        cargo.args(["--message-format", "json-render-diagnostics", "--features", &self.features]);
        for setting in PROFILE {
            cargo.args(["--config", &format!("profile.web.{setting}")]);
        }
        cargo.args(package.iter().flat_map(|package| ["--package", package]));
        let flags = serde_json::json!(remapped(&cargo)).to_string();
        cargo.args(["--config", &format!("target.{TARGET}.rustflags = {flags}")]);
        let built = cargo.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
        let built =
            built.map_err(|error| Error::usage(format_args!("cannot run cargo: {error}")))?;
        let lines = built.stdout.split(|byte| *byte == b'\n');
        let mut found =
            lines.filter_map(|line| serde_json::from_slice::<Built>(line).ok()?.executable);
        found.next_back().filter(|_| built.status.success()).ok_or_else(|| {
            Error::usage(format_args!(
                "the program cannot be built for a browser, see above\nhelp: run this in the folder of its package; `rustup \
                 target add {TARGET}` installs what it is built with"
            ))
        })
    }
}

/// A package as `cargo metadata` prints it; `source` is none of one in a folder of this machine.
#[derive(serde::Deserialize)]
struct Package {
    name: String,
    manifest_path: PathBuf,
    source: Option<String>,
}

/// Returns the flags by which the program has the names of packages in place of the folders of this machine. The last
/// that fits is used.
fn remapped(cargo: &Command) -> Vec<String> {
    #[derive(serde::Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
    }
    let output = |command: &mut Command| {
        if let Some(folder) = cargo.get_current_dir() {
            command.current_dir(folder);
        }
        command.stdin(Stdio::null()).output().map(|of| of.stdout).unwrap_or_default()
    };
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let sysroot = output(Command::new(rustc).args(["--print", "sysroot"]));
    let metadata =
        output(Command::new(cargo.get_program()).args(["metadata", "--format-version=1"]));
    let home = ["HOME", "USERPROFILE"].iter().find_map(std::env::var_os).map(PathBuf::from);
    let cargo_home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo_home = cargo_home.or_else(|| Some(home.as_ref()?.join(".cargo")));
    let folders = [
        (home, "~"),
        (Some(PathBuf::from(String::from_utf8_lossy(&sysroot).trim_end())), "rust"),
        (cargo_home, "cargo"),
    ];
    let folders = folders.into_iter().filter_map(|(folder, name)| Some((folder?, name.to_owned())));
    let packages = serde_json::from_slice::<Metadata>(&metadata).map(|of| of.packages);
    let packages = packages.unwrap_or_default().into_iter().filter(|of| of.source.is_none());
    let packages = packages.filter_map(|of| Some((of.manifest_path.parent()?.to_owned(), of.name)));
    let all = folders.chain(packages).filter(|(folder, _)| folder.is_absolute());
    all.map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display())).collect()
}

/// Checks that a directory is new, empty or a playground.
fn check(directory: &Path) -> Result<(), Error> {
    let entries = match fs::read_dir(directory) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(Error::file(directory))?,
    };
    let is_playground = directory.join(MODULE).is_file();
    for entry in entries {
        let name = entry.map_err(Error::file(directory))?.file_name();
        let name = name.to_string_lossy();
        if !is_playground || !PARTS.contains(&name.as_ref()) {
            let (directory, name) = (Escaped(directory.display()), Escaped(&name));
            return Err(Error::usage(format_args!(
                "{directory} has `{name}`, which is no part of a playground\nhelp: give a new or an empty directory"
            )));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_a_playground_is_replaced() {
        let folder = tempfile::tempdir().expect("a directory");
        let path = folder.path();
        assert!(check(&path.join("new")).is_ok() && check(path).is_ok());
        fs::create_dir(path.join("page")).expect("a directory");
        fs::write(path.join("index.html"), "mine").expect("a file");
        let error = check(path).expect_err("no playground").to_string();
        assert!(error.contains("is no part of a playground"), "{error}");
        fs::write(path.join(MODULE), "").expect("a file");
        assert!(check(path).is_ok());
        fs::write(path.join("notes.txt"), "mine").expect("a file");
        let error = check(path).expect_err("other files").to_string();
        assert!(error.contains("`notes.txt`"), "{error}");
    }
}

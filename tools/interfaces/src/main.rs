//! Compiles every interface description of a directory as a module of a generated crate, and
//! passes values through the blackboard: `cargo xtask interfaces`.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context as _, bail};
use clap::Parser;
use serde_json::Value;
use tool_support::{GeneratedCrate, command, packages, progress, workspace};

/// Compile every interface description of a directory, and pass values through the blackboard.
#[derive(Parser)]
#[command(bin_name = "cargo xtask interfaces")]
struct Cli {
    /// The directory with the descriptions: NAME.xml
    dir: PathBuf,
}

fn main() -> ExitCode {
    tool_support::exit(run(&Cli::parse().dir))
}

/// Compiles and tests the descriptions, and prints the errors by file. Returns whether all
/// pass.
fn run(directory: &Path) -> anyhow::Result<bool> {
    let files = files(directory)?;
    let workspace = workspace();
    let target = workspace.join("target/interfaces/target");
    let generated = GeneratedCrate::new(&workspace, "interfaces/run").building_into(target);
    let mut errors: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let mut left: Vec<usize> = (0..files.len()).collect();
    while !left.is_empty() {
        write(&generated, &workspace, &files, &left)?;
        let label = format!("compiling {} descriptions", left.len());
        let built = match build(&generated, &["build"], &label)? {
            Ok(()) => build(&generated, &["doc", "--no-deps", "--lib"], "their documentation")?,
            failed => failed,
        };
        let Err(messages) = built else {
            errors.extend(execute(&generated, &left)?);
            break;
        };
        let found = errors_by_file(&messages);
        let before = left.len();
        left.retain(|number| !found.contains_key(number));
        if left.len() == before {
            eprintln!("{}", rendered(&messages));
            bail!("the generated crate does not compile, see above");
        }
        errors.extend(found);
    }
    Ok(report(&files, &errors, &mut io::stdout())?)
}

/// Prints the errors and a summary. Returns whether there are none.
fn report(
    files: &[PathBuf],
    errors: &BTreeMap<usize, Vec<String>>,
    out: &mut impl Write,
) -> io::Result<bool> {
    for (file, error) in errors
        .iter()
        .filter_map(|(number, all)| Some((files.get(*number)?, all)))
        .flat_map(|(file, all)| all.iter().map(move |error| (file, error)))
    {
        let file = file.display().to_string();
        if error.starts_with(&file) {
            writeln!(out, "{error}")?;
        } else {
            writeln!(out, "{file}: {error}")?;
        }
    }
    writeln!(out, "{} passed, {} failed", files.len() - errors.len(), errors.len())?;
    Ok(errors.is_empty())
}

/// Returns the descriptions of a directory, sorted by name.
fn files(directory: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let context = || format!("cannot read {}", directory.display());
    let absolute = directory.canonicalize().with_context(context)?;
    let mut files = Vec::new();
    for entry in fs::read_dir(&absolute).with_context(context)? {
        let path = entry.with_context(context)?.path();
        if path.extension() == Some(OsStr::new("xml")) {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        bail!("{}: found no description, expected NAME.xml files", directory.display());
    }
    Ok(files)
}

/// Writes the crate with a module for each file of `numbers`.
fn write(
    generated: &GeneratedCrate,
    workspace: &Path,
    files: &[PathBuf],
    numbers: &[usize],
) -> anyhow::Result<()> {
    let dependencies = [packages::RUNTIME, packages::XML].map(|of| of.dependency(workspace, &[]));
    let profile = "[profile.dev]\nopt-level = 0\ndebug = false\nincremental = false\n";
    generated.clean("src")?;
    generated.write_package("interfaces-run", &dependencies.concat(), profile)?;
    let mut library = String::from(include_str!("lib.rs.in"));
    let mut calls = String::new();
    for number in numbers {
        let Some(file) = files.get(*number) else { continue };
        let path = file.display().to_string();
        let module = format!("skill_xml::interface_from_xml! {{ pub Described = {path:?} }}\n");
        generated.write(&format!("src/file{number}.rs"), module)?;
        let _ = writeln!(library, "#[doc = {path:?}]\npub mod file{number};");
        let _ = writeln!(calls, "    test::<file{number}::Described>({number});");
    }
    generated.write("src/lib.rs", library)?;
    let main =
        format!("//! Tests the interfaces.\nuse interfaces_run::*;\n\nfn main() {{\n{calls}}}\n");
    generated.write("src/main.rs", main)
}

/// Builds the crate or its documentation. Returns the error messages of the compiler if that
/// fails.
fn build(
    generated: &GeneratedCrate,
    task: &[&str],
    label: &str,
) -> anyhow::Result<Result<(), Vec<Value>>> {
    let mut cargo = generated.cargo(task[0]);
    cargo.args(&task[1..]).arg("--message-format=json");
    cargo.env("RUSTDOCFLAGS", "-D warnings");
    let output = progress::run(&mut cargo, &format!("interfaces: {label}"))?;
    if output.status.success() {
        return Ok(Ok(()));
    }
    let messages: Vec<Value> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["reason"] == "compiler-message")
        .map(|mut message| message["message"].take())
        .filter(|message| message["level"] == "error")
        .collect();
    if messages.is_empty() {
        eprint!("{}", command::messages(&output));
        bail!("the generated crate cannot be built, see above");
    }
    Ok(Err(messages))
}

/// Returns the errors by the number of the file in whose module they are.
fn errors_by_file(messages: &[Value]) -> BTreeMap<usize, Vec<String>> {
    let mut found: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for message in messages {
        let spans = message["spans"].as_array().map_or(&[] as &[Value], Vec::as_slice);
        let number = spans.iter().find_map(|span| {
            let name = Path::new(span["file_name"].as_str()?).file_stem()?;
            name.to_str()?.strip_prefix("file")?.parse().ok()
        });
        let text = message["message"].as_str().unwrap_or_default().to_owned();
        if let Some(number) = number {
            found.entry(number).or_default().push(text);
        }
    }
    found
}

/// Returns the messages as the compiler prints them.
fn rendered(messages: &[Value]) -> String {
    let texts = messages.iter().filter_map(|message| message["rendered"].as_str());
    texts.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

/// Runs the program. Returns the interfaces whose values did not pass.
fn execute(
    generated: &GeneratedCrate,
    numbers: &[usize],
) -> anyhow::Result<BTreeMap<usize, Vec<String>>> {
    let program = generated.program("debug", "interfaces-run");
    let output = command::output(&mut Command::new(&program))?;
    let mut found = BTreeMap::new();
    let mut tested = 0;
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let line = line.split_once(' ').map(|(number, result)| (number.parse(), result));
        let Some((Ok(number), result)) = line else { continue };
        tested += 1;
        if result != "passed" {
            found.insert(number, vec![result.to_owned()]);
        }
    }
    if tested != numbers.len() || !output.status.success() {
        bail!("the test of the interfaces failed:\n{}", command::messages(&output));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn errors_belong_to_their_files() {
        let at = |file: &str| json!([{ "file_name": file }]);
        let messages = [
            json!({ "message": "/a.xml:1:2: odd", "spans": at("src/file3.rs") }),
            json!({ "message": "more", "spans": at("src/file3.rs") }),
            json!({ "message": "aborting", "spans": [] }),
            json!({ "message": "ours", "spans": at("src/lib.rs") }),
        ];
        let found = errors_by_file(&messages);
        assert_eq!(found.keys().collect::<Vec<_>>(), [&3]);
        assert_eq!(found[&3], ["/a.xml:1:2: odd", "more"]);
    }

    #[test]
    fn reports_errors_with_their_files() {
        let files = ["/a.xml", "/b.xml"].map(PathBuf::from);
        let mut out = Vec::new();
        let errors = BTreeMap::from([(1, vec!["/b.xml:1:2: x".to_owned(), "y".to_owned()])]);
        let passed = report(&files, &errors, &mut out).expect("written");
        assert!(!passed);
        let text = String::from_utf8(out).expect("text");
        assert_eq!(text, "/b.xml:1:2: x\n/b.xml: y\n1 passed, 1 failed\n");
    }

    #[test]
    fn a_directory_without_descriptions_is_an_error() {
        let missing = files(Path::new("/no/such/directory")).expect_err("missing");
        assert_eq!(missing.to_string(), "cannot read /no/such/directory");
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        assert!(files(&here).unwrap_err().to_string().contains("found no description"));
    }
}

//! Compares the output of `rustc` for every case in `cases/`.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::thread;

use ui_tests::message::Message;
use ui_tests::{RUSTC, outputs, read, report, root, topics};

/// Returns the files of the macros' crates for `rustc --extern`; cargo has built most of it already.
fn libraries() -> Vec<String> {
    let output = Command::new(env::var_os("CARGO").expect("run by cargo"))
        .args(["check", "--quiet", "--package", "ui-tests", "--lib"])
        .args(["--message-format", "json-render-diagnostics"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("JSON");
    let library = |name: &str| {
        let start = format!("lib{name}-");
        let files = text.split('"').map(Path::new);
        let mut named = files.filter(|path| {
            path.file_name().is_some_and(|file| file.to_string_lossy().starts_with(&start))
        });
        format!("{name}={}", named.next().expect("a library").display())
    };
    ["skill_runtime", "skill_xml"].map(library).into()
}

/// Returns the report of `rustc` about a file of cases.
fn compile(path: &Path, libraries: &[String]) -> Result<String, String> {
    let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
    let file = format!("cases/{name}.rs");
    report(&file, &read(path), &rustc(&file, "2024", libraries))
}

/// Returns what `rustc` reports about a file.
fn rustc(file: &str, edition: &str, libraries: &[String]) -> String {
    let (_, library) = libraries[0].split_once('=').expect("a name and a path");
    let folder = Path::new(library).parent().expect("a folder");
    let output = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args([
            "--edition",
            edition,
            "--crate-type",
            "lib",
            "--emit",
            "metadata",
            "-A",
            "dead_code",
        ])
        .args(libraries.iter().flat_map(|library| ["--extern", library]))
        .arg(format!("-Ldependency={}", folder.display()))
        .args(["--out-dir", env!("CARGO_TARGET_TMPDIR"), file])
        .current_dir(root().join("ui-tests"))
        .env("CARGO_MANIFEST_DIR", root().join("ui-tests"))
        .output()
        .expect("rustc runs");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Whether the compiler words its messages as the cases do.
fn is_pinned() -> bool {
    let output = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .arg("--version")
        .output()
        .expect("rustc runs");
    let version = String::from_utf8_lossy(&output.stdout);
    version.split_whitespace().nth(1) == Some(RUSTC.trim())
}

/// Returns what does not depend on the compiler: our messages and their places.
fn ours(output: &str) -> String {
    let messages = Message::all(output).into_iter();
    let mut lines: Vec<String> =
        messages.map(|message| format!("{}: {}\n", message.place, message.text)).collect();
    lines.sort();
    lines.concat()
}

/// Rust has `let` beside `&&` since the edition 2024.
#[test]
fn names_in_guards_need_no_edition() {
    assert_eq!(rustc("valid/bound.rs", "2021", &libraries()), "");
}

#[test]
fn mistakes_are_reported_with_help() {
    let is_pinned = is_pinned();
    if !is_pinned {
        eprintln!(
            "rustc is not {}: only the first line and the place of our messages are compared",
            RUSTC.trim()
        );
    }
    let libraries = libraries();
    let failures = Mutex::new(Vec::new());
    let topics = Mutex::new(topics().into_iter());
    let work = || {
        while let Some(path) = { topics.lock().expect("no panic").next() } {
            let found =
                compile(&path, &libraries).and_then(|found| compare(&path, &found, is_pinned));
            if let Err(failure) = found {
                failures.lock().expect("no panic").push(format!("{}: {failure}", path.display()));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let failures = failures.into_inner().expect("no panic");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Compares the report about a file with the one that is expected, or updates that.
fn compare(path: &Path, found: &str, is_pinned: bool) -> Result<(), String> {
    let expected = path.with_extension("stderr");
    let silent = outputs(found).into_iter().find(|(_, output)| output.is_empty());
    if let Some((module, _)) = silent {
        return Err(format!("nothing is reported about {module}: give it a file of its own"));
    }
    if env::var_os("UPDATE_CASES").is_some() && is_pinned {
        fs::write(expected, found).expect("written");
        return Ok(());
    }
    let (mut before, mut after) = (outputs(&read(&expected)), outputs(found));
    if !is_pinned {
        for (name, output) in &mut after {
            let expected = before.entry(name.clone()).or_default();
            *expected = ours(expected);
            // An older compiler repeats a message about a bound at other places.
            let texts: BTreeSet<_> =
                expected.lines().filter_map(|line| line.split_once(' ')).collect();
            let found = ours(output);
            let kept = found.lines().filter(|line| {
                let is_repeated = line.split_once(' ').is_some_and(|(place, text)| {
                    !texts.contains(&(place, text)) && texts.iter().any(|(_, known)| *known == text)
                });
                !is_repeated
            });
            *output = kept.map(|line| format!("{line}\n")).collect::<Vec<_>>().concat();
        }
    }
    let mut differences = String::new();
    let names: BTreeSet<_> = before.keys().chain(after.keys()).collect();
    for name in names.into_iter().filter(|name| before.get(*name) != after.get(*name)) {
        let text = |of: &BTreeMap<_, String>| of.get(name).cloned().unwrap_or_default();
        differences +=
            &format!("== {name}\n-- expected\n{}-- found\n{}", text(&before), text(&after));
    }
    if differences.is_empty() {
        return Ok(());
    }
    Err(format!("help: if this is right, `UPDATE_CASES=1 cargo test -p ui-tests`\n{differences}"))
}

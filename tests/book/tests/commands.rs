//! Runs the commands of the README and the book, and compares the output with the pages.
//!
//! A `console` block has commands with their outputs: these are run, and `..` matches any
//! lines. In a `sh` block, the packages and commands must exist.

#[path = "../pages.rs"]
mod pages;

use pages::{chapters, fences, root};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

/// The maximum size of the README, in bytes.
const MAX_README: usize = 9000;

fn all_pages() -> Vec<(String, String)> {
    let chapters = chapters().into_iter();
    let names = chapters.map(|chapter| format!("book/src/{chapter}"));
    let names = names.chain(["README.md".to_owned()]);
    names
        .map(|name| {
            let text = fs::read_to_string(root().join(&name)).unwrap_or_default();
            (name, text)
        })
        .collect()
}

/// Splits a command at spaces, as far as the pages need it: `'..'` is one word.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for c in command.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(std::mem::take(&mut word)),
            c => word.push(c),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// Returns a folder for the output files of commands.
fn scratch() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("commands");
    fs::create_dir_all(&folder).expect("the build directory can be written");
    folder
}

/// Returns the program that `cargo run` with these options would run, from the profile of the tests;
/// `cargo test` of the workspace has built it.
fn program(options: &[String]) -> PathBuf {
    let [flag, package] = options else {
        panic!("cargo run {options:?}: not a command that this test runs")
    };
    assert_eq!(flag, "-p", "the package is named");
    let built = std::env::current_exe().expect("a path");
    let folder = built.ancestors().nth(2).expect("the folder of the profile");
    let program = folder.join(format!("{package}{}", std::env::consts::EXE_SUFFIX));
    assert!(program.exists(), "build it with `cargo test --no-run`: {}", program.display());
    program
}

/// Runs a command of a page. `nao ..` is the program of this repository, in the dev profile, which
/// prints the same as the release profile of CI and is already built.
fn run(command: &str) -> Output {
    let mut words = words(command);
    if words.first().is_some_and(|word| word == "nao") {
        words.splice(..1, ["cargo", "run", "-p", "nao", "--"].map(str::to_owned));
    }
    assert_eq!(words[..2], ["cargo", "run"], "{command}: not a command that this test runs");
    words.retain(|word| word != "--release");
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let mut command = Command::new(program(&words[2..end]));
    command.args(words.get(end + 1..).unwrap_or_default()).current_dir(scratch());
    command.output().expect("the program runs")
}

/// Returns whether `output` matches a page, where a line `..` matches any lines.
fn fits(shown: &[&str], output: &[&str]) -> bool {
    match (shown, output) {
        ([], []) => true,
        (["..", rest @ ..], _) => (0..=output.len()).any(|skipped| fits(rest, &output[skipped..])),
        ([line, rest @ ..], [first, others @ ..]) => line == first && fits(rest, others),
        _ => false,
    }
}

/// Returns the lines without the empty ones at the end.
fn trimmed<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut lines: Vec<_> = lines.map(str::trim_end).collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines
}

#[test]
fn commands_print_what_the_pages_show() {
    let (mut commands, mut problems) = (0, Vec::new());
    for (name, page) in all_pages() {
        for fence in fences(&page).iter().filter(|fence| fence.info == "console") {
            let text = fence.lines.join("\n");
            let parts = text.split("$ ").filter(|part| !part.is_empty());
            for part in parts {
                let (command, shown) = part.split_once('\n').unwrap_or((part, ""));
                commands += 1;
                let output = run(command);
                let printed = String::from_utf8_lossy(&output.stdout).into_owned()
                    + &String::from_utf8_lossy(&output.stderr);
                if !fits(&trimmed(shown.lines()), &trimmed(printed.lines())) {
                    problems.push(format!("{name}: $ {command}\n{printed}"));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(commands >= 6, "{commands} commands");
}

/// Returns whether `cargo xtask` has this command.
fn known_to_xtask(words: &[String]) -> bool {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--quiet", "--package", "xtask", "--", "help"]).args(words);
    cargo.current_dir(root()).output().expect("cargo runs").status.success()
}

#[test]
fn commands_name_what_exists() {
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--format-version=1", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let metadata = String::from_utf8_lossy(&metadata.stdout).into_owned();
    let mut checked = 0;
    for (name, page) in all_pages() {
        let blocks = fences(&page).into_iter().filter(|fence| fence.info == "sh");
        for line in blocks.flat_map(|fence| fence.lines) {
            let command = line.split('#').next().unwrap_or_default();
            let words = words(command);
            for pair in words.windows(2) {
                let (flag, value) = (pair[0].as_str(), pair[1].as_str());
                let exists = match flag {
                    "-p" => metadata.contains(&format!("\"name\":\"{value}\",\"version\"")),
                    "--path" => root().join(value).join("src/main.rs").exists(),
                    "xtask" => known_to_xtask(&words[2..]),
                    _ => continue,
                };
                assert!(exists, "{name}: `{line}`: there is no {value}");
                checked += 1;
            }
        }
    }
    assert!(checked > 5, "{checked} names");
}

#[test]
fn the_pictures_are_what_the_programs_draw() {
    let command = "cargo run -p nao -- play --seed 1 --svg drawn.svg";
    let output = run(command);
    assert!(output.status.success(), "{command}: {output:?}");
    let drawn = fs::read(scratch().join("drawn.svg")).expect("drawn");
    let shown = fs::read(root().join("book/src/images/play.svg")).expect("a picture");
    assert!(drawn == shown, "book/src/images/play.svg is not what `{command}` draws");
    let command = "cargo run -p nao -- graph striker --format svg";
    let shown = fs::read(root().join("book/src/images/striker.svg")).expect("a picture");
    assert!(run(command).stdout == shown, "striker.svg is not what `{command}` draws");
}

#[test]
fn the_first_command_is_the_demonstration() {
    let readme = fs::read_to_string(root().join("README.md")).expect("a README");
    let said =
        "cargo run --release     # a simulated NAO lies on its back, stands up, beckons, parks";
    assert!(readme.contains(said));
}

#[test]
#[ignore = "builds the program again: cargo xtask check install"]
fn nao_is_installed_as_the_readme_says() {
    let readme = fs::read_to_string(root().join("README.md")).expect("a README");
    assert!(readme.contains("\ncargo install --path nao "));
    let folder = scratch().join("installed");
    let target = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("..");
    let mut cargo = Command::new(env!("CARGO"));
    // The dev profile, which is already built.
    cargo.args(["install", "--path", "nao", "--debug", "--locked", "--offline", "--quiet"]);
    cargo.arg("--root").arg(&folder).arg("--target-dir").arg(target).current_dir(root());
    let output = cargo.output().expect("cargo runs");
    assert!(output.status.success(), "{output:?}");
    let nao = folder.join("bin").join(format!("nao{}", std::env::consts::EXE_SUFFIX));
    let output = Command::new(nao).args(["run", "standup{}", "--quiet"]).output();
    assert!(output.expect("nao runs").status.success());
}

#[test]
fn the_readme_counts_right() {
    let readme = fs::read_to_string(root().join("README.md")).expect("a README");
    let files = fs::read_dir(root().join("ui-tests/cases")).expect("the cases");
    let texts = files.filter_map(|file| fs::read_to_string(file.expect("a file").path()).ok());
    let cases: usize = texts.map(|text| text.matches("\npub mod ").count()).sum();
    assert!(readme.contains("200 other cases") && cases >= 208, "{cases} cases");
    let semantics = fs::read_to_string(root().join("book/src/semantics.md")).expect("the page");
    let rules = (1..100).take_while(|rule| semantics.contains(&format!("\n{rule}. "))).count();
    assert!(readme.contains(&format!("in {rules} rules")), "{rules} rules");
    let skills = fs::read_dir(root().join("skills-nao/src/skills")).expect("the skills").count();
    assert!(
        readme.contains(&format!("{} skills", skills - 1)),
        "{skills} files, one of them mod.rs"
    );
}

#[test]
fn the_readme_is_short() {
    let size = fs::metadata(root().join("README.md")).expect("a README").len();
    assert!(size < MAX_README as u64, "{size} bytes");
}

#[test]
fn a_wrong_output_is_found() {
    assert!(fits(&["a", "..", "d"], &["a", "b", "c", "d"]));
    assert!(fits(&["a", "..", "b"], &["a", "b"]));
    assert!(!fits(&["a", "..", "d"], &["a", "b", "c"]));
    assert!(!fits(&["a"], &["a", "b"]));
}

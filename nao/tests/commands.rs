//! The program `nao` as a user runs it: what it prints where, and its exit status.

use serde_json::Value;
use skill_studio::record::Recording;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

#[path = "commands/clocks.rs"]
mod clocks;
#[path = "commands/field.rs"]
mod field;
#[path = "commands/files.rs"]
mod files;
#[path = "commands/index.rs"]
mod index;
#[path = "commands/options.rs"]
mod options;
#[path = "commands/runs.rs"]
mod runs;
#[path = "commands/season.rs"]
mod season;
#[path = "commands/teams.rs"]
mod teams;

fn nao(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nao"));
    command.args(arguments);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command
}

/// A finished run: exit status, standard output, standard error.
fn run(arguments: &[&str]) -> (i32, String, String) {
    outcome(&nao(arguments).output().unwrap())
}

fn outcome(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

/// The standard output of a run that must succeed.
fn printed(arguments: &[&str]) -> String {
    let (code, out, err) = run(arguments);
    assert_eq!((code, err.as_str()), (0, ""), "{arguments:?}");
    out
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Asserts that a run ends with status 2, prints nothing, and says this.
fn refused(arguments: &[&str], parts: &[&str]) {
    let (code, out, err) = run(arguments);
    assert_eq!((code, out.as_str()), (2, ""), "{arguments:?}: {err}");
    assert!(err.starts_with("error: "), "{err}");
    assert!(parts.iter().all(|part| err.contains(part)), "{parts:?} in {err}");
}

#[test]
fn a_file_of_parameters_that_is_not_utf_8_has_its_line() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("p.toml");
    std::fs::write(&path, b"# one\n[standup]\ntimeout_sec = 1\xff2\n").unwrap();
    let path = path.to_str().unwrap();
    let place = format!("{path}:3: not UTF-8");
    refused(&["run", "standup{}", "--params", path], &[&place, "help: save"]);
}

#[test]
fn run_prints_transitions_and_the_end() {
    let out = printed(&["run", "standup{}"]);
    assert!(out.contains("t=12.300 standup: Wait -> Check  \"the motion is over\"\n"), "{out}");
    assert!(out.ends_with("\nFINAL after 12.600 s; the robot stands\n"), "{out}");
    assert_eq!(printed(&["run", "standup{}", "-q"]), "FINAL after 12.600 s; the robot stands\n");
    let verbose = printed(&["-v", "run", "standup{}"]);
    assert!(verbose.contains("servo: reset\n") && !out.contains("reset"), "{verbose}");
    assert!(verbose.lines().count() > out.lines().count());
}

#[test]
fn run_has_an_exit_status_for_each_end() {
    let (code, out, err) = run(&["run", "servo{head_yaw=2.0, tolerance_rad=0}"]);
    assert_eq!((code, err.as_str()), (1, ""));
    assert!(out.contains("FAILED after 1.000 s: head_yaw servo timeout."), "{out}");
    let (code, out, _) = run(&["run", "standup{}", "--timeout", "2"]);
    assert_eq!(code, 1);
    let (_, why) = out
        .split_once("FAILED after 2.000 s: stopped by the timeout; the robot lies on its back\n")
        .expect("the end");
    assert_eq!(
        why,
        "standup in Wait:\n  no          -> Check  \"the motion is over\"\n    \
         false naomotion.msgid != self.id.0, naomotion.msgid = 5, self.id.0 = 5\n    \
         false rising naomotion.msgid != self.id.0, before = false\n  \
         no          -> FAILED  \"after 500ms when naomotion.msgid != self.id.0\"\n    \
         true  after 0.500 s: 2.000 s have passed, 0.000 s are left\n    \
         false naomotion.msgid != self.id.0, naomotion.msgid = 5, self.id.0 = 5\n  \
         no          -> FAILED  \"after self.timeout_sec\"\n    \
         false after 20.000 s: 2.000 s have passed, 18.000 s are left\n"
    );
    refused(&["run", "stadnup{}"], &["standup", "^^^^^^^"]);
    refused(&["run", "standup{}", "--without", "naomotoin"], &["naomotoin", "naomotion"]);
    refused(&["run", "standup{}", "-q", "-v"], &["--verbose"]);
    let (code, out, _) = run(&["run", "standup{}", "--without", "naomotion"]);
    assert_eq!(code, 1, "{out}");
}

#[test]
fn run_prints_json() {
    let lines = json_lines(&printed(&["run", "standup{}", "--format", "json"]));
    let (end, events) = lines.split_last().unwrap();
    assert_eq!(end["event"], "end");
    assert_eq!((&end["status"], &end["took_sec"]), (&"FINAL".into(), &12.6.into()));
    assert_eq!(end["robot"], "stands");
    let last = events.last().unwrap();
    assert_eq!(last["event"], "transition");
    assert_eq!(
        (&last["skill"], &last["from"], &last["to"]),
        (&"standup".into(), &"Check".into(), &"FINAL".into())
    );
    assert_eq!(events[0]["depth"], 1, "{}", events[0]);
    let (code, out, _) = run(&["run", "servo{head_yaw=2.0, tolerance_rad=0}", "--format", "json"]);
    let lines = json_lines(&out);
    let end = lines.last().unwrap();
    assert_eq!((code, &end["status"]), (1, &"FAILED".into()));
    assert!(end["reason"].as_str().unwrap().contains("timeout"), "{end}");
    assert!(lines.iter().any(|line| line["event"] == "failed"));
}

#[test]
fn list_shows_skills_and_agents() {
    let all = printed(&["list"]);
    assert!(all.contains("soccer: 18 skills") && all.contains("demo: 8 skills"), "{all}");
    assert!(all.contains("soccer: 2 agents") && all.contains("\nstriker\n"), "{all}");
    let demo = printed(&["list", "--space", "demo"]);
    assert!(all.ends_with(&demo) && !demo.contains("striker"));
    assert!(printed(&["-v", "list"]).contains("  states: "));
    let names = printed(&["--quiet", "list", "--space", "soccer"]);
    assert!(names.starts_with("standup\ngetup\n") && names.ends_with("naojoystick\nstriker\n"));
    assert!(printed(&["list", "--format", "dot"]).contains("  striker -> kick;\n"));
    let json: Value = serde_json::from_str(&printed(&["list", "--format", "json"])).unwrap();
    assert_eq!((&json[0]["name"], &json[1]["name"]), (&"soccer".into(), &"demo".into()));
    assert_eq!(json[0]["agents"][1]["name"], "striker");
    assert!(json[0]["skills"][0]["graph"]["states"].is_array());
}

#[test]
fn graph_draws_skills_and_agents() {
    assert!(printed(&["graph", "standup"]).starts_with("digraph \"standup\" {\n"));
    assert!(printed(&["graph", "striker"]).contains("Rise"));
    assert!(printed(&["graph", "goto", "--format", "mermaid"]).contains("\nstateDiagram-v2\n"));
    let json: Value =
        serde_json::from_str(&printed(&["graph", "kick", "--format", "json"])).unwrap();
    assert_eq!(json["name"], "kick");
    refused(&["graph", "strikr"], &["`strikr`", "\"striker\""]);
    refused(&["graph", "kick", "--space", "demo"], &["`demo`", "`kick`"]);
}

#[test]
fn play_prints_a_report() {
    let report: Value =
        serde_json::from_str(&printed(&["play", "--minutes", "0.5", "--format", "json"])).unwrap();
    assert_eq!(report["seed"], 1);
    let lines = printed(&["play", "--minutes", "0.5"]);
    let quiet = printed(&["play", "--minutes", "0.5", "--quiet"]);
    assert!(lines.contains("  PLAY\n") && !quiet.contains("PLAY"), "{lines}");
    assert!(lines.ends_with(&quiet) && quiet.ends_with("after 30 s\n"), "{quiet}");
    let verbose = printed(&["play", "--minutes", "0.5", "--verbose"]);
    assert!(verbose.contains(" striker: Wait -> ") && !lines.contains(" striker: "), "{verbose}");
    let extra = verbose.lines().filter(|line| line.contains(" striker: ")).count();
    assert_eq!(verbose.lines().count(), lines.lines().count() + extra);
    refused(&["play", "--svg", "/nowhere/game.svg"], &["/nowhere/game.svg: "]);
}

#[test]
fn a_space_is_obeyed_or_refused() {
    refused(&["run", "kick{leg=\"left\"}", "--space", "demo"], &["kick"]);
    // The help of a command lists it exactly if the command obeys it.
    let help = printed(&["--help"]);
    let commands = help.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let commands = commands.filter(|name| name.chars().all(|c| c.is_ascii_lowercase()));
    let commands = commands.filter(|name| !name.is_empty() && *name != "help");
    let commands: Vec<&str> = commands.collect();
    let with = |name: &&str| printed(&[name, "--help"]).contains("--space");
    let with: Vec<&str> = commands.iter().copied().filter(with).collect();
    // A light program has no `mcp`.
    let obeying = ["run", "list", "graph", "mcp", "params", "describe"];
    let obeying = obeying.into_iter().filter(|name| commands.contains(name));
    assert_eq!(with, obeying.collect::<Vec<_>>());
    refused(&["play", "--space", "demo"], &["unexpected argument '--space'"]);
    assert_eq!(run(&[]).0, 2, "no command");
}

#[test]
fn completions_are_printed_for_each_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = printed(&["completions", shell]);
        assert!(script.contains("nao") && script.contains("completions"), "{shell}: {script}");
    }
}

#[test]
fn trace_decode_names_the_files_that_it_cannot_use() {
    refused(&["trace", "decode", "/nowhere/nao", "-"], &["/nowhere/nao"]);
}

#[test]
fn help_says_how_to_install() {
    for help in ["-h", "--help"] {
        assert!(printed(&[help]).contains("cargo install --path nao"), "{help}");
    }
}

#[test]
fn colors_are_for_terminals_unless_forced() {
    let escape = |command: &mut Command| outcome(&command.output().unwrap()).1.contains('\x1b');
    let call = ["run", "standup{}"];
    assert!(!escape(&mut nao(&call)), "a pipe is no terminal");
    assert!(escape(nao(&call).env("CLICOLOR_FORCE", "1")));
    assert!(!escape(nao(&call).env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1")));
    assert!(escape(nao(&["list"]).env("CLICOLOR_FORCE", "1")));
}

/// Returns the exit status and standard error of a run whose output nobody reads: the pipe is
/// closed after `lines` lines.
fn unread(arguments: &[&str], lines: usize) -> (i32, String) {
    let mut child = nao(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..lines {
        reader.read_line(&mut String::new()).unwrap();
    }
    drop(reader);
    let (code, _, err) = outcome(&child.wait_with_output().unwrap());
    (code, err)
}

#[test]
fn a_reader_that_leaves_changes_neither_the_run_nor_its_status() {
    for (arguments, status) in [
        (&["list"][..], 0),
        (&["list", "--format", "json"], 0),
        (&["run", "standup{}"], 0),
        (&["run", "servo{head_yaw=2.0, tolerance_rad=0}"], 1),
        (&["run", "servo{head_yaw=2.0, tolerance_rad=0}", "--format", "json"], 1),
        (&["run", "standup{}", "--timeout", "2"], 1),
        (&["play", "--minutes", "0.5"], 0),
        (&["graph", "goto"], 0),
        (&["completions", "bash"], 0),
        (&["--help"], 0),
        (&["--version"], 0),
    ] {
        assert_eq!(unread(arguments, 0), (status, String::new()), "{arguments:?}");
        assert_eq!(unread(arguments, 1), (status, String::new()), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_cannot_be_written_is_an_error() {
    for arguments in [
        &["list"][..],
        &["list", "--format", "json"],
        &["run", "standup{}"],
        &["play", "--minutes", "0.1"],
        &["graph", "goto"],
        &["completions", "bash"],
        &["--help"],
        &["--version"],
        &["run", "servo{head_yaw=2.0, tolerance_rad=0}"],
        &["run", "servo{head_yaw=2.0, tolerance_rad=0}", "--format", "json"],
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        // The other is a descriptor that cannot be written to.
        for stdout in [full, File::open("/dev/null").unwrap()] {
            let (code, _, err) = outcome(&nao(arguments).stdout(stdout).output().unwrap());
            assert_eq!(code, 2, "{arguments:?}");
            assert!(err.starts_with("error: cannot write to standard output: "), "{err}");
            assert_eq!(err.lines().count(), 1, "{err}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_error_that_nobody_reads_has_its_exit_status() {
    for arguments in [
        &["graph", "nope"][..],
        &["run", "stadnup{}"],
        &["nope"],
        &["run"],
        &["play", "--svg", "/nowhere/game.svg"],
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let (reader, pipe) = std::io::pipe().unwrap();
        drop(reader);
        for stderr in [Stdio::from(full), Stdio::from(pipe)] {
            let output = nao(arguments).stderr(stderr).output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        }
        let line = format!("exec \"$0\" '{}' 2>&-", arguments.join("' '"));
        let mut closed = Command::new("sh");
        closed.arg("-c").arg(line).arg(env!("CARGO_BIN_EXE_nao"));
        assert_eq!(closed.output().unwrap().status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn what_is_quoted_of_the_command_line_is_escaped() {
    const ODD: &str = "\u{1b}[31m\u{7}\r\u{9b}2J\u{202e}\nx";
    let shown = r"\u{1b}[31m\u{7}\r\u{9b}2J\u{202e}\nx";
    let file = format!("/nowhere/{ODD}");
    for arguments in [
        &["run", &format!("stan{ODD}{{}}")][..],
        &["run", &format!("standup{{from=\"{ODD}\"}}")],
        &["run", &format!("standup{{{ODD}=1}}")],
        &["run", "standup{}", "--without", ODD],
        &["run", "standup{}", "--timeout", ODD],
        &["run", "standup{}", "--pose", ODD],
        &["graph", ODD],
        &["play", "--svg", &file],
        &["trace", "decode", &file, &file],
        &["completions", ODD],
        &["list", &format!("--{ODD}")],
        &["list", ODD],
        &[ODD],
    ] {
        let output = nao(arguments).env("CLICOLOR_FORCE", "1").output().unwrap();
        let (code, _, err) = outcome(&output);
        assert_eq!(code, 2, "{arguments:?}");
        // Its own colors are sequences, too.
        let plain = anstream::adapter::strip_str(&err).to_string();
        let odd = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
        assert!(!plain.contains(odd), "{arguments:?}: {err:?}");
        assert!(plain.contains(shown), "{arguments:?}: {plain}");
        assert!(!err.contains("\x1b[31m\x07"), "{arguments:?}: {err:?}");
    }
}

/// A directory of a test's own, which is removed.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Directory {
        let path = std::env::temp_dir().join(format!("nao-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).unwrap();
        Directory(path)
    }
    /// Returns the names of its files.
    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_picture_is_replaced_when_the_new_one_is_complete() {
    let directory = Directory::new("picture");
    let picture = directory.0.join("game.svg");
    fs::write(&picture, "old").unwrap();
    let file = picture.to_str().unwrap();
    // A long game is killed while it plays.
    let mut child =
        nao(&["play", "--realtime", "--svg", file]).stdout(Stdio::piped()).spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut String::new()).unwrap();
    assert_eq!(fs::read_to_string(&picture).unwrap(), "old");
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(fs::read_to_string(&picture).unwrap(), "old");
    assert_eq!(directory.files(), ["game.svg"], "nothing is left behind");
    printed(&["play", "--minutes", "0.1", "--svg", file]);
    assert!(fs::read_to_string(&picture).unwrap().ends_with("</svg>\n"));
    assert_eq!(directory.files(), ["game.svg"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_picture_goes_wherever_a_path_leads() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    let directory = Directory::new("places");
    let path = |name: &str| directory.0.join(name);
    let play = |file: &Path| {
        let (code, out, err) =
            run(&["play", "--minutes", "0.1", "-q", "--svg", file.to_str().unwrap()]);
        assert_eq!((code, err.as_str()), (0, ""));
        out
    };
    let is_picture = |path: &Path| fs::read_to_string(path).unwrap().ends_with("</svg>\n");
    // Permissions are those of the old file, or of any new one.
    fs::write(path("old"), "old").unwrap();
    fs::set_permissions(path("old"), fs::Permissions::from_mode(0o640)).unwrap();
    play(&path("old"));
    play(&path("new"));
    fs::write(path("any"), "").unwrap();
    let mode = |name: &str| fs::metadata(path(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode("old"), mode("new")), (0o640, mode("any")));
    // Links stay, also one to a file that does not exist.
    symlink("old", path("link")).unwrap();
    symlink("link", path("link2")).unwrap();
    symlink("later", path("dangling")).unwrap();
    fs::write(path("old"), "old").unwrap();
    play(&path("link2"));
    play(&path("dangling"));
    assert!(fs::symlink_metadata(path("link2")).unwrap().is_symlink());
    assert!(is_picture(&path("old")) && is_picture(&path("later")));
    // Pipes and devices stay.
    assert!(play(Path::new("/dev/stdout")).contains("</svg>\n"));
    assert_eq!(play(Path::new("/dev/null")).lines().count(), play(&path("new")).lines().count());
    let made = Command::new("mkfifo").arg(path("pipe")).status().unwrap();
    assert!(made.success());
    let reader = std::thread::spawn({
        let pipe = path("pipe");
        move || fs::read_to_string(pipe).unwrap()
    });
    play(&path("pipe"));
    assert!(reader.join().unwrap().ends_with("</svg>\n"));
    assert!(fs::metadata(path("pipe")).unwrap().file_type().is_fifo());
    // The file that standard output goes to has both.
    let both = File::create(path("both")).unwrap();
    let file = path("both").to_str().unwrap().to_owned();
    let status = nao(&["play", "--minutes", "0.1", "--svg", &file]).stdout(both).status().unwrap();
    let text = fs::read_to_string(path("both")).unwrap();
    assert!(status.success() && text.contains("READY") && text.contains("</svg>"), "{text}");
    // A file that cannot be written is reported before the game.
    for refusal in ["/dev/full/x", directory.0.to_str().unwrap(), "/nowhere/x", "new/", ""] {
        refused(&["play", "--minutes", "0.1", "--svg", refusal], &[refusal]);
    }
    let (code, _, err) = run(&["play", "--minutes", "0.1", "-q", "--svg", "/dev/full"]);
    assert_eq!(code, 2);
    assert!(err.starts_with("error: /dev/full: "), "{err}");
    assert!(!directory.files().iter().any(|name| name.contains(".part")));
}

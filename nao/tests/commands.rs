//! The program `nao` as a user runs it: what it prints where, and its exit status.

use serde_json::Value;
use std::process::{Command, Output, Stdio};

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
fn run_prints_transitions_and_the_end() {
    let out = printed(&["run", "standup{}"]);
    assert!(out.contains("t=12.500 standup: Wait -> FINAL  \"after 12.5s\"\n"), "{out}");
    assert!(out.ends_with("\nFINAL after 12.500 s; the robot stands\n"), "{out}");
    assert_eq!(printed(&["run", "standup{}", "-q"]), "FINAL after 12.500 s; the robot stands\n");
    let verbose = printed(&["-v", "run", "standup{}"]);
    assert!(verbose.contains("servo: reset\n") && !out.contains("reset"), "{verbose}");
    assert!(verbose.lines().count() > out.lines().count());
}

#[test]
fn run_has_an_exit_status_for_each_end() {
    let (code, out, err) = run(&["run", "servo{head_yaw=9.0}"]);
    assert_eq!((code, err.as_str()), (1, ""));
    assert!(out.contains("FAILED after 1.000 s: head_yaw servo timeout."), "{out}");
    let (code, out, _) = run(&["run", "standup{}", "--timeout", "2"]);
    assert_eq!(code, 1);
    assert!(
        out.ends_with("FAILED after 2.000 s: stopped by the timeout; the robot lies on its back\n")
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
    assert_eq!((&end["status"], &end["took_sec"]), (&"FINAL".into(), &12.5.into()));
    assert_eq!(end["robot"], "stands");
    let last = events.last().unwrap();
    assert_eq!(last["event"], "transition");
    assert_eq!(
        (&last["skill"], &last["from"], &last["to"]),
        (&"standup".into(), &"Wait".into(), &"FINAL".into())
    );
    assert_eq!(events[0]["depth"], 1, "{}", events[0]);
    let (code, out, _) = run(&["run", "servo{head_yaw=9.0}", "--format", "json"]);
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
    let names = printed(&["--space", "soccer", "--quiet", "list"]);
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
    assert!(printed(&["graph", "goto", "--format", "mermaid"]).starts_with("stateDiagram-v2\n"));
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
    refused(&["--space", "demo", "play"], &["`nao play`", "`--space demo`"]);
    refused(&["--space", "soccer", "completions", "bash"], &["`nao completions`"]);
    refused(&["trace", "decode", "a", "b", "--space", "demo"], &["`nao trace`"]);
    assert_eq!(printed(&["--space", "soccer", "-q"]).lines().count(), 3, "the demonstration");
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

#[test]
fn a_reader_that_leaves_is_no_error() {
    for arguments in
        [&["list"][..], &["run", "standup{}"], &["play"], &["--help"], &["graph", "goto"]]
    {
        let mut child =
            nao(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let (code, _, err) = outcome(&child.wait_with_output().unwrap());
        assert!((0..=1).contains(&code), "{arguments:?}: {code}");
        assert_eq!(err, "", "{arguments:?}");
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
        &[],
    ] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let (code, _, err) = outcome(&nao(arguments).stdout(full).output().unwrap());
        assert_eq!(code, 2, "{arguments:?}");
        assert!(err.contains("cannot write to standard output: "), "{arguments:?}: {err}");
    }
}

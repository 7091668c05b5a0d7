//! Programs in C, C++ and Python call and step the rover, in one process and in two that share memory.
//!
//! They need `gcc`, `g++` and `python3`, so `cargo test` leaves them out: `cargo xtask check rover-c`.
#![allow(missing_docs)]

use std::fs::{self, OpenOptions};
use std::io::{BufRead as _, BufReader, Read as _};
use std::os::unix::fs::FileExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::sync::LazyLock;
use std::thread::sleep;
use std::time::Duration;

/// The folder of this crate.
const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// The folder with the libraries and the program `rover`, and that with the programs.
static BUILT: LazyLock<(PathBuf, tempfile::TempDir)> = LazyLock::new(|| {
    let target = Path::new(HERE).join("../../../target/hosts");
    for arguments in [&["-p", "rover-c", "--lib"][..], &["-p", "rover", "--features", "full"]] {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--target-dir"]).arg(&target).args(arguments);
        assert!(cargo.status().expect("cargo").success());
    }
    let (libraries, programs) = (target.join("debug"), tempfile::tempdir().expect("a folder"));
    for (compiler, standard, name) in [
        ("gcc", "-std=c99", "host.c"),
        ("gcc", "-std=c99", "behaviour.c"),
        ("g++", "-std=c++98", "engine.cpp"),
    ] {
        let program = programs.path().join(name.split('.').next().expect("a name"));
        let mut compile = Command::new(compiler);
        compile.args([standard, "-O2", "-Wall", "-Wextra", "-Werror", "-Wno-unused-function"]);
        compile.arg(Path::new(HERE).join("c").join(name)).arg(libraries.join("librover_skills.a"));
        let status = compile.args(["-lm", "-lpthread", "-ldl", "-lrt", "-o"]).arg(program).status();
        assert!(status.expect(compiler).success(), "{name}");
    }
    (libraries, programs)
});

fn program(name: &str) -> Command {
    Command::new(BUILT.1.path().join(name))
}

fn python(call: &str) -> Command {
    python_of(&Path::new(HERE).join("c/engine.py"), call)
}

fn python_of(program: &Path, call: &str) -> Command {
    let mut command = Command::new("python3");
    command.arg(program);
    command.arg(BUILT.0.join("librover_skills.so"));
    command.arg(Path::new(HERE).join("include/rover_skills.h")).arg(call);
    command
}

fn run(command: &mut Command) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = command.output().expect("a program");
    let text = [stdout, stderr].map(|text| String::from_utf8(text).expect("UTF-8")).concat();
    (status.code(), text)
}

/// A program that runs, and is killed at the end of the test.
struct Process {
    child: Child,
    lines: BufReader<ChildStdout>,
}

impl Process {
    fn start(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("a program");
        let lines = BufReader::new(child.stdout.take().expect("its output"));
        Self { child, lines }
    }

    /// Waits for a line that contains a text, and returns it.
    fn line(&mut self, text: &str) -> String {
        let mut before = String::new();
        loop {
            let mut line = String::new();
            let read = self.lines.read_line(&mut line).expect("UTF-8");
            assert!(read > 0, "it has ended, without `{text}`:\n{before}");
            if line.contains(text) {
                return line;
            }
            before.push_str(&line);
        }
    }

    fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        let status = Command::new("kill").args([signal, &id]).status();
        assert!(status.expect("kill").success());
    }

    /// Waits for the end. Returns the exit status and the rest of the output.
    fn end(mut self) -> (Option<i32>, String) {
        let mut rest = String::new();
        self.lines.read_to_string(&mut rest).expect("UTF-8");
        (self.child.wait().expect("a status").code(), rest)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A shared memory, which is removed at the end of the test.
struct Shared(String);

impl Shared {
    fn new(test: &str) -> Self {
        Self(format!("/rover-{test}-{}", std::process::id()))
    }
    fn file(&self) -> PathBuf {
        Path::new("/dev/shm").join(&self.0[1..])
    }
    fn host(&self) -> Process {
        Process::start(program("host").arg(&self.0))
    }
    fn behaviour(&self, call: &str) -> Process {
        Process::start(program("behaviour").args([&self.0, call]))
    }
    fn why(&self) -> String {
        let place = format!("shm:{}", self.0);
        run(Command::new(BUILT.0.join("rover")).args(["why", &place])).1
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        let _ = fs::remove_file(self.file());
    }
}

#[test]
#[ignore = "needs g++ and python3"]
fn cpp_and_python_call_and_step() {
    let each = |call: &str| [run(program("engine").arg(call)), run(&mut python(call))];
    for (status, text) in each("drive_to{x_m=1, y_m=0.5}") {
        assert!(status == Some(0) && text.starts_with("FINAL after "), "{text}");
    }
    for (status, text) in each("drive_to{x_m=9, y_m=0, timeout_sec=1}") {
        assert!(status == Some(1) && text.contains("not there after 1 s"), "{text}");
    }
    for (status, text) in each("drive_to{x_m=11, y_m=0}") {
        assert_eq!((status, &*text), (Some(2), "column 14: must lie in -10.0..=10.0\n"));
    }
}

#[test]
#[ignore = "needs python3"]
fn structs_that_are_written_for_other_fields_are_refused() {
    let old = BUILT.1.path().join("old.py");
    let text = fs::read_to_string(Path::new(HERE).join("c/engine.py")).expect("the program");
    fs::write(&old, text.replace("LAYOUT = 0x", "LAYOUT = 1 + 0x")).expect("a copy");
    let (status, text) = run(&mut python_of(&old, "grip{jaws=\"open\"}"));
    assert!(status == Some(1) && text.contains("another header"), "{text}");
}

#[test]
#[ignore = "needs gcc"]
fn two_processes_deliver_the_cans_and_are_watched_and_recorded() {
    let shared = Shared::new("cans");
    let mut host = shared.host();
    host.line("attached");
    let recording = BUILT.1.path().join("cans.mcap");
    let rover = || Command::new(BUILT.0.join("rover"));
    let place = format!("shm:{}", shared.0);
    let mut watch = rover();
    watch.args(["watch", &place, "--record"]).arg(&recording).stderr(Stdio::piped());
    let mut behaviour = shared.behaviour("agent");
    behaviour.line("starts in");
    let watch = Process::start(&mut watch);
    behaviour.line("Approach -> Close");
    let why = shared.why();
    assert!(why.contains("collector") && !why.contains("No pass"), "{why}");
    host.line("3 cans delivered");
    assert_eq!(behaviour.end().0, Some(0));
    let why = shared.why();
    assert!(why.contains("the program of the skills has ended, before: Done"), "{why}");
    host.signal("-TERM");
    assert_eq!(host.end().0, Some(0));
    // It ends with the memory.
    let (status, text) = watch.end();
    assert_eq!(status, Some(0), "{text}");
    let (status, text) = run(rover().arg("coverage").arg(&recording));
    assert_eq!(status, Some(0), "{text}");
    let collector = text.lines().find(|line| line.contains("collector")).unwrap_or_default();
    assert!(collector.contains("5 of 6"), "all states but Failed were recorded:\n{text}");
}

#[test]
#[ignore = "needs gcc"]
fn the_wheels_stop_when_the_behaviour_is_killed_or_stopped_and_the_next_one_drives() {
    let shared = Shared::new("behaviour");
    let mut host = shared.host();
    host.line("attached");
    for signal in ["-KILL", "-STOP"] {
        let mut behaviour = shared.behaviour("drive_to{x_m=9, y_m=0}");
        host.line("control given");
        behaviour.line("starts in");
        behaviour.signal(signal);
        let late = host.line("no behaviour in control");
        assert!(late.contains("4 late; the wheels turn at 0 m/s"), "{late}");
        let why = shared.why();
        assert!(why.contains("the skills are killed or stopped, while drivers publish"), "{why}");
    }
    let (status, text) = shared.behaviour("drive_to{x_m=3, y_m=0}").end();
    assert_eq!(status, Some(0), "{text}");
}

#[test]
#[ignore = "needs gcc"]
fn the_wheels_stop_when_the_host_is_ended() {
    let shared = Shared::new("end");
    let mut host = shared.host();
    host.line("attached");
    let mut behaviour = shared.behaviour("drive_to{x_m=9, y_m=0}");
    behaviour.line("starts in");
    host.line("control given");
    host.signal("-TERM");
    let (status, text) = host.end();
    assert!(status == Some(0) && text.contains("ends; the wheels turn at 0 m/s"), "{text}");
}

#[test]
#[ignore = "needs gcc"]
fn the_next_host_takes_over_and_the_skill_is_called_again() {
    let shared = Shared::new("host");
    let mut host = shared.host();
    host.line("attached");
    let mut behaviour = shared.behaviour("drive_to{x_m=3, y_m=0}");
    behaviour.line("starts in");
    host.signal("-KILL");
    drop(host);
    let why = shared.why();
    assert!(why.contains("the program of the drivers is killed or stopped"), "{why}");
    let mut next = shared.host();
    next.line("the host before is dead; taking over");
    behaviour.line("stopped: the host took control away");
    let (status, text) = behaviour.end();
    assert_eq!(status, Some(0), "{text}");
}

#[test]
#[ignore = "needs gcc"]
fn a_host_whose_memory_is_truncated_stops_the_wheels() {
    let shared = Shared::new("truncated");
    let mut host = shared.host();
    host.line("attached");
    let mut behaviour = shared.behaviour("drive_to{x_m=9, y_m=0}");
    behaviour.line("starts in");
    let file = OpenOptions::new().write(true).open(shared.file()).expect("the memory");
    file.set_len(0).expect("truncated");
    let (status, text) = host.end();
    assert!(
        status == Some(4) && text.contains("truncated; the wheels turn at 0 m/s"),
        "{status:?} {text}"
    );
}

impl Shared {
    /// Overwrites a word of the memory.
    fn overwrite(&self, word: u64, value: u32) {
        let file = OpenOptions::new().write(true).open(self.file()).expect("the memory");
        file.write_all_at(&value.to_le_bytes(), word * 4).expect("written");
    }
}

/// Words of the shared memory: the first is of the header, the other the host's place.
const MAGIC: u64 = 0;
const VERSION: u64 = 1;
const HOST_PLACE: u64 = 6;

#[test]
#[ignore = "needs gcc"]
fn a_host_whose_header_or_place_is_overwritten_stops_the_wheels_and_the_next_one_drives() {
    for (word, value) in [(MAGIC, 0), (VERSION, 99), (HOST_PLACE, 0), (HOST_PLACE, 999)] {
        let shared = Shared::new("overwritten");
        let mut host = shared.host();
        host.line("attached");
        let mut behaviour = shared.behaviour("drive_to{x_m=9, y_m=0}");
        behaviour.line("starts in");
        shared.overwrite(word, value);
        let (status, text) = host.end();
        assert!(
            status == Some(4) && text.contains("the wheels turn at 0 m/s"),
            "{word}: {status:?} {text}"
        );
        drop(behaviour);
        let mut next = shared.host();
        next.line("attached");
        let (status, text) = shared.behaviour("drive_to{x_m=0.5, y_m=0}").end();
        assert_eq!(status, Some(0), "{word}: {text}");
    }
}

#[test]
#[ignore = "needs gcc"]
fn a_host_of_another_version_is_replaced_when_it_is_dead() {
    for (word, value) in [(MAGIC, 0), (VERSION, 99)] {
        let shared = Shared::new("version");
        let mut host = shared.host();
        host.line("attached");
        host.signal("-KILL");
        drop(host);
        shared.overwrite(word, value);
        shared.host().line("the host before is dead; taking over");
    }
}

#[test]
#[ignore = "needs gcc"]
fn a_host_that_ends_late_leaves_the_name_to_the_next_one() {
    let shared = Shared::new("name");
    let mut host = shared.host();
    host.line("attached");
    let old = shared.file().with_extension("old");
    fs::rename(shared.file(), &old).expect("renamed");
    let mut next = shared.host();
    next.line("attached");
    host.signal("-TERM");
    assert_eq!(host.end().0, Some(0));
    fs::remove_file(old).expect("it has not removed another name either");
    let (status, text) = shared.behaviour("drive_to{x_m=0.5, y_m=0}").end();
    assert_eq!(status, Some(0), "{text}");
    next.signal("-TERM");
    assert_eq!(next.end().0, Some(0));
    assert!(!shared.file().exists(), "the last one removes it");
}

#[test]
#[ignore = "needs gcc"]
fn a_behaviour_waits_for_a_host_that_is_stopped_in_its_heartbeat() {
    /// The sequence number of the heartbeat, which is odd while it is written.
    const SEQUENCE: u64 = 8;
    let shared = Shared::new("heartbeat");
    let mut host = shared.host();
    host.line("attached");
    host.signal("-STOP");
    shared.overwrite(SEQUENCE, 1_000_001);
    let mut called = shared.behaviour("drive_to{x_m=0.5, y_m=0}");
    sleep(Duration::from_millis(300));
    host.signal("-CONT");
    called.line("FINAL");
    assert_eq!(called.end().0, Some(0));
}

/// Kills, stops and replaces either process at random instants, a mechanism of its own beside
/// `cargo xtask nao crash`, which single-steps the functions.
#[test]
#[ignore = "needs gcc"]
fn deaths_at_random_instants_lose_nothing() {
    let shared = Shared::new("random");
    let mut random = 1_u32;
    let mut below = |count: u32| {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        random % count
    };
    let mut host = shared.host();
    host.line("attached");
    let mut stopped = Vec::new();
    let mut behaviour = shared.behaviour("agent");
    for _ in 0..100 {
        sleep(Duration::from_micros(below(30_000).into()));
        match below(8) {
            0 => {
                host.signal("-KILL");
                let (_, lines) = host.end();
                wheels_are_stopped(&lines);
                host = shared.host();
                host.line("taking over");
            }
            // It goes on after others have had its place.
            1 | 2 => {
                behaviour.signal("-STOP");
                stopped.push(std::mem::replace(&mut behaviour, shared.behaviour("agent")));
            }
            3 if !stopped.is_empty() => stopped.remove(0).signal("-CONT"),
            _ => {
                behaviour.signal("-KILL");
                behaviour = shared.behaviour("agent");
            }
        }
    }
    for behaviour in &stopped {
        behaviour.signal("-CONT");
    }
    drop((behaviour, stopped));
    let (status, text) = shared.behaviour("drive_to{x_m=-1, y_m=0}").end();
    assert_eq!(status, Some(0), "{text}");
    host.signal("-TERM");
    let (status, lines) = host.end();
    assert_eq!(status, Some(0), "{lines}");
    wheels_are_stopped(&lines);
}

/// Checks that the wheels are stopped in each cycle in which no behavior is in control.
fn wheels_are_stopped(lines: &str) {
    for line in lines.lines().filter(|line| line.contains("no behaviour in control")) {
        assert!(line.ends_with("at 0 m/s"), "{lines}");
    }
}

//! The processes that end with `cargo skill dev`, and the files that it leaves.

use std::fs;
use std::io::Read as _;
use std::process::Stdio;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::rig::{Dev, Package, Result, runs};
use rustix::process::{Pid, Signal};

/// A build script that says its number, and goes on for a minute.
const LONG: &str = r#"
fn main() {
    std::fs::write("builds", std::process::id().to_string()).unwrap();
    std::thread::sleep(std::time::Duration::from_secs(60));
}
"#;

/// Waits until a build script runs.
fn building(dev: &Dev) -> Result<Pid> {
    let process = || Pid::from_raw(dev.read("builds").parse().ok()?);
    dev.wait("a build", || process().is_some())?;
    Ok(process().ok_or("no build")?)
}

#[test]
fn a_signal_ends_a_build_and_nothing_is_started_after_it() -> Result {
    for signal in [Signal::TERM, Signal::HUP, Signal::INT] {
        let mut dev = Dev::start()?;
        let robot = dev.wait_for("1")?;
        dev.package.write("build.rs", LONG)?;
        dev.save("2", "()")?;
        let build = building(&dev)?;
        let begin = Instant::now();
        assert!(dev.end(signal)?.success());
        assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
        assert!(!runs(robot) && !runs(build));
        assert!(dev.read("is").starts_with("1 "), "{}", dev.read("log"));
        assert!(dev.package.copies().is_empty());
    }
    Ok(())
}

#[test]
fn a_signal_ends_the_first_build() -> Result {
    let package = Package::create()?;
    package.write("build.rs", LONG)?;
    let mut dev = Dev::start_of(package, &[], &[])?;
    let build = building(&dev)?;
    assert!(dev.end(Signal::TERM)?.success());
    assert!(!runs(build));
    assert_eq!(dev.read("is"), "");
    assert!(!dev.read("log").contains("error"), "{}", dev.read("log"));
    Ok(())
}

#[test]
fn a_signal_ends_a_robot_that_is_not_ready() -> Result {
    let mut dev = Dev::start()?;
    dev.save("2", "std::thread::sleep(std::time::Duration::from_secs(8))")?;
    dev.wait("version 2", || dev.is().is_some_and(|(version, _)| version == "2"))?;
    let (_, robot) = dev.is().ok_or("no robot")?;
    let begin = Instant::now();
    assert!(dev.end(Signal::TERM)?.success());
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    assert!(!runs(robot) && dev.read("is").starts_with("2 "));
    Ok(())
}

#[test]
fn a_robot_that_has_crashed_does_not_wait_for_a_build() -> Result {
    let dev = Dev::start()?;
    let robot = dev.wait_for("1")?;
    dev.package.write("build.rs", LONG)?;
    building(&dev)?;
    rustix::process::kill_process(robot, Signal::KILL)?;
    dev.wait("another robot", || dev.is().is_some_and(|(_, other)| other != robot && runs(other)))
}

#[test]
fn copies_of_dead_processes_and_of_failed_starts_are_removed() -> Result {
    let mut dev = Dev::start()?;
    assert_eq!(dev.package.copies().len(), 1);
    dev.save("2", "process::exit(3)")?;
    dev.wait_for_notice("the one before runs")?;
    assert_eq!(dev.package.copies().len(), 1, "of a failed start");
    assert!(!dev.end(Signal::KILL)?.success());
    let left = dev.package.copies();
    assert_eq!(left.len(), 1);
    // The directory of a process that runs, of another program, is left; nobody has the other number.
    let kept = dev.package.path().join(format!("built/skill-dev-{}/1", std::process::id()));
    fs::create_dir_all(&kept)?;
    let child = dev.package.dev(&[], &[])?.spawn()?;
    dev.child = child;
    dev.wait_for_line("waiting for the next change")?;
    assert_eq!(dev.package.copies(), [kept], "of {left:?}, and of the failed start");
    Ok(())
}

#[test]
fn standard_error_may_be_closed() -> Result {
    let package = Package::create()?;
    let mut child = package.dev(&[], &[])?.stderr(Stdio::piped()).spawn()?;
    let mut first = [0; 1];
    child.stderr.take().ok_or("no output")?.read_exact(&mut first)?;
    let mut dev = Dev { package, child };
    dev.wait_for("1")?;
    dev.save("2", "let x: u32 = true")?;
    dev.wait_for_notice("mismatched types")?;
    dev.save("3", "eprintln!(\"no matter\")")?;
    dev.wait_for("3")?;
    sleep(Duration::from_millis(200));
    assert!(dev.end(Signal::TERM)?.success());
    assert!(dev.package.copies().is_empty());
    Ok(())
}

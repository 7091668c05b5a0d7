//! `cargo skill dev` hands a robot over, keeps it while its sources do not compile, starts it again after a fault, and
//! ends with it. `cargo xtask package` does it with a whole one.
#![cfg(unix)]

mod files;
mod messages;
mod rig;
mod signals;

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use rig::{Dev, Result, runs};
use rustix::process::{Signal, kill_process};

#[test]
fn a_change_takes_the_place_of_what_runs() -> Result {
    let dev = Dev::start()?;
    let first = dev.wait_for("1")?;
    dev.save("2", "()")?;
    let second = dev.wait_for("2")?;
    assert!(!runs(first) && runs(second));
    let times = |text: &str| dev.read("log").matches(text).count();
    // There was no change before the first start.
    dev.wait("the time", || times("after the change was saved; built in") == 1)?;
    assert_eq!(times("the robot runs; built in"), 1);
    // A file of no program is no reason to stop a robot.
    fs::write(dev.package.path().join("src/notes.txt"), "x")?;
    sleep(Duration::from_secs(2));
    assert_eq!(dev.wait_for("2")?, second);
    Ok(())
}

#[test]
fn what_does_not_compile_is_shown_and_the_robot_goes_on() -> Result {
    let dev = Dev::start()?;
    let first = dev.wait_for("1")?;
    dev.save("2", "let x: u32 = true")?;
    dev.wait_for_notice("mismatched types")?;
    assert!(dev.read("said").contains("src/main.rs:8:"), "{}", dev.read("said"));
    assert!(!dev.read("said").contains("\\u001b"), "colors: {}", dev.read("said"));
    assert_eq!(dev.wait_for("1")?, first);
    // As it was before: nothing to hand over, and nothing to show.
    dev.save("1", "()")?;
    dev.wait("no notice", || dev.read("said").ends_with("\"\"\n"))?;
    assert_eq!(dev.wait_for("1")?, first);
    dev.save("3", "()")?;
    dev.wait_for("3")?;
    Ok(())
}

#[test]
fn a_robot_that_does_not_come_up_gives_way_to_the_one_before() -> Result {
    let dev = Dev::start()?;
    dev.save("2", "process::exit(3)")?;
    dev.wait_for_notice("the new robot has failed with exit status 3; the one before runs")?;
    dev.wait_for("1")?;
    dev.save("3", "panic!()")?;
    dev.wait_for_notice("the new robot has failed with exit status 101; the one before runs")?;
    dev.save("4", "()")?;
    dev.wait_for("4")?;
    Ok(())
}

#[test]
fn a_robot_that_is_killed_comes_back_three_times() -> Result {
    let dev = Dev::start()?;
    for _ in 0..3 {
        let id = dev.wait_for("1")?;
        kill_process(id, Signal::KILL)?;
        dev.wait("another robot", || {
            dev.is().is_some_and(|(_, other)| other != id && runs(other))
        })?;
        dev.wait_for_notice("the robot was ended by signal 9, and was started again")?;
    }
    kill_process(dev.wait_for("1")?, Signal::KILL)?;
    dev.wait("an end", || dev.read("log").contains("as 3 times before"))?;
    dev.save("2", "()")?;
    dev.wait_for("2")?;
    Ok(())
}

#[test]
fn the_robot_ends_with_the_program() -> Result {
    for signal in [Signal::TERM, Signal::KILL] {
        let mut dev = Dev::start()?;
        let robot = dev.wait_for("1")?;
        // Ctrl-C in a terminal is a signal for all of a group.
        assert_eq!(rustix::process::getpgid(Some(robot))?, robot);
        let status = dev.end(signal)?;
        assert_eq!(status.success(), signal == Signal::TERM, "{status}");
        dev.wait("the end of the robot", || !runs(robot))?;
    }
    Ok(())
}

/// Changes and kills at times of a generator; in the end the newest version runs. One that is killed before it is
/// ready gives way to the one before, until it is saved again.
fn hand_overs(count: u32) -> Result {
    const GIVEN_WAY: &str = "; the one before runs";
    let dev = Dev::start()?;
    let mut random = 1_u64;
    for version in 2..2 + count {
        let (before, version) = ((version - 1).to_string(), version.to_string());
        let ways = || dev.read("log").matches(GIVEN_WAY).count();
        let first = ways();
        dev.save(&version, "()")?;
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        sleep(Duration::from_millis(random >> 54));
        if let Some((_, id)) = dev.is() {
            // It may be gone.
            let _ = kill_process(id, Signal::KILL);
        }
        dev.wait("a robot", || dev.is_ready(&version) || ways() > first)?;
        if ways() > first {
            dev.wait_for(&before)?;
            dev.save(&version, "()")?;
            dev.wait_for(&version)?;
        }
    }
    Ok(())
}

#[test]
fn no_robot_is_lost_in_hand_overs_with_kills() -> Result {
    hand_overs(8)
}

#[test]
#[ignore = "takes minutes; run it after changes of `cargo skill dev`"]
fn no_robot_is_lost_in_a_hundred_hand_overs_with_kills() -> Result {
    hand_overs(100)
}

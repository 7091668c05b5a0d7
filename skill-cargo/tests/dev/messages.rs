//! The lines of `cargo skill dev`, in the terminal and in the page.

use super::rig::{Dev, Package, Result};

const WAITING: &str = "waiting for the next change";

#[test]
fn a_first_start_that_fails_waits_for_the_next_change() -> Result {
    for (before, error) in [("let x: u32 = true", "mismatched types"), ("panic!()", "status 101")] {
        let package = Package::create()?;
        package.save("1", before)?;
        let dev = Dev::start_of(package, &[], &[])?;
        dev.wait_for_line(WAITING)?;
        assert!(dev.read("log").contains(error), "{}", dev.read("log"));
        dev.save("2", "()")?;
        dev.wait_for("2")?;
    }
    Ok(())
}

/// A package with two programs.
fn two_programs() -> Result<Package> {
    let package = Package::create()?;
    package.write("src/bin/other.rs", "fn main() {}")?;
    Ok(package)
}

#[test]
fn a_wrong_choice_of_the_program_is_named_with_those_that_there_are() -> Result {
    let programs = "the programs are `other` of the package `tiny`, `tiny` of the package `tiny`";
    let libraries = ("there is no program", "the workspace has none");
    for (options, error, help) in [
        (&["--package", "tinny"][..], "tinny", programs),
        (&["--bin", "tinny"], "tinny", programs),
        (&["--features", "tinny"], "tinny", ""),
        (&[], "there are several programs: `other`, `tiny`", "--bin"),
    ] {
        let dev = Dev::start_of(two_programs()?, options, &[])?;
        dev.wait_for_line(WAITING)?;
        let log = dev.read("log");
        assert!(log.contains("error: ") && log.contains(error) && log.contains(help), "{log}");
    }
    let package = Package::create()?;
    std::fs::rename(package.path().join("src/main.rs"), package.path().join("src/lib.rs"))?;
    let dev = Dev::start_of(package, &[], &[])?;
    dev.wait_for_line(WAITING)?;
    let log = dev.read("log");
    assert!(log.contains(libraries.0) && log.contains(libraries.1), "{log}");
    Ok(())
}

#[test]
fn the_program_that_a_package_names_to_be_run_is_the_robot() -> Result {
    let package = two_programs()?;
    package.write("Cargo.toml", &(package.read("Cargo.toml") + "default-run = \"tiny\"\n"))?;
    let dev = Dev::start_of(package, &[], &[])?;
    dev.wait_for("1")?;
    Ok(())
}

#[test]
fn the_page_shows_why_a_program_has_failed() -> Result {
    let dev = Dev::start()?;
    let lines =
        "for line in 0..999 { eprintln!(\"line {line} of many\"); } panic!(\"no {}\", \"motor\")";
    dev.save("2", lines)?;
    dev.wait_for_notice("the new robot has failed with exit status 101; the one before runs")?;
    let said = dev.read("said");
    assert!(said.contains("line 998 of many") && said.contains("no motor"), "{said}");
    assert!(said.len() < 3000, "{said}");
    let log = dev.read("log");
    assert_eq!(log.matches("no motor").count(), 1, "{log}");
    assert_eq!(log.matches("line 998 of many").count(), 1, "{log}");
    Ok(())
}

#[test]
fn the_page_shows_why_nothing_can_be_built() -> Result {
    let dev = Dev::start()?;
    dev.package.write("Cargo.toml", &(dev.read("Cargo.toml") + "[nonsense\n"))?;
    dev.wait_for_notice("unclosed table")?;
    assert!(!dev.read("said").contains("above"), "{}", dev.read("said"));
    Ok(())
}

#[test]
fn errors_that_are_left_out_are_counted() -> Result {
    let dev = Dev::start()?;
    dev.save("2", &"let x: u32 = true;\n".repeat(300))?;
    dev.wait_for_notice(" more errors")?;
    let said = dev.read("said");
    let shown = said.matches("mismatched types").count();
    assert!(said.contains(&format!("and {} more errors", 300 - shown)), "{shown}: {said}");
    Ok(())
}

#[test]
fn the_time_counts_from_the_last_save_that_is_in_the_build() -> Result {
    let dev = Dev::start()?;
    // Somebody who saves again and again, with no pause in which a build begins.
    for _ in 0..200 {
        dev.package.write("src/other.rs", "")?;
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    dev.save("2", "()")?;
    dev.wait_for_line("after the change was saved")?;
    let log = dev.read("log");
    let line = log.lines().find(|line| line.contains("after the change")).ok_or("no line")?;
    let numbers = line.split_whitespace().filter_map(|word| word.parse::<f64>().ok());
    let [after, built] = numbers.collect::<Vec<_>>()[..] else { return Err(line.into()) };
    assert!((built..built + 1.5).contains(&after), "{line}");
    Ok(())
}

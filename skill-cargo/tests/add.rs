//! The crates that `cargo skill add` writes, and what it refuses. `cargo xtask package` builds and runs them.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

const C: &[&str] = &[
    ".gitignore",
    "Cargo.toml",
    "c/behaviour.c",
    "c/engine.c",
    "c/host.c",
    "c/simulation.h",
    "examples/header.rs",
    "src/lib.rs",
];
const FIRMWARE: &[&str] = &[
    ".cargo/config.toml",
    ".gitignore",
    "Cargo.toml",
    "build.rs",
    "memory.x",
    "src/board.rs",
    "src/main.rs",
    "src/robot.rs",
];

fn skill(directory: &Path, arguments: &[&str]) -> std::io::Result<Output> {
    let mut skill = Command::new(env!("CARGO_BIN_EXE_cargo-skill"));
    skill.arg("skill").args(arguments).current_dir(directory).output()
}

fn succeeds(directory: &Path, arguments: &[&str]) -> Result<String> {
    let output = skill(directory, arguments)?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

/// Returns the error, of which nothing is left.
fn refused(directory: &Path, arguments: &[&str]) -> Result<String> {
    let output = skill(directory, arguments)?;
    assert_eq!((output.status.code(), output.stdout), (Some(1), Vec::new()));
    assert!(!directory.join("c").exists());
    Ok(String::from_utf8(output.stderr)?)
}

/// Returns the files of a directory, relative to it.
fn files(directory: &Path, of: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(of)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(directory, &path)?);
        } else {
            found.push(path.strip_prefix(directory)?.display().to_string());
        }
    }
    found.sort();
    Ok(found)
}

#[test]
fn each_part_is_written_whole_with_the_names_of_the_robot() -> Result {
    let parent = TempDir::new()?;
    succeeds(parent.path(), &["new", "my-robot2"])?;
    let robot = parent.path().join("my-robot2");
    for (part, expected, named) in [
        ("c", C, ("c/engine.c", "MyRobot2Engine *engine;")),
        ("firmware", FIRMWARE, ("src/robot.rs", "use my_robot2::simulator::Simulator;")),
    ] {
        let printed = succeeds(&robot, &["add", part])?;
        assert!(printed.lines().any(|line| line == format!("cd {part}")), "{printed}");
        let written = robot.join(part);
        assert_eq!(files(&written, &written)?, expected);
        let in_crate = Path::new(env!("CARGO_MANIFEST_DIR")).join("parts").join(part);
        assert_eq!(files(&in_crate, &in_crate)?.len(), expected.len(), "{part}");
        for file in expected {
            let text = fs::read_to_string(written.join(file))?;
            assert!(!text.contains("{{"), "{file}: {text}");
        }
        let text = fs::read_to_string(written.join(named.0))?;
        assert!(text.contains(named.1), "{text}");
        let manifest = fs::read_to_string(written.join("Cargo.toml"))?;
        assert!(manifest.contains("my-robot2 = { path = \"..\""), "{manifest}");
        for arguments in [&["fmt", "--check"][..], &["metadata", "--no-deps"]] {
            let cargo = option_env!("CARGO").unwrap_or("cargo");
            let output = Command::new(cargo).args(arguments).current_dir(&written).output()?;
            assert!(output.status.success(), "{arguments:?}: {output:?}");
        }
    }
    Ok(())
}

#[test]
fn a_clone_is_named_by_its_path_also_in_a_workspace() -> Result {
    let parent = TempDir::new()?;
    fs::write(parent.path().join("Cargo.toml"), "[workspace]\nresolver = \"3\"\nmembers = []\n")?;
    for used in ["skill-c", "skill-runtime", "skill-studio", "skill-test"] {
        fs::create_dir_all(parent.path().join("clone").join(used))?;
        fs::write(parent.path().join("clone").join(used).join("Cargo.toml"), "")?;
    }
    succeeds(parent.path(), &["new", "picker"])?;
    succeeds(parent.path(), &["add", "c", "--robot", "picker", "--engine", "clone"])?;
    let manifest = fs::read_to_string(parent.path().join("picker/c/Cargo.toml"))?;
    let clone = parent.path().canonicalize()?.join("clone");
    for used in ["skill-c", "skill-runtime"] {
        let path = format!("path = \"{}\"", clone.join(used).display());
        assert!(manifest.contains(&path), "{manifest}");
    }
    assert!(manifest.ends_with("[workspace]\n"), "{manifest}");
    Ok(())
}

#[test]
fn what_has_no_skills_or_is_there_is_refused() -> Result {
    let parent = TempDir::new()?;
    let error = refused(parent.path(), &["add", "c"])?;
    assert!(error.contains("help: give the robot's directory: `--robot DIR`"), "{error}");
    fs::write(parent.path().join("Cargo.toml"), "[workspace]\n")?;
    assert!(refused(parent.path(), &["add", "c"])?.contains("it has no package"));
    fs::create_dir(parent.path().join("src"))?;
    fs::write(parent.path().join("src/main.rs"), "fn main() {}")?;
    fs::write(parent.path().join("Cargo.toml"), "[package]\nname = \"arm\"\n")?;
    let error = refused(parent.path(), &["add", "c"])?;
    assert_eq!(error, "error: `arm` has no library, whose skills the crate would run\n");
    fs::write(parent.path().join("src/lib.rs"), "")?;
    fs::write(parent.path().join("Cargo.toml"), "[package]\nname = \"rtic\"\n")?;
    let error = refused(parent.path(), &["add", "firmware"])?;
    assert_eq!(error, "error: the crate depends on another `rtic`\n");
    fs::create_dir(parent.path().join("firmware"))?;
    let error = refused(parent.path(), &["add", "firmware"])?;
    assert_eq!(error, "error: firmware: it already exists\n");
    Ok(())
}

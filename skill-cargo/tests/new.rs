//! The files that `cargo skill new` writes, and what it refuses. `cargo xtask package` builds, tests and watches the robot.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// Makes what is taken for a clone of the engine.
fn clone_in(directory: &Path) -> Result<PathBuf> {
    let clone = directory.join("a clone");
    for used in ["skill-c", "skill-runtime", "skill-studio", "skill-test"] {
        fs::create_dir_all(clone.join(used))?;
        fs::write(clone.join(used).join("Cargo.toml"), "")?;
    }
    Ok(clone.canonicalize()?)
}

/// Runs `cargo skill new`.
fn new(directory: &Path, arguments: &[&str]) -> std::io::Result<Output> {
    let mut new = Command::new(env!("CARGO_BIN_EXE_cargo-skill"));
    new.args(["skill", "new"]).args(arguments).current_dir(directory).output()
}

fn made(directory: &Path, arguments: &[&str]) -> Result {
    let output = new(directory, arguments)?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}

/// Returns all files of a directory, without those of Git.
fn files(directory: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() && !path.ends_with(".git") {
            found.extend(files(&path)?);
        } else if path.is_file() {
            found.push(path.display().to_string());
        }
    }
    Ok(found)
}

/// Runs a command of cargo that needs no dependency.
fn cargo(directory: &Path, arguments: &[&str]) -> Result {
    let cargo = option_env!("CARGO").unwrap_or("cargo");
    let output = Command::new(cargo).args(arguments).current_dir(directory).output()?;
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    Ok(())
}

#[test]
fn every_file_of_the_template_is_written_with_its_names() -> Result {
    let parent = TempDir::new()?;
    made(parent.path(), &["my-robot"])?;
    let robot = parent.path().join("my-robot");
    let template = Path::new(env!("CARGO_MANIFEST_DIR")).join("template");
    let mut expected = Vec::new();
    for file in files(&template)? {
        let file = file.replace(".liquid", "").replace(&*template.to_string_lossy(), "");
        expected.push(file);
    }
    expected.retain(|file| file != "/cargo-generate.toml");
    let mut found = files(&robot)?;
    for file in &found {
        let text = fs::read_to_string(file)?;
        assert!(!text.replace("${{", "").contains("{{"), "{file}: {text}");
    }
    for file in &mut found {
        *file = file.replace(&*robot.to_string_lossy(), "");
    }
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
    assert!(fs::read_to_string(robot.join("src/main.rs"))?.contains("use my_robot::skills"));
    Ok(())
}

#[test]
fn any_name_that_cargo_takes_gives_a_formatted_package() -> Result {
    let parent = TempDir::new()?;
    for name in ["a", "zz_top", "Robot2", "a-robot-with-one-of-the-longest-names-of-all"] {
        made(parent.path(), &[name])?;
        let robot = parent.path().join(name);
        cargo(&robot, &["fmt", "--check"])?;
        cargo(&robot, &["metadata", "--no-deps", "--format-version=1"])?;
    }
    Ok(())
}

#[test]
fn the_version_of_the_engine_is_that_of_this_crate() -> Result {
    let parent = TempDir::new()?;
    made(parent.path(), &["robot"])?;
    let manifest = fs::read_to_string(parent.path().join("robot/Cargo.toml"))?;
    let version =
        concat!("\"", env!("CARGO_PKG_VERSION_MAJOR"), ".", env!("CARGO_PKG_VERSION_MINOR"), "\"");
    let used: Vec<_> = manifest.lines().filter(|line| line.contains("robot-skill-")).collect();
    assert_eq!(used.len(), 3, "{manifest}");
    assert!(used.iter().all(|line| line.contains(version)), "{manifest}");
    Ok(())
}

#[test]
fn a_clone_is_named_by_its_path() -> Result {
    let parent = TempDir::new()?;
    let clone = clone_in(parent.path())?;
    made(parent.path(), &["robot", "--engine", "a clone"])?;
    let manifest = fs::read_to_string(parent.path().join("robot/Cargo.toml"))?;
    for used in ["skill-runtime", "skill-studio", "skill-test"] {
        let path = format!("path = \"{}\"", clone.join(used).display());
        assert!(manifest.contains(&path), "{manifest}");
    }
    let output = new(parent.path(), &["other", "--engine", "."])?;
    let error = String::from_utf8(output.stderr)?;
    assert_eq!(error, "error: .: no clone of the engine, `skill-c` is not in it\n");
    assert!(!parent.path().join("other").exists());
    Ok(())
}

#[test]
fn a_workspace_around_it_gets_a_member() -> Result {
    let parent = TempDir::new()?;
    fs::write(parent.path().join("Cargo.toml"), "[workspace]\nresolver = \"3\"\nmembers = []\n")?;
    made(parent.path(), &["robots/picker"])?;
    assert!(fs::read_to_string(parent.path().join("Cargo.toml"))?.contains("\"robots/picker\""));
    // Profiles are the workspace's.
    let manifest = fs::read_to_string(parent.path().join("robots/picker/Cargo.toml"))?;
    assert!(!manifest.contains("profile"), "{manifest}");
    assert!(manifest.ends_with("required-features = [\"desktop\"]\n"), "{manifest}");
    cargo(&parent.path().join("robots/picker"), &["metadata", "--no-deps", "--format-version=1"])
}

#[test]
fn nothing_is_overwritten_and_no_bad_name_is_taken() -> Result {
    let parent = TempDir::new()?;
    fs::create_dir(parent.path().join("there"))?;
    for (arguments, expected) in [
        (&["there"][..], "already exists"),
        (&["9lives"], "cannot start with a digit"),
        (&["x", "--name", "fn"], "Rust keyword"),
        (&["skill-test"], "the robot depends on a crate `skill_test`"),
        (&["skill_runtime"], "the robot depends on a crate `skill_runtime`"),
        (&[".."], "the directory has no name for a package"),
        (&["build"], "conflicts with cargo's build directory names"),
        (&["deps"], "conflicts with cargo's build directory names"),
        (&["examples"], "conflicts with cargo's build directory names"),
        (&["a/b/test"], "conflicts with Rust's built-in test library"),
        (&["gen"], "`gen` is a name of Rust's own"),
        (&["std"], "`std` is a name of Rust's own"),
        (&["alloc"], "`alloc` is a name of Rust's own"),
        (&["proc-macro"], "`proc_macro` is a name of Rust's own"),
        (&["robót"], "`robót` is not ASCII"),
        (&["Robot"], "the robot has another `Robot`"),
        (&["wheels"], "the robot has another `wheels`"),
    ] {
        let output = new(parent.path(), arguments)?;
        let error = String::from_utf8(output.stderr)?;
        assert!(error.contains(expected), "{arguments:?}: {error}");
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    }
    let left: Vec<_> = fs::read_dir(parent.path())?.collect::<std::result::Result<_, _>>()?;
    assert_eq!(left.len(), 1, "{left:?}");
    assert_eq!(files(&parent.path().join("there"))?, Vec::<String>::new());
    Ok(())
}

/// A workspace, or a robot in it, that cannot be read.
#[test]
fn what_a_broken_workspace_refuses_is_not_left_there() -> Result {
    for (manifest, expected) in [
        ("[workspace\n", "unclosed table"),
        ("[workspace]\nmembers = [\"gone\"]\n", "failed to load manifest for workspace member"),
        ("[workspace]\nmembers = [\"is\"]\n", "two packages named `picker` in this workspace"),
    ] {
        let parent = TempDir::new()?;
        fs::write(parent.path().join("Cargo.toml"), manifest)?;
        fs::create_dir_all(parent.path().join("is/src"))?;
        fs::write(parent.path().join("is/src/lib.rs"), "")?;
        fs::write(parent.path().join("is/Cargo.toml"), "[package]\nname = \"picker\"\n")?;
        let output = new(parent.path(), &["robots/picker"])?;
        let error = String::from_utf8(output.stderr)?;
        assert!(error.starts_with("error: ") && error.contains(expected), "{error}");
        assert_eq!(output.status.code(), Some(1), "{error}");
        assert!(output.stdout.is_empty());
        assert!(!parent.path().join("robots").exists());
        assert_eq!(fs::read_to_string(parent.path().join("Cargo.toml"))?, manifest);
    }
    Ok(())
}

#[test]
fn warnings_of_cargo_are_shown_and_no_more() -> Result {
    let parent = TempDir::new()?;
    let error = |name: &str| -> Result<String> {
        Ok(String::from_utf8(new(parent.path(), &[name])?.stderr)?)
    };
    assert_eq!(error("picker")?, "");
    let warning = error("Picker2")?;
    assert!(warning.starts_with("warning: "), "{warning}");
    assert!(warning.contains("snake_case") && !warning.contains("see more"), "{warning}");
    Ok(())
}

#[test]
fn the_line_that_enters_the_directory_is_one_for_a_shell() -> Result {
    let parent = TempDir::new()?;
    for (path, expected) in
        [("plain", "cd plain"), ("a b/one", "cd 'a b/one'"), ("it's/two", r"cd 'it'\''s/two'")]
    {
        let output = String::from_utf8(new(parent.path(), &[path])?.stdout)?;
        assert!(output.lines().any(|line| line == expected), "{output}");
    }
    Ok(())
}

//! The files of a program, what it is called, and where its page is.

use super::rig::{Dev, Package, Result};

#[test]
fn files_that_are_compiled_in_are_watched() -> Result {
    let package = Package::create()?;
    package.write(".cargo/config.toml", "[env]\nWORD = \"a\"\n")?;
    package.write("tables/version", "1")?;
    package.write("robot/Cargo.toml", &package.read("Cargo.toml"))?;
    package.write(
        "robot/build.rs",
        "fn main() {
        println!(\"cargo::rerun-if-changed=maps/room\");
        println!(\"cargo::rustc-env=ROOM={}\", std::fs::read_to_string(\"maps/room\").unwrap());
    }",
    )?;
    package.write("robot/maps/room", "x")?;
    package.write(
        "robot/src/main.rs",
        &super::rig::program(
            r#"concat!(include_str!("../../tables/version"), env!("ROOM"), env!("WORD"))"#,
            "()",
        ),
    )?;
    let dev = Dev::start_of(package, &["--manifest-path", "robot/Cargo.toml"], &[])?;
    dev.wait_for("1xa")?;
    for (file, text, version) in [
        ("tables/version", "2", "2xa"),
        ("robot/maps/room", "y", "2ya"),
        (".cargo/config.toml", "[env]\nWORD = \"b\"\n", "2yb"),
        ("tables/version", "3", "3yb"),
    ] {
        dev.package.write(file, text)?;
        dev.wait_for(version)?;
    }
    // Beside it, and of no program.
    dev.wait_for_line("after the change was saved")?;
    let builds = dev.read("log").matches("Finished").count();
    dev.package.write("tables/others", "4")?;
    dev.package.write("robot/maps/hall", "4")?;
    std::thread::sleep(std::time::Duration::from_secs(1));
    assert_eq!(dev.read("log").matches("Finished").count(), builds, "{}", dev.read("log"));
    Ok(())
}

#[test]
fn a_program_keeps_its_name() -> Result {
    let package = Package::create()?;
    package.save("1", "fs::write(\"path\", &arguments[0]).unwrap()")?;
    let dev = Dev::start_of(package, &[], &[])?;
    dev.wait_for("1")?;
    dev.wait("its path", || !dev.read("path").is_empty())?;
    let expected = format!("built/skill-dev-{}/1/tiny", dev.child.id());
    assert!(dev.read("path").ends_with(&expected), "{}", dev.read("path"));
    Ok(())
}

/// Returns what robots of two versions get.
fn pages(arguments: &[&str], token: Option<&str>) -> Result<(String, String)> {
    let write = "fs::write(\"page\", format!(\"{} {}\", arguments[3..].join(\" \"),
        env::var(\"SKILL_STUDIO_TOKEN\").unwrap_or_default())).unwrap()";
    let package = Package::create()?;
    package.save("1", write)?;
    let mut command = package.dev(&[], arguments)?;
    command.envs(token.map(|token| ("SKILL_STUDIO_TOKEN", token)));
    let dev = Dev { child: command.spawn()?, package };
    dev.wait_for("1")?;
    dev.wait("a page", || !dev.read("page").is_empty())?;
    let first = dev.read("page");
    dev.package.write("page", "")?;
    dev.save("2", write)?;
    dev.wait_for("2")?;
    dev.wait("a page", || !dev.read("page").is_empty())?;
    Ok((first, dev.read("page")))
}

#[test]
fn the_page_keeps_its_address_and_its_token() -> Result {
    for gui in ["--gui", "--gui=127.0.0.1:0"] {
        let (first, second) = pages(&[gui, "--allow-commands"], None)?;
        assert_eq!(first, second);
        let (gui, token) = first.split_once(" --allow-commands ").ok_or("no token")?;
        let port = gui.strip_prefix("--gui=127.0.0.1:").ok_or("no address")?;
        assert_ne!(port.parse::<u16>()?, 0);
        assert!(token.len() == 32 && token.chars().all(|c| c.is_ascii_hexdigit()), "{token}");
    }
    // What was given stays.
    let given = ["--gui=127.0.0.1:8123", "--allow-commands"];
    let (first, _) = pages(&given, Some("0123456789abcdef"))?;
    assert_eq!(first, "--gui=127.0.0.1:8123 --allow-commands 0123456789abcdef");
    assert_eq!(pages(&["--realtime"], None)?.1, "--realtime ");
    Ok(())
}

//! A game in a viewer: the client of the protocol that its authors publish.

use anyhow::{Context as _, ensure};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use tool_support::command;

/// The packages of the viewer, with their versions in the registry of npm.
const PACKAGES: [&str; 3] = ["@foxglove/ws-protocol@0.8.0", "ws@8.23.0", "protobufjs@8.8.1"];

/// Shows a game to a viewer that subscribes to everything, and checks what came.
pub fn check(nao: &Path, directory: &Path) -> anyhow::Result<()> {
    command::require("npm", "apt-get install npm")?;
    let folder = directory.join("viewer");
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join("package.json"), r#"{ "private": true }"#)?;
    let mut install = Command::new("npm");
    install
        .args(["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"])
        .arg(&folder);
    command::run(install.args(PACKAGES))?;
    let mut game = Command::new(nao);
    game.args(["play", "--realtime", "--minutes", "5", "--foxglove=127.0.0.1:0"]);
    let mut game = game.stdout(Stdio::piped()).spawn().context("no game")?;
    let mut lines = BufReader::new(game.stdout.take().context("no pipe")?).lines();
    let address =
        lines.find_map(|line| Some(line.ok()?.strip_prefix("for Foxglove: ")?.to_owned()));
    let result = address.context("no address").and_then(|address| {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/viewer.cjs");
        command::run(Command::new("node").arg(script).arg(&folder).arg(address))
    });
    game.kill().context("the game has ended")?;
    game.wait()?;
    let seen: serde_json::Value = serde_json::from_slice(&result?.stdout)?;
    let number = |name: &str| seen[name].as_f64().unwrap_or(0.0);
    let of = |topic: &str| seen["counts"][topic].as_u64().unwrap_or(0);
    // Ten messages in a second, on a machine with other work, too.
    ensure!(
        number("topics") > 40.0 && number("times") > 20.0 && number("last_sec") > 2.0,
        "{seen}"
    );
    for topic in ["/interface/WM_Ball", "/interface/naohw", "/tf", "/scene"] {
        ensure!((20..=60).contains(&of(topic)), "{topic}: {seen}");
    }
    ensure!(of("/state/striker") > 0 && of("/log") > 0 && of("/trace") > 0, "{seen}");
    println!(
        "recording: a viewer of {} topics got each message that it could read",
        number("topics")
    );
    Ok(())
}

//! The playgrounds: of the NAO's game, and of the rover as any simulated robot has one.

pub mod checks;
mod football;
mod rover;

use crate::browser::Chromium;
use anyhow::{Context as _, ensure};
use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use tool_support::{command, workspace};

/// The most bytes of all files, each packed on its own.
const MAX_PACKED: usize = 1_000_000;

/// The arguments of `playground`.
#[derive(Args)]
pub struct Options {
    /// The directory for the folders `nao` and `rover`
    #[arg(long, default_value_os_t = workspace().join("target/playground"))]
    out: PathBuf,
    /// The only robot: `nao` or `rover`
    #[arg(value_parser = ["nao", "rover"])]
    robot: Option<String>,
    /// Check the pages: calls, explanations, steps, recordings; of the NAO the reports of 20 games, too
    #[arg(long)]
    check: bool,
    /// The browser
    #[arg(long, default_value = "chromium")]
    chromium: PathBuf,
}

/// Checks the page of a robot in a folder, with the robot's program. Returns what was found.
type Check = fn(&Chromium, &Path, &Path) -> anyhow::Result<Vec<String>>;

/// Makes the folders by the robots' programs, and checks them if that is wanted. Returns whether all checks hold.
pub fn run(options: &Options) -> anyhow::Result<bool> {
    let robots = [("nao", "nao", football::run as Check), ("rover", "examples/rover", rover::run)];
    for (name, package, check) in robots {
        if options.robot.as_deref().is_some_and(|robot| robot != name) {
            continue;
        }
        // Its games are compared with those in the page.
        let program = command::program(name, name == "nao" && options.check)?;
        let folder = options.out.join(name);
        let mut make = Command::new(&program);
        make.arg("playground").arg(&folder).current_dir(workspace().join(package));
        // That of this tool.
        command::run(make.env_remove("CARGO_MANIFEST_DIR"))?;
        let (files, plain, packed) = size(&folder)?;
        let folder_name = folder.display();
        println!("{folder_name}: {files} files, {} kB, {} kB packed", plain / 1000, packed / 1000);
        ensure!(packed < MAX_PACKED, "at most {} kB are wanted", MAX_PACKED / 1000);
        if options.check {
            let chromium = Chromium::launch(&options.chromium)?;
            for line in check(&chromium, &folder, &program)? {
                println!("{name}: {line}");
            }
        }
    }
    Ok(true)
}

/// Returns the folders of this machine that nothing in a page may name.
fn folders() -> impl Iterator<Item = Vec<u8>> {
    let of_user = ["HOME", "CARGO_HOME", "RUSTUP_HOME"].into_iter().filter_map(std::env::var_os);
    let all = of_user.map(PathBuf::from).chain([workspace().clone()]);
    all.map(|of| format!("{}/", of.display()).into_bytes()).filter(|of| of.len() > 3)
}

/// Returns the number of files in a folder, and their bytes, plain and packed.
fn size(folder: &Path) -> anyhow::Result<(usize, usize, usize)> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()));
    let mut sum = (0, 0, 0);
    for entry in entries? {
        let path = entry?.path();
        let (files, plain, packed) = if path.is_dir() {
            size(&path)?
        } else {
            let content = fs::read(&path)?;
            for of_machine in folders() {
                let is_here = content.windows(of_machine.len()).any(|part| part == of_machine);
                let name = String::from_utf8_lossy(&of_machine).into_owned();
                ensure!(!is_here, "{} has the folder {name}", path.display());
            }
            let mut packer = GzEncoder::new(Vec::new(), Compression::best());
            packer.write_all(&content)?;
            (1, content.len(), packer.finish()?.len())
        };
        sum = (sum.0 + files, sum.1 + plain, sum.2 + packed);
    }
    Ok(sum)
}

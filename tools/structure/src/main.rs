//! Measures for each product crate of this workspace how its files use each other, through
//! re-exports: circles of files, and arrows back up between the modules of a folder, which are
//! those that must go until there is no circle. `cargo xtask structure`.
//!
//! A file uses another if it names one of its items; a declaration of a module and a re-export are
//! no use. Methods of values are not seen.

mod graph;
mod measure;
mod modules;
mod resolve;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Parser;
use measure::Figures;
use tool_support::{command, workspace};

/// The bounds of a crate.
struct Bounds {
    name: &'static str,
    /// The number of files in a circle.
    circle: usize,
    /// The number of arrows back up, besides `recursion`.
    back: usize,
    /// The arrows back up that are recursion: from, to, and the reason.
    recursion: &'static [(&'static str, &'static str, &'static str)],
}

const fn bounds(name: &'static str, circle: usize, back: usize) -> Bounds {
    Bounds { name, circle, back, recursion: &[] }
}

/// Crates that are not named have neither circles nor arrows back up.
const BOUNDS: &[Bounds] = &[
    bounds("examples/rover", 5, 4),
    bounds("nao", 2, 1),
    Bounds {
        name: "skill-compiler",
        circle: 2,
        back: 0,
        recursion: &[(
            "interface/group.rs",
            "interface/mod.rs",
            "a group calls the compiler of the interface that uses it, which may use more groups",
        )],
    },
    bounds("skill-fmt", 4, 5),
    bounds("skills-nao", 4, 4),
];

/// The directories of the workspace with crates that are no product.
const NO_PRODUCT: [&str; 4] = ["tests", "tools", "ui-tests", "xtask"];

/// Measures which files of the product's crates use each other in circles.
#[derive(Parser)]
#[command(name = "cargo xtask structure")]
struct Arguments {
    /// Fail if a crate has larger circles or more arrows back up than its bounds.
    #[arg(long)]
    check: bool,
    /// The crates whose arrows are printed; all crates have a line.
    crates: Vec<String>,
}

fn main() -> ExitCode {
    tool_support::exit(run(&Arguments::parse()))
}

/// Returns whether all crates are within their bounds.
fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let mut is_good = true;
    let mut all = Figures { largest: 1, ..Figures::default() };
    let mut back_arrows = 0;
    println!("{:<24} files  circles  largest  arrows back up", "");
    for (name, root) in roots()? {
        let read = |path: &Path| fs::read_to_string(path).ok();
        let figures = measure::measure(&modules::read(&root, &read)?);
        let known = BOUNDS.iter().find(|bounds| bounds.name == name);
        let bounds = known.unwrap_or(&const { bounds("", 1, 0) });
        let is_recursion = |arrow: &&measure::BackArrow| {
            let mut known = bounds.recursion.iter();
            known.any(|(from, to, _)| (arrow.from.as_str(), arrow.to.as_str()) == (*from, *to))
        };
        let unexplained = figures.back.iter().filter(|arrow| !is_recursion(arrow)).count();
        let is_within = figures.largest <= bounds.circle && unexplained <= bounds.back;
        line(&name, &figures, figures.back.len());
        if arguments.crates.contains(&name) || arguments.check && !is_within {
            print(&figures);
        }
        if arguments.check && !is_within {
            is_good = false;
            eprintln!(
                "error: `{name}` has a circle of {} files (at most {}) and {unexplained} arrows back \
                 up that are no recursion (at most {})",
                figures.largest, bounds.circle, bounds.back
            );
        }
        all.files += figures.files;
        all.circles += figures.circles;
        all.largest = all.largest.max(figures.largest);
        back_arrows += figures.back.len();
    }
    line("all", &all, back_arrows);
    Ok(is_good)
}

fn line(name: &str, figures: &Figures, back: usize) {
    let Figures { files, circles, largest, .. } = figures;
    println!("{name:<24} {files:>5} {circles:>8} {largest:>8} {back:>15}");
}

fn print(figures: &Figures) {
    println!("  the largest circle:");
    for arrow in &figures.arrows {
        println!("    {arrow}");
    }
    println!("  arrows back up:");
    for arrow in &figures.back {
        println!("    {} -> {}: {}", arrow.from, arrow.to, arrow.names);
    }
}

/// Returns the root files of the product's crates, named by their directories.
fn roots() -> anyhow::Result<Vec<(String, PathBuf)>> {
    let workspace = workspace();
    let mut cargo = command::cargo(&workspace, &workspace.join("target"));
    let output = command::run(cargo.args(["metadata", "--no-deps", "--format-version", "1"]))?;
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    let mut roots = Vec::new();
    for package in metadata["packages"].as_array().context("no packages")? {
        let manifest = Path::new(package["manifest_path"].as_str().context("no manifest")?);
        let directory = manifest.parent().context("a manifest is in a directory")?;
        let name = directory.strip_prefix(&workspace)?;
        if NO_PRODUCT.iter().any(|other| name.starts_with(other)) {
            continue;
        }
        for file in ["lib.rs", "main.rs"] {
            let root = directory.join("src").join(file);
            let is_second = file == "main.rs" && directory.join("src/lib.rs").exists();
            let suffix = if is_second { "/main" } else { "" };
            if root.exists() {
                roots.push((format!("{}{suffix}", name.display()), root));
            }
        }
    }
    roots.sort();
    Ok(roots)
}

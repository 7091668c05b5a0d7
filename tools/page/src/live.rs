//! Drives the live page in headless Chromium, against the program that a user starts: attaching,
//! following, commands and their errors, breakpoints, a killed program, foreign pages, and whether
//! anything is requested from another host. Screenshots are in `target/page`.

use crate::browser::Chromium;
use crate::checks;
use crate::film;
use crate::lab::{self, Lab};
use clap::Args;
use std::path::PathBuf;
use tool_support::{Progress, command};

/// The arguments of `page`.
#[derive(Args)]
pub struct Options {
    /// Run only the checks whose names contain this text
    #[arg(default_value = "")]
    filter: String,
    /// None whose names contain this text
    #[arg(long, value_name = "FILTER")]
    except: Option<String>,
    /// The browser
    #[arg(long, default_value = "chromium")]
    chromium: PathBuf,
    /// A program to run instead of `nao`, with the same arguments
    #[arg(long)]
    program: Option<PathBuf>,
    /// Instead of the checks, film a game for the README into this file
    #[arg(long, value_name = "FILE.gif")]
    film: Option<PathBuf>,
}

/// Runs the checks. Returns whether all hold.
pub fn run(options: &Options) -> anyhow::Result<bool> {
    let chromium = Chromium::launch(&options.chromium)?;
    let program = match &options.program {
        Some(program) => program.clone(),
        None => command::nao(false)?,
    };
    if let Some(out) = &options.film {
        println!("{}", film::make(&chromium, &program, out)?);
        return Ok(true);
    }
    let mut lab =
        Lab { chromium, program, pictures: lab::pictures()?, is_own: options.program.is_none() };
    let is_chosen = |name: &str| {
        let is_excepted = options.except.as_ref().is_some_and(|text| name.contains(text));
        name.contains(&options.filter) && !is_excepted
    };
    let checks: Vec<_> = checks::ALL.iter().filter(|(name, _)| is_chosen(name)).collect();
    let progress = Progress::bar("page", checks.len() as u64);
    let (mut passed, mut lines) = (true, Vec::new());
    for (name, check) in checks {
        progress.step(name);
        let mut result = check(&lab);
        // A browser that has crashed says nothing about the page.
        if result.is_err() && !lab.chromium.is_running() {
            lines.push(format!("{name}: the browser has crashed, again with another one"));
            lab.chromium = Chromium::launch(&options.chromium)?;
            result = check(&lab);
        }
        lines.push(match result {
            Ok(found) => format!("{name}: {found}"),
            Err(error) => {
                passed = false;
                format!("{name}: FAILED: {error:#}")
            }
        });
        progress.advance();
    }
    progress.finish(passed);
    for line in lines {
        println!("{line}");
    }
    println!("screenshots: {}", lab.pictures.display());
    Ok(passed)
}

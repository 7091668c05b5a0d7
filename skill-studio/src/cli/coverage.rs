//! `coverage`: the transitions that recordings have taken.

use super::Format;
use crate::coverage::{Coverage, SkillCoverage};
use crate::record::Recording;
use crate::{Description, Error, Escaped, Output};
use clap::Args;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The arguments of `coverage`.
#[derive(Args, Clone, Debug)]
pub struct Covered {
    /// The recordings.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Exit status 1 if fewer than this part of all transitions was taken, in percent.
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    at_least: Option<f64>,
    /// The format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

fn percent(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(percent),
        _ => Err("expected percent, 0 to 100".into()),
    }
}

/// The coverage as JSON.
#[derive(Serialize)]
struct Whole {
    percent: f64,
    skills: Vec<SkillCoverage>,
}

impl Covered {
    /// Prints the coverage of the recorded robot, which is one of those that are `known`.
    ///
    /// # Errors
    /// [`Error::Usage`] if a file is no recording, or of another robot or build than the first.
    pub fn run(&self, output: &Output, known: &[Description]) -> Result<ExitCode, Error> {
        let at = |path: &Path, error: &dyn std::fmt::Display| {
            Error::Usage(format!("{}: {error}", Escaped(path.display())))
        };
        let mut all: Option<Coverage> = None;
        for path in &self.files {
            let recording = Recording::open(path).map_err(|error| at(path, &error))?;
            let coverage = match &mut all {
                Some(coverage) => coverage,
                None => {
                    let description = recording.description(known);
                    let description = description.map_err(|error| at(path, &error))?;
                    all.insert(Coverage::new(description))
                }
            };
            coverage.add(&recording).map_err(|error| at(path, &error))?;
        }
        let Some(coverage) = all else {
            return Err(Error::Usage("no recording was given".to_owned()));
        };
        let percent = coverage.percent();
        match self.format {
            Format::Text => output.line(&coverage),
            Format::Json => output.json(&Whole { percent, skills: coverage.skills().collect() }),
        }
        let is_enough = self.at_least.is_none_or(|least| percent >= least);
        Ok(if is_enough { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

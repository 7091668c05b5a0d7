//! `coverage`: the transitions that recordings and tests have taken.

use super::Format;
use crate::console::error::Error;
use crate::console::output::Output;
use crate::model::describe::Description;
use crate::recording::coverage::{Coverage, Exception, SkillCoverage};
use crate::recording::record::Recording;
use crate::text::escape::Escaped;
use clap::Args;
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The arguments of `coverage`.
#[derive(Args, Clone, Debug)]
pub struct Covered {
    /// The recordings, and directories that tests have filled (environment variable
    /// `SKILL_COVERAGE`).
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The robot of recordings of several ones, by its name; one that has other skills than the others.
    #[arg(long, value_name = "NAME")]
    robot: Option<String>,
    /// Exit status 1 if fewer than this part of all transitions was taken, in percent.
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    at_least: Option<f64>,
    /// A TOML file with the transitions that cannot be taken: `[[transition]]` with `skill`, `from`,
    /// `to`, `label` and `reason`.
    #[arg(long, value_name = "FILE")]
    except: Option<PathBuf>,
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

fn at(path: &Path, error: &dyn Display) -> Error {
    Error::Usage(format!("{}: {error}", Escaped(path.display())))
}

/// A file with exceptions.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exceptions {
    #[serde(default)]
    transition: Vec<Exception>,
}

fn exceptions(path: &Path) -> Result<Vec<Exception>, Error> {
    let text = std::fs::read_to_string(path).map_err(|error| at(path, &error))?;
    let all: Exceptions = toml::from_str(&text).map_err(|error| at(path, &error))?;
    Ok(all.transition)
}

impl Covered {
    /// Returns the files, and those in the directories.
    fn files(&self) -> Result<Vec<PathBuf>, Error> {
        let mut files = Vec::new();
        for path in &self.files {
            if !path.is_dir() {
                files.push(path.clone());
                continue;
            }
            let entries = std::fs::read_dir(path).map_err(|error| at(path, &error))?;
            let mut of_tests: Vec<PathBuf> = entries
                .filter_map(|entry| Some(entry.ok()?.path()))
                .filter(|path| path.extension().is_some_and(|of| of == "transitions"))
                .collect();
            if of_tests.is_empty() {
                return Err(at(path, &"no test has left its transitions here"));
            }
            of_tests.sort();
            files.append(&mut of_tests);
        }
        Ok(files)
    }

    /// Prints the coverage of the recorded robot, which is one of those that are `known`.
    ///
    /// # Errors
    /// [`Error::Usage`] if a file is no recording, or of another robot or build than the first.
    pub fn run(&self, output: &Output, known: &[Description]) -> Result<ExitCode, Error> {
        let files = self.files()?;
        let (recordings, tests): (Vec<_>, Vec<_>) =
            files.iter().partition(|path| path.extension().is_none_or(|of| of != "transitions"));
        let mut all = None;
        let mut robots = Vec::new();
        for path in recordings {
            let run = Recording::open_run(path).map_err(|error| at(path, &error))?;
            let is_meant = |of: &Recording| self.robot.is_none() || of.name == self.robot;
            let names = run.first().map_or(String::new(), |of| of.run.join(", "));
            let before = robots.len();
            robots.extend(run.into_iter().filter(is_meant).map(|recording| (path, recording)));
            if let (Some(name), true) = (&self.robot, robots.len() == before) {
                let (name, names) = (Escaped(name), Escaped(&names));
                return Err(at(path, &format!("there is no robot `{name}` among {names}")));
            }
        }
        for (path, recording) in robots {
            let coverage = match &mut all {
                Some(coverage) => coverage,
                None => {
                    let description = recording.description(known);
                    let description = description.map_err(|error| at(path, &error))?;
                    if let [of, ..] = known
                        && known.iter().all(|known| known.robot != description.robot)
                    {
                        let (robot, own) = (Escaped(description.robot), of.robot);
                        let text =
                            format!("the recording is of the robot `{robot}`, not of `{own}`");
                        return Err(at(path, &text));
                    }
                    all.insert(Coverage::new(description))
                }
            };
            coverage.add(&recording).map_err(|error| at(path, &error))?;
        }
        let all = all.or_else(|| known.first().map(|known| Coverage::new(*known)));
        let Some(mut coverage) = all else {
            return Err(Error::Usage("no recording was given".to_owned()));
        };
        for path in tests {
            let text = std::fs::read_to_string(path).map_err(|error| at(path, &error))?;
            coverage.add_tests(&text).map_err(|error| at(path, &error))?;
        }
        if let Some(path) = &self.except {
            let exceptions = exceptions(path)?;
            coverage.except(&exceptions).map_err(|wrong| at(path, &wrong.join("\n")))?;
        }
        let percent = coverage.percent();
        match self.format {
            Format::Text => output.line(&coverage),
            Format::Json => output.json(&Whole { percent, skills: coverage.skills().collect() }),
        }
        let is_enough = self.at_least.is_none_or(|least| percent >= least);
        Ok(if is_enough { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

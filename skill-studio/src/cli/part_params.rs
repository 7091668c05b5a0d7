//! Files with parameters of a robot of parts: each part has the tables of its name.

use super::Format;
use super::file_options::listed;
use super::params::{Params, Tuning, set_all, words};
use crate::console::error::Error;
use crate::console::output::Output;
use crate::model::describe::Description;
use crate::model::params::Setting;
use crate::running::kept::ParamFiles;
use crate::text::escape::Escaped;
use crate::text::suggest::did_you_mean;
use skill_runtime::Blackboard;
use std::collections::BTreeMap;
use std::process::ExitCode;

/// A part by its name.
pub(super) type NamedPart = (&'static str, Description);

/// The files with parameters of a robot of parts.
pub(super) struct PartParams<'t> {
    tuning: &'t Tuning,
    files: ParamFiles,
    /// The skills of all parts.
    all: Description,
}

impl<'t> PartParams<'t> {
    /// Reads the files. `all` are the skills of all parts.
    ///
    /// # Errors
    /// [`Error::File`] if one cannot be read; [`Error::Usage`] if a table is that of a part, or of a skill of it, that
    /// is not there.
    pub fn read(tuning: &'t Tuning, parts: &[NamedPart], all: Description) -> Result<Self, Error> {
        let files = tuning.of_all_parts().files()?;
        for (path, text) in &files.files {
            // What is no TOML is reported where its parameters are read.
            let Ok(file) = text.parse::<toml::Table>() else { continue };
            let tables = file.get("robot").and_then(toml::Value::as_table);
            for (name, table) in tables.into_iter().flatten() {
                check_table(parts, name, table).map_err(|wrong| {
                    Error::Usage(format!("{}: {wrong}", Escaped(path.display())))
                })?;
            }
        }
        Ok(Self { tuning, files, all })
    }

    /// Returns the parameters of a part that the files set.
    ///
    /// # Errors
    /// [`Error::Usage`] with all mistakes in the files.
    pub fn of(&self, (part, description): &NamedPart) -> Result<Vec<Setting>, Error> {
        let mut settings = self.tuning.of_part(part).settings(&self.files, &self.all)?;
        settings.retain(|of| description.all.contains(&of.param.skill));
        Ok(settings)
    }

    /// Sets the parameters of a part, as [`Tuning::apply`] those of a robot.
    ///
    /// # Errors
    /// As [`of`](Self::of); [`Error::Usage`] if the blackboard cannot take them.
    pub fn apply(&self, part: &NamedPart, board: &impl Blackboard) -> Result<(), Error> {
        set_all(&self.of(part)?, board)
    }
}

/// Lists the parameters of each part, or of that of `--robot`.
///
/// # Errors
/// As [`PartParams::read`]; [`Error::Usage`] if there is no such part.
pub(super) fn list(
    params: &Params,
    output: &Output,
    parts: &[NamedPart],
    all: Description,
) -> Result<ExitCode, Error> {
    let of_parts = PartParams::read(params.tuning(), parts, all)?;
    let chosen = params.tuning().robot().map(|name| part_of(parts, name)).transpose();
    match chosen.map_err(Error::Usage)? {
        Some(part) => params.print(output, part.1.all, &words(&of_parts.of(part)?), listed()),
        None => {
            for part in parts {
                if params.format() == Format::Text {
                    output.line(format_args!("[{}]", part.0));
                }
                params.print(output, part.1.all, &words(&of_parts.of(part)?), &[]);
            }
            // They are those of the program.
            if !listed().is_empty() {
                params.print(output, &[], &BTreeMap::new(), listed());
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Checks a table of robots: that it is one of a part, with skills that this has.
fn check_table(parts: &[NamedPart], name: &str, table: &toml::Value) -> Result<(), String> {
    let (part, description) = part_of(parts, name)?;
    let names = || description.all.iter().map(|skill| skill.name);
    let mut skills = table.as_table().into_iter().flat_map(toml::Table::keys);
    match skills.find(|skill| names().all(|name| name != *skill)) {
        None => Ok(()),
        Some(skill) => {
            let near = did_you_mean(skill, names());
            Err(format!("part `{part}` has no skill `{}`{near}", Escaped(skill)))
        }
    }
}

/// Returns the part of a name.
fn part_of<'p>(parts: &'p [NamedPart], name: &str) -> Result<&'p NamedPart, String> {
    parts.iter().find(|(part, _)| *part == name).ok_or_else(|| {
        let names: Vec<&'static str> = parts.iter().map(|(part, _)| *part).collect();
        let near = did_you_mean(name, names.iter().copied());
        let (name, names) = (Escaped(name), names.join(", "));
        format!("the robot has no part `{name}`{near}\nhelp: its parts are {names}")
    })
}

//! `replay --graphs`: the graph at each change of the active state in a recording.

use crate::console::error::Error;
use crate::console::output::Output;
use crate::drawing::graph::{DotOfRun, Svg, SvgOfRun, View};
use crate::model::describe::Description;
use crate::recording::pictures::{Part, PictureOfChange, PicturesError, pictures};
use crate::recording::record::Recording;
use crate::text::escape::Escaped;
use clap::Args;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The most pictures that can be allowed.
const MAX_PICTURES: u64 = 100_000;

/// The arguments of `replay` for pictures.
#[derive(Args, Clone, Debug)]
pub struct Pictures {
    /// Draws the graph at each change of the active state, with what is active and what was taken, into
    /// this directory, which is new or empty: numbered SVG and DOT files.
    #[arg(long, value_name = "DIR", group = "part", conflicts_with = "check")]
    #[cfg_attr(feature = "live", arg(conflicts_with = "address"))]
    graphs: Option<PathBuf>,
    /// The skill or agent whose changes are drawn; all without it.
    #[arg(long, value_name = "SKILL", requires = "graphs")]
    skill: Option<String>,
    /// The greatest number of changes that are drawn; nothing is drawn if there are more.
    #[arg(long, value_name = "N", requires = "graphs", default_value_t = 1000,
        value_parser = clap::value_parser!(u64).range(1..=MAX_PICTURES))]
    limit: u64,
}

impl From<PicturesError> for Error {
    fn from(error: PicturesError) -> Self {
        Self::usage(error)
    }
}

impl Pictures {
    pub(super) fn are_wanted(&self) -> bool {
        self.graphs.is_some()
    }

    /// Draws the changes of a part of a recording; `known` is the description of this program.
    ///
    /// # Errors
    /// [`Error::Usage`] if the part cannot be drawn or the directory is not empty, [`Error::File`] if
    /// a file cannot be written.
    pub(super) fn draw(
        &self,
        output: &Output,
        known: &Description,
        recording: &Recording,
        time_sec: [f64; 2],
    ) -> Result<ExitCode, Error> {
        let Some(directory) = &self.graphs else { return Ok(ExitCode::SUCCESS) };
        let description = recording.description(&[*known]).map_err(Error::usage)?;
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let part = Part { skill: self.skill.clone(), time_sec, limit };
        let mut drawn = Drawn { directory, description, graphs: BTreeMap::new(), count: 0 };
        let count = pictures(recording, &description, &part, |picture| drawn.add(&picture))?;
        let directory = Escaped(directory.display());
        output.line(format_args!("{count} pictures in {directory}"));
        Ok(ExitCode::SUCCESS)
    }
}

/// The pictures that were drawn.
struct Drawn<'d> {
    directory: &'d Path,
    description: Description,
    /// The graphs by the names of their skills: all pictures of one have the same layout.
    graphs: BTreeMap<&'static str, Svg>,
    count: usize,
}

impl Drawn<'_> {
    fn add(&mut self, picture: &PictureOfChange<'_>) -> Result<(), Error> {
        if self.count == 0 {
            prepare(self.directory)?;
        }
        self.count += 1;
        let PictureOfChange { time_sec, skill, state, run } = *picture;
        let endless = self.description.is_agent(skill);
        let view = View { endless, numbered: true, ..View::default() };
        let svg = self.graphs.entry(skill.name).or_insert_with(|| Svg::with(skill, &view));
        let (skill_name, state) = (file_name(skill.name), file_name(state));
        let name = format!("{:05}-{time_sec:.2}s-{skill_name}-{state}", self.count);
        for (ending, text) in [
            ("svg", SvgOfRun { svg, run }.to_string()),
            ("dot", DotOfRun { skill, run }.to_string()),
        ] {
            let path = self.directory.join(format!("{name}.{ending}"));
            fs::write(&path, text).map_err(Error::file(&path))?;
        }
        Ok(())
    }
}

/// Makes the directory, which is new or empty: numbers of another part would be between the new ones.
fn prepare(directory: &Path) -> Result<(), Error> {
    fs::create_dir_all(directory).map_err(Error::file(directory))?;
    let mut entries = fs::read_dir(directory).map_err(Error::file(directory))?;
    if entries.next().is_some() {
        let directory = Escaped(directory.display());
        return Err(Error::Usage(format!("the directory `{directory}` is not empty")));
    }
    Ok(())
}

/// Returns a name from a recording as a part of a file name.
fn file_name(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).take(40).collect()
}

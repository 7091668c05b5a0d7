//! `graph`: the states and transitions of a skill.

use super::did_you_mean;
use crate::graph::{Dot, Mermaid, Scxml, Svg};
use crate::{Error, Escaped, Output, Space};
use clap::{Args, ValueEnum};
use std::process::ExitCode;

/// The arguments of `graph`.
#[derive(Args, Clone, Debug)]
pub struct Graph {
    /// The skill or agent.
    skill: String,
    /// The format.
    #[arg(long, value_enum, default_value_t = Format::Dot)]
    format: Format,
}

/// A format of graphs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// A picture.
    Svg,
    /// For Graphviz.
    Dot,
    /// For Mermaid, which code forges render.
    Mermaid,
    /// For programs that read state charts; not for skills that pass states on or have
    /// preconditions.
    Scxml,
    /// Everything known about the skill.
    Json,
}

impl Graph {
    /// Prints the graph of a skill or agent of `space`.
    ///
    /// # Errors
    /// [`Error::Usage`] if there is no such skill, or the format cannot express it.
    pub fn run(&self, output: &Output, space: &Space) -> Result<ExitCode, Error> {
        let name = &self.skill;
        let Some(skill) = space.find(name) else {
            let near = did_you_mean(name, space.all().map(|info| info.name));
            let kind = if space.agents.is_empty() { "skill" } else { "skill or agent" };
            let (space, name) = (space.name, Escaped(name));
            return Err(Error::Usage(format!("no {kind} of `{space}` is called `{name}`{near}")));
        };
        match self.format {
            Format::Dot => output.write(format_args!("{}", Dot(skill))),
            Format::Svg => output.write(format_args!("{}", Svg(skill))),
            Format::Mermaid => output.write(format_args!("{}", Mermaid(skill))),
            Format::Scxml => {
                output.write(format_args!("{}", Scxml::of(skill).map_err(Error::usage)?));
            }
            Format::Json => output.pretty_json(skill),
        }
        Ok(ExitCode::SUCCESS)
    }
}

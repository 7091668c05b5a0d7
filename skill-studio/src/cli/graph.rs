//! `graph`: the states and transitions of a skill.

use crate::console::error::Error;
use crate::console::output::Output;
use crate::drawing::graph::{Dot, Mermaid, Scxml, Svg, View};
use crate::drawing::layout::Direction;
use crate::model::space::Space;
use crate::text::escape::Escaped;
use crate::text::suggest::did_you_mean;
use clap::{Args, ValueEnum};
use std::collections::BTreeSet;
use std::process::ExitCode;

/// The arguments of `graph`.
#[derive(Args, Clone, Debug)]
pub struct Graph {
    /// The skill or agent.
    skill: String,
    /// The format.
    #[arg(long, value_enum, default_value_t = Format::Dot)]
    format: Format,
    /// The direction of the arrows of a picture.
    #[arg(long, value_enum, default_value_t = Direction::Down)]
    direction: Direction,
    /// Draws the graphs of sub-skills inside the states that run them, in a picture.
    #[arg(long)]
    open: bool,
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
        self.run_all(output, space.name, std::slice::from_ref(space))
    }

    /// Prints the graph of a skill or agent of one of the parts of a robot.
    pub(super) fn run_all(
        &self,
        output: &Output,
        robot: &str,
        spaces: &[Space],
    ) -> Result<ExitCode, Error> {
        let name = &self.skill;
        let found = spaces.iter().find_map(|space| Some((space, space.find(name)?)));
        let Some((space, skill)) = found else {
            let all = spaces.iter().flat_map(Space::all);
            let near = did_you_mean(name, all.map(|info| info.name));
            let has_agents = spaces.iter().any(|space| !space.agents.is_empty());
            let kind = if has_agents { "skill or agent" } else { "skill" };
            let name = Escaped(name);
            return Err(Error::Usage(format!("no {kind} of `{robot}` is called `{name}`{near}")));
        };
        match self.format {
            Format::Dot => output.write(format_args!("{}", Dot(skill))),
            Format::Svg => {
                let open =
                    if self.open { (1..skill.instances()).collect() } else { BTreeSet::new() };
                let endless = space.agents.contains(&skill);
                let view = View { direction: self.direction, open, endless, ..View::default() };
                output.write(format_args!("{}", Svg::with(skill, &view)));
            }
            Format::Mermaid => output.write(format_args!("{}", Mermaid(skill))),
            Format::Scxml => {
                output.write(format_args!("{}", Scxml::of(skill).map_err(Error::usage)?));
            }
            Format::Json => output.pretty_json(skill),
        }
        Ok(ExitCode::SUCCESS)
    }
}

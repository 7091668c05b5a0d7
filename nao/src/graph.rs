//! `nao graph`: a skill's states and transitions.

use crate::spaces::Space;
use crate::{did_you_mean, usage};
use clap::{Args, ValueEnum};
use skill_runtime::graph::{Dot, Mermaid, Scxml};
use std::process::ExitCode;

/// What `nao graph` is told.
#[derive(Args)]
pub struct Arguments {
    /// The skill.
    skill: String,
    /// In which format.
    #[arg(long, value_enum, default_value_t = Format::Dot)]
    format: Format,
}

/// A format of graphs.
#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// For Graphviz.
    Dot,
    /// For Mermaid, which code forges render.
    Mermaid,
    /// For programs that read state charts; not of skills that pass states on or have
    /// preconditions.
    Scxml,
    /// Everything known of the skill.
    Json,
}

/// Prints the graph.
pub fn graph(space: Space, arguments: &Arguments) -> ExitCode {
    let name = &arguments.skill;
    let Some(skill) = space.skills().iter().copied().find(|skill| skill.name == name) else {
        let near = did_you_mean(name, space.skills().iter().map(|skill| skill.name));
        return usage(format!("no skill is called \"{name}\"{near}"));
    };
    match arguments.format {
        Format::Dot => say!("{}", Dot(skill).to_string().trim_end()),
        Format::Mermaid => say!("{}", Mermaid(skill).to_string().trim_end()),
        Format::Scxml => match Scxml::of(skill) {
            Ok(scxml) => say!("{}", scxml.to_string().trim_end()),
            Err(error) => return usage(error),
        },
        Format::Json => match serde_json::to_string_pretty(skill) {
            Ok(json) => say!("{json}"),
            Err(error) => return usage(error),
        },
    }
    ExitCode::SUCCESS
}

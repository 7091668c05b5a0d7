//! `nao list`: the skills of the spaces, what they execute, and the interfaces they use.

use crate::spaces::Space;
use clap::{Args, ValueEnum};
use skill_runtime::graph::{ArgInfo, SkillInfo};
use std::collections::{BTreeMap, BTreeSet};
use std::process::ExitCode;

/// What `nao list` is told.
#[derive(Args)]
pub struct Arguments {
    /// In which format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// A format of lists.
#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// To read.
    Text,
    /// Which skill executes which, for Graphviz.
    Dot,
}

/// Prints the list of a space, or of each.
pub fn list(space: Option<Space>, arguments: &Arguments) -> ExitCode {
    let spaces = space.map_or(Space::value_variants().to_vec(), |space| vec![space]);
    for (place, space) in spaces.into_iter().enumerate() {
        match arguments.format {
            Format::Dot => dot(space),
            Format::Text => {
                if place > 0 {
                    say!();
                }
                text(space);
            }
        }
    }
    ExitCode::SUCCESS
}

fn text(space: Space) {
    say!("{}: {} skills", space.name(), space.skills().len());
    for skill in space.skills() {
        say!();
        describe(skill);
    }
    say!("\n{}: which skill executes which", space.name());
    for skill in space.skills().iter().filter(|skill| !skill.deps.is_empty()) {
        tree(skill, 1);
    }
    say!("\n{}: interfaces, and the skills that use them", space.name());
    let mut users = BTreeMap::<_, [Vec<&str>; 2]>::new();
    for skill in space.skills() {
        for used in skill.interfaces {
            let of = users.entry((used.id, used.type_name)).or_default();
            of[usize::from(used.writes)].push(skill.name);
        }
    }
    for ((id, type_name), [read, written]) in users {
        say!("  \"{id}\": {}", last(type_name));
        for (what, by) in [("read by", read), ("written by", written)] {
            if !by.is_empty() {
                say!("    {what} {}", by.join(", "));
            }
        }
    }
}

/// A skill with those that it executes below it, and so on.
fn tree(skill: &SkillInfo, depth: usize) {
    say!("{:indent$}{}", "", skill.name, indent = 2 * depth);
    for dep in skill.deps {
        tree(dep, depth + 1);
    }
}

/// The dependencies as a graph; skills without any stand side by side.
fn dot(space: Space) {
    say!("digraph {} {{\n  rankdir=LR;\n  node [shape=rect, style=rounded];", space.name());
    let leaves = space.skills().iter().filter(|skill| skill.deps.is_empty());
    let leaves: Vec<&str> = leaves.map(|skill| skill.name).collect();
    say!("  {{ rank=same; {}; }}", leaves.join("; "));
    for skill in space.skills() {
        for dep in skill.deps {
            say!("  {} -> {};", skill.name, dep.name);
        }
    }
    say!("}}");
}

fn describe(skill: &SkillInfo) {
    say!("{}", skill.name);
    for line in skill.docs.lines() {
        say!("  {line}");
    }
    let args: Vec<&ArgInfo> = skill.arguments().collect();
    let name_width = args.iter().map(|arg| arg.name.len()).max().unwrap_or(0);
    let kinds: Vec<String> = args.iter().map(|arg| kind(arg)).collect();
    let kind_width = kinds.iter().map(String::len).max().unwrap_or(0);
    for (arg, kind) in args.iter().zip(&kinds) {
        let docs = arg.docs.lines().collect::<Vec<_>>().join(" ");
        say!("    {:name_width$}  {kind:kind_width$}  {docs}", arg.name);
    }
    if !skill.deps.is_empty() {
        let names: Vec<&str> = skill.deps.iter().map(|dep| dep.name).collect();
        say!("  executes: {}", names.join(", "));
    }
    let interfaces: Vec<String> = skill
        .interfaces
        .iter()
        .map(|each| {
            let verb = if each.writes { "writes " } else { "" };
            format!("{verb}{} ({} \"{}\")", each.variable, last(each.type_name), each.id)
        })
        .collect();
    if !interfaces.is_empty() {
        say!("  interfaces: {}", interfaces.join(", "));
    }
    let reasons: BTreeSet<&str> = skill.graph.edges.iter().filter_map(|edge| edge.reason).collect();
    if !reasons.is_empty() {
        say!("  fails: {}", reasons.into_iter().collect::<Vec<_>>().join("; "));
    }
}

/// The type without the way to it.
fn last(type_name: &str) -> &str {
    type_name.rsplit("::").next().unwrap_or(type_name)
}

/// `f32 s, default 3.0, 0.1..=30.0`
fn kind(arg: &ArgInfo) -> String {
    let bare = arg.type_name.strip_prefix("Option<").and_then(|inner| inner.strip_suffix('>'));
    let mut text = bare.unwrap_or(arg.type_name).to_owned();
    if !arg.choices.is_empty() {
        text = arg.choices.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(" | ");
    }
    if !arg.unit.is_empty() {
        text = format!("{text} {}", arg.unit);
    }
    match arg.default {
        Some("None") => text.push_str(", optional"),
        Some(default) => text = format!("{text}, default {default}"),
        None => text.push_str(", must be given"),
    }
    match arg.range {
        Some(range) => format!("{text}, {}", range.text),
        None => text,
    }
}

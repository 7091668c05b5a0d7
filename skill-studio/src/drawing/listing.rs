//! The skills and agents of a space, as text and as DOT.

pub use crate::console::output::NAME;
use crate::model::inputs::InterfaceKind;
use crate::model::space::Space;
use skill_runtime::SkillInfo;
use skill_runtime::graph::{ArgInfo, InterfaceUse, MaxAge};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};
use std::time::Duration;

/// Shows a space to a reader: each skill with its documentation and arguments, which skill
/// executes which, who uses which interface, and the agents.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    /// The space whose skills and agents are listed.
    pub space: Space,
    /// Whether the sizes of the machines are shown as well.
    pub verbose: bool,
}

impl Display for Text {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Space { name, skills, agents } = self.space;
        writeln!(f, "{name}: {} skills", skills.len())?;
        for skill in skills {
            writeln!(f)?;
            self.describe(f, skill, "executes")?;
        }
        writeln!(f, "\n{name}: which skill executes which")?;
        for skill in skills.iter().filter(|skill| !skill.deps.is_empty()) {
            tree(f, skill, 1)?;
        }
        writeln!(f, "\n{name}: interfaces, and the skills that use them")?;
        users(f, skills)?;
        if !agents.is_empty() {
            writeln!(f, "\n{name}: {} agents", agents.len())?;
        }
        for agent in agents {
            writeln!(f)?;
            self.describe(f, agent, "calls")?;
        }
        Ok(())
    }
}

impl Text {
    /// Describes a skill or an agent; `executes` is the verb for the skills that it uses.
    fn describe(&self, f: &mut Formatter<'_>, skill: &SkillInfo, executes: &str) -> fmt::Result {
        let result = skill.result.map_or("", |result| last(result.type_name));
        let arrow = if result.is_empty() { "" } else { " -> " };
        writeln!(f, "{NAME}{}{NAME:#}{arrow}{result}", skill.name)?;
        for line in skill.docs.lines() {
            writeln!(f, "  {line}")?;
        }
        fields(f, skill.arguments(), true)?;
        // The fields of a struct; any other result is its type.
        let results = skill.result.map_or(&[][..], |result| result.fields);
        if results.iter().any(|field| !field.name.is_empty()) {
            writeln!(f, "  gives:")?;
            fields(f, results.iter(), false)?;
        }
        if !skill.deps.is_empty() {
            let names: Vec<&str> = skill.deps.iter().map(|dep| dep.name).collect();
            writeln!(f, "  {executes}: {}", names.join(", "))?;
        }
        for kind in InterfaceKind::ALL {
            let of_kind = kind.of(skill).map(interface).collect::<Vec<_>>().join(", ");
            if !of_kind.is_empty() {
                writeln!(f, "  {kind}: {of_kind}")?;
            }
        }
        let transitions = skill.graph.transitions;
        let reasons: BTreeSet<&str> =
            transitions.iter().filter_map(|transition| transition.reason).collect();
        if !reasons.is_empty() {
            writeln!(f, "  fails: {}", reasons.into_iter().collect::<Vec<_>>().join("; "))?;
        }
        if self.verbose {
            // FINAL and FAILED are in the list of states.
            let states = skill.graph.states.len().saturating_sub(2);
            let most = skill.max_transitions;
            let transitions = transitions.len();
            writeln!(
                f,
                "  states: {states}; transitions: {transitions}, at most {most} in one pass"
            )?;
        }
        Ok(())
    }
}

/// Returns the variable of an interface, its type, its id, and the largest age of its value.
fn interface(of: &InterfaceUse) -> String {
    let age = match of.max_age {
        MaxAge::OfInterface => String::new(),
        MaxAge::Never => ", however old".to_owned(),
        MaxAge::Micros(micros) => format!(", at most {:?} old", Duration::from_micros(micros)),
    };
    format!("{} ({} \"{}\"{age})", of.variable, last(of.type_name), of.id)
}

/// Writes one line for each argument, or for each field of a result.
fn fields(
    f: &mut Formatter<'_>,
    all: impl Iterator<Item = &'static ArgInfo>,
    are_arguments: bool,
) -> fmt::Result {
    let all: Vec<&ArgInfo> = all.collect();
    let name_width = all.iter().map(|field| field.name.len()).max().unwrap_or(0);
    let kinds: Vec<String> = all.iter().map(|field| kind(field, are_arguments)).collect();
    let kind_width = kinds.iter().map(String::len).max().unwrap_or(0);
    for (field, kind) in all.iter().zip(&kinds) {
        let docs = field.docs.lines().collect::<Vec<_>>().join(" ");
        writeln!(f, "    {:name_width$}  {kind:kind_width$}  {docs}", field.name)?;
    }
    Ok(())
}

/// Writes a skill with those that it executes below it, recursively.
fn tree(f: &mut Formatter<'_>, skill: &SkillInfo, depth: usize) -> fmt::Result {
    writeln!(f, "{:indent$}{}", "", skill.name, indent = 2 * depth)?;
    skill.deps.iter().try_for_each(|dep| tree(f, dep, depth + 1))
}

/// Writes each interface with the skills that read and write it.
fn users(f: &mut Formatter<'_>, skills: &[&SkillInfo]) -> fmt::Result {
    let mut users = BTreeMap::<_, [Vec<&str>; 2]>::new();
    for skill in skills {
        for used in skill.interfaces {
            let of = users.entry((used.id, used.type_name)).or_default();
            of[usize::from(used.writes)].push(skill.name);
        }
    }
    for ((id, type_name), [read, written]) in users {
        writeln!(f, "  \"{id}\": {}", last(type_name))?;
        for (verb, by) in [("read by", read), ("written by", written)] {
            if !by.is_empty() {
                writeln!(f, "    {verb} {}", by.join(", "))?;
            }
        }
    }
    Ok(())
}

/// Returns the type without its path.
fn last(type_name: &str) -> &str {
    type_name.rsplit("::").next().unwrap_or(type_name)
}

/// Returns the type, default and range of an argument: `f32 s, default 3.0, 0.1..=30.0`; of a field
/// of a result its type and range.
fn kind(arg: &ArgInfo, is_argument: bool) -> String {
    let bare = arg.type_name.strip_prefix("Option<").and_then(|inner| inner.strip_suffix('>'));
    let mut text = bare.unwrap_or(arg.type_name).to_owned();
    if !arg.choices.is_empty() {
        text = arg.choices.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(" | ");
    }
    if !arg.unit.is_empty() {
        text = format!("{text} {}", arg.unit);
    }
    match arg.default {
        None if !is_argument && bare.is_some() => text.push_str(", optional"),
        None if !is_argument => {}
        Some("None") => text.push_str(", optional"),
        Some(default) => text = format!("{text}, default {default}"),
        None => text.push_str(", must be given"),
    }
    match arg.range {
        Some(range) => format!("{text}, {range}"),
        None => text,
    }
}

/// Shows which skill executes which, and which agent calls which, for Graphviz.
///
/// Skills without dependencies are on one rank; agents are hexagons.
#[derive(Clone, Copy, Debug)]
pub struct Dot(pub Space);

impl Display for Dot {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Space { name, skills, agents } = self.0;
        writeln!(f, "digraph {name} {{\n  rankdir=LR;\n  node [shape=rect, style=rounded];")?;
        let leaves = skills.iter().filter(|skill| skill.deps.is_empty());
        let leaves: Vec<&str> = leaves.map(|skill| skill.name).collect();
        writeln!(f, "  {{ rank=same; {}; }}", leaves.join("; "))?;
        for agent in agents {
            writeln!(f, "  {} [shape=hexagon];", agent.name)?;
        }
        for info in self.0.all() {
            for dep in info.deps {
                writeln!(f, "  {} -> {};", info.name, dep.name)?;
            }
        }
        writeln!(f, "}}")
    }
}

//! The graph in DOT, the language of Graphviz, in the colours of Fawkes's `SkillGUI`.

use super::{SkillInfo, StateKind, Trigger, quoted};
use core::fmt::{Display, Formatter, Result};

/// Shows a skill's graph as a DOT digraph.
#[derive(Debug)]
pub struct Dot(pub &'static SkillInfo);

impl Display for Dot {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let graph = &self.0.graph;
        f.write_str("digraph ")?;
        quoted(f, self.0.name)?;
        f.write_str(
            " {\n  rankdir=TB;\n  node [shape=rect, style=\"rounded,filled\", penwidth=2.0, \
             color=\"#cacaff\", fillcolor=\"#e6e6ff\"];\n  edge [penwidth=2.0, color=\"#8080ff\"];\n",
        )?;
        for (index, state) in (0_u16..).zip(graph.states) {
            write!(f, "  {} [label=", state.name)?;
            label(f, state.name, &state.kind)?;
            match state.kind {
                StateKind::Final => f.write_str(
                    ", shape=doubleoctagon, style=\"solid,filled\", penwidth=1.0, color=\"#6fdd6f\"",
                )?,
                StateKind::Failed => f.write_str(
                    ", shape=doubleoctagon, style=\"solid,filled\", penwidth=1.0, color=\"#ff8080\"",
                )?,
                _ if index == graph.start => f.write_str(", penwidth=4.0, color=\"#ffc080\"")?,
                _ => {}
            }
            if !state.docs.is_empty() {
                f.write_str(", tooltip=")?;
                quoted(f, state.docs)?;
            }
            f.write_str("];\n")?;
        }
        for edge in graph.edges {
            for (from, state) in (0_u16..).zip(graph.states) {
                let exit = matches!(state.kind, StateKind::Final | StateKind::Failed);
                if exit || !graph.leaves(edge, from) {
                    continue;
                }
                write!(f, "  {} -> {} [label=", state.name, graph.state_name(edge.to))?;
                quoted(f, edge.label)?;
                let to_failed = graph
                    .states
                    .get(usize::from(edge.to))
                    .is_some_and(|state| matches!(state.kind, StateKind::Failed));
                match edge.trigger {
                    Trigger::After => f.write_str(", style=dashed")?,
                    _ if to_failed => f.write_str(", style=dotted")?,
                    _ => {}
                }
                f.write_str("];\n")?;
            }
        }
        f.write_str("}\n")
    }
}

/// The node's label: `NAME`, below it `(skill, skill)` or the action.
fn label(f: &mut Formatter<'_>, name: &str, kind: &StateKind) -> Result {
    write!(f, "\"{name}")?;
    match kind {
        StateKind::Skills(subs) => {
            for (i, sub) in subs.iter().enumerate() {
                write!(f, "{}{}", if i == 0 { "\\n(" } else { ", " }, sub.skill.name)?;
            }
            f.write_str(")\"")
        }
        StateKind::Action(action) => {
            let name = action.split('(').next().unwrap_or(action);
            write!(f, "\\n(action {})\"", name.trim_end())
        }
        _ => f.write_str("\""),
    }
}

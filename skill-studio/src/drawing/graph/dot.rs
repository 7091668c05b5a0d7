//! The graph in DOT, the language of Graphviz, in the colours of Fawkes's `SkillGUI`.

use super::run::Run;
use super::tree::{Tree as _, indent};
use crate::model::inputs::Mark;
use skill_runtime::SkillInfo;
use skill_runtime::graph::{Graph, Resume, StateKind, TransitionInfo, Trigger};
use std::fmt::{Display, Formatter, Result, Write as _};

/// Shows a skill's graph as a DOT digraph. A state with states inside it is a cluster with a
/// point in it, which is visible if transitions lead from or to it that do not cross the
/// border.
#[derive(Debug)]
pub struct Dot(pub &'static SkillInfo);

/// A graph with a run, as Figure 3 of Fawkes's paper: what is active is dotted, what was taken is
/// dashed and numbered.
#[derive(Debug)]
pub struct DotOfRun<'r> {
    /// The skill or agent.
    pub skill: &'static SkillInfo,
    /// The run.
    pub run: &'r Run,
}

impl Display for Dot {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        digraph(f, self.0, None)
    }
}

impl Display for DotOfRun<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        digraph(f, self.skill, Some(self.run))
    }
}

fn digraph(f: &mut Formatter<'_>, skill: &'static SkillInfo, run: Option<&Run>) -> Result {
    let graph = &skill.graph;
    f.write_str("digraph ")?;
    quoted(f, skill.name)?;
    f.write_str(" {\n  rankdir=TB;\n")?;
    if !skill.interfaces.is_empty() {
        let mark = Mark { skill, separator: "\\n" };
        writeln!(f, "  labelloc=t;\n  label=\"{mark}\";")?;
    }
    if graph.is_nested() {
        f.write_str("  compound=true;\n")?;
    }
    f.write_str(
            "  node [shape=rect, style=\"rounded,filled\", penwidth=2.0, \
             color=\"#cacaff\", fillcolor=\"#e6e6ff\"];\n  edge [penwidth=2.0, color=\"#8080ff\"];\n",
        )?;
    states(f, (graph, run), None, 1)?;
    for (from, transition) in graph.arrows() {
        arrow(f, (graph, run), from, transition)?;
    }
    f.write_str("}\n")
}

/// Writes the states inside `around`, with all that is inside them.
fn states(
    f: &mut Formatter<'_>,
    (graph, run): (&'static Graph, Option<&Run>),
    around: Option<u16>,
    depth: usize,
) -> Result {
    for (index, state) in graph.inside(around) {
        let start = graph.is_start(index, state);
        if graph.is_composite(index) {
            cluster(f, (graph, run), index, depth)?;
            continue;
        }
        indent(f, depth)?;
        node(f, graph, index)?;
        f.write_str(" [label=\"")?;
        label(f, graph, index)?;
        f.write_char('"')?;
        let style = style(run, graph, index);
        let exit = match state.kind {
            StateKind::Final => Some("#6fdd6f"),
            StateKind::Failed => Some("#ff8080"),
            _ => None,
        };
        if let Some(color) = exit {
            let style = style.unwrap_or("solid,filled");
            write!(f, ", shape=doubleoctagon, style=\"{style}\", penwidth=1.0, color=\"{color}\"")?;
        } else {
            if start {
                f.write_str(", penwidth=4.0, color=\"#ffc080\"")?;
            }
            if let Some(style) = style {
                write!(f, ", style=\"{style}\"")?;
            }
        }
        if !state.docs.is_empty() {
            f.write_str(", tooltip=")?;
            quoted(f, state.docs)?;
        }
        f.write_str("];\n")?;
    }
    Ok(())
}

/// Writes a state with those inside it.
fn cluster(
    f: &mut Formatter<'_>,
    (graph, run): (&'static Graph, Option<&Run>),
    index: u16,
    depth: usize,
) -> Result {
    let Some(state) = graph.states.get(usize::from(index)) else {
        return Ok(());
    };
    indent(f, depth)?;
    writeln!(f, "subgraph \"cluster_{}\" {{", graph.id(index))?;
    indent(f, depth + 1)?;
    f.write_str("label=\"")?;
    label(f, graph, index)?;
    f.write_str("\";\n")?;
    indent(f, depth + 1)?;
    let frame = if graph.is_start(index, state) {
        "penwidth=4.0; color=\"#ffc080\""
    } else {
        "penwidth=2.0; color=\"#cacaff\""
    };
    let style = style(run, graph, index).unwrap_or("rounded,filled");
    writeln!(f, "style=\"{style}\"; {frame}; fillcolor=\"#f5f5ff\";")?;
    if !state.docs.is_empty() {
        indent(f, depth + 1)?;
        f.write_str("tooltip=")?;
        quoted(f, state.docs)?;
        f.write_str(";\n")?;
    }
    indent(f, depth + 1)?;
    node(f, graph, index)?;
    let seen = graph.arrows().any(|(from, transition)| {
        (from == index && graph.is_active(index, transition.to))
            || (transition.to == index && graph.is_active(index, from))
    });
    let look = if seen { "color=\"#8080ff\", fillcolor=\"#8080ff\"" } else { "style=invis" };
    writeln!(f, " [shape=point, label=\"\", {look}];")?;
    for sign in graph.history(index).map(Resume::sign) {
        indent(f, depth + 1)?;
        let id = graph.id(index);
        writeln!(f, "\"{id}({sign})\" [shape=circle, label=\"{sign}\", margin=0.02];")?;
    }
    states(f, (graph, run), Some(index), depth + 1)?;
    indent(f, depth)?;
    f.write_str("}\n")
}

/// Returns the index of a transition of a graph.
fn index_of(graph: &Graph, transition: &TransitionInfo) -> Option<u16> {
    let index = graph.transitions.iter().position(|of| std::ptr::eq(of, transition))?;
    u16::try_from(index).ok()
}

/// Returns the style of a state in a run, if it is active or was left.
fn style(run: Option<&Run>, graph: &Graph, state: u16) -> Option<&'static str> {
    let run = run?;
    if run.active.contains(&state) {
        return Some("rounded,filled,dotted");
    }
    run.has_left(graph, state).then_some("rounded,filled,dashed")
}

/// Writes the name of a node, quoted if it is more than a word.
fn node(f: &mut Formatter<'_>, graph: &'static Graph, index: u16) -> Result {
    let id = graph.id(index);
    if id.is_name() { write!(f, "{id}") } else { write!(f, "\"{id}\"") }
}

/// Returns a transition out of the state `from`.
fn arrow(
    f: &mut Formatter<'_>,
    (graph, run): (&'static Graph, Option<&Run>),
    from: u16,
    transition: &TransitionInfo,
) -> Result {
    f.write_str("  ")?;
    node(f, graph, from)?;
    f.write_str(" -> ")?;
    match transition.resume {
        Some(resume) => write!(f, "\"{}({})\"", graph.id(transition.to), resume.sign())?,
        None => node(f, graph, transition.to)?,
    }
    f.write_str(" [label=\"")?;
    let orders = run.zip(index_of(graph, transition));
    let orders = orders.map_or(String::new(), |(run, index)| {
        // One under `always` has an arrow from each state.
        run.orders(|of| of.transition == index && graph.is_active(from, of.from), ", ")
    });
    if !orders.is_empty() {
        write!(f, "[{orders}] ")?;
    }
    escaped(f, transition.label)?;
    if transition.held.is_some() || !transition.values.is_empty() {
        f.write_str("\\n")?;
    }
    if let Some(held) = transition.held {
        write!(f, "self.{held}")?;
    }
    if !transition.values.is_empty() {
        f.write_char('(')?;
        escaped(f, transition.values)?;
        f.write_char(')')?;
    }
    f.write_char('"')?;
    // A transition ends at the border of a cluster, unless it leads into it or out of it.
    for (attribute, end, other) in [("ltail", from, transition.to), ("lhead", transition.to, from)]
    {
        let is_border = attribute == "ltail" || transition.resume.is_none();
        if graph.is_composite(end) && !graph.is_active(end, other) && is_border {
            write!(f, ", {attribute}=\"cluster_{}\"", graph.id(end))?;
        }
    }
    let to_failed = graph
        .states
        .get(usize::from(transition.to))
        .is_some_and(|state| matches!(state.kind, StateKind::Failed));
    match transition.trigger {
        // Dashes are those of the run.
        _ if run.is_some() => {}
        _ if transition.held.is_some() => f.write_str(", style=dashed")?,
        Trigger::After => f.write_str(", style=dashed")?,
        _ if to_failed => f.write_str(", style=dotted")?,
        _ => {}
    }
    if !orders.is_empty() {
        f.write_str(", style=dashed, penwidth=3.0, color=\"#ff8000\"")?;
    }
    f.write_str("];\n")
}

/// Returns a label's lines: `NAME`, `(skill, action f)?`, how the state came where it
/// is, its parameters, its flow.
fn label(f: &mut Formatter<'_>, graph: &'static Graph, index: u16) -> Result {
    let Some(state) = graph.states.get(usize::from(index)) else { return Ok(()) };
    f.write_str(state.name)?;
    if !state.runs().is_empty() {
        write!(f, "\\n{}", graph.what_runs(index))?;
    }
    if let Some(through) = state.through {
        write!(f, "\\nthrough {through}")?;
    }
    for (name, ty) in state.params {
        write!(f, "\\n{name}: ")?;
        escaped(f, ty)?;
    }
    if let Some(tries) = state.tries {
        f.write_str("\\ntries ")?;
        escaped(f, tries)?;
    }
    for (variable, rate) in state.flow {
        write!(f, "\\nder({variable}) = ")?;
        escaped(f, rate)?;
    }
    Ok(())
}

/// Writes `text` as a string of DOT.
fn quoted(f: &mut Formatter<'_>, text: &str) -> Result {
    f.write_char('"')?;
    escaped(f, text)?;
    f.write_char('"')
}

/// Writes `text` with `"` and `\` escaped and line ends as `\n`: inside a string of DOT.
fn escaped(f: &mut Formatter<'_>, text: &str) -> Result {
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            c => f.write_char(c)?,
        }
    }
    Ok(())
}

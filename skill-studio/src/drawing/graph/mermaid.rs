//! The graph as a Mermaid state diagram, which code forges render.

use super::tree::{Tree as _, indent};
use crate::model::inputs::Mark;
use skill_runtime::SkillInfo;
use skill_runtime::graph::{Graph, Resume, TransitionInfo};
use std::fmt::{Display, Formatter, Result, Write as _};

/// Shows a skill's graph as a Mermaid `stateDiagram-v2`. Mermaid draws no transition between a
/// state and one inside it, so these end at a state with the name of the outer one.
#[derive(Debug)]
pub struct Mermaid(pub &'static SkillInfo);

impl Display for Mermaid {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let graph = &self.0.graph;
        if !self.0.interfaces.is_empty() {
            let mark = Mark { skill: self.0, separator: "; " };
            writeln!(f, "---\ntitle: \"{mark}\"\n---")?;
        }
        f.write_str("stateDiagram-v2\n")?;
        states(f, graph, None, 1)?;
        writeln!(f, "  [*] --> {}", graph.state_name(graph.start))?;
        for (from, transition) in graph.arrows() {
            f.write_str("  ")?;
            end(f, graph, from, transition.to)?;
            f.write_str(" --> ")?;
            end(f, graph, transition.to, from)?;
            if let Some(resume) = transition.resume {
                write!(f, "({})", resume.sign())?;
            }
            f.write_str(" : ")?;
            transition_label(f, transition)?;
            f.write_char('\n')?;
        }
        for state in graph.states {
            if state.kind.is_exit()
                && graph
                    .arrows()
                    .any(|(_, transition)| graph.state_name(transition.to) == state.name)
            {
                writeln!(f, "  {} --> [*]", state.name)?;
            }
        }
        Ok(())
    }
}

/// Writes the states inside `around` that need more than their name, with all that is inside
/// them.
fn states(
    f: &mut Formatter<'_>,
    graph: &'static Graph,
    around: Option<u16>,
    depth: usize,
) -> Result {
    for (index, state) in graph.inside(around) {
        let id = graph.id(index);
        if graph.is_composite(index) {
            indent(f, depth)?;
            f.write_str("state \"")?;
            label(f, graph, index)?;
            writeln!(f, "\" as {id} {{")?;
            states(f, graph, Some(index), depth + 1)?;
            if let Some(start) = state.start {
                indent(f, depth + 1)?;
                writeln!(f, "[*] --> {}", graph.id(start))?;
            }
            for sign in graph.history(index).map(Resume::sign) {
                indent(f, depth + 1)?;
                writeln!(f, "{id}({sign}) : {sign}")?;
            }
            if graph.arrows().any(|(from, transition)| {
                (from == index && graph.holds(index, transition.to))
                    || (transition.to == index && graph.holds(index, from))
            }) {
                indent(f, depth + 1)?;
                writeln!(f, "{id}() : {}", state.name)?;
            }
            indent(f, depth)?;
            f.write_str("}\n")?;
            continue;
        }
        let runs = !state.runs().is_empty() || state.tries.is_some();
        if around.is_some() || runs || !state.params.is_empty() || !state.flow.is_empty() {
            indent(f, depth)?;
            write!(f, "{id} : ")?;
            label(f, graph, index)?;
            f.write_char('\n')?;
        }
    }
    Ok(())
}

/// Writes the state `index`, as one end of a transition to or from `other`.
fn end(f: &mut Formatter<'_>, graph: &'static Graph, index: u16, other: u16) -> Result {
    let inner = if graph.holds(index, other) { "()" } else { "" };
    write!(f, "{}{inner}", graph.id(index))
}

/// Writes `NAME (skill, action f)? [parameter: Type] der(x) = rate`.
fn label(f: &mut Formatter<'_>, graph: &'static Graph, index: u16) -> Result {
    let Some(state) = graph.states.get(usize::from(index)) else { return Ok(()) };
    f.write_str(state.name)?;
    if !state.runs().is_empty() {
        write!(f, " {}", graph.what_runs(index))?;
    }
    if let Some(through) = state.through {
        write!(f, " through {through}")?;
    }
    for (i, (name, ty)) in state.params.iter().enumerate() {
        write!(f, "{}{name}#58; ", if i == 0 { " [" } else { ", " })?;
        text(f, ty)?;
    }
    if !state.params.is_empty() {
        f.write_char(']')?;
    }
    if let Some(tries) = state.tries {
        f.write_str(" tries ")?;
        text(f, tries)?;
    }
    for (variable, rate) in state.flow {
        write!(f, " der({variable}) = ")?;
        text(f, rate)?;
    }
    Ok(())
}

/// Writes the label and the arguments of the target: `label / self.next(values)`.
fn transition_label(f: &mut Formatter<'_>, transition: &TransitionInfo) -> Result {
    text(f, transition.label)?;
    if transition.held.is_some() || !transition.values.is_empty() {
        f.write_str(" / ")?;
    }
    if let Some(held) = transition.held {
        write!(f, "self.{held}")?;
    }
    if !transition.values.is_empty() {
        f.write_char('(')?;
        text(f, transition.values)?;
        f.write_char(')')?;
    }
    Ok(())
}

/// Writes a label: Mermaid ends it at a line end, and `;`, `:` and `#` have a meaning.
fn text(f: &mut Formatter<'_>, label: &str) -> Result {
    for c in label.chars() {
        match c {
            '\n' => f.write_char(' ')?,
            ';' | ':' | '#' | '<' | '>' | '"' => write!(f, "#{};", u32::from(c))?,
            c => f.write_char(c)?,
        }
    }
    Ok(())
}

//! The graph as a Mermaid state diagram, which code forges render.

use super::{SkillInfo, StateKind};
use core::fmt::{Display, Formatter, Result, Write as _};

/// Shows a skill's graph as a Mermaid `stateDiagram-v2`.
#[derive(Debug)]
pub struct Mermaid(pub &'static SkillInfo);

impl Display for Mermaid {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let graph = &self.0.graph;
        f.write_str("stateDiagram-v2\n")?;
        for state in graph.states {
            if let StateKind::Skills(subs) = state.kind {
                write!(f, "  {} : {} (", state.name, state.name)?;
                for (i, sub) in subs.iter().enumerate() {
                    write!(f, "{}{}", if i == 0 { "" } else { ", " }, sub.skill.name)?;
                }
                f.write_str(")\n")?;
            }
        }
        writeln!(f, "  [*] --> {}", graph.state_name(graph.start))?;
        for edge in graph.edges {
            for (from, state) in (0_u16..).zip(graph.states) {
                let exit = matches!(state.kind, StateKind::Final | StateKind::Failed);
                if exit || !graph.leaves(edge, from) {
                    continue;
                }
                write!(f, "  {} --> {} : ", state.name, graph.state_name(edge.to))?;
                text(f, edge.label)?;
                f.write_char('\n')?;
            }
        }
        for state in graph.states {
            if matches!(state.kind, StateKind::Final | StateKind::Failed)
                && graph.edges.iter().any(|edge| graph.state_name(edge.to) == state.name)
            {
                writeln!(f, "  {} --> [*]", state.name)?;
            }
        }
        Ok(())
    }
}

/// A label: Mermaid ends it at a line end, and `;`, `:` and `#` mean something.
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

//! An explanation as text.

use super::explanation::{Part, PartKind, Why};
use super::overrides::Overridden;
use core::fmt::{self, Display, Formatter};
use core::time::Duration;

/// Writes a line for each transition, and below it one for each part that is not obvious.
impl Display for Why {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for of in &self.states {
            let graph = &of.skill.graph;
            writeln!(f, "{} in {}:", of.skill.name, graph.state_name(of.state))?;
            if of.transitions.is_empty() {
                writeln!(f, "  no transitions")?;
            }
            for transition in &of.transitions {
                let info = graph.transitions.get(usize::from(transition.transition));
                let to = info.map_or("?", |info| graph.state_name(info.to));
                let label = info.map_or("", |info| info.label);
                let fires = match (transition.overridden, transition.fires) {
                    (Some(Overridden::Force), _) => "forced     ",
                    (Some(Overridden::Suppress), _) => "suppressed ",
                    (None, Some(true)) => "fires      ",
                    (None, Some(false)) => "no         ",
                    (None, None) => "not checked",
                };
                writeln!(f, "  {fires} -> {to}  \"{label}\"")?;
                for part in &transition.conditions {
                    write_part(f, part, 4)?;
                }
            }
        }
        Ok(())
    }
}

fn write_part(f: &mut Formatter<'_>, part: &Part, depth: usize) -> fmt::Result {
    let holds = match part.holds {
        Some(true) => "true ",
        Some(false) => "false",
        None => "-    ",
    };
    write!(f, "{:depth$}{holds} ", "")?;
    match part.kind {
        PartKind::Expression => f.write_str(part.text)?,
        PartKind::Time { elapsed_us, timeout_us } => {
            let seconds = |micros| Duration::from_micros(micros).as_secs_f64();
            let left = timeout_us.saturating_sub(elapsed_us);
            write!(
                f,
                "{} {:.3} s: {:.3} s have passed, {:.3} s are left",
                part.text,
                seconds(timeout_us),
                seconds(elapsed_us),
                seconds(left)
            )?;
        }
        PartKind::Ticks { elapsed, timeout } => {
            write!(f, "after {timeout} passes: {elapsed} have passed")?;
        }
        PartKind::Status { is, expected } => write!(f, "on {expected}: {is}")?,
    }
    for (name, value) in &part.values {
        write!(f, ", {name} = {value}")?;
    }
    writeln!(f)?;
    part.parts.iter().try_for_each(|inner| write_part(f, inner, depth + 2))
}

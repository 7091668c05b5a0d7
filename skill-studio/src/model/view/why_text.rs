//! Explanations as lines of text.

use super::{PartKindView, PartView, WhyView};
use skill_runtime::why::Overridden;
use std::fmt::{self, Display, Formatter};
use std::time::Duration;

/// The note on a robot that is watched from outside.
const UNEXPLAINED: &str = "seen from outside, where guards and variables are unknown: `why HOST:PORT` \
    of a program that runs the skills itself, as the simulated robot's, explains them";

/// The emphasis of a line's mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    /// Text of normal weight: a transition that does not fire.
    Plain,
    /// The heading of a machine.
    Bold,
    /// Unknown, or a variable.
    Faint,
    /// A part that holds, or a transition that fires.
    Good,
    /// Does not hold, or is missing.
    Bad,
}

/// A line of an explanation. What it quotes is not [`Escaped`](crate::text::escape::Escaped).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WhyLine {
    /// The emphasis of the mark.
    pub tone: Tone,
    /// The beginning of the line, which is emphasized.
    pub mark: String,
    /// The rest, without emphasis.
    pub text: String,
}

impl Display for WhyLine {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.mark, self.text)
    }
}

fn whole(tone: Tone, text: String) -> WhyLine {
    WhyLine { tone, mark: text, text: String::new() }
}

impl WhyView {
    /// Returns the explanation as lines.
    #[must_use]
    pub fn lines(&self) -> Vec<WhyLine> {
        let mut lines = Vec::new();
        if !self.complete && !self.machines.is_empty() {
            lines.push(whole(Tone::Faint, UNEXPLAINED.to_owned()));
        }
        for machine in &self.machines {
            lines.push(whole(Tone::Bold, format!("{}: {}", machine.skill, machine.name)));
            for missing in &machine.missing {
                let text = format!("  {} ({}): {}", missing.variable, missing.id, missing.problem);
                lines.push(whole(Tone::Bad, text));
            }
            if self.complete && !machine.checked && !machine.transitions.is_empty() {
                lines.push(whole(Tone::Faint, "  not checked in the last pass".to_owned()));
            }
            for transition in &machine.transitions {
                let (mark, tone) = match (transition.overridden, transition.fires) {
                    (Some(Overridden::Force), _) => ("forced", Tone::Good),
                    (Some(Overridden::Suppress), _) => ("suppressed", Tone::Bad),
                    (None, Some(true)) => ("fires", Tone::Good),
                    (None, Some(false)) => ("no   ", Tone::Plain),
                    (None, None) => ("-    ", Tone::Faint),
                };
                let text = format!("  {mark} -> {}  {}", transition.to, transition.label);
                lines.push(whole(tone, text));
                transition.conditions.iter().for_each(|part| add_part(&mut lines, part, 2));
            }
            for (name, value) in &machine.variables {
                lines.push(whole(Tone::Faint, format!("  {name} = {value}")));
            }
        }
        lines
    }
}

fn add_part(lines: &mut Vec<WhyLine>, part: &PartView, depth: usize) {
    let (mark, tone) = match part.holds {
        Some(true) => ("true ", Tone::Good),
        Some(false) => ("false", Tone::Bad),
        None => ("?    ", Tone::Faint),
    };
    let sec = |micros: u64| Duration::from_micros(micros).as_secs_f64();
    let text = match &part.kind {
        PartKindView::Time { elapsed_us, timeout_us: Some(timeout) } => {
            let left = sec(timeout.saturating_sub(*elapsed_us));
            let since = if part.text == "for" { "for" } else { "after" };
            format!("{since} {} s: {left:.2} s left", sec(*timeout))
        }
        PartKindView::Time { elapsed_us, timeout_us: None } => {
            format!("{}: {:.2} s have passed", part.text, sec(*elapsed_us))
        }
        PartKindView::Ticks { elapsed, timeout } => format!("after {timeout} passes: {elapsed}"),
        PartKindView::Status { is, expected } => {
            format!("on {expected}: {}", is.as_deref().unwrap_or("?"))
        }
        PartKindView::Expression | PartKindView::Unknown => part.text.clone(),
    };
    let values = part.values.iter().map(|(name, value)| format!(", {name} = {value}"));
    let text = text + &values.collect::<String>();
    lines.push(WhyLine { tone, mark: format!("{}{mark} ", "  ".repeat(depth)), text });
    part.parts.iter().for_each(|inner| add_part(lines, inner, depth + 1));
}

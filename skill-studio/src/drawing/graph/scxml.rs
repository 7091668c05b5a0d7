//! The graph as SCXML, the W3C's notation of state charts.

use super::tree::{Tree as _, indent};
use skill_runtime::SkillInfo;
use skill_runtime::graph::{Activity, Graph, Resume, StateInfo, TransitionInfo, Trigger};
use std::fmt::{Display, Formatter, Result, Write as _};

/// Shows a skill's graph as an SCXML document, if SCXML can express it: [`Scxml::of`].
///
/// A pass of the skill is the event `step`. Conditions stay in Rust: `E(3)` in the document is
/// whether the skill's transition 3 fires, to be evaluated by the program that runs it.
/// Attributes in a namespace of their own contain the source of a transition, of what a state
/// runs, and of its equations.
///
/// The semantics differ from the skill's: SCXML evaluates the innermost state's transitions
/// first, and once in each `step`; the skill evaluates the outermost state's first, and once
/// more after each entry. The document does not contain the interfaces that the skill requires.
#[derive(Debug)]
pub struct Scxml(&'static SkillInfo);

/// Why a skill cannot be expressed in SCXML.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotExportable {
    /// The target of a transition is the value of a parameter; a transition of SCXML names its
    /// target.
    FirstClass {
        /// The state that the transition leaves.
        state: &'static str,
        /// The name of the parameter that is a state.
        parameter: &'static str,
    },
    /// A precondition is evaluated before its state is entered; SCXML evaluates transitions of
    /// entered states only.
    Precondition {
        /// The state that has the precondition.
        state: &'static str,
    },
}

impl Display for NotExportable {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            NotExportable::FirstClass { state, parameter } => write!(
                f,
                "SCXML has no first-class states, but a transition of `{state}` leads to the value of its parameter `{parameter}`"
            ),
            NotExportable::Precondition { state } => write!(
                f,
                "SCXML has no preconditions, but `{state}` has one, which is evaluated before it is entered"
            ),
        }
    }
}

impl std::error::Error for NotExportable {}

impl Scxml {
    /// Returns the document of a skill.
    ///
    /// # Errors
    /// The first element of the skill that SCXML cannot express.
    pub fn of(skill: &'static SkillInfo) -> std::result::Result<Self, NotExportable> {
        let graph = &skill.graph;
        let name = |transition: &TransitionInfo| {
            transition.from.map_or("always", |from| graph.state_name(from))
        };
        for transition in graph.transitions {
            if let Some(parameter) = transition.held {
                return Err(NotExportable::FirstClass { state: name(transition), parameter });
            }
            if transition.trigger == Trigger::Precondition {
                return Err(NotExportable::Precondition { state: name(transition) });
            }
        }
        Ok(Self(skill))
    }
}

impl Display for Scxml {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let graph = &self.0.graph;
        f.write_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")?;
        f.write_str("<scxml xmlns=\"http://www.w3.org/2005/07/scxml\" xmlns:skill=\"urn:skill\"")?;
        let start = graph.state_name(graph.start);
        writeln!(f, " version=\"1.0\" name=\"{}\" initial=\"{start}\">", self.0.name)?;
        states(f, graph, None, 1)?;
        f.write_str("</scxml>\n")
    }
}

/// Writes the states inside `around`, with all that is inside them.
fn states(
    f: &mut Formatter<'_>,
    graph: &'static Graph,
    around: Option<u16>,
    depth: usize,
) -> Result {
    for (index, state) in graph.inside(around) {
        indent(f, depth)?;
        let id = graph.id(index);
        if state.kind.is_exit() {
            writeln!(f, "<final id=\"{id}\"/>")?;
            continue;
        }
        write!(f, "<state id=\"{id}\"")?;
        if let Some(start) = state.start {
            write!(f, " initial=\"{}\"", graph.id(start))?;
        }
        about(f, state)?;
        f.write_str(">\n")?;
        for resume in graph.history(index) {
            indent(f, depth + 1)?;
            history(f, graph, index, resume)?;
        }
        let runs = !state.runs().is_empty();
        for turn in 0..5 {
            for (transition, number) in graph.transitions.iter().zip(0_u16..) {
                if graph.leaves(transition, index) && turn_of(transition, runs) == turn {
                    indent(f, depth + 1)?;
                    write_transition(f, graph, index, transition, number)?;
                }
            }
        }
        states(f, graph, Some(index), depth + 1)?;
        indent(f, depth)?;
        f.write_str("</state>\n")?;
    }
    Ok(())
}

/// Writes the pseudo-state to which transitions lead that resume a state. SCXML does not remember
/// parameters.
fn history(f: &mut Formatter<'_>, graph: &'static Graph, index: u16, resume: Resume) -> Result {
    let (id, kind) = (HistoryId { graph, index, resume }, kind(resume));
    write!(f, "<history id=\"{id}\" type=\"{kind}\">")?;
    if let Some(start) = graph.states.get(usize::from(index)).and_then(|state| state.start) {
        write!(f, "<transition target=\"{}\"/>", graph.id(start))?;
    }
    f.write_str("</history>\n")
}

/// The identifier of a pseudo-state: no state has a name with a hyphen.
struct HistoryId {
    graph: &'static Graph,
    index: u16,
    resume: Resume,
}

impl Display for HistoryId {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}-{}", self.graph.id(self.index), kind(self.resume))
    }
}

/// Returns the kind of history in SCXML.
fn kind(resume: Resume) -> &'static str {
    match resume {
        Resume::Shallow => "shallow",
        Resume::Deep => "deep",
    }
}

/// Returns the rank of a transition in the order of evaluation: those of `always`, results of what
/// the state `runs`, the others, failures of states inside.
fn turn_of(transition: &TransitionInfo, runs: bool) -> u8 {
    match (transition.from, transition.trigger) {
        (None, Trigger::OnFailed) => 4,
        (None, _) => 0,
        (_, Trigger::OnFailed) if !runs => 3,
        (_, Trigger::OnFinal | Trigger::OnFailed) => 1,
        _ => 2,
    }
}

/// Writes what a state runs, its parameters and its flow.
fn about(f: &mut Formatter<'_>, state: &StateInfo) -> Result {
    if let Some(needs) = state.needs {
        attribute(f, "needs", &needs.to_string())?;
    }
    for (i, (label, activity)) in state.labeled().enumerate() {
        f.write_str(if i == 0 { " skill:runs=\"" } else { ", " })?;
        if !label.is_empty() {
            write!(f, "{label}: ")?;
        }
        match activity {
            Activity::SubSkill(sub) => {
                write!(f, "{}{{", sub.skill.name)?;
                escaped(f, sub.args)?;
                f.write_char('}')?;
            }
            Activity::Action(text) | Activity::Message(text) => escaped(f, text)?,
        }
    }
    if !state.runs().is_empty() {
        f.write_char('"')?;
    }
    for (i, (name, ty)) in state.params.iter().enumerate() {
        write!(f, "{}{name}: ", if i == 0 { " skill:params=\"" } else { ", " })?;
        escaped(f, ty)?;
    }
    if !state.params.is_empty() {
        f.write_char('"')?;
    }
    if let Some(tries) = state.tries {
        attribute(f, "tries", tries)?;
    }
    for (i, (variable, rate)) in state.flow.iter().enumerate() {
        write!(f, "{}der({variable}) = ", if i == 0 { " skill:flow=\"" } else { "; " })?;
        escaped(f, rate)?;
    }
    if !state.flow.is_empty() {
        f.write_char('"')?;
    }
    if !state.docs.is_empty() {
        attribute(f, "docs", state.docs)?;
    }
    Ok(())
}

/// Writes the transition `number` out of the state `from`. One to a state inside it keeps the
/// state active, as in the skill: in SCXML that is an internal transition.
fn write_transition(
    f: &mut Formatter<'_>,
    graph: &'static Graph,
    from: u16,
    transition: &TransitionInfo,
    number: u16,
) -> Result {
    write!(f, "<transition event=\"step\" cond=\"E({number})\" target=\"")?;
    match transition.resume {
        Some(resume) => write!(f, "{}\"", HistoryId { graph, index: transition.to, resume })?,
        None => write!(f, "{}\"", graph.id(transition.to))?,
    }
    if graph.parent(transition.to) == Some(from) {
        f.write_str(" type=\"internal\"")?;
    }
    attribute(f, "label", transition.label)?;
    if !transition.values.is_empty() {
        attribute(f, "values", transition.values)?;
    }
    if let Some(reason) = transition.reason {
        attribute(f, "reason", reason)?;
    }
    f.write_str("/>\n")
}

fn attribute(f: &mut Formatter<'_>, name: &str, value: &str) -> Result {
    write!(f, " skill:{name}=\"")?;
    escaped(f, value)?;
    f.write_char('"')
}

/// Writes the text of an attribute. XML has no control characters, not even escaped.
pub(super) fn escaped(f: &mut Formatter<'_>, value: &str) -> Result {
    for c in value.chars() {
        match c {
            '&' => f.write_str("&amp;")?,
            '<' => f.write_str("&lt;")?,
            '>' => f.write_str("&gt;")?,
            '"' => f.write_str("&quot;")?,
            '\n' | '\t' | '\r' => write!(f, "&#{};", u32::from(c))?,
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}')?,
            c => f.write_char(c)?,
        }
    }
    Ok(())
}

//! A skill's graph as boxes and arrows with texts.

use super::tree::{Runs, Tree as _};
use crate::layout::{Arrow, Diagram, Drawing, Node, Size, lay_out};
use skill_runtime::SkillInfo;
use skill_runtime::graph::{Graph, StateInfo, StateKind, TransitionInfo};

/// The width of a letter in pixels: that of a monospaced font of [`LETTER_SIZE`], rounded up.
pub const LETTER_WIDTH: f64 = 7.3;
/// The size of the letters in pixels.
pub const LETTER_SIZE: f64 = 12.0;
/// The height of a line in pixels.
pub const LINE_HEIGHT: f64 = 16.0;
/// The distance between the border of a box and its text in pixels.
pub const TEXT_MARGIN: f64 = 8.0;
/// The letters of a line in the label of an arrow.
const LABEL_LETTERS: usize = 26;
/// The letters of a line in a box.
const BOX_LETTERS: usize = 40;

/// A line of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The text.
    pub text: String,
    /// The meaning of the line.
    pub kind: LineKind,
}

/// The meaning of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineKind {
    /// The name of a state.
    Name,
    /// The activities of a state, its parameters, its flow; the condition of a transition.
    Detail,
    /// A transition to FAILED: its index in the skill.
    Failure(usize),
}

/// A box of the drawing.
#[derive(Clone, Debug)]
pub struct StateBox {
    /// The index of the state in the skill; `None` for the source of the transitions that leave
    /// every state.
    pub state: Option<u16>,
    /// Its text.
    pub lines: Vec<Line>,
}

/// An arrow of the drawing.
#[derive(Clone, Debug)]
pub struct TransitionArrow {
    /// The index of the transition in the skill.
    pub transition: usize,
    /// Its label.
    pub lines: Vec<Line>,
}

/// The drawing of a skill: what is in it, and where.
///
/// A transition to FAILED is a line in the box of the state that it leaves. Transitions that leave
/// every state begin at a box of their own. The mark `?` of a state follows what it runs.
#[derive(Clone, Debug)]
pub struct SkillDrawing {
    /// The skill.
    pub skill: &'static SkillInfo,
    /// The boxes, in the order of `drawing.boxes`; those of states come first, with their index.
    pub boxes: Vec<StateBox>,
    /// The arrows, in the order of `drawing.arrows`.
    pub arrows: Vec<TransitionArrow>,
    /// The diagram without places.
    pub diagram: Diagram,
    /// The places.
    pub drawing: Drawing,
}

impl SkillDrawing {
    /// Draws a skill or agent.
    #[must_use]
    pub fn of(skill: &'static SkillInfo) -> Self {
        let graph = &skill.graph;
        let mut boxes: Vec<StateBox> = (0_u16..)
            .zip(graph.states)
            .map(|(index, state)| StateBox {
                state: Some(index),
                lines: lines_of(graph, index, state),
            })
            .collect();
        let any = graph.transitions.iter().any(|transition| transition.from.is_none());
        if any {
            let mut lines = vec![Line { text: "any state".to_owned(), kind: LineKind::Name }];
            lines.extend(failures(graph, None));
            boxes.push(StateBox { state: None, lines });
        }
        let mut arrows = Vec::new();
        let mut diagram = Diagram::default();
        for of in &boxes {
            let parent = of.state.and_then(|state| graph.parent(state)).map(usize::from);
            let margin = 2.0 * TEXT_MARGIN;
            let Size { width, height } = size(&of.lines);
            let text = Size { width: width + margin, height: height + margin };
            diagram.boxes.push(Node { parent, text });
        }
        for (index, transition) in graph.transitions.iter().enumerate() {
            if transition.implied || is_failure(graph, transition) {
                continue;
            }
            let lines = label(graph, transition);
            let from = transition.from.map_or(graph.states.len(), usize::from);
            let (to, label) = (usize::from(transition.to), size(&lines));
            diagram.arrows.push(Arrow { from, to, label });
            arrows.push(TransitionArrow { transition: index, lines });
        }
        let drawing = lay_out(&diagram);
        Self { skill, boxes, arrows, diagram, drawing }
    }
}

/// Returns the size of lines of text.
fn size(lines: &[Line]) -> Size {
    let letters = lines.iter().map(|line| line.text.chars().count()).max().unwrap_or(0);
    #[allow(clippy::cast_precision_loss)] // letters of a line
    let (width, height) = (letters as f64 * LETTER_WIDTH, lines.len() as f64 * LINE_HEIGHT);
    Size { width: width.ceil(), height }
}

fn is_failure(graph: &Graph, transition: &TransitionInfo) -> bool {
    let to = graph.states.get(usize::from(transition.to));
    to.is_some_and(|state| matches!(state.kind, StateKind::Failed))
}

/// Returns the lines of a state: its name, what it runs, how the state came where it is, its
/// parameters, its flow, and how it fails.
fn lines_of(graph: &'static Graph, index: u16, state: &StateInfo) -> Vec<Line> {
    let mut lines = vec![Line { text: state.name.to_owned(), kind: LineKind::Name }];
    let runs: Runs = graph.what_runs(index);
    let runs = (!state.runs().is_empty()).then(|| runs.to_string());
    let through = state.through.map(|through| format!("through {through}"));
    let params = state.params.iter().map(|(name, ty)| format!("{name}: {ty}"));
    let flow = state.flow.iter().map(|(variable, rate)| format!("der({variable}) = {rate}"));
    let details = runs.into_iter().chain(through).chain(params).chain(flow);
    lines.extend(details.flat_map(|text| wrapped(&text, BOX_LETTERS, LineKind::Detail)));
    lines.extend(failures(graph, Some(index)));
    lines
}

/// Returns the transitions from a state to FAILED, with their reasons.
fn failures(graph: &'static Graph, from: Option<u16>) -> impl Iterator<Item = Line> {
    let of_state = graph.transitions.iter().enumerate().filter(move |(_, transition)| {
        transition.from == from && !transition.implied && is_failure(graph, transition)
    });
    of_state.flat_map(|(index, transition)| {
        let order = order(graph, transition);
        let text = match transition.reason {
            Some(reason) => format!("✗ {order} {}: \"{reason}\"", condition(transition)),
            None => format!("✗ {order} {}", condition(transition)),
        };
        wrapped(&text, BOX_LETTERS, LineKind::Failure(index))
    })
}

/// Returns the place of a transition among those of its state, which are checked in this order.
fn order(graph: &Graph, transition: &TransitionInfo) -> usize {
    let before = graph.transitions.iter().take_while(|other| !std::ptr::eq(*other, transition));
    before.filter(|other| other.from == transition.from && !other.implied).count() + 1
}

fn condition(transition: &TransitionInfo) -> &'static str {
    if transition.label.is_empty() { "always" } else { transition.label }
}

/// Returns the label of an arrow: its order, its condition, and the values for its target.
fn label(graph: &'static Graph, transition: &TransitionInfo) -> Vec<Line> {
    let text = format!("{} {}", order(graph, transition), condition(transition));
    let mut lines = wrapped(&text, LABEL_LETTERS, LineKind::Detail);
    let held = transition.held.map(|held| format!("self.{held}"));
    let values = (!transition.values.is_empty()).then(|| format!("({})", transition.values));
    if held.is_some() || values.is_some() {
        let text = [held, values].into_iter().flatten().collect::<String>();
        lines.extend(wrapped(&text, LABEL_LETTERS, LineKind::Detail));
    }
    lines
}

/// Splits a text into lines, between words, and words that are too long after one of `.,(`.
pub fn wrapped(text: &str, letters: usize, kind: LineKind) -> Vec<Line> {
    let count = |text: &str| text.chars().count();
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        for (index, piece) in pieces(word, letters).into_iter().enumerate() {
            let gap = usize::from(index == 0);
            match lines.last_mut() {
                Some(line) if count(line) + gap + count(&piece) <= letters => {
                    line.push_str(&" "[..gap]);
                    line.push_str(&piece);
                }
                _ => lines.push(piece),
            }
        }
    }
    lines.into_iter().map(|text| Line { text, kind }).collect()
}

/// Splits a word that is longer than a line.
fn pieces(word: &str, letters: usize) -> Vec<String> {
    if word.chars().count() <= letters {
        return if word.is_empty() { Vec::new() } else { vec![word.to_owned()] };
    }
    let mut pieces = vec![String::new()];
    for piece in word.split_inclusive(['.', ',', '(']) {
        for letter in piece.chars() {
            if pieces.last().is_some_and(|last| last.chars().count() == letters) {
                pieces.push(String::new());
            }
            if let Some(last) = pieces.last_mut() {
                last.push(letter);
            }
        }
        pieces.push(String::new());
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_split_between_words() {
        let lines = |text: &str| -> Vec<String> {
            wrapped(text, 10, LineKind::Detail).into_iter().map(|line| line.text).collect()
        };
        assert_eq!(lines("1 when near and far"), ["1 when", "near and", "far"]);
        assert_eq!(lines("abcdefghijklmnop"), ["abcdefghij", "klmnop"]);
        assert_eq!(lines("ä\nb"), ["ä b"]);
        assert_eq!(lines("ball.distance(a, b)"), ["ball.", "distance(", "a, b)"]);
        assert_eq!(lines("x ball.abs()"), ["x", "ball.abs()"]);
    }
}

//! A skill's graph as boxes and arrows with texts.

use super::tree::{Runs, Tree as _};
use crate::drawing::layout::{Arrow, Diagram, Direction, Drawing, Node, Size, lay_out};
use crate::model::machines::sub_machines;
use crate::model::space::Space;
use skill_runtime::SkillInfo;
use skill_runtime::graph::{Graph, Resume, StateInfo, StateKind, TransitionInfo};
use std::collections::BTreeSet;
use std::iter::successors;

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
/// The letters of the numbers of a run.
pub const NUMBER_LETTERS: usize = 11;
/// The letters of a line in a box.
const BOX_LETTERS: usize = 40;

/// A line of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The text, on one line.
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
pub struct GraphBox {
    /// The meaning of the box.
    pub kind: BoxKind,
    /// The skill that it belongs to.
    pub skill: &'static SkillInfo,
    /// The number of the machine, as in [`SkillInfo::instance`].
    pub machine: u32,
    /// The lines in the box, from the top.
    pub lines: Vec<Line>,
}

/// The meaning of a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoxKind {
    /// The state with this index in the skill.
    State(u16),
    /// The source of the transitions that leave every state.
    AnyState,
    /// A sub-skill, with its graph inside.
    SubSkill,
    /// A skill in the graph of a space.
    Skill,
}

/// An arrow of the drawing.
#[derive(Clone, Debug)]
pub struct GraphArrow {
    /// The skill that it belongs to, and the index of the transition there; `None` in the graph of a
    /// space.
    pub transition: Option<(&'static SkillInfo, usize)>,
    /// The number of the machine.
    pub machine: u32,
    /// The lines of its label, from the top.
    pub lines: Vec<Line>,
}

/// The way in which a graph is shown.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The direction of the arrows.
    pub direction: Direction,
    /// The machines, below that of the skill, whose graphs are shown inside the states that run
    /// them. One whose own parent is not open has no effect.
    pub open: BTreeSet<u32>,
    /// The states, each with its machine, whose inner states are not shown: their transitions begin
    /// and end at the state itself.
    pub folded: BTreeSet<(u32, u16)>,
    /// Whether the reasons of transitions to FAILED are left out.
    pub brief: bool,
    /// Whether exits to which no transition leads are left out, as an agent never ends.
    pub endless: bool,
    /// Whether the first line of each label is free, for the numbers of a run.
    pub numbered: bool,
}

/// The drawing of a skill or of a space: what is in it, and where.
///
/// A transition to FAILED is a line in the box of the state that it leaves. Transitions that leave
/// every state begin at a box of their own. The mark `?` of a state follows what it runs.
#[derive(Clone, Debug)]
pub struct GraphDrawing {
    /// The boxes, in the order of `drawing.boxes`. Those of a machine follow each other: its states
    /// by their index first.
    pub boxes: Vec<GraphBox>,
    /// The arrows, in the order of `drawing.arrows`.
    pub arrows: Vec<GraphArrow>,
    /// The diagram without places.
    pub diagram: Diagram,
    /// The places if arrows lead down; otherwise they are to be [turned](Direction).
    pub drawing: Drawing,
    /// The direction in which arrows go, except back.
    pub direction: Direction,
}

impl GraphDrawing {
    /// Draws a skill or agent with its arrows leading down.
    #[must_use]
    pub fn of(skill: &'static SkillInfo) -> Self {
        Self::with(skill, &View::default())
    }

    /// Draws a skill or agent.
    #[must_use]
    pub fn with(skill: &'static SkillInfo, view: &View) -> Self {
        let mut new =
            Unplaced { view, boxes: Vec::new(), arrows: Vec::new(), diagram: Diagram::default() };
        new.add_machine(skill, 0, None);
        new.place()
    }

    /// Draws the skills and agents of a space, each with arrows to those that it runs.
    #[must_use]
    pub fn of_space(space: &Space, direction: Direction) -> Self {
        let view = View { direction, ..View::default() };
        let mut new = Unplaced {
            view: &view,
            boxes: Vec::new(),
            arrows: Vec::new(),
            diagram: Diagram::default(),
        };
        // Agents first, then each skill before those that it runs.
        let mut all: Vec<&'static SkillInfo> =
            space.agents.iter().chain(space.skills).copied().collect();
        let mut next = 0;
        while let Some(skill) = all.get(next) {
            let missing = skill.deps.iter().filter(|dep| !all.contains(dep)).copied();
            let missing: Vec<_> = missing.collect();
            all.extend(missing);
            next += 1;
        }
        for skill in &all {
            let lines = vec![Line { text: skill.name.to_owned(), kind: LineKind::Name }];
            new.add_box(GraphBox { kind: BoxKind::Skill, skill, machine: 0, lines }, None);
        }
        for (from, skill) in all.iter().enumerate() {
            let targets = skill.deps.iter().filter_map(|dep| all.iter().position(|of| of == dep));
            for to in targets.collect::<BTreeSet<usize>>() {
                new.add_arrow(
                    GraphArrow { transition: None, machine: 0, lines: Vec::new() },
                    from,
                    to,
                );
            }
        }
        new.place()
    }
}

/// A drawing before its parts have a place.
struct Unplaced<'v> {
    view: &'v View,
    boxes: Vec<GraphBox>,
    arrows: Vec<GraphArrow>,
    diagram: Diagram,
}

impl Unplaced<'_> {
    fn add_box(&mut self, of: GraphBox, parent: Option<usize>) {
        let margin = 2.0 * TEXT_MARGIN;
        let Size { width, height } = size(&of.lines);
        let text = Size { width: width + margin, height: height + margin };
        self.diagram.boxes.push(Node { parent, text: self.view.direction.size(text) });
        self.boxes.push(of);
    }

    fn add_arrow(&mut self, of: GraphArrow, from: usize, to: usize) {
        let label = self.view.direction.size(size(&of.lines));
        self.diagram.arrows.push(Arrow { from, to, label });
        self.arrows.push(of);
    }

    /// Adds the graph of a machine inside the box `around`.
    fn add_machine(&mut self, skill: &'static SkillInfo, machine: u32, around: Option<usize>) {
        let graph = &skill.graph;
        // The box of each state: that of the outermost folded state around it, if there is one.
        let mut places: Vec<Option<usize>> = vec![None; graph.states.len()];
        for (index, state) in (0_u16..).zip(graph.states) {
            if self.view.endless && is_unused_exit(graph, index, state) {
                continue;
            }
            if shown(graph, machine, index, self.view) != index {
                continue;
            }
            let parent = graph.parent(index).and_then(|of| *places.get(usize::from(of))?);
            let mut lines = lines_of(graph, index, state, self.view.brief);
            if self.view.folded.contains(&(machine, index)) {
                let inner = (0_u16..).zip(graph.states).filter(|(of, _)| graph.holds(index, *of));
                let text = format!("{} states inside", inner.count());
                lines.push(Line { text, kind: LineKind::Detail });
            }
            places[usize::from(index)] = Some(self.boxes.len());
            let kind = BoxKind::State(index);
            self.add_box(GraphBox { kind, skill, machine, lines }, parent.or(around));
        }
        let place =
            |state: u16| *places.get(usize::from(shown(graph, machine, state, self.view)))?;
        let place_of: Vec<Option<usize>> = (0_u16..).take(graph.states.len()).map(place).collect();
        let place = |state: u16| *place_of.get(usize::from(state))?;
        let any = graph.transitions.iter().any(|transition| transition.from.is_none());
        let any = any.then_some(self.boxes.len());
        if any.is_some() {
            let mut lines = vec![Line { text: "any state".to_owned(), kind: LineKind::Name }];
            lines.extend(failures(graph, None, self.view.brief));
            self.add_box(GraphBox { kind: BoxKind::AnyState, skill, machine, lines }, around);
        }
        for (index, transition) in graph.transitions.iter().enumerate() {
            if transition.implied || is_failure(graph, transition) {
                continue;
            }
            let from = transition.from.map_or(any, place);
            let (Some(from), Some(to)) = (from, place(transition.to)) else { continue };
            // One inside a folded state is not seen.
            let is_hidden = |of: u16| shown(graph, machine, of, self.view) != of;
            if from == to && (is_hidden(transition.to) || transition.from.is_some_and(is_hidden)) {
                continue;
            }
            let mut lines = label(graph, transition);
            if self.view.numbered {
                let text = " ".repeat(NUMBER_LETTERS);
                lines.insert(0, Line { text, kind: LineKind::Detail });
            }
            let of = GraphArrow { transition: Some((skill, index)), machine, lines };
            self.add_arrow(of, from, to);
        }
        let view = self.view;
        let is_folded = |of: u16| shown(graph, machine, of, view) != of;
        for (state, sub) in sub_machines(skill, machine) {
            if self.view.open.contains(&sub.machine) {
                let frame = self.boxes.len();
                let lines = vec![Line { text: sub.skill.name.to_owned(), kind: LineKind::Name }];
                let (skill, machine) = (sub.skill, sub.machine);
                let of = GraphBox { kind: BoxKind::SubSkill, skill, machine, lines };
                let Some(around) = place(state).filter(|_| !is_folded(state)) else { continue };
                self.add_box(of, Some(around));
                self.add_machine(sub.skill, sub.machine, Some(frame));
            }
        }
    }

    fn place(self) -> GraphDrawing {
        let drawing = lay_out(&self.diagram);
        let Self { view, boxes, arrows, diagram } = self;
        GraphDrawing { boxes, arrows, diagram, drawing, direction: view.direction }
    }
}

/// Returns the size of lines of text.
fn size(lines: &[Line]) -> Size {
    let letters = lines.iter().map(|line| line.text.chars().count()).max().unwrap_or(0);
    #[allow(clippy::cast_precision_loss)] // letters of a line
    let (width, height) = (letters as f64 * LETTER_WIDTH, lines.len() as f64 * LINE_HEIGHT);
    Size { width: width.ceil(), height }
}

/// Returns the state that is drawn for a state: itself, or the outermost folded one around it.
fn shown(graph: &Graph, machine: u32, state: u16, view: &View) -> u16 {
    let around = successors(graph.parent(state), |of| graph.parent(*of));
    let folded = around.take(graph.states.len()).filter(|of| view.folded.contains(&(machine, *of)));
    folded.last().unwrap_or(state)
}

/// Returns whether a state is FINAL or FAILED, and no transition leads to it.
fn is_unused_exit(graph: &Graph, index: u16, state: &StateInfo) -> bool {
    state.kind.is_exit() && graph.transitions.iter().all(|transition| transition.to != index)
}

fn is_failure(graph: &Graph, transition: &TransitionInfo) -> bool {
    let to = graph.states.get(usize::from(transition.to));
    to.is_some_and(|state| matches!(state.kind, StateKind::Failed))
}

/// Returns the lines of a state: its name, what it runs, how the state came where it is, its
/// parameters, its flow, and how it fails.
fn lines_of(graph: &'static Graph, index: u16, state: &StateInfo, brief: bool) -> Vec<Line> {
    let mut lines = vec![Line { text: state.name.to_owned(), kind: LineKind::Name }];
    let runs: Runs = graph.what_runs(index);
    let runs = (!state.runs().is_empty()).then(|| runs.to_string());
    let through = state.through.map(|through| format!("through {through}"));
    let params = state.params.iter().map(|(name, ty)| format!("{name}: {ty}"));
    let tries = state.tries.map(|tries| format!("tries {tries}"));
    let flow = state.flow.iter().map(|(variable, rate)| format!("der({variable}) = {rate}"));
    let signs: Vec<&str> = graph.history(index).map(Resume::sign).collect();
    let history = (!signs.is_empty()).then(|| format!("history {}", signs.join(", ")));
    let details = runs.into_iter().chain(through).chain(params).chain(tries);
    let details = details.chain(history).chain(flow);
    lines.extend(details.flat_map(|text| wrapped(&text, BOX_LETTERS, LineKind::Detail)));
    lines.extend(failures(graph, Some(index), brief));
    lines
}

/// Returns the transitions from a state to FAILED, with their reasons unless they are `brief`.
fn failures(graph: &'static Graph, from: Option<u16>, brief: bool) -> impl Iterator<Item = Line> {
    let of_state = graph.transitions.iter().enumerate().filter(move |(_, transition)| {
        transition.from == from && !transition.implied && is_failure(graph, transition)
    });
    of_state.flat_map(move |(index, transition)| {
        let order = order(graph, transition);
        let text = match transition.reason {
            _ if brief => format!("{order} → FAILED {}", condition(transition)),
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

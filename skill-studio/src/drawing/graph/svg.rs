//! The graph as a picture.

use super::diagram::{
    BoxKind, GraphBox, GraphDrawing, LETTER_SIZE, LINE_HEIGHT, Line, LineKind, TEXT_MARGIN, View,
    wrapped,
};
use super::run::{Run, Taken};
use super::scxml::escaped;
use super::tree::Tree;
use crate::drawing::layout::{Direction, Point, Rect, Route, Size};
use crate::model::inputs::Mark;
use crate::model::machines::sub_machines;
use crate::model::space::Space;
use skill_runtime::SkillInfo;
use skill_runtime::graph::{StateKind, TransitionInfo, Trigger};
use std::fmt::{Display, Formatter, Result};
use std::iter::successors;

/// A graph as SVG, in the colors of Fawkes's `SkillGUI`, light or dark as the reader's system is.
///
/// Each state is a group `g.state` with `data-state`, its number, and `data-machine`, that of the
/// machine; `data-sub` are the machines that it runs. Each transition is a `g.transition`, or a line
/// `.failure` in the box of its state, with `data-transition`. In the graph of a space, each skill is
/// a `g.box` with `data-skill`.
#[derive(Clone, Debug)]
pub struct Svg {
    drawn: GraphDrawing,
    /// The lines above the picture.
    head: String,
    /// Whether the signs are explained below it. A viewer of a brief graph does that.
    has_legend: bool,
}

/// A picture with a run of machine 0, as Figure 3 of Fawkes's paper: what is active is dotted, what was
/// taken is dashed and numbered, both also in color. The picture is a [numbered](View::numbered) one.
#[derive(Clone, Copy, Debug)]
pub struct SvgOfRun<'s> {
    /// The picture without the run.
    pub svg: &'s Svg,
    /// The run.
    pub run: &'s Run,
}

/// The letters of a line above the picture.
const HEAD_LETTERS: usize = 86;
/// The margin around the picture.
const MARGIN: f64 = 16.0;

impl Svg {
    /// Returns the graph of a skill or agent.
    #[must_use]
    pub fn of(skill: &'static SkillInfo) -> Self {
        Self::with(skill, &View::default())
    }

    /// Returns the graph of a skill or agent.
    #[must_use]
    pub fn with(skill: &'static SkillInfo, view: &View) -> Self {
        let head = Mark { skill, separator: "\n" }.to_string();
        Self { drawn: GraphDrawing::with(skill, view), head, has_legend: !view.brief }
    }

    /// Returns the graph of a space: which skill runs which.
    #[must_use]
    pub fn of_space(space: &Space, direction: Direction) -> Self {
        let drawn = GraphDrawing::of_space(space, direction);
        Self { drawn, head: space.name.to_owned(), has_legend: true }
    }
}

impl Display for Svg {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.write(f, None)
    }
}

impl Display for SvgOfRun<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.svg.write(f, Some(self.run))
    }
}

impl Svg {
    fn write(&self, f: &mut Formatter<'_>, run: Option<&Run>) -> Result {
        let drawn = &self.drawn;
        let mut head = Vec::new();
        for (index, text) in self.head.lines().enumerate() {
            let kind = if index == 0 { LineKind::Name } else { LineKind::Detail };
            head.extend(wrapped(text, HEAD_LETTERS, kind));
        }
        #[allow(clippy::cast_precision_loss)] // a few lines
        let top = MARGIN + head.len() as f64 * LINE_HEIGHT + MARGIN;
        let longest = head.iter().map(|line| line.text.chars().count()).max().unwrap_or(0);
        #[allow(clippy::cast_precision_loss)]
        let least = longest as f64 * super::diagram::LETTER_WIDTH;
        let size = drawn.direction.size(drawn.drawing.size);
        let legend = size.height + top + MARGIN;
        let (legend_width, legend_height) =
            if self.has_legend { (LEGEND_WIDTH, LINE_HEIGHT + MARGIN) } else { (0.0, 0.0) };
        let width = size.width.max(least).max(legend_width) + 2.0 * MARGIN;
        let height = legend + legend_height;
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"skill\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             width=\"{width:.0}\" height=\"{height:.0}\" font-size=\"{LETTER_SIZE}\">"
        )?;
        f.write_str(STYLE)?;
        if run.is_some() {
            f.write_str(STYLE_OF_RUN)?;
        }
        let corner = Rect {
            at: Point { x: MARGIN - TEXT_MARGIN, y: MARGIN - TEXT_MARGIN },
            ..Rect::default()
        };
        text(f, &head, corner, false, None)?;
        writeln!(f, "<g transform=\"translate({MARGIN} {top})\">")?;
        boxes(f, drawn, run)?;
        arrows(f, drawn, run)?;
        f.write_str("</g>\n")?;
        if self.has_legend {
            writeln!(
                f,
                "<g class=\"legend\" transform=\"translate({MARGIN} {legend})\">{LEGEND}</g>"
            )?;
        }
        f.write_str("</svg>\n")
    }
}

/// Writes the boxes, outer ones first, so that what is in them is above them.
fn boxes(f: &mut Formatter<'_>, drawn: &GraphDrawing, run: Option<&Run>) -> Result {
    let nodes = &drawn.diagram.boxes;
    let composite = |index: usize| nodes.iter().any(|other| other.parent == Some(index));
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    let depth =
        |index: &usize| successors(nodes[*index].parent, |node| nodes[*node].parent).count();
    order.sort_by_key(depth);
    let turned = |rect| drawn.direction.rect(drawn.drawing.size, rect);
    for index in order {
        let of = &drawn.boxes[index];
        let border = turned(drawn.drawing.boxes[index]);
        let exit = opening(f, of, composite(index), run)?;
        rect(f, border, "", 6.0)?;
        if exit {
            let at = Point { x: border.at.x + 3.0, y: border.at.y + 3.0 };
            let size = Size { width: border.size.width - 6.0, height: border.size.height - 6.0 };
            rect(f, Rect { at, size }, "inner", 4.0)?;
        }
        let run = run.filter(|_| of.machine == 0);
        text(f, &of.lines, turned(drawn.drawing.texts[index]), !composite(index), run)?;
        f.write_str("</g>\n")?;
    }
    Ok(())
}

/// Writes the begin of a box. Returns whether it is FINAL or FAILED.
fn opening(
    f: &mut Formatter<'_>,
    of: &GraphBox,
    composite: bool,
    run: Option<&Run>,
) -> std::result::Result<bool, std::fmt::Error> {
    let GraphBox { skill, machine, .. } = *of;
    let outer = if composite { " composite" } else { "" };
    let (title, exit) = match of.kind {
        BoxKind::AnyState => {
            write!(f, "<g class=\"state any\" data-machine=\"{machine}\">")?;
            ("", false)
        }
        BoxKind::SubSkill => {
            write!(
                f,
                "<g class=\"machine{outer}\" data-machine=\"{machine}\" data-skill=\"{}\">",
                skill.name
            )?;
            (skill.docs, false)
        }
        BoxKind::Skill => {
            write!(f, "<g class=\"box\" data-skill=\"{}\">", skill.name)?;
            (skill.docs, false)
        }
        BoxKind::State(state) => {
            let Some(info) = skill.graph.states.get(usize::from(state)) else { return Ok(false) };
            let (kind, exit) = match info.kind {
                StateKind::Final => (" final", true),
                StateKind::Failed => (" failed", true),
                _ if Tree::is_start(&skill.graph, state, info) => (" start", false),
                _ => ("", false),
            };
            let mark = run.filter(|_| machine == 0).map_or("", |run| match run {
                run if run.active.contains(&state) => " active",
                run if run.has_left(&skill.graph, state) => " traced",
                _ => "",
            });
            write!(
                f,
                "<g class=\"state{kind}{outer}{mark}\" data-machine=\"{machine}\" data-state=\"{state}\""
            )?;
            let subs = sub_machines(skill, machine).into_iter().filter(|(of, _)| *of == state);
            let subs: Vec<String> = subs.map(|(_, sub)| sub.machine.to_string()).collect();
            if !subs.is_empty() {
                write!(f, " data-sub=\"{}\"", subs.join(","))?;
            }
            if skill.graph.is_composite(state) {
                f.write_str(" data-inside=\"\"")?;
            }
            f.write_str(">")?;
            (info.docs, exit)
        }
    };
    if !title.is_empty() {
        f.write_str("<title>")?;
        escaped(f, title)?;
        f.write_str("</title>")?;
    }
    Ok(exit)
}

fn arrows(f: &mut Formatter<'_>, drawn: &GraphDrawing, run: Option<&Run>) -> Result {
    let turn = Turn { direction: drawn.direction, all: drawn.drawing.size };
    for (arrow, route) in drawn.arrows.iter().zip(&drawn.drawing.arrows) {
        let orders = arrow.transition.filter(|_| arrow.machine == 0);
        let orders = orders.map_or(String::new(), |(_, index)| orders_of(run, index));
        match arrow.transition {
            Some((skill, index)) => {
                let Some(transition) = skill.graph.transitions.get(index) else { continue };
                write!(
                    f,
                    "<g class=\"transition {}{}\" data-machine=\"{}\" data-transition=\"{index}\">",
                    kind(transition),
                    if orders.is_empty() { "" } else { " traced" },
                    arrow.machine,
                )?;
            }
            None => f.write_str("<g class=\"transition uses\">")?,
        }
        f.write_str("<path d=\"")?;
        turn.path(f, route)?;
        f.write_str("\"/>")?;
        turn.head(f, route)?;
        if let Some(label) = route.label {
            let label = turn.direction.rect(turn.all, label);
            let at = Point { x: label.at.x - TEXT_MARGIN, y: label.at.y - TEXT_MARGIN };
            text(f, &arrow.lines, Rect { at, size: label.size }, false, None)?;
            order(f, &orders, Point { x: label.at.x, y: label.at.y + LINE_HEIGHT / 2.0 }, false)?;
        }
        f.write_str("</g>\n")?;
    }
    Ok(())
}

/// Returns the class of an arrow: what makes its transition fire.
fn kind(transition: &TransitionInfo) -> &'static str {
    match transition.trigger {
        _ if transition.held.is_some() => "held",
        Trigger::After => "after",
        Trigger::OnFinal => "on-final",
        Trigger::OnFailed => "on-failed",
        Trigger::Precondition => "precondition",
        Trigger::When | Trigger::Crossing | Trigger::Otherwise => "when",
    }
}

fn rect(f: &mut Formatter<'_>, rect: Rect, class: &str, radius: f64) -> Result {
    let Rect { at, size } = rect;
    write!(
        f,
        "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{radius}\"/>",
        at.x, at.y, size.width, size.height
    )
}

/// Returns the numbers of a transition in a run.
fn orders_of(run: Option<&Run>, transition: usize) -> String {
    let is_meant = |of: &Taken| usize::from(of.transition) == transition;
    run.map_or(String::new(), |run| run.orders(is_meant, " "))
}

/// Writes the numbers of a transition after a point at half of their height, or before it.
fn order(f: &mut Formatter<'_>, orders: &str, at: Point, is_before: bool) -> Result {
    if orders.is_empty() {
        return Ok(());
    }
    // Many numbers would cover what is beside them.
    let last: Vec<&str> = orders.rsplit(' ').take(MAX_ORDERS).collect();
    let cut = if orders.split(' ').count() > MAX_ORDERS { "… " } else { "" };
    let label = format!("{cut}{}", last.into_iter().rev().collect::<Vec<_>>().join(" "));
    #[allow(clippy::cast_precision_loss)] // a few letters
    let width = (label.chars().count() as f64).mul_add(super::diagram::LETTER_WIDTH, 8.0).max(16.0);
    let (x, y) = (if is_before { at.x - width } else { at.x }, at.y);
    write!(
        f,
        "<g class=\"order\"><rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"14\" rx=\"7\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text></g>",
        y - 7.0,
        x + width / 2.0,
        y + 4.0
    )
}

/// Writes lines into a rectangle, in its middle or at its left, with the numbers of failures in a run.
fn text(
    f: &mut Formatter<'_>,
    lines: &[Line],
    place: Rect,
    centered: bool,
    run: Option<&Run>,
) -> Result {
    let x = if centered { place.at.x + place.size.width / 2.0 } else { place.at.x + TEXT_MARGIN };
    let mut y = place.at.y + TEXT_MARGIN - 4.0;
    let mut failure = None;
    for line in lines {
        y += LINE_HEIGHT;
        if line.text.trim().is_empty() {
            continue;
        }
        // Failures are a list.
        let (x, centered) = match line.kind {
            LineKind::Failure(_) => (place.at.x + TEXT_MARGIN, false),
            _ => (x, centered),
        };
        let class = match line.kind {
            LineKind::Name => "name",
            LineKind::Detail => "detail",
            LineKind::Failure(of) if !orders_of(run, of).is_empty() => "failure traced",
            LineKind::Failure(_) => "failure",
        };
        write!(f, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\"")?;
        if centered {
            f.write_str(" text-anchor=\"middle\"")?;
        }
        if let LineKind::Failure(transition) = line.kind {
            write!(f, " data-transition=\"{transition}\"")?;
        }
        f.write_str(">")?;
        escaped(f, &line.text)?;
        f.write_str("</text>")?;
        if let LineKind::Failure(transition) = line.kind
            && failure.replace(transition) != Some(transition)
        {
            order(f, &orders_of(run, transition), Point { x, y: y - 4.0 }, true)?;
        }
    }
    Ok(())
}

/// Turns arrows that lead down.
struct Turn {
    direction: Direction,
    all: Size,
}

impl Turn {
    /// Writes a command of a path and its point, rounded to a tenth.
    fn point(&self, f: &mut Formatter<'_>, command: &str, x: f64, y: f64) -> Result {
        let Point { x, y } = self.direction.point(self.all, Point { x, y });
        write!(f, "{command}{x:.1} {y:.1}")
    }

    /// Writes a curve between two points, by its control points.
    fn curve(&self, f: &mut Formatter<'_>, points: [(f64, f64); 3]) -> Result {
        let commands = ["C", " ", " "];
        points
            .into_iter()
            .zip(commands)
            .try_for_each(|((x, y), command)| self.point(f, command, x, y))
    }

    /// Writes the way of an arrow.
    fn path(&self, f: &mut Formatter<'_>, route: &Route) -> Result {
        let [first, rest @ ..] = &route.points[..] else { return Ok(()) };
        self.point(f, "M", first.x, first.y)?;
        let mut from = first;
        for to in rest {
            if route.is_loop {
                let x = from.x + 24.0;
                self.curve(f, [(x, from.y), (x, to.y), (to.x, to.y)])?;
            } else if (from.x - to.x).abs() < 0.05 {
                self.point(f, "L", to.x, to.y)?;
            } else {
                let middle = f64::midpoint(from.y, to.y);
                self.curve(f, [(from.x, middle), (to.x, middle), (to.x, to.y)])?;
            }
            from = to;
        }
        Ok(())
    }

    /// Writes the head of an arrow.
    fn head(&self, f: &mut Formatter<'_>, route: &Route) -> Result {
        let [.., before, end] = &route.points[..] else { return Ok(()) };
        let (x, y) = (end.x, end.y);
        let sides = if route.is_loop {
            [(x + 8.0, y - 4.0), (x + 8.0, y + 4.0)]
        } else {
            let up = if before.y > end.y { 8.0 } else { -8.0 };
            [(x - 4.0, y + up), (x + 4.0, y + up)]
        };
        f.write_str("<path class=\"head\" d=\"")?;
        self.point(f, "M", x, y)?;
        sides.into_iter().try_for_each(|(x, y)| self.point(f, "L", x, y))?;
        f.write_str("z\"/>")
    }
}

const STYLE: &str = "<style>
.skill { --line: #8080ff; --box: #e6e6ff; --frame: #cacaff; --outer: #f5f5ff; --start: #ffc080;
  --final: #6fdd6f; --failed: #ff8080; --exit: #ffffff; --ink: #1a1a2e; --bad: #b00020; --paper: #ffffff; }
@media (prefers-color-scheme: dark) { .skill { --line: #9a9aff; --box: #2b2b55; --frame: #55558f;
  --outer: #1d1d38; --start: #d08030; --final: #3f9a3f; --failed: #c05050; --exit: #16162a;
  --ink: #ececff; --bad: #ff8a8a; --paper: #10101e; } }
.skill { background: var(--paper); }
.skill text { font-family: ui-monospace, \"DejaVu Sans Mono\", Menlo, Consolas, monospace; fill: var(--ink); }
.skill .name { font-weight: bold; }
.skill .failure { fill: var(--bad); }
.skill .state rect { fill: var(--box); stroke: var(--frame); stroke-width: 2; }
.skill .composite > rect { fill: var(--outer); }
.skill .start > rect { stroke: var(--start); stroke-width: 4; }
.skill .machine > rect { fill: var(--exit); stroke-dasharray: 6 4; }
.skill .box > rect { fill: var(--box); stroke: var(--frame); stroke-width: 2; }
.skill .any > rect { stroke-dasharray: 2 3; fill: var(--exit); }
.skill .final rect { stroke: var(--final); stroke-width: 1.5; fill: var(--exit); }
.skill .failed rect { stroke: var(--failed); stroke-width: 1.5; fill: var(--exit); }
.skill .transition path { fill: none; stroke: var(--line); stroke-width: 2; }
.skill .transition path.head { fill: var(--line); stroke: none; }
.skill .after path, .skill .held path { stroke-dasharray: 6 4; }
.skill .on-failed path { stroke-dasharray: 2 3; }
.skill .precondition path { stroke-dasharray: 8 3 2 3; }
</style>
";

/// The style of a run, after [`STYLE`].
const STYLE_OF_RUN: &str = "<style>
.skill { --now: #ffc44d; --now-line: #8a5600; --taken: #1d62b5; --order: #ffffff; --now-ink: #1c1300; }
@media (prefers-color-scheme: dark) { .skill { --now: #f2ae35; --now-line: #ffc761; --taken: #74b2ff;
  --order: #071426; } }
.skill .state.traced > rect { stroke: var(--taken); stroke-dasharray: 7 4; }
.skill .state.active > rect { stroke: var(--now-line); stroke-width: 3; stroke-dasharray: 2 3; fill: var(--now); }
.skill .state.active:not(.composite) > text { fill: var(--now-ink); }
.skill .state.active.composite > rect { fill: var(--outer); }
.skill .transition.traced > path { stroke: var(--taken); stroke-width: 3; stroke-dasharray: 7 4; }
.skill .transition.traced > path.head { fill: var(--taken); stroke: none; }
.skill .state.active > rect.inner { stroke-width: 1.5; stroke-dasharray: none; }
.skill text.failure.traced { font-weight: bold; }
.skill .order rect { fill: var(--taken); stroke: none; }
.skill .order text { fill: var(--order); font-size: 11px; font-weight: bold; }
</style>
";

/// The numbers of a transition that are written; before them is a mark if there are more.
const MAX_ORDERS: usize = 3;

/// The width of the legend in pixels.
const LEGEND_WIDTH: f64 = 668.0;

const LEGEND: &str = "<g class=\"transition when\"><path d=\"M0 0h24\"/></g><text x=\"30\" y=\"4\">when</text>\
<g class=\"transition after\"><path d=\"M76 0h24\"/></g><text x=\"106\" y=\"4\">after, held</text>\
<g class=\"transition on-failed\"><path d=\"M200 0h24\"/></g><text x=\"230\" y=\"4\">on FAILED</text>\
<g class=\"transition precondition\"><path d=\"M308 0h24\"/></g><text x=\"338\" y=\"4\">precondition</text>\
<text class=\"failure\" x=\"440\" y=\"4\">✗ to FAILED</text><text x=\"540\" y=\"4\">1 order of checks</text>";

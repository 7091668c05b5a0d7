//! The graph as a picture.

use super::diagram::{
    LETTER_SIZE, LINE_HEIGHT, Line, LineKind, SkillDrawing, TEXT_MARGIN, wrapped,
};
use super::scxml::escaped;
use crate::inputs::Mark;
use crate::layout::{Point, Rect, Route};
use skill_runtime::SkillInfo;
use skill_runtime::graph::{StateKind, TransitionInfo, Trigger};
use std::fmt::{Display, Formatter, Result};

/// Shows a skill's graph as SVG, in the colors of Fawkes's `SkillGUI`, light or dark as the
/// reader's system is.
///
/// Each state is a group `g.state` with the number of the state as `data-state`, each transition a
/// `g.transition`, or a line `.failure` in the box of its state, with `data-transition`.
#[derive(Debug)]
pub struct Svg(pub &'static SkillInfo);

/// The letters of a line above the picture.
const HEAD_LETTERS: usize = 86;
/// The margin around the picture.
const MARGIN: f64 = 16.0;

impl Display for Svg {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let drawn = SkillDrawing::of(self.0);
        let mark = Mark { skill: self.0, separator: "\n" }.to_string();
        let mut head = Vec::new();
        for (index, text) in mark.lines().enumerate() {
            let kind = if index == 0 { LineKind::Name } else { LineKind::Detail };
            head.extend(wrapped(text, HEAD_LETTERS, kind));
        }
        #[allow(clippy::cast_precision_loss)] // a few lines
        let top = MARGIN + head.len() as f64 * LINE_HEIGHT + MARGIN;
        let longest = head.iter().map(|line| line.text.chars().count()).max().unwrap_or(0);
        #[allow(clippy::cast_precision_loss)]
        let least = longest as f64 * super::diagram::LETTER_WIDTH;
        let legend = drawn.drawing.size.height + top + MARGIN;
        let width = drawn.drawing.size.width.max(least).max(LEGEND_WIDTH) + 2.0 * MARGIN;
        let height = legend + LINE_HEIGHT + MARGIN;
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"skill\" viewBox=\"0 0 {width:.0} {height:.0}\" \
             width=\"{width:.0}\" height=\"{height:.0}\" font-size=\"{LETTER_SIZE}\">"
        )?;
        f.write_str(STYLE)?;
        let corner = Rect {
            at: Point { x: MARGIN - TEXT_MARGIN, y: MARGIN - TEXT_MARGIN },
            ..Rect::default()
        };
        text(f, &head, corner, false)?;
        writeln!(f, "<g transform=\"translate({MARGIN} {top})\">")?;
        body(f, &drawn)?;
        f.write_str("</g>\n")?;
        writeln!(f, "<g class=\"legend\" transform=\"translate({MARGIN} {legend})\">{LEGEND}</g>")?;
        f.write_str("</svg>\n")
    }
}

/// Writes boxes and arrows.
fn body(f: &mut Formatter<'_>, drawn: &SkillDrawing) -> Result {
    let graph = &drawn.skill.graph;
    let composite =
        |index: usize| drawn.diagram.boxes.iter().any(|other| other.parent == Some(index));
    // Outer boxes first, so that what is in them is above them.
    let mut order: Vec<usize> = (0..drawn.boxes.len()).collect();
    let depth = |index: &usize| {
        std::iter::successors(drawn.diagram.boxes[*index].parent, |node| {
            drawn.diagram.boxes[*node].parent
        })
        .count()
    };
    order.sort_by_key(depth);
    for index in order {
        let of = &drawn.boxes[index];
        let (border, place) = (drawn.drawing.boxes[index], drawn.drawing.texts[index]);
        f.write_str("<g class=\"state")?;
        let info = of.state.and_then(|state| Some((state, graph.states.get(usize::from(state))?)));
        match info {
            None => f.write_str(" any\">")?,
            Some((state, info)) => {
                let kind = match info.kind {
                    StateKind::Final => " final",
                    StateKind::Failed => " failed",
                    _ if super::tree::Tree::is_start(graph, state, info) => " start",
                    _ => "",
                };
                let outer = if composite(index) { " composite" } else { "" };
                write!(f, "{kind}{outer}\" data-state=\"{state}\">")?;
                if !info.docs.is_empty() {
                    f.write_str("<title>")?;
                    escaped(f, info.docs)?;
                    f.write_str("</title>")?;
                }
            }
        }
        rect(f, border, "", 6.0)?;
        if matches!(info, Some((_, info)) if matches!(info.kind, StateKind::Final | StateKind::Failed))
        {
            let inner = Rect {
                at: Point { x: border.at.x + 3.0, y: border.at.y + 3.0 },
                size: crate::layout::Size {
                    width: border.size.width - 6.0,
                    height: border.size.height - 6.0,
                },
            };
            rect(f, inner, "inner", 4.0)?;
        }
        text(f, &of.lines, place, !composite(index))?;
        f.write_str("</g>\n")?;
    }
    for (arrow, route) in drawn.arrows.iter().zip(&drawn.drawing.arrows) {
        let Some(transition) = graph.transitions.get(arrow.transition) else { continue };
        write!(
            f,
            "<g class=\"transition {}\" data-transition=\"{}\"><path d=\"",
            kind(transition),
            arrow.transition
        )?;
        path(f, route)?;
        f.write_str("\"/>")?;
        head(f, route)?;
        if let Some(label) = route.label {
            let at = Point { x: label.at.x - TEXT_MARGIN, y: label.at.y - TEXT_MARGIN };
            text(f, &arrow.lines, Rect { at, size: label.size }, false)?;
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

/// Writes lines into a rectangle, in its middle or at its left.
fn text(f: &mut Formatter<'_>, lines: &[Line], place: Rect, centered: bool) -> Result {
    let x = if centered { place.at.x + place.size.width / 2.0 } else { place.at.x + TEXT_MARGIN };
    let mut y = place.at.y + TEXT_MARGIN - 4.0;
    for line in lines {
        y += LINE_HEIGHT;
        // Failures are a list.
        let (x, centered) = match line.kind {
            LineKind::Failure(_) => (place.at.x + TEXT_MARGIN, false),
            _ => (x, centered),
        };
        let class = match line.kind {
            LineKind::Name => "name",
            LineKind::Detail => "detail",
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
    }
    Ok(())
}

/// Writes the way of an arrow.
fn path(f: &mut Formatter<'_>, route: &Route) -> Result {
    let [first, rest @ ..] = &route.points[..] else { return Ok(()) };
    write!(f, "M{:.1} {:.1}", first.x, first.y)?;
    let mut from = first;
    for to in rest {
        if route.is_loop {
            let x = from.x + 24.0;
            write!(f, "C{x:.1} {:.1} {x:.1} {:.1} {:.1} {:.1}", from.y, to.y, to.x, to.y)?;
        } else if (from.x - to.x).abs() < 0.05 {
            write!(f, "L{:.1} {:.1}", to.x, to.y)?;
        } else {
            let middle = f64::midpoint(from.y, to.y);
            write!(
                f,
                "C{:.1} {middle:.1} {:.1} {middle:.1} {:.1} {:.1}",
                from.x, to.x, to.x, to.y
            )?;
        }
        from = to;
    }
    Ok(())
}

/// Writes the head of an arrow.
fn head(f: &mut Formatter<'_>, route: &Route) -> Result {
    let [.., before, end] = &route.points[..] else { return Ok(()) };
    let (x, y) = (end.x, end.y);
    if route.is_loop {
        return write!(f, "<path class=\"head\" d=\"M{x:.1} {y:.1}l8 -4v8z\"/>");
    }
    let up = if before.y > end.y { 8 } else { -8 };
    write!(f, "<path class=\"head\" d=\"M{x:.1} {y:.1}l-4 {up}h8z\"/>")
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

/// The width of the legend in pixels.
const LEGEND_WIDTH: f64 = 640.0;

const LEGEND: &str = "<g class=\"transition when\"><path d=\"M0 0h24\"/></g><text x=\"30\" y=\"4\">when</text>\
<g class=\"transition after\"><path d=\"M76 0h24\"/></g><text x=\"106\" y=\"4\">after, held</text>\
<g class=\"transition on-failed\"><path d=\"M200 0h24\"/></g><text x=\"230\" y=\"4\">on FAILED</text>\
<g class=\"transition precondition\"><path d=\"M308 0h24\"/></g><text x=\"338\" y=\"4\">precondition</text>\
<text class=\"failure\" x=\"440\" y=\"4\">✗ to FAILED</text><text x=\"540\" y=\"4\">1 order of checks</text>";

//! The same diagrams, drawn by Graphviz.

use crate::crossings::{Curve, piece};
use anyhow::{Context as _, bail};
use serde_json::Value;
use skill_studio::layout::{Diagram, Point, Size};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

/// Returns the arrows as `dot` draws them.
pub fn curves(diagram: &Diagram) -> anyhow::Result<Vec<Curve>> {
    let mut dot = Command::new("dot")
        .arg("-Tjson0")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .context("cannot run `dot`: install Graphviz")?;
    let text = digraph(diagram);
    // It reads all before it writes.
    dot.stdin.take().context("no stdin")?.write_all(text.as_bytes())?;
    let output = dot.wait_with_output()?;
    let json: Value = serde_json::from_slice(&output.stdout).context("the output of `dot`")?;
    let edges = json["edges"].as_array().map_or(&[][..], Vec::as_slice);
    let curves = edges.iter().map(|edge| spline(edge["pos"].as_str().unwrap_or_default()));
    let curves: Vec<Curve> = curves.collect::<anyhow::Result<_>>()?;
    if curves.len() != diagram.arrows.len() {
        bail!("{} arrows instead of {}", curves.len(), diagram.arrows.len());
    }
    Ok(curves)
}

/// A table of a fixed size, in points.
fn label(size: Size) -> String {
    format!(
        "<<TABLE BORDER=\"0\" FIXEDSIZE=\"TRUE\" WIDTH=\"{:.0}\" HEIGHT=\"{:.0}\"><TR><TD></TD></TR></TABLE>>",
        size.width, size.height
    )
}

fn digraph(diagram: &Diagram) -> String {
    let mut text =
        String::from("digraph { compound=true; node [shape=box, fixedsize=true, label=\"\"];\n");
    members(diagram, None, &mut text);
    let composite = |node| diagram.boxes.iter().any(|other| other.parent == Some(node));
    let holds = |outer: usize, inner: usize| {
        std::iter::successors(Some(inner), |node| diagram.boxes[*node].parent)
            .any(|node| node == outer)
    };
    for arrow in &diagram.arrows {
        let (from, to) = (arrow.from, arrow.to);
        let _ = write!(text, "n{from} -> n{to} [label={}", label(arrow.label));
        for (attribute, end, other) in [("ltail", from, to), ("lhead", to, from)] {
            if composite(end) && !holds(end, other) {
                let _ = write!(text, ", {attribute}=cluster_{end}");
            }
        }
        text.push_str("];\n");
    }
    text.push('}');
    text
}

fn members(diagram: &Diagram, of: Option<usize>, text: &mut String) {
    for (node, info) in diagram.boxes.iter().enumerate().filter(|(_, info)| info.parent == of) {
        if diagram.boxes.iter().any(|other| other.parent == Some(node)) {
            let _ = writeln!(
                text,
                "subgraph cluster_{node} {{ label={}; n{node} [shape=point, width=0.05];",
                label(info.text)
            );
            members(diagram, Some(node), text);
            text.push_str("}\n");
        } else {
            let (width, height) = (info.text.width / 72.0, info.text.height / 72.0);
            let _ = writeln!(text, "n{node} [width={width:.3}, height={height:.3}];");
        }
    }
}

/// Reads `e,x,y x,y ..`: the end, then a Bézier spline.
fn spline(text: &str) -> anyhow::Result<Curve> {
    let mut points = Vec::new();
    let (mut start, mut end) = (None, None);
    for word in text.split_whitespace() {
        let place = word.trim_start_matches(['e', 's', ',']);
        let (x, y) = place.split_once(',').context("no point")?;
        let point = Point { x: x.parse()?, y: y.parse()? };
        match word.as_bytes()[0] {
            b'e' => end = Some(point),
            b's' => start = Some(point),
            _ => points.push(point),
        }
    }
    let mut curve: Curve = start.into_iter().chain(points.first().copied()).collect();
    for index in (0..points.len().saturating_sub(3)).step_by(3) {
        curve.extend(piece([
            points[index],
            points[index + 1],
            points[index + 2],
            points[index + 3],
        ]));
    }
    curve.extend(end);
    Ok(curve)
}

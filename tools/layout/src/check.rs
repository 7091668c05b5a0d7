//! The conditions that each drawing meets.

use crate::crossings::{Curve, curves};
use skill_studio::layout::{Diagram, Drawing, Point, Rect};

pub fn faults(diagram: &Diagram, drawing: &Drawing) -> Vec<String> {
    let mut faults = Vec::new();
    let is_inside = |inner: usize, outer: usize| around(diagram, inner).any(|node| node == outer);
    let labels: Vec<(usize, Rect)> = drawing
        .arrows
        .iter()
        .enumerate()
        .filter_map(|(arrow, route)| route.label.map(|label| (arrow, label)))
        .collect();
    for (node, border) in drawing.boxes.iter().enumerate() {
        if !border.contains(&drawing.texts[node]) {
            faults.push(format!("the text of box {node} is not in it"));
        }
        if let Some(parent) = diagram.boxes[node].parent
            && !drawing.boxes[parent].contains(border)
        {
            faults.push(format!("box {node} is not inside box {parent}"));
        }
        for (other, second) in drawing.boxes.iter().enumerate().skip(node + 1) {
            let nested = is_inside(node, other) || is_inside(other, node);
            if !nested && border.overlaps(second) {
                faults.push(format!("boxes {node} and {other} overlap"));
            }
            if nested {
                let (outer, inner) =
                    if is_inside(node, other) { (other, node) } else { (node, other) };
                if drawing.texts[outer].overlaps(&drawing.boxes[inner]) {
                    faults.push(format!("the text of box {outer} and box {inner} overlap"));
                }
            }
        }
        for (arrow, label) in &labels {
            if drawing.texts[node].overlaps(label) {
                faults.push(format!("box {node} and the label of arrow {arrow} overlap"));
            }
            if border.overlaps(label) && !border.contains(label) {
                faults.push(format!("the label of arrow {arrow} is on the border of box {node}"));
            }
        }
    }
    for (index, (arrow, label)) in labels.iter().enumerate() {
        for (other, second) in &labels[index + 1..] {
            if label.overlaps(second) {
                faults.push(format!("the labels of arrows {arrow} and {other} overlap"));
            }
        }
    }
    for (arrow, curve) in curves(drawing).iter().enumerate() {
        faults.extend(hits(drawing, &labels, arrow, curve));
        faults.extend(ends(diagram, drawing, arrow, curve));
    }
    faults
}

/// Returns the boxes around a box, with itself.
fn around(diagram: &Diagram, node: usize) -> impl Iterator<Item = usize> + '_ {
    std::iter::successors(Some(node), |node| diagram.boxes[*node].parent)
}

fn is_in(rect: &Rect, point: Point) -> bool {
    let inside = |at: f64, begin: f64, extent: f64| at > begin + 0.5 && at < begin + extent - 0.5;
    inside(point.x, rect.at.x, rect.size.width) && inside(point.y, rect.at.y, rect.size.height)
}

/// Returns the texts through which an arrow runs.
fn hits(drawing: &Drawing, labels: &[(usize, Rect)], arrow: usize, curve: &Curve) -> Vec<String> {
    let texts = drawing.texts.iter().map(|text| ("text of box", text)).enumerate();
    let labels = labels.iter().map(|(other, label)| (*other, ("label of arrow", label)));
    let all = texts.chain(labels);
    let hit = all.filter(|(_, (_, text))| curve.iter().any(|point| is_in(text, *point)));
    hit.map(|(other, (what, _))| format!("arrow {arrow} runs through the {what} {other}")).collect()
}

/// Returns the ends of an arrow that are not on the borders of its boxes.
fn ends(diagram: &Diagram, drawing: &Drawing, arrow: usize, curve: &Curve) -> Vec<String> {
    let of = &diagram.arrows[arrow];
    let ends = [(curve.first(), of.from), (curve.last(), of.to)];
    let off = ends.into_iter().filter(|(point, node)| {
        let border = drawing.boxes[*node];
        point.is_none_or(|point| {
            let near = |at: f64, line: f64| (at - line).abs() < 0.5;
            let on_x =
                point.x > border.at.x - 0.5 && point.x < border.at.x + border.size.width + 0.5;
            let on_y = near(point.y, border.at.y)
                || near(point.y, border.at.y + border.size.height)
                || near(point.x, border.at.x + border.size.width);
            !(on_x && on_y)
        })
    });
    off.map(|(_, node)| format!("arrow {arrow} does not end at box {node}")).collect()
}

//! Drawings of small diagrams; `cargo xtask layout` checks those of skills and random machines.

use super::{Arrow, Diagram, Drawing, Node, Size, lay_out};

const TEXT: Size = Size { width: 60.0, height: 32.0 };

fn diagram(parents: &[Option<usize>], arrows: &[(usize, usize)]) -> Diagram {
    let label = Size { width: 40.0, height: 16.0 };
    Diagram {
        boxes: parents.iter().map(|parent| Node { parent: *parent, text: TEXT }).collect(),
        arrows: arrows.iter().map(|(from, to)| Arrow { from: *from, to: *to, label }).collect(),
    }
}

fn apart(drawing: &Drawing, one: usize, other: usize) {
    assert!(!drawing.boxes[one].overlaps(&drawing.boxes[other]), "{one} and {other}: {drawing:?}");
}

#[test]
fn nothing_has_no_size() {
    assert_eq!(lay_out(&Diagram::default()).size, Size::default());
}

#[test]
fn arrows_lead_down_but_for_those_that_close_a_cycle() {
    let drawing = lay_out(&diagram(&[None, None, None], &[(0, 1), (1, 2), (2, 0)]));
    let top = |node: usize| drawing.boxes[node].at.y;
    assert!(top(0) < top(1) && top(1) < top(2));
    let ends = |arrow: usize| {
        let points = &drawing.arrows[arrow].points;
        points[points.len() - 1].y - points[0].y
    };
    assert!(ends(0) > 0.0 && ends(1) > 0.0 && ends(2) < 0.0);
}

#[test]
fn parallel_arrows_have_places_of_their_own() {
    let drawing = lay_out(&diagram(&[None, None], &[(0, 1), (0, 1), (1, 0)]));
    let labels: Vec<_> = drawing.arrows.iter().filter_map(|arrow| arrow.label).collect();
    assert_eq!(labels.len(), 3);
    for (index, label) in labels.iter().enumerate() {
        assert!(labels[index + 1..].iter().all(|other| !label.overlaps(other)));
    }
}

#[test]
fn a_box_contains_what_is_inside_it() {
    // From outside to inside, from a box to its own content and back, and to itself.
    let drawing = lay_out(&diagram(
        &[None, None, Some(1), Some(1), Some(3)],
        &[(0, 4), (4, 0), (1, 2), (2, 1), (1, 1), (3, 4), (4, 2)],
    ));
    for (inner, outer) in [(2, 1), (3, 1), (4, 3)] {
        assert!(drawing.boxes[outer].contains(&drawing.boxes[inner]), "{inner} in {outer}");
        assert!(!drawing.texts[outer].overlaps(&drawing.boxes[inner]));
    }
    apart(&drawing, 0, 1);
    apart(&drawing, 2, 3);
    assert!(drawing.arrows.iter().all(|arrow| arrow.points.len() >= 2));
    assert!(drawing.arrows[4].is_loop);
}

#[test]
fn a_diagram_is_always_drawn_alike() {
    let parents: Vec<_> = (0..12).map(|node| (node % 3 == 2).then(|| node - 1)).collect();
    let arrows: Vec<_> = (0..30).map(|arrow| (arrow * 7 % 12, arrow * 5 % 12)).collect();
    let of = diagram(&parents, &arrows);
    assert_eq!(format!("{:?}", lay_out(&of)), format!("{:?}", lay_out(&of)));
}

//! Crossings of arrows, counted in the picture.

use skill_studio::layout::{Drawing, Point};

/// The points of an arrow, near each other.
pub type Curve = Vec<Point>;

/// The number of points of a curved piece.
const STEPS: u32 = 24;
/// The distance within which two crossings are one, and from the ends of an arrow within which it
/// meets others of its box, in pixels.
const NEAR: f64 = 12.0;

/// Returns the point of a Bézier curve at `t`.
pub fn bezier(points: [Point; 4], t: f64) -> Point {
    let s = 1.0 - t;
    let weights = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
    let sum = |get: fn(&Point) -> f64| points.iter().zip(weights).map(|(p, w)| get(p) * w).sum();
    Point { x: sum(|point| point.x), y: sum(|point| point.y) }
}

pub fn piece(points: [Point; 4]) -> impl Iterator<Item = Point> {
    (1..=STEPS).map(move |step| bezier(points, f64::from(step) / f64::from(STEPS)))
}

/// Returns the arrows of a drawing as they are drawn.
pub fn curves(drawing: &Drawing) -> Vec<Curve> {
    let curve = |route: &skill_studio::layout::Route| {
        let mut curve: Curve = route.points.first().copied().into_iter().collect();
        for pair in route.points.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let controls = if route.is_loop {
                [Point { x: from.x + 24.0, ..from }, Point { x: to.x + 24.0, ..to }]
            } else {
                let y = f64::midpoint(from.y, to.y);
                [Point { x: from.x, y }, Point { x: to.x, y }]
            };
            curve.extend(piece([from, controls[0], controls[1], to]));
        }
        curve
    };
    drawing.arrows.iter().map(curve).collect()
}

/// Returns the number of crossings between different arrows.
pub fn count(curves: &[Curve]) -> u32 {
    let mut count = 0;
    for (index, one) in curves.iter().enumerate() {
        for other in &curves[index + 1..] {
            count += crossings(one, other);
        }
    }
    count
}

fn crossings(one: &Curve, other: &Curve) -> u32 {
    let mut found: Vec<Point> = Vec::new();
    if !boxes_meet(one, other) {
        return 0;
    }
    let is_end = |point: Point| {
        let ends = [one.first(), one.last(), other.first(), other.last()];
        ends.into_iter().flatten().any(|end| near(*end, point))
    };
    for a in one.windows(2) {
        for b in other.windows(2) {
            if let Some(point) = meet((a[0], a[1]), (b[0], b[1]))
                && !is_end(point)
                && !found.iter().any(|known| near(*known, point))
            {
                found.push(point);
            }
        }
    }
    u32::try_from(found.len()).unwrap_or(u32::MAX)
}

fn near(a: Point, b: Point) -> bool {
    (a.x - b.x).hypot(a.y - b.y) < NEAR
}

fn boxes_meet(one: &Curve, other: &Curve) -> bool {
    let range = |curve: &Curve, get: fn(&Point) -> f64| {
        let values = curve.iter().map(get);
        let low = values.clone().fold(f64::INFINITY, f64::min);
        (low, values.fold(f64::NEG_INFINITY, f64::max))
    };
    let overlap = |get| {
        let ((a, b), (c, d)) = (range(one, get), range(other, get));
        a <= d && c <= b
    };
    overlap(|point| point.x) && overlap(|point| point.y)
}

/// Returns where two straight lines cross.
fn meet(a: (Point, Point), b: (Point, Point)) -> Option<Point> {
    let (ax, ay) = (a.1.x - a.0.x, a.1.y - a.0.y);
    let (bx, by) = (b.1.x - b.0.x, b.1.y - b.0.y);
    let determinant = ax * by - ay * bx;
    if determinant.abs() < 1e-12 {
        return None;
    }
    let (dx, dy) = (b.0.x - a.0.x, b.0.y - a.0.y);
    let (t, u) = ((dx * by - dy * bx) / determinant, (dx * ay - dy * ax) / determinant);
    let inside = (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u);
    inside.then_some(Point { x: a.0.x + t * ax, y: a.0.y + t * ay })
}

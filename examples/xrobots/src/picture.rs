//! The driven path as a picture in SVG.

use crate::journey::{Figure, Journey, ROUND, Shape};
use crate::robot::{BODY_MM, OBSTACLE_MM, Point};
use crate::story;
use std::fmt::Write as _;

/// The width of the part with the path, in pixels.
const MAP_PX: f64 = 720.0;
/// The margin around it.
const MARGIN_PX: f64 = 60.0;
/// The space above, and for the scale bar below.
const EDGE_PX: f64 = 40.0;
const LEGEND_PX: f64 = 230.0;
const LINE_PX: f64 = 26.0;
/// The distance between laps, which coincide on the floor and are drawn side by side; all laps of
/// one shape stay within this distance, or corners would turn inside out.
const APART_PX: f64 = 5.0;
const ALL_APART_PX: f64 = 20.0;
/// The fraction of that distance that is line.
const LINE_PART: f64 = 0.6;

/// Four squares and four triangles; further ones get colours of their own.
const COLOURS: [&str; ROUND] =
    ["#08306b", "#1f6fb4", "#35a7e0", "#12b5a0", "#7f1d1d", "#d9480f", "#f59f00", "#d6336c"];

/// From the floor to the picture: y goes up on the floor, and down here.
struct Map {
    left_mm: f64,
    top_mm: f64,
    px_per_mm: f64,
    height_px: f64,
}

impl Map {
    /// Returns the map that shows all of these points.
    fn around(points: impl Iterator<Item = Point>) -> Map {
        let (mut low, mut high) = ((0.0_f64, 0.0_f64), (0.0_f64, 0.0_f64));
        for point in points {
            low = (low.0.min(point.x_mm), low.1.min(point.y_mm));
            high = (high.0.max(point.x_mm), high.1.max(point.y_mm));
        }
        // Limits the scale if the robot has not moved.
        let wide_mm = (high.0 - low.0).max(10.0 * BODY_MM);
        let high_mm = (high.1 - low.1).max(10.0 * BODY_MM);
        let px_per_mm = MAP_PX / wide_mm.max(high_mm);
        Map {
            left_mm: low.0,
            top_mm: high.1,
            px_per_mm,
            height_px: high_mm * px_per_mm + 2.0 * (MARGIN_PX + EDGE_PX),
        }
    }

    fn x(&self, point: Point) -> f64 {
        MARGIN_PX + (point.x_mm - self.left_mm) * self.px_per_mm
    }

    fn y(&self, point: Point) -> f64 {
        MARGIN_PX + EDGE_PX + (self.top_mm - point.y_mm) * self.px_per_mm
    }
}

/// Returns the picture of a drive with the obstacle at this place.
pub fn draw(journey: &Journey, obstacle: Point) -> String {
    let ways = journey.figures.iter().flat_map(|figure| figure.path.iter().copied());
    let map = Map::around(ways.chain([obstacle]));
    let lines = journey.figures.len() + 4;
    let height = map.height_px.max(float(lines) * LINE_PX + 2.0 * EDGE_PX);
    let width = MAP_PX + 2.0 * MARGIN_PX + LEGEND_PX;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"15\" fill=\"#222\">\n\
         <title>Squares and triangles until something is in the way</title>\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for part in
        [figures(journey, &map), marks(journey, obstacle, &map), scale_bar(&map), legend(journey)]
    {
        svg += &part;
    }
    svg + "</svg>\n"
}

#[allow(clippy::cast_precision_loss)] // a few figures
fn float(count: usize) -> f64 {
    count as f64
}

/// Returns a line of text at a place; `style` is further attributes.
fn text(x: f64, y: f64, style: &str, what: impl std::fmt::Display) -> String {
    format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" stroke=\"white\" stroke-width=\"4\" paint-order=\"stroke\" {style}>{what}</text>\n"
    )
}

fn colour(figure: usize) -> String {
    match COLOURS.get(figure) {
        Some(colour) => (*colour).to_owned(),
        // Far apart on the colour wheel, whatever their number.
        None => format!("hsl({}, 60%, 30%)", (figure - ROUND) * 137 % 360 + 130),
    }
}

/// Returns the distance of a drawn figure from its place, and the width of the line: squares
/// outside, triangles inside, the last figure where it was driven.
fn apart_px(journey: &Journey, number: usize) -> (f64, f64) {
    let shape = journey.figures[number].shape;
    let others = &journey.figures[..journey.figures.len() - 1];
    let like = |others: &[Figure]| float(others.iter().filter(|it| it.shape == shape).count());
    let step = APART_PX.min(ALL_APART_PX / like(others).max(1.0));
    let apart = step * like(others.get(number..).unwrap_or_default());
    (if shape == Shape::Square { apart } else { -apart }, step * LINE_PART)
}

/// Returns a line through these points of the picture, moved to the right by `apart`.
fn line(points: &[(f64, f64)], apart: f64) -> String {
    let mut way = String::new();
    for (index, (x, y)) in points.iter().enumerate() {
        let before = points[index.saturating_sub(1)];
        let after = points.get(index + 1).unwrap_or(&points[index]);
        let (along, down) = (after.0 - before.0, after.1 - before.1);
        let length = along.hypot(down).max(f64::MIN_POSITIVE);
        let (x, y) = (x - apart * down / length, y + apart * along / length);
        let step = if index == 0 { 'M' } else { 'L' };
        let _ = write!(way, "{step}{x:.1} {y:.1}");
    }
    way
}

fn figures(journey: &Journey, map: &Map) -> String {
    let mut svg =
        "<g fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n".to_owned();
    for (number, figure) in journey.figures.iter().enumerate() {
        let mut points: Vec<(f64, f64)> =
            figure.path.iter().map(|point| (map.x(*point), map.y(*point))).collect();
        points.dedup_by(|a, b| (a.0 - b.0).hypot(a.1 - b.1) < 0.01);
        let (apart, width) = apart_px(journey, number);
        let _ = writeln!(
            svg,
            "<path class=\"figure\" stroke=\"{}\" stroke-width=\"{width:.1}\" d=\"{}\"><title>{}</title></path>",
            colour(number),
            line(&points, apart),
            story::name(journey, number),
        );
    }
    svg + "</g>\n"
}

/// Start, obstacle, and the robot where it stopped.
fn marks(journey: &Journey, obstacle: Point, map: &Map) -> String {
    let px = map.px_per_mm;
    let start = Point { x_mm: 0.0, y_mm: 0.0 };
    let (x, y) = (map.x(start), map.y(start));
    // An arrow in the robot's first direction.
    let mut svg = format!(
        "<path class=\"start\" fill=\"#2ca02c\" stroke=\"white\" stroke-width=\"2\" \
         d=\"M{:.1} {y:.1}L{:.1} {:.1}L{:.1} {:.1}Z\"/>\n",
        x + 14.0,
        x - 10.0,
        y - 12.0,
        x - 10.0,
        y + 12.0,
    );
    svg += &text(x - 18.0, y - 28.0, "text-anchor=\"end\"", "start");
    let (x, y) = (map.x(obstacle), map.y(obstacle));
    let _ = writeln!(
        svg,
        "<circle class=\"obstacle\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.1}\" fill=\"#444\"/>",
        OBSTACLE_MM * px,
    );
    svg += &text(x - OBSTACLE_MM * px - 6.0, y + 16.0, "text-anchor=\"end\"", "obstacle");
    let Some(stop) = &journey.stop else { return svg };
    let (x, y) = (map.x(stop.pose.at), map.y(stop.pose.at));
    let (sin, cos) = stop.pose.heading_rad.sin_cos();
    let body = BODY_MM * px;
    let _ = writeln!(
        svg,
        "<g class=\"stop\" fill=\"#d62728\" fill-opacity=\"0.25\" stroke=\"#d62728\" stroke-width=\"2.5\">\
         <circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{body:.1}\"/>\
         <path d=\"M{x:.1} {y:.1}L{:.1} {:.1}\"/>\
         <circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill-opacity=\"1\"/></g>",
        x + body * cos,
        y - body * sin,
    );
    let what = format!("stop, {:.1} s", stop.time.as_secs_f64());
    svg + &text(
        x,
        y + body + 18.0,
        "text-anchor=\"middle\" fill=\"#d62728\" font-weight=\"bold\"",
        what,
    )
}

/// Returns a scale bar of half a meter.
fn scale_bar(map: &Map) -> String {
    let (left, y) = (MARGIN_PX, map.height_px - 36.0);
    let right = left + 500.0 * map.px_per_mm;
    let bar = format!(
        "<path class=\"scale\" fill=\"none\" stroke=\"#222\" stroke-width=\"2\" \
         d=\"M{left:.1} {:.1}V{y:.1}H{right:.1}V{:.1}\"/>\n",
        y - 8.0,
        y - 8.0,
    );
    bar + &text(f64::midpoint(left, right), y + 20.0, "text-anchor=\"middle\"", "500 mm")
}

fn legend(journey: &Journey) -> String {
    let x = MAP_PX + 2.0 * MARGIN_PX;
    let mut y = EDGE_PX;
    let mut svg = String::new();
    for number in 0..journey.figures.len() {
        let _ = writeln!(
            svg,
            "<path class=\"key\" stroke=\"{}\" stroke-width=\"4\" d=\"M{x:.1} {y:.1}h36\"/>",
            colour(number),
        );
        svg += &text(x + 48.0, y + 5.0, "", story::name(journey, number));
        y += LINE_PX;
    }
    for what in
        ["Laps lie on each other; drawn", "side by side, the last one where", "it was driven."]
    {
        y += LINE_PX * 0.7;
        svg += &text(x, y, "font-size=\"13\" fill=\"#555\"", what);
    }
    svg
}

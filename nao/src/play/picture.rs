//! A game as a picture in SVG: the field, the paths of robot and ball, falls, kicks, goals.

use nao_sim::field::geometry::{LINE_WIDTH, carpet};
use nao_sim::field::{EventKind, Pitch, Point};
use nao_sim::game::{Journey, Report};
use std::fmt::Write as _;

const PX_PER_M: f32 = 130.0;
/// The height of the legend below the field.
const LEGEND_PX: f32 = 46.0;
const ROBOT: &str = "#fff3b0";
const BALL: &str = "#ff8a3d";
const KICK: &str = "#40e0ff";
const MISS: &str = "#9aa5ad";

/// Converts from the field to the picture: y points left there, and down here.
fn at(pitch: &Pitch, point: Point) -> (f32, f32) {
    let (half_length, half_width) = carpet(pitch);
    ((point.x + half_length) * PX_PER_M, (half_width - point.y) * PX_PER_M)
}

/// Returns the picture of a game on a field.
pub fn svg(pitch: &Pitch, journey: &Journey, report: &Report) -> String {
    let (half_length, half_width) = carpet(pitch);
    let (width, height) = (2.0 * half_length * PX_PER_M, 2.0 * half_width * PX_PER_M);
    let whole = height + LEGEND_PX;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {whole:.0}\" \
         font-family=\"sans-serif\" font-size=\"14\">\n\
         <rect width=\"{width:.0}\" height=\"{whole:.0}\" fill=\"#222\"/>\n\
         <rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#2e7d32\"/>\n"
    );
    field(&mut out, pitch);
    for path in &journey.ball {
        polyline(&mut out, path.iter().map(|point| at(pitch, *point)), BALL, 2.0, "4 3");
    }
    for path in &journey.robot {
        polyline(&mut out, path.iter().map(|place| at(pitch, place.point())), ROBOT, 2.5, "none");
    }
    events(&mut out, pitch, journey);
    legend(&mut out, report, height);
    out.push_str("</svg>\n");
    out
}

/// Carpet, lines and goals.
fn field(out: &mut String, pitch: &Pitch) {
    let Pitch { half_length_m: x, half_width_m: y, goal_half_width_m: goal, .. } = *pitch;
    let at = |x, y| at(pitch, Point::new(x, y));
    let line = LINE_WIDTH * PX_PER_M;
    let _ = writeln!(out, "<g fill=\"none\" stroke=\"#fff\" stroke-width=\"{line:.1}\">");
    let mut rect = |x: f32, y: f32, length: f32, width: f32| {
        let (left, top) = at(x, y);
        let (length, width) = (length * PX_PER_M, width * PX_PER_M);
        let _ = writeln!(
            out,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{length:.1}\" height=\"{width:.1}\"/>"
        );
    };
    rect(-x, y, 2.0 * x, 2.0 * y);
    let area = (pitch.area_depth_m, pitch.area_half_width_m);
    let goal_area = Some(pitch.goal_area_m).filter(|goal_area| *goal_area != area);
    for (depth, half) in [area].into_iter().chain(goal_area) {
        rect(-x, half, depth, 2.0 * half);
        rect(x - depth, half, depth, 2.0 * half);
    }
    let (middle, top, bottom) = (at(0.0, 0.0), at(0.0, y).1, at(0.0, -y).1);
    let (cx, cy, radius) = (middle.0, middle.1, pitch.circle_m * PX_PER_M);
    let _ = writeln!(out, "<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"{radius:.1}\"/>");
    let _ = writeln!(out, "<path d=\"M{cx:.1} {top:.1}V{bottom:.1}\"/>\n</g>");
    for side in [-1.0, 1.0] {
        let (mark, y) = at(side * pitch.mark_x_m(), 0.0);
        let _ = writeln!(out, "<circle cx=\"{mark:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"#fff\"/>");
        let color = if side < 0.0 { "#42a5f5" } else { "#ffd600" };
        let near = at(side * x, goal);
        let far = at(side * (x + pitch.goal_depth_m), -goal);
        let _ = writeln!(
            out,
            "<path d=\"M{:.1} {:.1}H{:.1}V{:.1}H{:.1}\" fill=\"none\" stroke=\"{color}\" \
             stroke-width=\"8\"/>",
            near.0, near.1, far.0, far.1, near.0
        );
    }
}

fn polyline(
    out: &mut String,
    points: impl Iterator<Item = (f32, f32)>,
    color: &str,
    width: f32,
    dashes: &str,
) {
    let mut text = String::new();
    let mut last = None;
    for (x, y) in points {
        // A path of a robot at rest is drawn as a point.
        let near = |(a, b): (f32, f32)| (a - x).abs() + (b - y).abs() < 1.0;
        if last.is_none_or(|last| !near(last)) {
            let _ = write!(text, "{x:.1},{y:.1} ");
            last = Some((x, y));
        }
    }
    if text.split(' ').count() > 2 {
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" \
             stroke-dasharray=\"{dashes}\" stroke-linejoin=\"round\" opacity=\"0.8\"/>",
            text.trim_end()
        );
    }
}

/// Falls, kicks and goals where they happened, each with its time as a tooltip.
fn events(out: &mut String, pitch: &Pitch, journey: &Journey) {
    for event in &journey.events {
        let (robot, ball) = (at(pitch, event.robot.point()), at(pitch, event.ball));
        let mark = match event.kind {
            EventKind::Fell(_) => cross(robot, "#ff1744"),
            EventKind::Kicked { hit: true, .. } => arrow(robot, event.robot.theta, KICK),
            EventKind::Kicked { hit: false, .. } => arrow(robot, event.robot.theta, MISS),
            EventKind::Goal { .. } => star(ball),
            EventKind::BallMoved(_) => format!(
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"5\" fill=\"none\" stroke=\"{BALL}\"/>",
                ball.0, ball.1
            ),
            _ => continue,
        };
        let (time, kind) = (event.time.as_secs_f32(), &event.kind);
        let _ = writeln!(out, "<g>{mark}<title>{time:.1} s: {kind}</title></g>");
    }
}

fn cross((x, y): (f32, f32), color: &str) -> String {
    format!(
        "<path d=\"M{:.1} {:.1}l12 12m0 -12l-12 12\" stroke=\"{color}\" stroke-width=\"4\"/>",
        x - 6.0,
        y - 6.0
    )
}

/// Returns an arrow in the direction of the robot.
fn arrow((x, y): (f32, f32), theta: f32, color: &str) -> String {
    let turn = -theta.to_degrees();
    format!(
        "<path transform=\"translate({x:.1} {y:.1}) rotate({turn:.1})\" \
         d=\"M0 0H26m-8 -6l8 6l-8 6\" fill=\"none\" stroke=\"{color}\" stroke-width=\"3\"/>"
    )
}

fn star((x, y): (f32, f32)) -> String {
    format!("<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"30\" fill=\"#fff\">★</text>", y + 10.0)
}

fn legend(out: &mut String, report: &Report, height: f32) {
    let y = height + 29.0;
    let _ = writeln!(
        out,
        "<g fill=\"#eee\"><text x=\"16\" y=\"{y:.0}\" font-size=\"20\" font-weight=\"bold\">\
         {} : {}</text><text x=\"90\" y=\"{y:.0}\">seed {}, {:.0} s, {} of {} kicks hit, {} \
         falls</text>",
        report.ours,
        report.theirs,
        report.seed,
        report.played_sec,
        report.hits,
        report.kicks,
        report.falls
    );
    let mut x = 470.0;
    for (color, dashes, what) in [(ROBOT, "none", "robot"), (BALL, "4 3", "ball")] {
        let _ = writeln!(
            out,
            "<path d=\"M{x:.0} {:.0}h30\" stroke=\"{color}\" stroke-width=\"3\" \
             stroke-dasharray=\"{dashes}\"/><text x=\"{:.0}\" y=\"{y:.0}\">{what}</text>",
            y - 5.0,
            x + 36.0
        );
        x += 95.0;
    }
    let y_mark = y - 5.0;
    let marks = [
        (arrow((x, y_mark), 0.0, KICK), "kick"),
        (cross((x + 95.0, y_mark), "#ff1744"), "fall"),
        (star((x + 170.0, y_mark)), "goal"),
    ];
    let mut x_text = x + 36.0;
    for (mark, what) in marks {
        let _ = writeln!(out, "{mark}<text x=\"{x_text:.0}\" y=\"{y:.0}\">{what}</text>");
        x_text += 80.0;
    }
    out.push_str("</g>\n");
}

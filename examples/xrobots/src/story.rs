//! The drive as text.

use crate::journey::{Figure, Journey, ROUND, Shape, Stop};
use crate::program::LAPS;
use crate::robot::Point;
use skill_runtime::Instant;

/// Returns `square 1`, `triangle 4`, and from the second round on `square 1, round 2`.
pub fn name(journey: &Journey, figure: usize) -> String {
    let shape = match journey.figures[figure].shape {
        Shape::Square => "square",
        Shape::Triangle => "triangle",
    };
    let lap = figure % LAPS as usize + 1;
    match figure / ROUND {
        0 => format!("{shape} {lap}"),
        round => format!("{shape} {lap}, round {}", round + 1),
    }
}

/// Returns a line for each figure, for the obstacle and for the end.
pub fn text(journey: &Journey, obstacle: Point) -> String {
    let mut lines = Vec::new();
    for (number, figure) in journey.figures.iter().enumerate() {
        if let (Some(ends), Some(last)) = (figure.ends, figure.path.last()) {
            let (name, corners) = (name(journey, number), corners(figure));
            lines.push((ends, format!("{name} driven: {corners}; back at {last}")));
        }
    }
    if let Some(time) = journey.obstacle_put {
        lines.push((time, format!("an obstacle is put at {obstacle}")));
    }
    if let Some(stop) = &journey.stop {
        lines.push((stop.time, hit(journey, stop)));
    }
    if let Some((time, pose, wheels)) = &journey.end {
        let (left, right) = (wheels.left_mm_per_sec, wheels.right_mm_per_sec);
        let is = if journey.stop.is_some() { "still" } else { "now" };
        let what = format!("{is} at {}, its wheels at {left:.0} and {right:.0} mm/s", pose.at);
        lines.push((*time, what));
    }
    lines.sort_by_key(|(time, _)| *time);
    let line = |(time, what): (Instant, String)| format!("{:7.2} s  {what}\n", time.as_secs_f64());
    lines.into_iter().map(line).collect()
}

/// `4 corners, at (0, 0) (127, 2627) ..`
fn corners(figure: &Figure) -> String {
    let places: Vec<String> = figure.corners.iter().map(|pose| pose.at.to_string()).collect();
    let s = if places.len() == 1 { "" } else { "s" };
    format!("{} corner{s}, at {}", places.len(), places.join(" "))
}

fn hit(journey: &Journey, stop: &Stop) -> String {
    let bumper = match (stop.bumpers.left, stop.bumpers.right) {
        (true, true) => "both bumpers hit",
        (true, false) => "the left bumper hits",
        (false, _) => "the right bumper hits",
    };
    let after = match journey.figures.iter().enumerate().next_back() {
        Some((number, figure)) if figure.ends.is_none() => {
            format!(" in {}: {}", name(journey, number), corners(figure))
        }
        _ => String::new(),
    };
    format!("{bumper} the obstacle, so the robot stops at {}{after}", stop.pose.at)
}

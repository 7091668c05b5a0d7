//! The skills over time, as an SVG.

use crate::ball::Ball;
use crate::decay::Decay;
use crate::run::run;
use crate::tanks::Tanks;
use crate::thermostat::Thermostat;
use std::fmt::Write as _;

const WIDTH: f64 = 360.0;
const HEIGHT: f64 = 150.0;
const COLOURS: [&str; 2] = ["#1f6feb", "#d1572a"];

/// Variables over the time in seconds.
struct Plot {
    title: &'static str,
    points: Vec<(f64, Vec<f64>)>,
}

/// Draws all diagrams in two columns.
pub fn draw() -> String {
    let mut plots = [
        Plot { title: "decay: charge", points: Vec::new() },
        Plot { title: "ball: height, m", points: Vec::new() },
        Plot { title: "thermostat: room, °C", points: Vec::new() },
        Plot { title: "tanks: levels, m", points: Vec::new() },
    ];
    run(Decay::default(), |time, machine, _| {
        plots[0].points.push((time, vec![f64::from(machine.vars().charge)]));
        time < 5.0
    });
    run(Ball::default(), |time, machine, _| {
        plots[1].points.push((time, vec![f64::from(machine.vars().height_m)]));
        time < 13.0
    });
    run(Thermostat::default(), |time, machine, _| {
        plots[2].points.push((time, vec![f64::from(machine.vars().room_c)]));
        time < 120.0
    });
    run(Tanks::default(), |time, machine, _| {
        let levels = machine.vars();
        let levels = vec![f64::from(levels.level_1_m), f64::from(levels.level_2_m)];
        plots[3].points.push((time, levels));
        time < 8.0
    });
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" \
         font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        2.0 * (WIDTH + 60.0),
        2.0 * (HEIGHT + 60.0)
    );
    let places = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)];
    for ((column, row), plot) in places.into_iter().zip(&plots) {
        let (x, y) = (40.0 + column * (WIDTH + 60.0), 30.0 + row * (HEIGHT + 60.0));
        let _ = writeln!(svg, "<g transform=\"translate({x} {y})\">{}</g>", panel(plot));
    }
    svg + "</svg>\n"
}

fn panel(plot: &Plot) -> String {
    let values = || plot.points.iter().flat_map(|(_, values)| values.iter().copied());
    let high = values().fold(f64::MIN, f64::max);
    let low = values().fold(f64::MAX, f64::min).min(if high > 15.0 { high } else { 0.0 });
    let end = plot.points.last().map_or(1.0, |(time, _)| *time);
    let mut svg = format!(
        "<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"none\" stroke=\"#aaa\"/>\
         <text y=\"-8\" font-weight=\"bold\">{}</text>\
         <text x=\"-4\" y=\"8\" text-anchor=\"end\">{high:.1}</text>\
         <text x=\"-4\" y=\"{HEIGHT}\" text-anchor=\"end\">{low:.1}</text>\
         <text x=\"{WIDTH}\" y=\"{}\" text-anchor=\"end\">{end:.0} s</text>",
        plot.title,
        HEIGHT + 14.0
    );
    let curves = plot.points.first().map_or(0, |(_, values)| values.len());
    // More points than pixels are not visible.
    let step = plot.points.len().div_ceil(720).max(1);
    for (curve, colour) in (0..curves).zip(COLOURS) {
        let points: Vec<String> = plot
            .points
            .iter()
            .step_by(step)
            .map(|(time, values)| {
                let (x, y) = (time / end * WIDTH, (high - values[curve]) / (high - low) * HEIGHT);
                format!("{x:.1},{y:.1}")
            })
            .collect();
        let _ = write!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.3\"/>",
            points.join(" ")
        );
    }
    svg
}

//! The plots: bars and lines, as SVG.

use super::engines::Engine;
use super::machines::{MACHINES, Machine};
use super::results::{Results, Row};
use std::fmt::Write as _;

const WIDTH: f64 = 920.0;
const HEIGHT: f64 = 420.0;
/// Around the plot.
const LEFT: f64 = 60.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 70.0;
const RIGHT: f64 = 20.0;

const COLOURS: [&str; 7] =
    ["#d62728", "#444444", "#1f77b4", "#2ca02c", "#9467bd", "#ff7f0e", "#8c8c8c"];
const ENGINES: [Engine; 7] = [
    Engine::Ours,
    Engine::Floor,
    Engine::Statig,
    Engine::Smlang,
    Engine::RustFsm,
    Engine::Hsmc,
    Engine::Cpp,
];

/// A picture that grows.
struct Picture {
    body: String,
    highest: f64,
}

impl Picture {
    /// With a title, and a scale up to at least `most`.
    fn new(title: &str, most: f64) -> Self {
        let highest = nice(most);
        let mut picture = Picture { body: String::new(), highest };
        picture.text(WIDTH / 2.0, 22.0, "middle", 15, title);
        for line in 0..=4 {
            let value = highest * f64::from(line) / 4.0;
            let y = picture.y(value);
            let end = WIDTH - RIGHT;
            let _ = writeln!(
                picture.body,
                "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{end}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>"
            );
            picture.text(LEFT - 6.0, y + 4.0, "end", 11, &format!("{value}"));
        }
        picture
    }

    fn y(&self, value: f64) -> f64 {
        HEIGHT - BOTTOM - value / self.highest * (HEIGHT - BOTTOM - TOP)
    }

    fn text(&mut self, x: f64, y: f64, anchor: &str, size: u32, text: &str) {
        let _ = writeln!(
            self.body,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"{size}\">{text}</text>"
        );
    }

    fn legend(&mut self, names: &[&str]) {
        for (place, (name, colour)) in names.iter().zip(COLOURS).enumerate() {
            let x = LEFT + 120.0 * float(place);
            let y = HEIGHT - 18.0;
            let top = y - 10.0;
            let _ = writeln!(
                self.body,
                "<rect x=\"{x:.1}\" y=\"{top}\" width=\"12\" height=\"12\" fill=\"{colour}\"/>"
            );
            self.text(x + 18.0, y, "start", 12, name);
        }
    }

    fn svg(self) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
             font-family=\"sans-serif\">\n<rect width=\"100%\" height=\"100%\" \
             fill=\"white\"/>\n{}</svg>\n",
            self.body
        )
    }
}

/// The next number that begins with 1, 2, 4 or 8.
fn nice(most: f64) -> f64 {
    let mut step = 10_f64.powf(most.max(1e-3).log10().floor());
    if [1.0, 2.0, 4.0, 8.0].iter().all(|factor| factor * step < most) {
        step *= 10.0;
    }
    [1.0, 2.0, 4.0, 8.0]
        .map(|factor| factor * step)
        .into_iter()
        .find(|top| *top >= most)
        .unwrap_or(most)
}

#[allow(clippy::cast_precision_loss)] // places in small lists
fn float(place: usize) -> f64 {
    place as f64
}

/// Bars of instructions, for each machine and engine.
pub fn instructions(results: &Results, title: &str, of: impl Fn(&Row) -> f64) -> String {
    let most = results.rows.iter().map(&of).fold(0.0, f64::max);
    let mut picture = Picture::new(title, most);
    let group = (WIDTH - LEFT - RIGHT) / float(MACHINES.len());
    for (place, machine) in MACHINES.into_iter().enumerate() {
        let left = LEFT + group * float(place);
        let rows: Vec<(usize, &Row)> = ENGINES
            .iter()
            .enumerate()
            .filter_map(|(colour, engine)| Some((colour, results.row(machine, *engine)?)))
            .collect();
        let width = 13.0;
        let start = left + (group - width * float(rows.len())) / 2.0;
        for (bar, (colour, row)) in rows.iter().enumerate() {
            let (value, colour) = (of(row), COLOURS[*colour]);
            let (x, y) = (start + width * float(bar), picture.y(value));
            let height = HEIGHT - BOTTOM - y;
            let _ = writeln!(
                picture.body,
                "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"12\" height=\"{height:.1}\" \
                 fill=\"{colour}\"/>"
            );
            picture.text(x + 6.0, y - 3.0, "middle", 8, &format!("{value:.0}"));
        }
        picture.text(left + group / 2.0, HEIGHT - BOTTOM + 18.0, "middle", 12, &machine.name());
    }
    picture.legend(&ENGINES.map(Engine::name));
    picture.svg()
}

/// Lines of seconds over the number of states.
pub fn compiling(results: &Results) -> String {
    let costs: Vec<_> = results
        .costs
        .iter()
        .filter(|cost| cost.name.ends_with(" states") && !cost.name.contains("skills"))
        .collect();
    let lines: [(&str, Vec<f64>); 3] = [
        ("cargo check", costs.iter().map(|cost| cost.check).collect()),
        ("expansion", costs.iter().map(|cost| cost.expand).collect()),
        ("release build", costs.iter().map(|cost| cost.build).collect()),
    ];
    let most = lines.iter().flat_map(|(_, values)| values).copied().fold(0.0, f64::max);
    let mut picture = Picture::new("Seconds of compiling, by states of the skill", most);
    let last = costs.last().map_or(1.0, |cost| f64::from(cost.states));
    let x = |states: u32| LEFT + (WIDTH - LEFT - RIGHT - 20.0) * f64::from(states) / last;
    for ((_, values), colour) in lines.iter().zip(COLOURS) {
        let mut points = String::new();
        for (cost, value) in costs.iter().zip(values) {
            let (x, y) = (x(cost.states), picture.y(*value));
            let _ = write!(points, "{x:.1},{y:.1} ");
            let _ = writeln!(
                picture.body,
                "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>"
            );
        }
        let _ = writeln!(
            picture.body,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
        );
    }
    for cost in &costs {
        let label = cost.states.to_string();
        picture.text(x(cost.states), HEIGHT - BOTTOM + 18.0, "middle", 12, &label);
    }
    picture.legend(&lines.each_ref().map(|(name, _)| *name));
    picture.svg()
}

/// Lines of instructions over the depth of the sub-skill that is resident.
pub fn depth(results: &Results) -> String {
    let depths = [1, 4, 16];
    let engines = [Engine::Ours, Engine::Floor];
    let value = |engine, depth| {
        results.row(Machine::Depth(depth), engine).map_or(0.0, |row| row.counts.resident)
    };
    let most = engines.iter().flat_map(|engine| depths.map(|depth| value(*engine, depth)));
    let mut picture = Picture::new(
        "Instructions of a resident tick, by depth of sub-skills",
        most.fold(0.0, f64::max),
    );
    let x = |depth: u32| LEFT + (WIDTH - LEFT - RIGHT - 20.0) * f64::from(depth) / 16.0;
    for (engine, colour) in engines.into_iter().zip(COLOURS) {
        let mut points = String::new();
        for depth in depths {
            let _ = write!(points, "{:.1},{:.1} ", x(depth), picture.y(value(engine, depth)));
        }
        let _ = writeln!(
            picture.body,
            "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
        );
    }
    for depth in depths {
        picture.text(x(depth), HEIGHT - BOTTOM + 18.0, "middle", 12, &depth.to_string());
    }
    picture.legend(&engines.map(Engine::name));
    picture.svg()
}

#[cfg(test)]
mod tests {
    use super::nice;

    #[test]
    fn the_scale_ends_at_a_round_number() {
        let pairs = [(0.3, 0.4), (7.0, 8.0), (9.0, 10.0), (343.5, 400.0)];
        for (most, top) in pairs {
            assert!((nice(most) - top).abs() < 1e-9, "{most}: {}", nice(most));
        }
    }
}

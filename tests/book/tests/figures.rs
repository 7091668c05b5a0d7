//! One figure has one source: what README and book say of instructions and bytes is what
//! `cargo xtask bench` has recorded (`tools/bench/baseline.json`) and the page Figures has.

#[path = "../pages.rs"]
mod pages;

use pages::root;
use serde_json::Value;
use std::fs;
use std::ops::RangeInclusive;

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the rows of the table under a heading of the page Figures: the machine, then the cells.
fn table(heading: &str) -> Vec<Vec<String>> {
    let page = read("book/src/figures.md");
    let (_, section) = page.split_once(&format!("\n## {heading}\n")).expect("the heading");
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows = section.lines().filter(|line| line.starts_with('|'));
    let cells =
        |line: &str| line.trim_matches('|').split('|').map(|of| of.trim().to_owned()).collect();
    rows.map(cells).collect()
}

/// Returns the two numbers of a cell: `22 / 75`, `1555 + 224`.
fn pair(cell: &str) -> Option<(f64, f64)> {
    let (first, second) = cell.split_once(['/', '+'])?;
    Some((first.trim().parse().ok()?, second.trim().parse().ok()?))
}

/// Returns the pairs in the columns of some engines, with those of `skill!` beside them.
fn pairs(heading: &str, engines: &[&str]) -> Vec<((f64, f64), (f64, f64))> {
    let rows = table(heading);
    let column = |engine: &&str| rows[0].iter().position(|cell| cell == engine).expect("a column");
    let columns: Vec<usize> = engines.iter().map(column).collect();
    let all = rows[2..].iter().flat_map(|row| {
        let ours = pair(&row[1]).expect("ours");
        columns.iter().filter_map(move |column| Some((ours, pair(&row[*column])?)))
    });
    all.collect()
}

fn range(values: impl Iterator<Item = f64>) -> RangeInclusive<f64> {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    values.for_each(|value| (low, high) = (low.min(value), high.max(value)));
    low..=high
}

/// Writes a range as the pages do: `11 to 102`, `1.3 to 5.8`.
fn words(range: RangeInclusive<f64>, digits: usize) -> String {
    format!("{:.digits$} to {:.digits$}", range.start(), range.end())
}

#[test]
fn the_page_has_the_recorded_figures() {
    let recorded: Value = serde_json::from_str(&read("tools/bench/baseline.json")).expect("JSON");
    for (heading, first, second) in [
        ("Instructions", "resident", "transition"),
        ("Code", ".text, x86_64 O3", ".rodata, x86_64 O3"),
    ] {
        for row in &table(heading)[2..] {
            let name = row[0].split('`').nth(1).expect("a name");
            let of =
                |figure| recorded["machines"][name][figure].as_f64().expect("a figure").round();
            assert_eq!(pair(&row[1]), Some((of(first), of(second))), "{name} in `{heading}`");
        }
    }
}

#[test]
fn readme_and_comparison_say_what_the_page_has() {
    let by_hand = pairs("Instructions", &["`match`"]);
    let crates = pairs("Instructions", &["statig", "smlang", "rust-fsm", "hsmc"]);
    let code = pairs("Code", &["`match`"]);
    let nested = table("Instructions").into_iter().find(|row| row[0].starts_with("`nested`"));
    let nested = nested.expect("nested");
    let statig = pair(&nested[3]).expect("statig").1;
    let ours = pair(&nested[1]).expect("ours").1;
    let instructions = format!(
        "{} times the instructions where nothing happens, {} times in a transition",
        words(range(by_hand.iter().map(|(ours, other)| ours.0 / other.0)), 1),
        words(range(by_hand.iter().map(|(ours, other)| ours.1 / other.1)), 1),
    );
    let bytes = words(range(code.iter().map(|(ours, other)| ours.0 / other.0)), 1);
    let others = format!(
        "{} instructions where nothing happens and {} in a transition",
        words(range(crates.iter().map(|(_, other)| other.0)), 0),
        words(range(crates.iter().map(|(_, other)| other.1)), 0),
    );
    let own = format!(
        "`skill!` {} and {}",
        words(range(crates.iter().map(|(ours, _)| ours.0)), 0),
        words(range(crates.iter().map(|(ours, _)| ours.1)), 0),
    );
    let nested = format!("costs `statig` {statig} instructions, and `skill!` {ours}");
    for (path, sentences) in [
        ("README.md", &[&instructions, &format!("{bytes} times the code"), &others, &own][..]),
        ("book/src/comparison.md", &[&instructions, &nested]),
        ("book/src/figures.md", &[&format!("`.text`** is {bytes} times that of the `match`")]),
    ] {
        let text = read(path).split_whitespace().collect::<Vec<_>>().join(" ");
        for sentence in sentences {
            assert!(text.contains(sentence.as_str()), "{path} does not say: {sentence}");
        }
    }
}

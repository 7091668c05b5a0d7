//! The baseline in git: counts and sizes of our machines, which must not get worse.

use crate::count::Counts;
use crate::size::{BUILDS, Size};
use anyhow::Context as _;
use serde_json::{Map, Value, json};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The tolerated increase over the baseline.
const TOLERANCE: f64 = 0.01;

#[derive(Debug, Clone, PartialEq, Default)]
pub struct Baseline {
    rustc: String,
    machines: Map<String, Value>,
}

impl Baseline {
    pub fn new(rustc: &str) -> Self {
        Baseline { rustc: rustc.to_owned(), machines: Map::new() }
    }

    /// Adds a machine, with sizes in the order of the builds.
    pub fn add(&mut self, machine: String, counts: Counts, sizes: &[Size]) {
        let mut figures = Map::new();
        let mut put = |name: &str, value: Value| figures.insert(name.to_owned(), value);
        put("resident", json!(counts.resident));
        put("transition", json!(counts.transition));
        if let Some((resident, transition)) = counts.traced {
            put("resident, trace on", json!(resident));
            put("transition, trace on", json!(transition));
        }
        self.add_figures(machine, figures, sizes);
    }

    /// Adds a part of a machine.
    pub fn add_sizes(&mut self, part: &str, sizes: &[Size]) {
        self.add_figures(part.to_owned(), Map::new(), sizes);
    }

    fn add_figures(&mut self, of: String, mut figures: Map<String, Value>, sizes: &[Size]) {
        let mut put = |name: String, value: Value| figures.insert(name, value);
        for (build, size) in BUILDS.iter().zip(sizes) {
            put(format!(".text, {}", build.name), json!(size.text));
            put(format!(".rodata, {}", build.name), json!(size.rodata));
        }
        self.machines.insert(of, Value::Object(figures));
    }

    fn path(workspace: &Path) -> PathBuf {
        workspace.join("tools/bench/baseline.json")
    }

    pub fn read(workspace: &Path) -> anyhow::Result<Self> {
        let path = Self::path(workspace);
        let context = || path.display().to_string();
        let text = fs::read_to_string(&path).with_context(context)?;
        let value: Value = serde_json::from_str(&text).with_context(context)?;
        let rustc = value["rustc"].as_str().unwrap_or_default().to_owned();
        let machines = value["machines"].as_object().cloned();
        Ok(Baseline {
            rustc,
            machines: machines.context("no object `machines`").with_context(context)?,
        })
    }

    pub fn write(&self, workspace: &Path) -> anyhow::Result<()> {
        let lines = self.machines.iter().map(|(name, figures)| format!("{name:?}: {figures}"));
        let lines: Vec<String> = lines.collect();
        let text = format!(
            "{{\"rustc\": {:?}, \"machines\": {{\n{}\n}}}}\n",
            self.rustc,
            lines.join(",\n")
        );
        fs::write(Self::path(workspace), text)?;
        Ok(())
    }

    /// Prints the differences to `old`. Returns whether nothing is worse.
    pub fn compare(&self, old: &Self, out: &mut impl Write) -> io::Result<bool> {
        let mut holds = true;
        for (machine, figures) in &self.machines {
            for (figure, value) in figures.as_object().into_iter().flatten() {
                let before = old.machines.get(machine).and_then(|of| of.get(figure)?.as_f64());
                let (Some(before), Some(now)) = (before, value.as_f64()) else {
                    writeln!(out, "{machine}: {figure} is not in the baseline")?;
                    holds = false;
                    continue;
                };
                if now > before * (1.0 + TOLERANCE) {
                    holds = false;
                    let more = (now / before - 1.0) * 100.0;
                    writeln!(out, "{machine}: {figure} is {now}, {more:.1} % above {before}")?;
                } else if now < before * (1.0 - TOLERANCE) {
                    writeln!(out, "{machine}: {figure} is {now}, better than {before}")?;
                }
            }
        }
        if !holds {
            if self.rustc != old.rustc {
                writeln!(out, "the baseline is from {}, this is {}", old.rustc, self.rustc)?;
            }
            writeln!(
                out,
                "help: if this is intended, run `cargo xtask bench --update` and give the reason in the commit"
            )?;
        }
        Ok(holds)
    }
}

#[cfg(test)]
mod tests {
    use super::{Baseline, Counts};

    fn with(resident: f64) -> Baseline {
        let mut baseline = Baseline::new("rustc 1");
        let counts = Counts { resident, transition: 50.0, traced: None };
        baseline.add("ring".into(), counts, &[]);
        baseline
    }

    #[test]
    fn reports_more_than_one_percent() {
        let mut out = Vec::new();
        assert!(with(101.0).compare(&with(100.0), &mut out).unwrap());
        assert!(with(50.0).compare(&with(100.0), &mut out).unwrap());
        assert!(!with(101.5).compare(&with(100.0), &mut out).unwrap());
        let text = String::from_utf8(out).unwrap();
        assert!(text.contains("ring: resident is 101.5, 1.5 % above 100"), "{text}");
        assert!(text.contains("--update"));
    }

    #[test]
    fn a_missing_figure_fails() {
        assert!(!with(1.0).compare(&Baseline::default(), &mut Vec::new()).unwrap());
    }
}

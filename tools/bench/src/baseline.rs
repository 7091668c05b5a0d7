//! The guard against getting worse: counts and sizes of our machines, kept in git.

use super::Error;
use super::count::Counts;
use super::size::{BUILDS, Size};
use serde_json::{Map, Value, json};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// How much more than the baseline's is let pass.
const TOLERANCE: f64 = 0.02;

/// Counts and sizes by machine and figure.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Baseline {
    rustc: String,
    machines: Map<String, Value>,
}

impl Baseline {
    /// With no machine yet.
    pub fn new(rustc: &str) -> Self {
        Baseline { rustc: rustc.to_owned(), machines: Map::new() }
    }

    /// Adds a machine, with sizes in the order of the builds.
    pub fn add(&mut self, machine: String, counts: Counts, sizes: &[Size]) {
        let mut figures = Map::new();
        let mut put = |name: String, value: Value| figures.insert(name, value);
        put("resident".into(), json!(counts.resident));
        put("transition".into(), json!(counts.transition));
        if let Some((resident, transition)) = counts.traced {
            put("resident, trace on".into(), json!(resident));
            put("transition, trace on".into(), json!(transition));
        }
        for (build, size) in BUILDS.iter().zip(sizes) {
            put(format!(".text, {}", build.name), json!(size.text));
            put(format!(".rodata, {}", build.name), json!(size.rodata));
        }
        self.machines.insert(machine, Value::Object(figures));
    }

    fn path(workspace: &Path) -> PathBuf {
        workspace.join("xtask").join("bench-baseline.json")
    }

    /// The one in git.
    pub fn read(workspace: &Path) -> Result<Self, Error> {
        let path = Self::path(workspace);
        let wrong = |what: String| Error::Program(format!("{}: {what}", path.display()));
        let text = fs::read_to_string(&path).map_err(|error| wrong(error.to_string()))?;
        let value: Value = serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        let rustc = value["rustc"].as_str().unwrap_or_default().to_owned();
        let machines = value["machines"].as_object().cloned();
        Ok(Baseline { rustc, machines: machines.ok_or_else(|| wrong("no machines".into()))? })
    }

    /// Becomes the one in git.
    pub fn write(&self, workspace: &Path) -> Result<(), Error> {
        let value = json!({ "rustc": self.rustc, "machines": self.machines });
        fs::write(Self::path(workspace), format!("{value:#}\n"))?;
        Ok(())
    }

    /// Tells what is worse than in `old`, and what differs; whether all is well.
    pub fn compare(&self, old: &Self, out: &mut impl Write) -> io::Result<bool> {
        let mut well = true;
        for (machine, figures) in &self.machines {
            for (figure, value) in figures.as_object().into_iter().flatten() {
                let before = old.machines.get(machine).and_then(|of| of.get(figure)?.as_f64());
                let (Some(before), Some(now)) = (before, value.as_f64()) else {
                    writeln!(out, "{machine}: {figure} is not in the baseline")?;
                    well = false;
                    continue;
                };
                if now > before * (1.0 + TOLERANCE) {
                    well = false;
                    let more = (now / before - 1.0) * 100.0;
                    writeln!(out, "{machine}: {figure} is {now}, {more:.1} % above {before}")?;
                } else if now < before * (1.0 - TOLERANCE) {
                    writeln!(out, "{machine}: {figure} is {now}, better than {before}")?;
                }
            }
        }
        if !well {
            if self.rustc != old.rustc {
                writeln!(out, "the baseline is of {}, this is {}", old.rustc, self.rustc)?;
            }
            writeln!(
                out,
                "if that must be: cargo xtask bench --check --update, and the commit says why"
            )?;
        }
        Ok(well)
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
    fn more_than_two_percent_fails_and_is_named() {
        let mut said = Vec::new();
        assert!(with(102.0).compare(&with(100.0), &mut said).unwrap());
        assert!(with(50.0).compare(&with(100.0), &mut said).unwrap());
        assert!(!with(102.5).compare(&with(100.0), &mut said).unwrap());
        let said = String::from_utf8(said).unwrap();
        assert!(said.contains("ring: resident is 102.5, 2.5 % above 100"), "{said}");
        assert!(said.contains("--update"));
    }

    #[test]
    fn what_the_baseline_lacks_fails() {
        assert!(!with(1.0).compare(&Baseline::default(), &mut Vec::new()).unwrap());
    }
}

//! Proves on release objects that stepping a skill neither panics nor allocates:
//! `cargo xtask proof`.
//!
//! Each skill is linked into an object of its own that exports `exec` and `reset` of its machine,
//! so that it contains only what these reach. The object must mention neither a panic nor an
//! allocation. Each run also plants faults, which must be found: a proof that cannot fail proves
//! nothing.

mod linked;
mod objects;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::bail;
use clap::Parser;
use linked::Linked;
use objects::{Object, Objects};
use tool_support::workspace;

/// Prove on release objects that stepping the shipped skills neither panics nor allocates.
#[derive(Parser)]
#[command(bin_name = "cargo xtask proof")]
struct Options {
    /// Add a panic to every skill, to see the proof fail
    #[arg(long, hide = true)]
    plant: bool,
}

fn main() -> ExitCode {
    tool_support::exit(run(&Options::parse()))
}

/// The skills of `NaoSoccer`; the generated crate refuses another number.
const SKILLS: [&str; 18] = [
    "Standup",
    "Getup",
    "Servo",
    "Park",
    "Stop",
    "Kick",
    "Relgoto",
    "Goto",
    "Turn",
    "Strafe",
    "Walk",
    "Say",
    "Led",
    "Beckon",
    "SearchBall",
    "TrackBall",
    "ApproachBall",
    "InterceptBall",
];
/// The tracers, and the suffixes of their objects.
const TRACERS: [(&str, &str); 2] = [("NoTrace", "untraced"), ("TraceRing<64>", "traced")];
/// The planted faults: a description and the expression.
const CONTROLS: [(&str, &str); 4] = [
    ("an index out of range", "list[index]"),
    ("a slice out of range", "list[index..].len()"),
    ("an unwrapped None", "list.get(index).copied().unwrap()"),
    ("an allocation", "alloc::boxed::Box::into_raw(alloc::boxed::Box::new(index)) as usize"),
];

/// The result for one machine.
struct Row {
    name: String,
    /// The bytes of the machine.
    state: u64,
    /// The bytes of its functions with each of [`TRACERS`].
    code: Vec<u64>,
    /// The faults that it contains.
    faults: Vec<String>,
}

/// Links the objects, checks them and prints a table. Returns whether all are free of panics
/// and allocations.
fn run(options: &Options) -> anyhow::Result<bool> {
    let machines: Vec<(String, Vec<Object>)> = machines(options.plant);
    let controls: Vec<Object> = controls().collect();
    let objects = machines.iter().flat_map(|(_, objects)| objects).chain(&controls);
    let linked = Objects::link(&workspace(), SKILLS.len(), objects)?;
    for (control, (fault, _)) in controls.iter().zip(CONTROLS) {
        if linked.read(control)?.faults().is_empty() {
            bail!("the proof is void: it does not find {fault}");
        }
    }
    let mut rows = Vec::new();
    for (name, objects) in machines {
        let objects = objects.iter().map(|object| linked.read(object));
        rows.push(row(name, &objects.collect::<Result<Vec<_>, _>>()?));
    }
    table(&rows, &mut io::stdout())?;
    Ok(rows.iter().all(|row| row.faults.is_empty()))
}

/// Returns the objects of each machine, one for each tracer, and of what runs before it.
fn machines(plant: bool) -> Vec<(String, Vec<Object>)> {
    let skills = SKILLS.iter().map(|skill| {
        let with = |(tracer, suffix)| Object::skill(skill, tracer, suffix, plant);
        (skill.to_lowercase(), TRACERS.map(with).to_vec())
    });
    let elements = TRACERS.map(|(tracer, suffix)| Object::elements(tracer, suffix));
    skills
        .chain([
            ("(all elements)".to_owned(), elements.to_vec()),
            ("(start, refresh)".to_owned(), vec![Object::snapshot()]),
        ])
        .collect()
}

fn controls() -> impl Iterator<Item = Object> {
    let faults = CONTROLS.iter().enumerate();
    faults.map(|(number, (_, fault))| Object::control(number, fault))
}

fn row(name: String, objects: &[Linked]) -> Row {
    let mut faults: Vec<String> = objects.iter().flat_map(Linked::faults).collect();
    faults.sort();
    faults.dedup();
    Row {
        name,
        state: objects.first().map_or(0, |object| object.state),
        code: objects.iter().map(|object| object.code).collect(),
        faults,
    }
}

fn table(rows: &[Row], out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{:<18}{:>8}{:>10}{:>10}   no panic, no allocation",
        "skill", "state", "code", "traced"
    )?;
    for row in rows {
        let code = |place: usize| row.code.get(place).map_or(String::new(), u64::to_string);
        let verdict = if row.faults.is_empty() { "proved" } else { "FAILED" };
        let (plain, traced) = (code(0), code(1));
        writeln!(out, "{:<18}{:>8}{plain:>10}{traced:>10}   {verdict}", row.name, row.state)?;
        for fault in &row.faults {
            writeln!(out, "    {fault}")?;
        }
    }
    let count = CONTROLS.len();
    writeln!(
        out,
        "bytes; {count} of {count} planted faults were found; the objects are in target/proof"
    )
}

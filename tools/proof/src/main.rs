//! The proof that stepping neither panics nor allocates, on release objects.
//!
//! Each skill is linked into an object of its own that exports `exec` and `reset`
//! of its machine and nothing else, so that only what these reach is left in it.
//! Then the object must name neither a panic nor an allocation. Each run also
//! plants faults, which must be found: a proof that cannot fail proves nothing.

mod crates;
pub(crate) mod object;

use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;

use crates::{Crate, Object};
use object::Linked;

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
/// The tracers, and what their objects are called.
const TRACERS: [(&str, &str); 2] = [("NoTrace", "untraced"), ("TraceRing<64>", "traced")];
/// The functions and faults that the objects of the control have.
const CONTROLS: [(&str, &str); 4] = [
    ("an index out of range", "list[index]"),
    ("a slice out of range", "list[index..].len()"),
    ("an unwrapped None", "list.get(index).copied().unwrap()"),
    ("an allocation", "alloc::boxed::Box::into_raw(alloc::boxed::Box::new(index)) as usize"),
];

/// What to prove.
#[derive(Debug, Clone)]
pub struct Options {
    /// The root of this workspace.
    pub workspace: PathBuf,
    /// Adds an indexing panic to every skill, to see the proof fail.
    pub plant: bool,
}

/// Why nothing could be proved.
#[derive(Debug)]
pub enum Error {
    /// A file could not be written, or a program not be run.
    Io(io::Error),
    /// The generated crate does not compile.
    Build(String),
    /// An object is not what it must be.
    Object(String),
    /// A fault that was planted was not found.
    Blind(&'static str),
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Io(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io(error) => error.fmt(out),
            Error::Build(messages) => {
                write!(out, "{messages}\nthe objects do not compile, see above")
            }
            Error::Object(what) => out.write_str(what),
            Error::Blind(fault) => write!(out, "the proof is void: {fault} was not found"),
        }
    }
}

impl std::error::Error for Error {}

/// What was found out about one machine.
#[derive(Debug, Clone)]
struct Row {
    name: String,
    /// The machine's bytes.
    state: u64,
    /// The bytes of its functions with each of [`TRACERS`].
    code: Vec<u64>,
    /// What it must not reach.
    faults: Vec<String>,
}

/// Links the objects and judges them: the table goes to `out`. Answers whether
/// all are free of panics and allocations.
///
/// # Errors
/// [`Error`], if nothing could be proved.
pub fn run(options: &Options, out: &mut impl Write) -> Result<bool, Error> {
    let machines: Vec<(String, Vec<Object>)> = machines(options.plant);
    let controls: Vec<Object> = controls().collect();
    let linked = Crate::new(&options.workspace)
        .link(SKILLS.len(), machines.iter().flat_map(|(_, objects)| objects).chain(&controls))?;
    for (control, (fault, _)) in controls.iter().zip(CONTROLS) {
        if linked.read(control)?.faults().is_empty() {
            return Err(Error::Blind(fault));
        }
    }
    let mut rows = Vec::new();
    for (name, objects) in machines {
        let objects = objects.iter().map(|object| linked.read(object));
        rows.push(row(name, &objects.collect::<Result<Vec<_>, _>>()?));
    }
    table(&rows, out)?;
    Ok(rows.iter().all(|row| row.faults.is_empty()))
}

/// The objects of each machine, one for each tracer, and of what runs before it.
fn machines(plant: bool) -> Vec<(String, Vec<Object>)> {
    let skills = SKILLS.iter().map(|skill| {
        let with = |(tracer, suffix)| Object::skill(skill, tracer, suffix, plant);
        (skill.to_lowercase(), TRACERS.map(with).to_vec())
    });
    let elements = TRACERS.map(|(tracer, suffix)| Object::elements(tracer, suffix));
    skills
        .chain([
            ("(all elements)".to_owned(), elements.to_vec()),
            ("(start, refresh)".to_owned(), vec![Object::world()]),
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
        let verdict = if row.faults.is_empty() { "proved" } else { "NOT SO" };
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

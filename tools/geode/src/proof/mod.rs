//! What is promised of the code that goes to the robot, proved on it: no instruction that
//! its processor lacks, no panic and no allocation in a tick, no recursion; and how large,
//! how deep and how long it is.
//!
//! | file | does |
//! |---|---|
//! | `link` | links what some functions reach |
//! | `image` | reads such an object |
//! | `processor` | whether each instruction is the Geode's |
//! | `unreachable` | what a tick must not reach |
//! | `walk`, `calls` | calls, and how deep the stack is |
//! | `sizes` | whose the bytes are |
//! | `program` | bytes of state, instructions |
//! | `table` | prints |
//! | `planted` | faults that must be found |

mod calls;
mod image;
mod link;
mod planted;
mod processor;
mod program;
mod sizes;
mod table;
mod unreachable;
mod walk;

use std::collections::BTreeMap;
use std::io::Write;

use super::build::{Kind as Build, Machine, directory, library};
use super::toolchain::{Toolchain, c_compiler};
use super::{Error, Options};
use calls::{Calls, Depth};
use image::{Image, Kind};
use link::Linker;
use program::Program;
use sizes::{Part, Size, sizes};

/// The tick of the side of the skills: the six skills, the engine, the blackboard.
const SKILLS_TICK: &str = "nao_behaviour_tick";
/// What is called in each cycle.
const TICKS: [&str; 4] = [SKILLS_TICK, "nao_engine_tick", "nao_host_sense", "nao_host_act"];

/// The most bytes of `.text` and `.rodata` that the tick of the skills may reach.
const MOST_CODE: u32 = 64 * 1024;
/// The most bytes of the blackboard and the skiller, with its machine and its snapshot.
const MOST_STATE: u32 = 8 * 1024;
/// As many instructions are too many for a tick of stand-up in which nothing happens.
const TOO_MANY_INSTRUCTIONS: u64 = 100;

/// What was measured.
#[derive(Debug)]
struct Measured {
    tick: BTreeMap<Part, Size>,
    whole: BTreeMap<Part, Size>,
    /// `.data` and `.bss` of the whole library.
    variables: u32,
    /// `.eh_frame` of the whole library.
    unwinding: u32,
    state: BTreeMap<String, u32>,
    depths: Vec<(&'static str, Depth)>,
    instructions: Instructions,
}

/// Instructions of one pass with the trace on.
#[derive(Debug)]
struct Instructions {
    resident: u64,
    deepest: u64,
    transition: u64,
    snapshot: u64,
}

/// Proves and measures: verdicts and tables go to `out`. Answers whether all is as promised.
///
/// # Errors
/// [`Error`], if something is missing, does not build, or is blind to a planted fault.
pub fn proof(options: &Options, out: &mut impl Write) -> Result<bool, Error> {
    let workspace = &options.workspace;
    let place = directory(workspace).join("proof");
    let toolchain = Toolchain::find()?;
    c_compiler(workspace)?;
    let planted = planted::find(workspace, &place)?;
    writeln!(out, "{planted} of {planted} planted faults were found")?;

    let machine = Machine::Geode(toolchain.clone());
    let shipped = Linker::new(&library(workspace, &machine, Build::Shipped)?, &place)?;
    let exported = shipped.exported()?;
    let whole = shipped.link("whole-library", &exported)?;
    let mut verdict = Verdict { good: true, out };
    let judged = processor::judge(&whole);
    let count = judged.instructions;
    verdict.on(&format!("the Geode has all of the {count} instructions"), &judged.faults)?;
    let faults = unreachable::faults(&shipped.link("ticks", &TICKS)?);
    verdict.on("no tick reaches a panic, an allocation, or more of C than copies", &faults)?;

    let measured = Linker::new(&library(workspace, &machine, Build::Measured)?, &place)?;
    let (whole, ticks, tick) = (
        same(&whole, measured.link("measured-library", &exported)?)?,
        measured.link("measured-ticks", &TICKS)?,
        measured.link("measured-tick", &[SKILLS_TICK])?,
    );
    let parts = named(sizes(&tick))?;
    let calls = Calls::of(&ticks);
    let mut depths = Vec::new();
    let mut rings = Vec::new();
    for root in TICKS {
        match calls.deepest(root) {
            Ok(depth) => depths.push((root, depth)),
            Err(why) => rings.push(why),
        }
    }
    verdict.on("no tick recurses, or calls by a pointer that may be any", &rings)?;
    let pointed: Vec<_> = calls.pointed().collect();
    let program = Program::build(workspace, &toolchain)?;
    let measured = Measured {
        tick: parts,
        whole: sizes(&whole),
        variables: whole.size(Kind::Variables),
        unwinding: whole.size(Kind::Unwinding),
        state: program.sizes()?,
        depths,
        instructions: Instructions::count(&program)?,
    };
    limits(&measured, &mut verdict)?;
    if !pointed.is_empty() {
        writeln!(verdict.out, "pointers may lead to: {}", pointed.join(", "))?;
    }
    table::print(&measured, verdict.out)?;
    Ok(verdict.good)
}

/// The library with names and stack sizes must be the shipped one otherwise.
fn same(shipped: &Image, measured: Image) -> Result<Image, Error> {
    for kind in [Kind::Code, Kind::Variables] {
        let sizes = (shipped.size(kind), measured.size(kind));
        if sizes.0 != sizes.1 {
            return Err(Error::Object(format!("{sizes:?} bytes of {kind:?}: two libraries")));
        }
    }
    if let Some(name) = measured.unmeasured() {
        return Err(Error::Object(format!("the compiler has not told the stack of {name}")));
    }
    Ok(measured)
}

/// Every skill must be found by its name.
fn named(parts: BTreeMap<Part, Size>) -> Result<BTreeMap<Part, Size>, Error> {
    match sizes::SKILLS.iter().find(|skill| !parts.contains_key(&Part::Skill(skill))) {
        None => Ok(parts),
        Some(skill) => Err(Error::Object(format!("no function is named after {skill}"))),
    }
}

impl Instructions {
    fn count(program: &Program) -> Result<Self, Error> {
        Ok(Self {
            resident: program.count("resident")?,
            deepest: program.count("deepest")?,
            transition: program.count("transition")?,
            // So that there is news, the sensors are written, which is not counted.
            snapshot: program.count("snapshot")?.saturating_sub(program.count("sense")?),
        })
    }
}

impl Measured {
    /// What the limit of [`MOST_STATE`] is for.
    fn bounded_state(&self) -> Result<u32, Error> {
        Ok(self.state("blackboard")? + self.state("skiller")?)
    }

    fn state(&self, name: &str) -> Result<u32, Error> {
        let bytes = self.state.get(name).copied();
        bytes.ok_or_else(|| Error::Failed(format!("ticks sizes: no {name}")))
    }
}

/// Compares with the limits.
fn limits<W: Write>(measured: &Measured, verdict: &mut Verdict<'_, W>) -> Result<(), Error> {
    let code: u32 = measured.tick.values().map(|size| size.all()).sum();
    let state = measured.bounded_state()?;
    let resident = measured.instructions.resident;
    for (what, good, is) in [
        (
            format!("six skills, engine, blackboard: at most {MOST_CODE} bytes of code"),
            code <= MOST_CODE,
            format!("{code} bytes"),
        ),
        (
            format!("blackboard and skiller: at most {MOST_STATE} bytes of state"),
            state <= MOST_STATE,
            format!("{state} bytes"),
        ),
        (
            format!("a resident tick of stand-up: below {TOO_MANY_INSTRUCTIONS} instructions"),
            resident < TOO_MANY_INSTRUCTIONS,
            format!("{resident} instructions"),
        ),
    ] {
        let faults = if good { Vec::new() } else { vec![is] };
        verdict.on(&what, &faults)?;
    }
    Ok(())
}

/// What is as promised and what is not.
struct Verdict<'a, W: Write> {
    good: bool,
    out: &'a mut W,
}

/// How many faults are named.
const NAMED: usize = 10;

impl<W: Write> Verdict<'_, W> {
    /// One more promise, and what stands against it.
    fn on(&mut self, promise: &str, faults: &[String]) -> Result<(), Error> {
        self.good &= faults.is_empty();
        writeln!(self.out, "{} {promise}", if faults.is_empty() { "ok  " } else { "FAIL" })?;
        for fault in faults.iter().take(NAMED) {
            writeln!(self.out, "     {fault}")?;
        }
        if faults.len() > NAMED {
            writeln!(self.out, "     and {} more", faults.len() - NAMED)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What keeps every limit by a hair, and each number that breaks one.
    fn measured(code: u32, skiller: u32, resident: u64) -> Measured {
        let size = Size { code, constants: 24 };
        let state = [("blackboard", 4000), ("skiller", skiller)];
        Measured {
            tick: BTreeMap::from([(Part::Engine, size)]),
            whole: BTreeMap::new(),
            variables: 0,
            unwinding: 0,
            state: state.map(|(name, bytes)| (name.to_owned(), bytes)).into(),
            depths: Vec::new(),
            instructions: Instructions { resident, deepest: 0, transition: 0, snapshot: 0 },
        }
    }

    fn keeps(measured: &Measured) -> bool {
        let mut verdict = Verdict { good: true, out: &mut Vec::new() };
        limits(measured, &mut verdict).unwrap();
        verdict.good
    }

    #[test]
    fn each_limit_can_be_broken() {
        let (code, skiller, resident) = (MOST_CODE - 24, MOST_STATE - 4000, 99);
        assert!(keeps(&measured(code, skiller, resident)));
        assert!(!keeps(&measured(code + 1, skiller, resident)));
        assert!(!keeps(&measured(code, skiller + 1, resident)));
        assert!(!keeps(&measured(code, skiller, resident + 1)));
    }

    #[test]
    fn a_skill_that_is_not_found_is_an_error() {
        let mut parts: BTreeMap<_, _> = Part::all().map(|part| (part, Size::default())).collect();
        assert!(named(parts.clone()).is_ok());
        parts.remove(&Part::Skill("park"));
        assert!(named(parts).is_err());
    }

    #[test]
    fn a_fault_is_no_success() {
        let mut text = Vec::new();
        let mut verdict = Verdict { good: true, out: &mut text };
        verdict.on("nothing is wrong", &[]).unwrap();
        assert!(verdict.good);
        verdict.on("all is well", &vec!["it is not".to_owned(); 12]).unwrap();
        assert!(!verdict.good);
        let text = String::from_utf8(text).unwrap();
        assert!(text.starts_with("ok   nothing is wrong\nFAIL all is well\n     it is not\n"));
        assert!(text.ends_with("     and 2 more\n"));
    }
}

//! Proves properties of the library for the robot: the processor has each instruction, and a tick
//! neither panics nor allocates nor recurses. Measures code, state, stack and instructions.
//!
//! | file | contents |
//! |---|---|
//! | `link` | links what some functions reach |
//! | `image` | reads such an object |
//! | `processor` | the instructions that the Geode does not have |
//! | `unreachable` | the functions that a tick must not reach |
//! | `walk`, `calls` | calls and stack depth |
//! | `sizes` | the bytes of each part |
//! | `program` | bytes of state, instructions |
//! | `measured`, `table` | the figures |
//! | `planted` | faults that must be found |

mod calls;
mod image;
mod link;
mod measured;
mod planted;
mod processor;
mod program;
mod sizes;
mod table;
mod unreachable;
mod walk;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use anyhow::bail;
use calls::Calls;
use image::{Image, Kind};
use link::Linker;
use measured::{Instructions, Measured, Steps};
use program::Program;
use sizes::{Part, Size, sizes};

use crate::build::{Kind as Build, Machine, library};
use crate::paths::directory;
use crate::toolchain::{Toolchain, c_compiler};

/// The tick of the skills: six skills, engine, blackboard.
const SKILLS_TICK: &str = "nao_behaviour_tick";
/// The functions that are called in each cycle.
const TICKS: [&str; 4] = [SKILLS_TICK, "nao_engine_tick", "nao_host_sense", "nao_host_act"];

/// The maximum number of bytes of `.text` and `.rodata` that the tick of the skills reaches.
const MAX_CODE: u32 = 38 * 1024;
/// The maximum number of bytes of the blackboard and the skiller, with machine and snapshot.
const MAX_STATE: u32 = 8 * 1024;
/// The maximum number of bytes of the debug interface, which come on top.
const MAX_DEBUG: u32 = 4 * 1024;
/// The maximum number of instructions that the debug interface adds to a step in which nothing
/// happens.
const MAX_PUBLICATION: u64 = 10;
/// A tick of stand-up in which nothing happens has fewer instructions than this.
const INSTRUCTIONS_LIMIT: u64 = 100;

/// The function that reads the blackboard, and the maximum number of its bytes.
const REFRESH: &str = "::try_refresh";
const MAX_REFRESH: u32 = 3 * 1024;
/// The maximum number of instructions of the snapshot when all that it reads has changed, and when
/// nothing has.
const MAX_SNAPSHOT: u64 = 460;
const MAX_UNCHANGED: u64 = 60;

/// Proves and measures; prints verdicts and tables to `out`. Returns whether everything holds.
pub fn proof(workspace: &Path, out: &mut impl Write) -> anyhow::Result<bool> {
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
    let checked = processor::check(&whole);
    let count = checked.instructions;
    verdict.on(&format!("the Geode has all of the {count} instructions"), &checked.faults)?;
    let faults = unreachable::faults(&shipped.link("ticks", &TICKS)?);
    verdict
        .on("no tick reaches a panic, an allocation, or C functions other than copies", &faults)?;

    let measured = Linker::new(&library(workspace, &machine, Build::Measured)?, &place)?;
    let (whole, ticks, tick) = (
        same(&whole, measured.link("measured-library", &exported)?)?,
        measured.link("measured-ticks", &TICKS)?,
        measured.link("measured-tick", &[SKILLS_TICK])?,
    );
    let parts = named(sizes(&tick))?;
    let calls = Calls::of(&ticks);
    let mut depths = Vec::new();
    let mut cycles = Vec::new();
    for root in TICKS {
        match calls.deepest(root) {
            Ok(depth) => depths.push((root, depth)),
            Err(problem) => cycles.push(problem),
        }
    }
    verdict.on("no tick recurses, or calls an unknown function by a pointer", &cycles)?;
    let pointed: Vec<_> = calls.pointed().collect();
    let program = Program::build(workspace, &toolchain)?;
    let measured = Measured {
        tick: parts,
        whole: sizes(&whole),
        variables: whole.size(Kind::Variables),
        unwinding: whole.size(Kind::Unwinding),
        refresh: tick.bytes_of(REFRESH)?,
        state: program.sizes()?,
        depths,
        instructions: Instructions::count(&program, &Program::native(workspace)?)?,
    };
    limits(&measured, &mut verdict)?;
    if !pointed.is_empty() {
        writeln!(verdict.out, "pointers may lead to: {}", pointed.join(", "))?;
    }
    table::print(&measured, verdict.out)?;
    Ok(verdict.good)
}

/// Checks that the library with names and stack sizes is otherwise the shipped one.
fn same(shipped: &Image, measured: Image) -> anyhow::Result<Image> {
    for kind in [Kind::Code, Kind::Variables] {
        let sizes = (shipped.size(kind), measured.size(kind));
        if sizes.0 != sizes.1 {
            bail!("the shipped and the measured library differ: {sizes:?} bytes of {kind:?}");
        }
    }
    if let Some(name) = measured.unmeasured() {
        bail!("the compiler has not written the stack size of {name}");
    }
    Ok(measured)
}

/// Checks that functions of every skill were found by their names.
fn named(parts: BTreeMap<Part, Size>) -> anyhow::Result<BTreeMap<Part, Size>> {
    match sizes::SKILLS.iter().find(|skill| !parts.contains_key(&Part::Skill(skill))) {
        None => Ok(parts),
        Some(skill) => bail!("found no function of the skill {skill}"),
    }
}

fn limits<W: Write>(measured: &Measured, verdict: &mut Verdict<'_, W>) -> anyhow::Result<()> {
    let code: u32 = measured.tick.values().map(|size| size.all()).sum();
    let state = measured.bounded_state()?;
    let Instructions { resident, snapshot, unchanged, steps, native_steps, .. } =
        measured.instructions;
    let debug = measured.state("debug")?;
    let publications = [steps, native_steps].map(Steps::publication);
    let refresh = measured.refresh;
    for (limit, holds, value) in [
        (
            format!("six skills, engine, blackboard: at most {MAX_CODE} bytes of code"),
            code <= MAX_CODE,
            format!("{code} bytes"),
        ),
        (
            format!("blackboard and skiller: at most {MAX_STATE} bytes of state"),
            state <= MAX_STATE,
            format!("{state} bytes"),
        ),
        (
            format!("the debug interface: at most {MAX_DEBUG} bytes"),
            debug <= MAX_DEBUG,
            format!("{debug} bytes"),
        ),
        (
            format!("its publication when nothing happens: at most {MAX_PUBLICATION} instructions"),
            publications.iter().all(|publication| *publication <= MAX_PUBLICATION),
            format!("{} instructions, {} on this machine", publications[0], publications[1]),
        ),
        (
            format!("a resident tick of stand-up: below {INSTRUCTIONS_LIMIT} instructions"),
            resident < INSTRUCTIONS_LIMIT,
            format!("{resident} instructions"),
        ),
        (
            format!("the snapshot: at most {MAX_REFRESH} bytes of code"),
            refresh <= MAX_REFRESH,
            format!("{refresh} bytes"),
        ),
        (
            format!("the snapshot when all has changed: at most {MAX_SNAPSHOT} instructions"),
            snapshot <= MAX_SNAPSHOT,
            format!("{snapshot} instructions"),
        ),
        (
            format!("the snapshot when nothing has changed: at most {MAX_UNCHANGED} instructions"),
            unchanged <= MAX_UNCHANGED,
            format!("{unchanged} instructions"),
        ),
    ] {
        let faults = if holds { Vec::new() } else { vec![value] };
        verdict.on(&limit, &faults)?;
    }
    Ok(())
}

/// Prints properties and whether they hold.
struct Verdict<'a, W: Write> {
    good: bool,
    out: &'a mut W,
}

/// The maximum number of faults that are printed.
const MAX_SHOWN: usize = 10;

impl<W: Write> Verdict<'_, W> {
    /// Adds a property with its faults.
    fn on(&mut self, property: &str, faults: &[String]) -> anyhow::Result<()> {
        self.good &= faults.is_empty();
        writeln!(self.out, "{} {property}", if faults.is_empty() { "ok  " } else { "FAIL" })?;
        for fault in faults.iter().take(MAX_SHOWN) {
            writeln!(self.out, "     {fault}")?;
        }
        if faults.len() > MAX_SHOWN {
            writeln!(self.out, "     and {} more", faults.len() - MAX_SHOWN)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns figures with these values and a state of 4000 bytes for the blackboard.
    fn measured(code: u32, skiller: u32, resident: u64) -> Measured {
        let instructions = Instructions {
            resident,
            deepest: 0,
            transition: 0,
            snapshot: MAX_SNAPSHOT,
            unchanged: MAX_UNCHANGED,
            steps: Steps { step: 1000, publish: 1000 + MAX_PUBLICATION },
            native_steps: Steps { step: 900, publish: 900 + MAX_PUBLICATION },
        };
        let size = Size { code, constants: 24 };
        let state = [("blackboard", 4000), ("skiller", skiller), ("debug", MAX_DEBUG)];
        Measured {
            tick: BTreeMap::from([(Part::Engine, size)]),
            whole: BTreeMap::new(),
            variables: 0,
            unwinding: 0,
            state: state.map(|(name, bytes)| (name.to_owned(), bytes)).into(),
            depths: Vec::new(),
            refresh: MAX_REFRESH,
            instructions,
        }
    }

    fn keeps(measured: &Measured) -> bool {
        let mut verdict = Verdict { good: true, out: &mut Vec::new() };
        limits(measured, &mut verdict).unwrap();
        verdict.good
    }

    #[test]
    fn each_limit_can_be_broken() {
        let (code, skiller, resident) = (MAX_CODE - 24, MAX_STATE - 4000, 99);
        assert!(keeps(&measured(code, skiller, resident)));
        assert!(!keeps(&measured(code + 1, skiller, resident)));
        assert!(!keeps(&measured(code, skiller + 1, resident)));
        assert!(!keeps(&measured(code, skiller, resident + 1)));
        for spoil in [
            (|measured| measured.refresh += 1) as fn(&mut Measured),
            |measured| measured.instructions.snapshot += 1,
            |measured| measured.instructions.unchanged += 1,
            |measured| measured.instructions.steps.publish += 1,
            |measured| measured.instructions.native_steps.publish += 1,
            |measured| *measured.state.get_mut("debug").unwrap() += 1,
        ] {
            let mut measured = measured(code, skiller, resident);
            spoil(&mut measured);
            assert!(!keeps(&measured));
        }
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

//! `cargo xtask nested`: random skills with nested, parameterised and first-class states,
//! as `skill!` compiles them and as a plain interpreter of the rules runs them. Both tell
//! each block that runs, in order, with the numbers that it sees; nothing may differ.

mod interpret;
mod machine;
mod program;
mod text;

use fastrand::Rng;
use interpret::{Book, Run, Status, World};
use machine::Machine;
use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;

/// What is run.
#[derive(Debug)]
pub struct Options {
    /// The directory of the workspace.
    pub workspace: PathBuf,
    /// How many skills.
    pub machines: usize,
    /// How many passes of each.
    pub inputs: usize,
    /// Makes others.
    pub seed: u64,
}

/// Why nothing could be compared.
#[derive(Debug)]
pub enum Error {
    /// A file could not be written, or a program not be run.
    Io(io::Error),
    /// The machines do not compile.
    Build(String),
    /// The program has said what is not expected.
    Program(String),
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
            Error::Build(messages) => write!(out, "{messages}\nit is not built, see above"),
            Error::Program(what) => out.write_str(what),
        }
    }
}

impl std::error::Error for Error {}

/// One pass: what is shown, how long after the last, and whether the skill is reset first.
#[derive(Debug, Clone, Copy)]
struct Input {
    a: bool,
    n: u8,
    millis: u8,
    reset: bool,
}

/// How many skills the machines of a block may run.
const LIBRARY: usize = 6;
/// How many machines share a block, which is one crate.
const BLOCK: usize = 125;

/// Machines that are compiled together: the library first.
struct Block {
    /// The number of its first machine.
    first: usize,
    skills: Vec<Machine>,
}

/// Runs all machines both ways. Answers whether nothing differs.
///
/// # Errors
/// [`Error`], if it cannot be told.
pub fn run(options: &Options, out: &mut impl Write) -> Result<bool, Error> {
    let mut rng = Rng::with_seed(options.seed);
    let blocks = blocks(options.machines, &mut rng);
    let inputs: Vec<Vec<Input>> =
        (0..options.machines).map(|_| inputs(options.inputs, &mut rng)).collect();
    let program = program::write(options, &blocks, &inputs)?;
    writeln!(out, "nested: compiling {} machines ..", options.machines)?;
    program::build(&program)?;
    let (mut passed, mut failed) = (0, 0);
    for (number, block) in blocks.iter().enumerate() {
        for (machine, hashes) in program::hashes(&program, number, options.inputs)? {
            let skill = machine - block.first + LIBRARY;
            match differs(block, skill, &inputs[machine], &hashes) {
                None => passed += 1,
                Some(at) => {
                    failed += 1;
                    if failed == 1 {
                        show(&program, options, number, machine, skill, at, block, &inputs, out)?;
                    }
                }
            }
        }
        writeln!(out, "nested: {} of {} machines run", passed + failed, options.machines)?;
    }
    let transitions = options.machines * options.inputs;
    writeln!(out, "{passed} passed, {failed} failed, {transitions} passes of each engine")?;
    Ok(failed == 0 && passed == options.machines)
}

fn blocks(machines: usize, rng: &mut Rng) -> Vec<Block> {
    let firsts = (0..machines).step_by(BLOCK);
    firsts
        .map(|first| {
            let library = (0..LIBRARY).map(|id| machine::random(format!("L{id}"), 0, rng));
            let mut skills: Vec<Machine> = library.collect();
            for number in first..machines.min(first + BLOCK) {
                skills.push(machine::random(format!("M{number}"), LIBRARY, rng));
            }
            Block { first, skills }
        })
        .collect()
}

fn inputs(count: usize, rng: &mut Rng) -> Vec<Input> {
    let one = |_| Input {
        a: rng.u8(0..6) == 0,
        n: rng.u8(0..7),
        millis: rng.u8(1..40),
        reset: rng.u8(0..40) == 0,
    };
    (0..count).map(one).collect()
}

/// The interpreter on all inputs; `told` is called with each pass and its hash.
fn interpret(
    block: &Block,
    skill: usize,
    inputs: &[Input],
    mut told: impl FnMut(usize, u64, &Book<'_>, &Run, Status) -> bool,
) {
    let world = World { a: false, n: 0, millis: 0, tick: 0 };
    let mut book = Book { skills: &block.skills, world, hooks: Vec::new() };
    let mut run = Run::new(skill, &block.skills);
    let mut status = Status::Running;
    for (place, input) in inputs.iter().enumerate() {
        book.hooks.clear();
        book.world.a = input.a;
        book.world.n = u32::from(input.n);
        book.world.millis += u64::from(input.millis);
        book.world.tick = u32::try_from(place).unwrap_or(0);
        if input.reset || status != Status::Running {
            run.reset(&mut book);
        }
        status = run.exec(&mut book);
        if !told(place, hash(&book, &run, status), &book, &run, status) {
            return;
        }
    }
}

/// The first pass in which the two differ.
fn differs(block: &Block, skill: usize, inputs: &[Input], hashes: &[u64]) -> Option<usize> {
    let mut different = (hashes.len() != inputs.len()).then_some(0);
    interpret(block, skill, inputs, |place, hash, _, _, _| {
        if hashes.get(place) != Some(&hash) {
            different = Some(place);
        }
        different.is_none()
    });
    different
}

/// What the program mixes too.
fn hash(book: &Book<'_>, run: &Run, status: Status) -> u64 {
    let mut hash = 0_u64;
    let mut mix =
        |number: u64| hash = (hash ^ number).wrapping_mul(0x0100_0000_01b3).rotate_left(17);
    for (id, kind, seen) in &book.hooks {
        mix(*id as u64);
        mix(*kind as u64);
        for number in seen {
            mix(u64::from(*number));
        }
    }
    let (code, state, why) = told(book, run, status);
    mix(code);
    for byte in state.bytes().chain(why.bytes()) {
        mix(u64::from(byte));
    }
    mix(u64::from(run.limits));
    hash
}

/// The status as a number, the state's name, and the reason.
fn told(book: &Book<'_>, run: &Run, status: Status) -> (u64, String, String) {
    let state = run.state(book.skills).map(|state| format!("S{state}"));
    match status {
        Status::Running => (0, state.unwrap_or_default(), String::new()),
        Status::Final => (1, "FINAL".to_owned(), String::new()),
        Status::Failed(why) => (2, "FAILED".to_owned(), why.to_string()),
    }
}

/// The first difference, with the machine.
#[allow(clippy::too_many_arguments)] // what there is to show
fn show(
    program: &program::Program,
    options: &Options,
    block_number: usize,
    machine: usize,
    skill: usize,
    at: usize,
    block: &Block,
    inputs: &[Vec<Input>],
    out: &mut impl Write,
) -> Result<(), Error> {
    let names: Vec<String> = block.skills.iter().map(|skill| skill.name.clone()).collect();
    writeln!(out, "{}", text::skill(&block.skills[skill], skill, &names[..LIBRARY]))?;
    writeln!(out, "machine {machine}, pass {at}: {:?}", inputs[machine][at])?;
    writeln!(out, "compiled:")?;
    out.write_all(&program::details(program, block_number, options.inputs, machine, at)?)?;
    writeln!(out, "by the rules:")?;
    let mut lines = Vec::new();
    interpret(block, skill, &inputs[machine], |place, _, book, run, status| {
        if place == at {
            lines.extend(
                book.hooks.iter().map(|(id, kind, seen)| format!("hook {id} {kind} {seen:?}")),
            );
            let (_, state, why) = told(book, run, status);
            lines.push(format!("{status:?} {state} {why} after {} limits", run.limits));
        }
        place < at
    });
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

//! Random skills with all elements of the language, as `skill!` compiles them and as the
//! interpreter of the rules runs them. Both report each block that runs, in order, with the
//! numbers that it sees.

mod program;

use std::fmt::Debug;

use clap::Args;
use fastrand::Rng;
use program::Program;
use skill_rules::context::{Context, Event, Inputs, Status};
use skill_rules::interpret::Run;
use skill_rules::random::{self, Profile};
use skill_rules::skill::Skill;
use tool_support::Progress;

/// The command line.
#[derive(Debug, Args)]
pub struct Options {
    /// The number of skills
    #[arg(long, default_value_t = 2000)]
    machines: usize,
    /// The number of inputs for each skill
    #[arg(long, default_value_t = 500)]
    inputs: usize,
    /// Selects other skills and inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The input of one call of `exec`.
#[derive(Debug, Clone, Copy)]
struct Input {
    flag: bool,
    number: u8,
    /// Milliseconds since the input before.
    millis: u8,
    /// Whether the skill is reset first.
    reset: bool,
}

/// The number of skills that the machines of a block may run as sub-skills.
const LIBRARY: usize = 6;
/// The number of machines in a block.
const BLOCK: usize = 125;

/// Skills that are compiled together as one crate: first the library, then the machines.
struct Block {
    /// The number of its first machine.
    first: usize,
    skills: Vec<Skill>,
}

/// Runs all skills both ways, and prints the first difference and a summary. Returns whether
/// they agree.
pub fn run(options: &Options) -> anyhow::Result<bool> {
    let mut rng = Rng::with_seed(options.seed);
    let blocks = blocks(options.machines, &mut rng);
    let inputs: Vec<Vec<Input>> =
        (0..options.machines).map(|_| random_inputs(options.inputs, &mut rng)).collect();
    let program = Program::write(options.inputs, &blocks, &inputs)?;
    program.build(&format!("nested: compiling {} machines", options.machines))?;
    let (mut passed, mut failed) = (0, 0);
    let progress = Progress::bar("nested: running machines", options.machines as u64);
    for (number, block) in blocks.iter().enumerate() {
        for (machine, hashes) in program.hashes(number)? {
            let skill = machine - block.first + LIBRARY;
            match first_difference(block, skill, &inputs[machine], &hashes) {
                None => passed += 1,
                Some(at) => {
                    failed += 1;
                    if failed == 1 {
                        println!("{}", program::source(block, skill));
                        println!("machine {machine}, pass {at}: {:?}", inputs[machine][at]);
                        print!("compiled:\n{}", program.details(number, machine, at)?);
                        print!("by the rules:\n{}", details(block, skill, &inputs[machine], at));
                    }
                }
            }
            progress.advance();
        }
    }
    progress.finish(failed == 0);
    let passes = options.machines * options.inputs;
    println!("{passed} passed, {failed} failed, {passes} passes of each engine");
    Ok(failed == 0 && passed == options.machines)
}

fn blocks(machines: usize, rng: &mut Rng) -> Vec<Block> {
    let block = |first: usize| {
        let library = (0..LIBRARY).map(|id| random::skill(format!("L{id}"), Profile::Full(0), rng));
        let mut skills: Vec<Skill> = library.collect();
        for number in first..machines.min(first + BLOCK) {
            skills.push(random::skill(format!("M{number}"), Profile::Full(LIBRARY), rng));
        }
        Block { first, skills }
    };
    (0..machines).step_by(BLOCK).map(block).collect()
}

fn random_inputs(count: usize, rng: &mut Rng) -> Vec<Input> {
    let input = |_| Input {
        flag: rng.u8(0..6) == 0,
        number: rng.u8(0..7),
        millis: rng.u8(1..40),
        reset: rng.u8(0..40) == 0,
    };
    (0..count).map(input).collect()
}

/// Interprets a skill on all inputs. Calls `observe` after each, until it returns `false`.
fn interpret(
    block: &Block,
    skill: usize,
    inputs: &[Input],
    mut observe: impl FnMut(usize, &Context<'_>, &Run, Status) -> bool,
) {
    let mut cx = Context { skills: &block.skills, inputs: Inputs::default(), events: Vec::new() };
    let mut run = Run::new(skill, &block.skills);
    let mut status = Status::Running;
    for (place, input) in inputs.iter().enumerate() {
        cx.events.clear();
        cx.inputs.values = vec![f64::from(u8::from(input.flag)), f64::from(input.number)];
        cx.inputs.millis += u64::from(input.millis);
        cx.inputs.tick = u32::try_from(place).unwrap_or(u32::MAX);
        if input.reset || status != Status::Running {
            run.reset(&mut cx);
        }
        status = run.exec(&mut cx);
        if !observe(place, &cx, &run, status) {
            return;
        }
    }
}

/// Returns the first input after which the two differ.
fn first_difference(
    block: &Block,
    skill: usize,
    inputs: &[Input],
    hashes: &[u64],
) -> Option<usize> {
    let mut different = (hashes.len() != inputs.len()).then_some(0);
    interpret(block, skill, inputs, |place, cx, run, status| {
        if hashes.get(place) != Some(&hash(cx, run, status)) {
            different = Some(place);
        }
        different.is_none()
    });
    different
}

/// Returns the skill, the block and the reported values of each block that ran.
fn reports(events: &[Event]) -> impl Iterator<Item = (usize, usize, &[f64])> {
    events.iter().filter_map(|event| match event {
        Event::Block { skill, state, block, reported } => {
            Some((*skill, state * 4 + block, &reported[..]))
        }
        _ => None,
    })
}

/// Hashes what the compiled program hashes too.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "values of `u32`")]
fn hash(cx: &Context<'_>, run: &Run, status: Status) -> u64 {
    let mut hash = 0_u64;
    let mut mix =
        |number: u64| hash = (hash ^ number).wrapping_mul(0x0100_0000_01b3).rotate_left(17);
    for (skill, block, reported) in reports(&cx.events) {
        mix(skill as u64);
        mix(block as u64);
        for number in reported {
            mix(*number as u64);
        }
    }
    let (code, state, reason) = describe(cx, run, status);
    mix(code);
    for byte in state.bytes().chain(reason.bytes()) {
        mix(u64::from(byte));
    }
    mix(u64::from(run.limits()));
    hash
}

/// Returns the status as a number, the name of the state, and the reason of a failure.
fn describe(cx: &Context<'_>, run: &Run, status: Status) -> (u64, String, String) {
    let state = run.state(cx.skills).map(|state| format!("S{state}"));
    match status {
        Status::Running => (0, state.unwrap_or_default(), String::new()),
        Status::Final => (1, "FINAL".to_owned(), String::new()),
        Status::Failed(reason) => {
            let reason = reason.map_or_else(String::new, |reason| reason.to_string());
            (2, "FAILED".to_owned(), reason)
        }
    }
}

/// Describes what a skill does at one input, as the compiled program does.
fn details(block: &Block, skill: usize, inputs: &[Input], at: usize) -> String {
    let mut text = String::new();
    interpret(block, skill, inputs, |place, cx, run, status| {
        if place == at {
            for (skill, block, reported) in reports(&cx.events) {
                text += &format!("block {skill} {block} {}\n", list(reported));
            }
            let (_, state, reason) = describe(cx, run, status);
            let limits = run.limits();
            let status = match status {
                Status::Running => "Running",
                Status::Final => "Final",
                Status::Failed(_) => "Failed",
            };
            text += &format!("{status} {state} {reason} after {limits} limits\n");
        }
        place < at
    });
    text
}

fn list(numbers: &[f64]) -> String {
    format!("[{}]", numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_first_difference() {
        let mut rng = Rng::with_seed(3);
        let block = blocks(1, &mut rng).remove(0);
        let inputs = random_inputs(50, &mut rng);
        let mut hashes = Vec::new();
        interpret(&block, LIBRARY, &inputs, |_, cx, run, status| {
            hashes.push(hash(cx, run, status));
            true
        });
        assert_eq!(first_difference(&block, LIBRARY, &inputs, &hashes), None);
        hashes[7] += 1;
        hashes[9] += 1;
        assert_eq!(first_difference(&block, LIBRARY, &inputs, &hashes), Some(7));
        assert!(first_difference(&block, LIBRARY, &inputs, &hashes[..7]).is_some());
        assert!(details(&block, LIBRARY, &inputs, 7).contains(" limits\n"));
    }
}

//! Random skills with all elements of the language, as `skill!` compiles them and as the
//! interpreter of the rules runs them. Both report what happens in each pass as lines: messages
//! that are received, blocks in order with the numbers that they see, the trace; and at the end
//! of the pass the active states, variables, result and failure.

mod inputs;
mod lines;
mod program;

use clap::Args;
use fastrand::Rng;
use inputs::Input;
use program::Program;
use skill_rules::context::{Context, Status};
use skill_rules::fault::Fault;
use skill_rules::interpret::Run;
use skill_rules::pair;
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

/// The number of skills that the machines of a block may run as sub-skills. The last half of
/// them may run the first half.
const LIBRARY: usize = 6;
const BLOCK: usize = 125;

/// Skills that are compiled together as one crate: first the library, then the machines.
struct Block {
    first: usize,
    skills: Vec<Skill>,
}

/// Runs all skills both ways, and prints the first difference and a summary. Returns whether
/// they agree.
pub fn run(options: &Options) -> anyhow::Result<bool> {
    let mut rng = Rng::with_seed(options.seed);
    let blocks = blocks(options.machines, &mut rng);
    let inputs: Vec<Vec<Input>> =
        (0..options.machines).map(|_| inputs::random(options.inputs, &mut rng)).collect();
    let program = Program::write(options.inputs, &blocks, &inputs)?;
    program.build(&format!("nested: compiling {} machines", options.machines))?;
    let (mut passed, mut failed) = (0, 0);
    let progress = Progress::bar("nested: running machines", options.machines as u64);
    for (number, block) in blocks.iter().enumerate() {
        for (machine, hashes) in program.hashes(number)? {
            match first_difference(block, machine, &inputs[machine], &hashes) {
                None => passed += 1,
                Some(at) => {
                    failed += 1;
                    if failed == 1 {
                        println!("{}", program::source(block, machine - block.first + LIBRARY));
                        println!("machine {machine}, pass {at}: {:?}", inputs[machine][at]);
                        print!("compiled:\n{}", program.details(number, machine, at)?);
                        print!("by the rules:\n{}", details(block, machine, &inputs[machine], at));
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
        let mut skills: Vec<Skill> = Vec::new();
        for number in 0..LIBRARY {
            let below = if number < LIBRARY / 2 { 0 } else { LIBRARY / 2 };
            let name = format!("L{number}");
            let next = next(name, Profile::Library, (&skills, below), 2, rng);
            skills.push(next);
        }
        for number in first..machines.min(first + BLOCK) {
            let name = format!("M{number}");
            let next = next(name, Profile::Machine, (&skills, LIBRARY), 4, rng);
            skills.push(next);
        }
        Block { first, skills }
    };
    (0..machines).step_by(BLOCK).map(block).collect()
}

/// Returns the next of some skills, which may run the first `below` of them: once in `rarity` times it is
/// the second of a pair with the one before it, if that can be.
fn next(
    name: String,
    profile: Profile,
    (skills, below): (&[Skill], usize),
    rarity: u8,
    rng: &mut Rng,
) -> Skill {
    let library = &skills[..below];
    let before = skills.last().filter(|before| !before.is_second);
    // One of another profile, or of another library, is no machine of this one.
    let before = before.filter(|_| skills.len() != below && rng.u8(0..rarity) == 0);
    let second = before.and_then(|before| pair::second(before, name.clone(), library));
    second.unwrap_or_else(|| random::skill(name, profile, library, rng))
}

/// Returns whether a machine is traced; the others run the code that has no trace.
fn is_traced(machine: usize) -> bool {
    machine % 4 != 3
}

/// Interprets a machine on all inputs. Calls `observe` with the lines of each pass, until it
/// returns `false`.
fn interpret(
    block: &Block,
    machine: usize,
    inputs: &[Input],
    fault: Option<Fault>,
    mut observe: impl FnMut(usize, &[String]) -> bool,
) {
    let skill = machine - block.first + LIBRARY;
    let mut cx = Context::new(&block.skills);
    (cx.board, cx.fault) = (random::board(), fault);
    let mut run = Run::new(skill, &[], &block.skills);
    for (place, input) in inputs.iter().enumerate() {
        cx.events.clear();
        let mut lines = input.apply(&mut cx);
        cx.inputs.tick = u32::try_from(place).unwrap_or(u32::MAX);
        if input.reset || run.status() != Status::Running && !input.stays {
            run.reset(&mut cx);
        }
        let status = run.exec(&mut cx);
        lines.extend(lines::events(&cx, is_traced(machine)));
        lines.extend(lines::end(&cx, &run, status));
        if !observe(place, &lines) {
            return;
        }
    }
}

/// Returns the first input after which the two differ.
fn first_difference(
    block: &Block,
    machine: usize,
    inputs: &[Input],
    hashes: &[u64],
) -> Option<usize> {
    let mut different = (hashes.len() != inputs.len()).then_some(0);
    interpret(block, machine, inputs, None, |place, lines| {
        if hashes.get(place) != Some(&hash(lines)) {
            different = Some(place);
        }
        different.is_none()
    });
    different
}

/// Hashes lines as the compiled program does.
fn hash(lines: &[String]) -> u64 {
    let bytes = lines.iter().flat_map(|line| line.bytes().chain([b'\n']));
    bytes.fold(0, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3).rotate_left(17)
    })
}

fn details(block: &Block, machine: usize, inputs: &[Input], at: usize) -> String {
    let mut text = String::new();
    interpret(block, machine, inputs, None, |place, lines| {
        if place == at {
            text = lines.join("\n") + "\n";
        }
        place < at
    });
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the hashes of a machine whose interpreter has a fault.
    fn hashes(block: &Block, machine: usize, inputs: &[Input], fault: Option<Fault>) -> Vec<u64> {
        let mut hashes = Vec::new();
        interpret(block, machine, inputs, fault, |_, lines| {
            hashes.push(hash(lines));
            true
        });
        hashes
    }

    #[test]
    fn finds_the_first_difference() {
        let mut rng = Rng::with_seed(3);
        let block = blocks(1, &mut rng).remove(0);
        let inputs = inputs::random(50, &mut rng);
        let mut hashes = hashes(&block, 0, &inputs, None);
        assert_eq!(first_difference(&block, 0, &inputs, &hashes), None);
        hashes[7] += 1;
        hashes[9] += 1;
        assert_eq!(first_difference(&block, 0, &inputs, &hashes), Some(7));
        assert!(first_difference(&block, 0, &inputs, &hashes[..7]).is_some());
        assert!(details(&block, 0, &inputs, 7).contains(" limits, "));
    }

    /// An engine that has one of these faults disagrees with the interpreter within the first
    /// machines: 600, of the 1000 of each run.
    #[test]
    fn notices_each_fault() {
        let mut rng = Rng::with_seed(1);
        let mut faults = Fault::ALL.to_vec();
        for block in blocks(600, &mut rng) {
            for machine in block.first..block.first + block.skills.len() - LIBRARY {
                let inputs = inputs::random(500, &mut rng);
                faults.retain(|fault| {
                    let wrong = hashes(&block, machine, &inputs, Some(*fault));
                    let found = first_difference(&block, machine, &inputs, &wrong);
                    if let Some(pass) = found {
                        println!("{fault:?}: machine {machine}, pass {pass}");
                    }
                    found.is_none()
                });
            }
        }
        assert_eq!(faults, [], "not noticed");
    }
}

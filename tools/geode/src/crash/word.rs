//! Spoils each word of the shared memory with each of a set of values.
//!
//! Both sides continue with it for some cycles, or both die at once. Then a new host and a new
//! behavior must recover the robot.

use anyhow::{Context as _, Result};

use super::call::moments;
use super::operation::{Code, Operation, Subject};
use super::script::Script;
use super::stores::Counts;
use super::worker::{Problem, Worker};

/// The number of cycles with a corrupted word.
const CYCLES: u32 = 10;

#[derive(Debug, Default)]
pub struct Spoiled {
    /// The number of words and values that were tried.
    pub tried: usize,
    pub counts: Counts,
    /// The problems, with where and when.
    pub problems: Vec<(String, String)>,
}

pub struct Moment {
    name: &'static str,
    memory: Vec<u8>,
}

/// Returns the memory at each moment, and its number of words.
pub fn prepare(worker: &mut Worker, subject: &Subject) -> Result<(Vec<Moment>, usize)> {
    let mut all = Vec::new();
    for (name, before) in moments() {
        worker.reset()?;
        let robot = subject.robot;
        for (index, text) in (0..).zip(robot.successors.into_iter().chain([robot.long])) {
            worker.set_text(index, text)?;
        }
        for operations in before.chunks(24) {
            worker.run(&mut operations.to_vec()).context(name)?;
        }
        all.push(Moment { name, memory: worker.memory()? });
    }
    Ok((all, worker.shared_size() / 4))
}

/// Spoils one word with each value, at each moment.
pub fn spoil(
    worker: &mut Worker,
    subject: &Subject,
    moments: &[Moment],
    word: usize,
    seed: u32,
) -> Result<Spoiled> {
    let mut spoiled = Spoiled::default();
    for moment in moments {
        worker.set_memory(&moment.memory)?;
        let own = worker.word(word)?;
        for value in values(own, word, seed) {
            for runs_on in [true, false] {
                worker.set_memory(&moment.memory)?;
                worker.set_word(word, value)?;
                let mut script = Script::default();
                if runs_on {
                    script.then(Operation::cycles(1, 1, CYCLES));
                }
                script.new_host(1, Code::HostCome).recovered(2, 2, 1);
                spoiled.tried += 1;
                if let Err(problem) = Problem::of(script.run(worker, subject))? {
                    spoiled.counts.add(&problem);
                    let how = if runs_on { "both run on" } else { "both are dead" };
                    let place =
                        format!("word {word}, {own:#x} to {value:#x}, {} ({how})", moment.name);
                    spoiled.problems.push((problem.to_string(), place));
                }
            }
        }
    }
    Ok(spoiled)
}

/// The values that replace a word: small numbers, its own with a difference, limits of integers and
/// floats, random bits.
fn values(own: u32, word: usize, seed: u32) -> Vec<u32> {
    let bits = [0, 1, 7, 15, 16, 23, 30, 31].map(|bit| own ^ (1 << bit));
    let near = [own.wrapping_add(1), own.wrapping_sub(1), own.wrapping_add(2), !own];
    let small = [0, 1, 2, 3, 4, 255, 1024, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff];
    let floats = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30].map(f32::to_bits);
    let number = u32::try_from(word).unwrap_or_default();
    let random = [1, 2].map(|n| mix(seed ^ mix(number.wrapping_mul(4).wrapping_add(n))));
    let all = small.into_iter().chain(near).chain(bits).chain(floats).chain(random);
    let mut values: Vec<u32> = all.filter(|value| *value != own).collect();
    values.sort_unstable();
    values.dedup();
    values
}

/// Returns a number that looks random (the finalizer of MurmurHash3).
fn mix(mut number: u32) -> u32 {
    number = (number ^ (number >> 16)).wrapping_mul(0x85eb_ca6b);
    number = (number ^ (number >> 13)).wrapping_mul(0xc2b2_ae35);
    number ^ (number >> 16)
}

#[cfg(test)]
mod tests {
    use super::values;

    #[test]
    fn a_word_is_never_spoiled_with_its_own_value() {
        for own in [0, 1, 3, u32::MAX, f32::NAN.to_bits(), 12345] {
            let values = values(own, 7, 1);
            assert!(values.len() > 20 && !values.contains(&own), "{own}");
        }
    }
}

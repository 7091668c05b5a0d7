//! Stops each call at each of its accesses to the shared memory, and tries every fate there.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result};

use super::call::Call;
use super::fate::{FATES, set_texts};
use super::operation::Subject;
use super::worker::{Access, Problem, State, Worker};

#[derive(Debug, Default, Clone)]
pub struct Tally {
    pub instructions: u64,
    /// Loads from the shared memory and stores to it, and the stores that change it.
    pub loads: usize,
    pub stores: usize,
    pub states: usize,
    pub fates: usize,
    /// The problems, by fate and kind: how often, and where for the first time.
    pub lost: BTreeMap<(&'static str, String), (usize, String)>,
    /// The numbers of problems of each kind.
    pub counts: Counts,
    pub notes: Vec<String>,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Counts {
    pub lost: usize,
    pub crashes: usize,
    pub hangs: usize,
}

impl Counts {
    pub fn add(&mut self, problem: &Problem) {
        match problem {
            Problem::Lost(_) => self.lost += 1,
            Problem::Crash(_) => self.crashes += 1,
            Problem::Hang(_) => self.hangs += 1,
        }
    }

    pub fn merge(&mut self, other: Counts) {
        self.lost += other.lost;
        self.crashes += other.crashes;
        self.hangs += other.hangs;
    }

    pub fn total(self) -> usize {
        self.lost + self.crashes + self.hangs
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Counts { lost, hangs, crashes } = self;
        write!(f, "{lost} not recovered, {hangs} hangs, {crashes} crashes")
    }
}

/// Which states of a call are tried.
#[derive(Debug, Clone, Copy)]
pub struct Choice {
    /// Every nth state; 1 for all.
    pub stride: usize,
    pub seed: usize,
}

impl Choice {
    /// Returns whether the state at an access is tried.
    fn takes(self, index: usize) -> bool {
        (index + self.seed).is_multiple_of(self.stride)
    }
}

/// Tries everything on a call.
pub fn crash(worker: &mut Worker, subject: &Subject, call: &Call, choice: Choice) -> Result<Tally> {
    let mut tally = Tally::default();
    prepare(worker, subject, call)?;
    worker.begin(&call.victim)?;
    let (mut memory, mut now) = (Vec::new(), Vec::new());
    worker.shared(&mut memory)?;
    // The place of the store that made the memory as it is.
    let mut last_store = "the beginning".to_owned();
    let mut changed = true;
    loop {
        let access = worker.access()?;
        if access.is_some() {
            let kind = if access == Some(Access::Load) { "load" } else { "store" };
            let place = worker.location()?;
            let at = format!("{last_store}; next {kind} {} in {place}", tally.loads + tally.stores);
            if choice.takes(tally.loads + tally.stores) {
                visit(worker, subject, call, &at, changed, false, &mut tally)?;
                changed = false;
            }
        }
        let before = access.is_some().then(|| worker.location()).transpose()?;
        tally.instructions += 1;
        let has_returned = Problem::of(worker.step(tally.instructions))?;
        if let (Some(kind), Some(place)) = (access, before) {
            worker.shared(&mut now)?;
            if now != memory {
                changed = true;
                tally.stores += 1;
                last_store = format!(
                    "after store {} in {place} ({})",
                    tally.stores,
                    difference(&memory, &now)
                );
                std::mem::swap(&mut memory, &mut now);
            } else if kind == Access::Load {
                tally.loads += 1;
            } else {
                tally.stores += 1;
            }
        }
        match has_returned {
            Ok(false) => {}
            Ok(true) => break,
            Err(problem) => {
                note(&mut tally, "undisturbed", &problem, &last_store);
                return Ok(tally);
            }
        }
    }
    visit(worker, subject, call, &format!("{last_store}; returned"), changed, true, &mut tally)?;
    if tally.stores < call.least_stores {
        tally.notes.push(format!(
            "only {} stores were seen, where {} are the least",
            tally.stores, call.least_stores
        ));
    }
    Ok(tally)
}

pub fn prepare(worker: &mut Worker, subject: &Subject, call: &Call) -> Result<()> {
    worker.reset()?;
    set_texts(worker, subject.robot, call)?;
    for operations in call.before.chunks(24) {
        let context = || format!("{}: what happens before it", call.name);
        worker.run(&mut operations.to_vec()).with_context(context)?;
    }
    Ok(())
}

/// Tries the fates on the state in which the call is.
fn visit(
    worker: &mut Worker,
    subject: &Subject,
    call: &Call,
    at: &str,
    changed: bool,
    returned: bool,
    tally: &mut Tally,
) -> Result<()> {
    let state: State = worker.save()?;
    tally.states += 1;
    for fate in FATES.iter().filter(|fate| fate.side == call.side) {
        // Only the memory is left of the dead; a call that has returned cannot be stopped in it.
        if (fate.kills && !changed) || (!fate.kills && returned) {
            continue;
        }
        tally.fates += 1;
        let index = tally.loads + tally.stores;
        if let Err(problem) = Problem::of(fate.run(worker, subject, call, &state, index))? {
            note(tally, fate.name, &problem, at);
        }
    }
    worker.restore(&state)?;
    worker.resume(&state)
}

fn note(tally: &mut Tally, fate: &'static str, problem: &Problem, at: &str) {
    tally.counts.add(problem);
    let entry = tally.lost.entry((fate, problem.to_string())).or_insert_with(|| (0, at.to_owned()));
    entry.0 += 1;
}

fn difference(before: &[u8], after: &[u8]) -> String {
    let words = before.chunks(4).zip(after.chunks(4)).enumerate();
    let mut changed = words.filter(|(_, (a, b))| a != b);
    let Some((word, (a, b))) = changed.next() else { return "nothing".to_owned() };
    let more = changed.count();
    let number =
        |bytes: &[u8]| bytes.iter().rev().fold(0_u32, |all, byte| all << 8 | u32::from(*byte));
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    format!("word {word}: {:#x} to {:#x}{more}", number(a), number(b))
}

//! Two calls at once, which take turns at random accesses to the shared memory, and may die there.

use anyhow::Result;
use fastrand::Rng;

use super::call::{Call, Side};
use super::operation::{Code, Operation, Subject};
use super::script::Script;
use super::stores::{Counts, prepare};
use super::worker::{Fiber, Problem, Worker};

/// The behavior that has no part in a race and comes afterwards, and one that attaches in it.
const NEXT: u32 = 3;
const RIVAL: u32 = 2;

struct Runner {
    operation: Operation,
    /// `None` once it has returned or is dead.
    fiber: Option<Fiber>,
    is_dead: bool,
}

/// Runs one race after another on a call. Returns the problems with their descriptions.
pub fn races(
    worker: &mut Worker,
    subject: &Subject,
    call: &Call,
    count: usize,
    seed: u32,
) -> Result<(Counts, Vec<String>)> {
    let (mut counts, mut found) = (Counts::default(), Vec::new());
    for number in 0..count {
        let seed = seed.wrapping_add(u32::try_from(number)?);
        let mut random = Rng::with_seed(seed.into());
        let rivals = rivals(call);
        let rival = rivals[random.usize(..rivals.len())];
        prepare(worker, subject, call)?;
        let race = race(worker, subject, call, rival, &mut random);
        if let Err(problem) = Problem::of(race)? {
            counts.add(&problem);
            found.push(format!("{} and {:?}, seed {seed}: {problem}", call.name, rival.code));
        }
    }
    Ok((counts, found))
}

/// Returns calls that another process can make meanwhile.
fn rivals(call: &Call) -> Vec<Operation> {
    let behaviour = |code| Operation::new(code, 0);
    let mut rivals = vec![Operation::new(Code::Attach, RIVAL)];
    if call.side == Side::Behaviour {
        rivals.extend([Code::HostSense, Code::HostAct, Code::HostDetach].map(behaviour));
        rivals.push(Operation::new(Code::HostAttach, 1).with(1));
    } else {
        rivals.push(Operation::new(Code::HostAttach, 1 - call.victim.actor).with(1));
        if call.in_control {
            let codes = [Code::Tick, Code::Serve, Code::Call, Code::Stop, Code::Detach];
            rivals.extend(codes.map(behaviour));
        }
    }
    rivals
}

fn race(
    worker: &mut Worker,
    subject: &Subject,
    call: &Call,
    rival: Operation,
    random: &mut Rng,
) -> Result<()> {
    let mut runners = Vec::new();
    for (lane, operation) in [(0, call.victim), (1, rival)] {
        let fiber = Some(worker.fiber(lane, &operation)?);
        runners.push(Runner { operation, fiber, is_dead: false });
    }
    while runners.iter().any(|runner| runner.fiber.is_some()) {
        let runner = &mut runners[random.usize(..2)];
        let Some(fiber) = &mut runner.fiber else { continue };
        let accesses = 1 << random.u8(..8);
        let has_returned = worker.advance(fiber, accesses)?;
        runner.is_dead = !has_returned && random.u8(..8) == 0;
        if has_returned || runner.is_dead {
            runner.fiber = None;
        }
    }
    let is_host = |runner: &Runner| {
        let code = runner.operation.code;
        [Code::HostSense, Code::HostAct, Code::HostDetach, Code::HostAttach].contains(&code)
    };
    let host_goes_on = runners.iter().all(|runner| {
        let ends = [Code::HostDetach, Code::HostAttach].contains(&runner.operation.code);
        !is_host(runner) || !(runner.is_dead || ends)
    });
    let mut script = Script::default();
    let host = if host_goes_on && random.bool() {
        0
    } else {
        // In the place of the one that was in the race, if there was a second.
        let host = random.u32(..2);
        let code = if random.bool() { Code::HostAttach } else { Code::HostCome };
        script.new_host(host, code);
        host
    };
    script.recovered(1 << host, 1 << NEXT, NEXT).run(worker, subject)
}

//! Two calls at once, which take turns at random accesses to the shared memory, and may die there.

use anyhow::Result;

use super::call::{Call, Side};
use super::operation::{Code, Operation, Results};
use super::random::Random;
use super::script::{Problem, Script};
use super::stores::{Counts, prepare};
use super::worker::{End, Fiber, Worker};

/// The behavior that has no part in a race and comes afterwards, and one that attaches in it.
const NEXT: u32 = 3;
const RIVAL: u32 = 2;

/// A call in a race.
struct Runner {
    operation: Operation,
    /// `None` once it has returned or is dead.
    fiber: Option<Fiber>,
    is_dead: bool,
}

/// Runs one race after another on a call. Returns the problems with their descriptions.
pub fn races(
    worker: &mut Worker,
    results: &Results,
    call: &Call,
    count: usize,
    seed: u32,
) -> Result<(Counts, Vec<String>)> {
    let (mut counts, mut found) = (Counts::default(), Vec::new());
    for number in 0..count {
        let seed = seed.wrapping_add(u32::try_from(number)?);
        let mut random = Random::new(seed);
        let rivals = rivals(call);
        let rival = rivals[random.below(u32::try_from(rivals.len())?) as usize];
        prepare(worker, call)?;
        if let Err(problem) = race(worker, results, call, rival, &mut random)? {
            counts.add(&problem);
            let text = problem.text();
            found.push(format!("{} and {:?}, seed {seed}: {text}", call.name, rival.code));
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
    results: &Results,
    call: &Call,
    rival: Operation,
    random: &mut Random,
) -> Result<std::result::Result<(), Problem>> {
    let mut runners = Vec::new();
    for (lane, operation) in [(0, call.victim), (1, rival)] {
        let fiber = Some(worker.fiber(lane, &operation)?);
        runners.push(Runner { operation, fiber, is_dead: false });
    }
    while runners.iter().any(|runner| runner.fiber.is_some()) {
        let runner = &mut runners[random.below(2) as usize];
        let Some(fiber) = &mut runner.fiber else { continue };
        let accesses = 1 << random.below(8);
        match worker.advance(fiber, accesses)? {
            Some(End::Done) => runner.fiber = None,
            Some(End::Crash(place)) => return Ok(Err(Problem::Crash(place))),
            Some(End::Hang(place)) => return Ok(Err(Problem::Hang(place))),
            None if random.below(8) == 0 => {
                runner.fiber = None;
                runner.is_dead = true;
            }
            None => {}
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
    let host = if host_goes_on && random.below(2) == 0 {
        0
    } else {
        // In the place of the one that was in the race, if there was a second.
        let host = random.below(2);
        let code = if random.below(2) == 0 { Code::HostAttach } else { Code::HostCome };
        script.new_host(host, code);
        host
    };
    script.recovered(1 << host, 1 << NEXT, NEXT).run(worker, results)
}

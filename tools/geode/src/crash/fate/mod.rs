//! The fates of a call that is stopped, and the required outcome of each.
//!
//! A dead process is replaced as a user replaces it: a behavior by the next, a host by the next,
//! which takes over. The robot is recovered when the next behavior has called three skills and
//! their commands have arrived. A process that was only stopped goes on then: it must find out
//! that it was replaced, and must not disturb its successor.

mod behaviour;
mod host;

use anyhow::Result;

use super::call::{Call, LONG, LONG_TEXT, SUCCESSOR_TEXTS, Side};
use super::operation::{Code, Operation, Results, seen};
use super::script::{Problem, Script, Verdict, run};
use super::worker::{End, State, Worker};

/// At one of so many accesses the next process is killed in the middle too.
const TWICE: usize = 8;

/// A fate of a call, and the function that tries it.
pub struct Fate {
    pub name: &'static str,
    /// Whether the process is killed, so that nothing but the memory counts.
    pub kills: bool,
    pub side: Side,
    run: fn(&mut Case<'_>) -> Result<Verdict>,
}

pub const FATES: [Fate; 22] = [
    fate("killed, then the next behavior", true, Side::Behaviour, behaviour::killed_behaviour),
    fate(
        "killed, the next behavior at once",
        true,
        Side::Behaviour,
        behaviour::killed_behaviour_at_once,
    ),
    fate("killed together with the host", true, Side::Behaviour, behaviour::killed_both),
    fate(
        "killed together with the host, which is first",
        true,
        Side::Behaviour,
        behaviour::killed_both_late,
    ),
    fate(
        "killed, and the next behavior while it attaches",
        true,
        Side::Behaviour,
        behaviour::killed_twice,
    ),
    fate("stopped for a moment", false, Side::Behaviour, behaviour::paused_behaviour),
    fate("stopped until it loses control", false, Side::Behaviour, behaviour::late_behaviour),
    fate("stopped and replaced", false, Side::Behaviour, behaviour::replaced_behaviour),
    fate(
        "stopped and replaced long ago",
        false,
        Side::Behaviour,
        behaviour::replaced_behaviour_long_ago,
    ),
    fate("stopped and replaced, as is the host", false, Side::Behaviour, behaviour::replaced_both),
    fate(
        "stopped while the host is replaced",
        false,
        Side::Behaviour,
        behaviour::behaviour_of_two_hosts,
    ),
    fate("stopped while another attaches", false, Side::Behaviour, behaviour::behaviour_pair),
    fate("stopped while the memory is truncated", false, Side::Behaviour, truncated),
    fate("killed, then the next host", true, Side::Host, host::killed_host),
    fate("killed together with the behavior", true, Side::Host, host::killed_host_and_behaviour),
    fate("killed, and the next host while it attaches", true, Side::Host, host::killed_hosts),
    fate("stopped for a moment", false, Side::Host, host::paused_host),
    fate("stopped for half a second", false, Side::Host, host::late_host),
    fate("stopped and replaced", false, Side::Host, host::replaced_host),
    fate("stopped and replaced long ago", false, Side::Host, host::replaced_host_long_ago),
    fate("stopped while another attaches", false, Side::Host, host::host_pair),
    fate("stopped while the memory is truncated", false, Side::Host, truncated),
];

const fn fate(
    name: &'static str,
    kills: bool,
    side: Side,
    run: fn(&mut Case<'_>) -> Result<Verdict>,
) -> Fate {
    Fate { name, kills, side, run }
}

impl Fate {
    /// Tries the fate on the state at an access.
    pub fn run(
        &self,
        worker: &mut Worker,
        results: &Results,
        call: &Call,
        state: &State,
        index: usize,
    ) -> Result<Verdict> {
        worker.restore(state)?;
        (self.run)(&mut Case { worker, results, call, state, index })
    }
}

/// A state of a call, to try a fate on.
struct Case<'a> {
    worker: &'a mut Worker,
    results: &'a Results,
    call: &'a Call,
    state: &'a State,
    /// The number of the access at which it is stopped.
    index: usize,
}

impl Case<'_> {
    /// The behavior of the call, or the one that lives while the host calls.
    fn behaviour(&self) -> u32 {
        if self.call.side == Side::Behaviour { self.call.victim.actor } else { 0 }
    }
    fn next_behaviour(&self) -> u32 {
        self.behaviour() + 1
    }
    fn host(&self) -> u32 {
        if self.call.side == Side::Host { self.call.victim.actor } else { 0 }
    }
    fn next_host(&self) -> u32 {
        1 - self.host()
    }
    fn makes(&self, codes: &[Code]) -> bool {
        codes.contains(&self.call.victim.code)
    }

    /// Lets the call go on to its end. Returns its result.
    fn finish(&mut self) -> Result<std::result::Result<Operation, Problem>> {
        let (end, operation) = self.worker.finish(self.state)?;
        Ok(match end {
            End::Done => Ok(operation),
            End::Crash(place) => Err(Problem::Crash(format!("after it went on: {place}"))),
            End::Hang(place) => Err(Problem::Hang(format!("after it went on: {place}"))),
        })
    }

    /// Begins another call, in the place of the victim's, and stops it for good at an access that
    /// depends on the victim's. Only for some of the accesses, since it takes long.
    fn stop_in(&mut self, operation: Operation) -> Result<Verdict> {
        let count = if self.index.is_multiple_of(TWICE) { self.index * 7919 % 331 } else { 0 };
        Ok(match self.worker.stop_in(&operation, count)? {
            End::Done => Ok(()),
            End::Crash(place) => Err(Problem::Crash(place)),
            End::Hang(place) => Err(Problem::Hang(place)),
        })
    }

    /// Returns the commands that must be seen when the behavior is gone.
    fn safety(&self) -> u32 {
        if self.call.in_control { seen::PARK | seen::LIMP } else { 0 }
    }

    /// The behavior whose calls must run at last: the one of the call unless it has ended.
    fn survivor(&self) -> u32 {
        if self.makes(&[Code::Detach]) { self.next_behaviour() } else { self.behaviour() }
    }

    /// Makes further calls of a behavior that was replaced.
    fn must_know(&mut self, result: u32) -> Result<Verdict> {
        let behaviour = self.behaviour();
        let was_attach = self.makes(&[Code::Attach]);
        if self.makes(&[Code::Detach]) || (was_attach && result != 0) {
            return Ok(Ok(()));
        }
        let replaced = self.results.number("NAO_REPLACED");
        let mut script = Script::default();
        for code in [Code::Tick, Code::Serve, Code::Call, Code::Stop, Code::Tick] {
            let what = "a call of the behavior that was replaced is not NAO_REPLACED";
            script.must(Operation::new(code, behaviour), replaced, what);
        }
        run!(self, script);
        Ok(Ok(()))
    }

    fn not_disturbed(&mut self, host: u32, next: u32) -> Result<Verdict> {
        let behaviour = self.behaviour();
        let mut script = Script::default();
        script.then(Operation::cycles(1 << host, 1 << next, 3));
        script.first_call(1 << host, 1 << next, next);
        if !self.makes(&[Code::Detach, Code::Attach]) {
            script.then(Operation::new(Code::Detach, behaviour));
        }
        script.then(Operation::cycles(1 << host, 1 << next, 8));
        script.recovered(1 << host, 1 << next, next);
        run!(self, script);
        Ok(Ok(()))
    }
}

/// The file is truncated, and the handler of SIGBUS puts zeros in its place.
fn truncated(case: &mut Case<'_>) -> Result<Verdict> {
    for word in 0..case.worker.shared_size() / 4 {
        case.worker.set_word(word, 0)?;
    }
    let operation = match case.finish()? {
        Ok(operation) => operation,
        Err(problem) => return Ok(Err(problem)),
    };
    let (behaviour, host, next) = (case.behaviour(), case.host(), case.next_host());
    let mut script = Script::default();
    // What has ended, or has not begun, makes no further calls.
    let ended = case.makes(&[Code::Detach, Code::HostDetach, Code::HostAttach])
        || (case.makes(&[Code::Attach]) && operation.result != 0);
    let (codes, actor) = if case.call.side == Side::Host {
        (&[Code::HostSense, Code::HostAct, Code::HostDetach][..], host)
    } else {
        (&[Code::Tick, Code::Serve, Code::Call, Code::Stop, Code::Detach][..], behaviour)
    };
    for code in codes.iter().filter(|_| !ended) {
        script.then(Operation::new(*code, actor));
    }
    let behaviour = case.next_behaviour();
    script.new_host(next, Code::HostAttach);
    script.recovered(1 << next, 1 << behaviour, behaviour).run(case.worker, case.results)
}

pub fn set_texts(worker: &Worker, call: &Call) -> Result<()> {
    for (index, text) in (0..).zip(SUCCESSOR_TEXTS.iter().chain(&call.texts)) {
        worker.set_text(index, text)?;
    }
    // As a successor calls it.
    worker.set_text(LONG_TEXT, &LONG.replace("-0.75", "0.25"))
}

//! The fates of a call that is stopped, and the required outcome of each.
//!
//! A dead process is replaced as a user replaces it: a behavior by the next, a host by the next,
//! which takes over. The robot is recovered when the next behavior has called three skills and
//! their commands have arrived. A process that was only stopped goes on then: it must find out
//! that it was replaced, and must not disturb its successor.

mod behaviour;
mod host;

use anyhow::Result;

use super::call::Side::{self, Behaviour, Host};
use super::call::{Call, LONG_TEXT};
use super::operation::{Code, Operation, Subject, seen};
use super::robot::Robot;
use super::script::Script;
use super::worker::{Problem, State, Worker};

/// The next process is killed too at one access in this number.
const TWICE: usize = 8;

/// A fate of a call, and the function that tries it.
pub struct Fate {
    pub name: &'static str,
    /// Whether the process is killed, so that nothing but the memory counts.
    pub kills: bool,
    pub side: Side,
    run: fn(&mut Case<'_>) -> Result<()>,
}

pub const FATES: [Fate; 22] = [
    fate(KILLED, Behaviour, "killed, then the next behavior", behaviour::killed),
    fate(KILLED, Behaviour, "killed, the next behavior at once", behaviour::killed_at_once),
    fate(KILLED, Behaviour, "killed together with the host", behaviour::killed_with_host),
    fate(
        KILLED,
        Behaviour,
        "killed together with the host, which is first",
        behaviour::killed_with_host_late,
    ),
    fate(
        KILLED,
        Behaviour,
        "killed, and the next behavior while it attaches",
        behaviour::killed_twice,
    ),
    fate(STOPPED, Behaviour, "stopped for a moment", behaviour::paused),
    fate(STOPPED, Behaviour, "stopped until it loses control", behaviour::late),
    fate(STOPPED, Behaviour, "stopped and replaced", behaviour::replaced),
    fate(STOPPED, Behaviour, "stopped and replaced long ago", behaviour::replaced_long_ago),
    fate(STOPPED, Behaviour, "stopped and replaced, as is the host", behaviour::replaced_both),
    fate(STOPPED, Behaviour, "stopped while the host is replaced", behaviour::of_two_hosts),
    fate(STOPPED, Behaviour, "stopped while another attaches", behaviour::pair),
    fate(STOPPED, Behaviour, "stopped while the memory is truncated", truncated),
    fate(KILLED, Host, "killed, then the next host", host::killed),
    fate(KILLED, Host, "killed together with the behavior", host::killed_with_behaviour),
    fate(KILLED, Host, "killed, and the next host while it attaches", host::killed_twice),
    fate(STOPPED, Host, "stopped for a moment", host::paused),
    fate(STOPPED, Host, "stopped for half a second", host::late),
    fate(STOPPED, Host, "stopped and replaced", host::replaced),
    fate(STOPPED, Host, "stopped and replaced long ago", host::replaced_long_ago),
    fate(STOPPED, Host, "stopped while another attaches", host::pair),
    fate(STOPPED, Host, "stopped while the memory is truncated", truncated),
];

const KILLED: bool = true;
const STOPPED: bool = false;

const fn fate(
    kills: bool,
    side: Side,
    name: &'static str,
    run: fn(&mut Case<'_>) -> Result<()>,
) -> Fate {
    Fate { name, kills, side, run }
}

impl Fate {
    /// Tries the fate on the state at an access.
    pub fn run(
        &self,
        worker: &mut Worker,
        subject: &Subject,
        call: &Call,
        state: &State,
        index: usize,
    ) -> Result<()> {
        worker.restore(state)?;
        (self.run)(&mut Case { worker, subject, call, state, index })
    }
}

/// A state of a call, to try a fate on.
struct Case<'a> {
    worker: &'a mut Worker,
    subject: &'a Subject,
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
    fn finish(&mut self) -> Result<Operation> {
        Ok(Problem::of(self.worker.finish(self.state))?.map_err(Problem::after_a_stop)?)
    }

    /// Runs another call in the victim's lane and abandons it at an access that depends on the
    /// victim's; at its beginning for most accesses, since this takes long.
    fn stop_in(&mut self, operation: Operation) -> Result<()> {
        let count = if self.index.is_multiple_of(TWICE) { self.index * 7919 % 331 } else { 0 };
        self.worker.stop_in(&operation, count)
    }

    /// Returns the commands that must be seen when the behavior is gone.
    fn safety(&self) -> u32 {
        if self.call.in_control { seen::SAFE | seen::LIMP } else { 0 }
    }

    /// The behavior whose calls must run in the end: the one of the call unless it has detached.
    fn survivor(&self) -> u32 {
        if self.makes(&[Code::Detach]) { self.next_behaviour() } else { self.behaviour() }
    }

    /// Makes further calls of a behavior that was replaced.
    fn must_know(&mut self, result: u32) -> Result<()> {
        let behaviour = self.behaviour();
        let was_attach = self.makes(&[Code::Attach]);
        if self.makes(&[Code::Detach]) || (was_attach && result != 0) {
            return Ok(());
        }
        let replaced = self.subject.number("REPLACED");
        let mut script = Script::default();
        for code in [Code::Tick, Code::Serve, Code::Call, Code::Stop, Code::Tick] {
            let what = "a call of the behavior that was replaced is not REPLACED";
            script.must(Operation::new(code, behaviour), replaced, what);
        }
        script.run(self.worker, self.subject)
    }

    fn not_disturbed(&mut self, host: u32, next: u32) -> Result<()> {
        let behaviour = self.behaviour();
        let mut script = Script::default();
        script.then(Operation::cycles(1 << host, 1 << next, 3));
        script.first_call(1 << host, 1 << next, next);
        if !self.makes(&[Code::Detach, Code::Attach]) {
            script.then(Operation::new(Code::Detach, behaviour));
        }
        script.then(Operation::cycles(1 << host, 1 << next, 8));
        script.recovered(1 << host, 1 << next, next);
        script.run(self.worker, self.subject)
    }
}

/// The file is truncated, and the handler of SIGBUS puts zeros in its place.
fn truncated(case: &mut Case<'_>) -> Result<()> {
    for word in 0..case.worker.shared_size() / 4 {
        case.worker.set_word(word, 0)?;
    }
    let operation = case.finish()?;
    let (behaviour, host, next) = (case.behaviour(), case.host(), case.next_host());
    let mut script = Script::default();
    // A side that has detached, or failed to attach, makes no further calls.
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
    script.recovered(1 << next, 1 << behaviour, behaviour).run(case.worker, case.subject)
}

pub fn set_texts(worker: &Worker, robot: &Robot, call: &Call) -> Result<()> {
    for (index, text) in (0..).zip(robot.successors.iter().chain(&call.texts)) {
        worker.set_text(index, text)?;
    }
    worker.set_text(LONG_TEXT, robot.turning)
}

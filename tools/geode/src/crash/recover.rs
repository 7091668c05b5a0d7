//! What happens to a call that is stopped, and what must come of it.
//!
//! A dead process is replaced as a user replaces it: a behavior by the next, a host by the next,
//! which takes over. The robot is recovered when the next behavior has called three skills and
//! their commands have arrived. A process that was only stopped goes on then: it must find out
//! that it was replaced, and must not disturb its successor.

use anyhow::Result;

use super::call::{Call, LONG, LONG_TEXT, SUCCESSOR_TEXTS, Side};
use super::operation::{Code, Operation, Results, WRONG, seen};
use super::worker::{End, State, Worker};

/// More cycles than a behavior needs to lose control and another to get it.
const LATE: u32 = 12;
/// Within so many cycles the first call must run.
const MAX_CYCLES: u32 = 60;

/// At one of so many accesses the next process is killed in the middle too.
const TWICE: usize = 8;

/// What happens to the call, and the function that finds out.
pub struct Fate {
    /// Its description.
    pub name: &'static str,
    /// Whether the process is killed, so that nothing but the memory counts.
    pub kills: bool,
    /// The side.
    pub side: Side,
    run: fn(&mut Case<'_>) -> Result<Verdict>,
}

/// A problem, if there is one.
type Verdict = std::result::Result<(), Problem>;

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The robot is not under control again, or something else is not as it must be.
    Lost(String),
    /// A call crashes.
    Crash(String),
    /// A call hangs.
    Hang(String),
}

/// All fates.
pub const FATES: [Fate; 22] = [
    fate("killed, then the next behavior", true, Side::Behaviour, killed_behaviour),
    fate("killed, the next behavior at once", true, Side::Behaviour, killed_behaviour_at_once),
    fate("killed together with the host", true, Side::Behaviour, killed_both),
    fate("killed together with the host, which is first", true, Side::Behaviour, killed_both_late),
    fate("killed, and the next behavior while it attaches", true, Side::Behaviour, killed_twice),
    fate("stopped for a moment", false, Side::Behaviour, paused_behaviour),
    fate("stopped until it loses control", false, Side::Behaviour, late_behaviour),
    fate("stopped and replaced", false, Side::Behaviour, replaced_behaviour),
    fate("stopped and replaced long ago", false, Side::Behaviour, replaced_behaviour_long_ago),
    fate("stopped and replaced, as is the host", false, Side::Behaviour, replaced_both),
    fate("stopped while the host is replaced", false, Side::Behaviour, behaviour_of_two_hosts),
    fate("stopped while another attaches", false, Side::Behaviour, behaviour_pair),
    fate("stopped while the memory is truncated", false, Side::Behaviour, truncated),
    fate("killed, then the next host", true, Side::Host, killed_host),
    fate("killed together with the behavior", true, Side::Host, killed_host_and_behaviour),
    fate("killed, and the next host while it attaches", true, Side::Host, killed_hosts),
    fate("stopped for a moment", false, Side::Host, paused_host),
    fate("stopped for half a second", false, Side::Host, late_host),
    fate("stopped and replaced", false, Side::Host, replaced_host),
    fate("stopped and replaced long ago", false, Side::Host, replaced_host_long_ago),
    fate("stopped while another attaches", false, Side::Host, host_pair),
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
    ///
    /// # Errors
    /// If the program cannot be traced.
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

/// What an operation must do.
enum Check {
    /// Anything.
    Nothing,
    /// This result.
    Is(u32),
    /// It must be reached in time.
    Reached,
    /// These things are seen, and no behavior is in control at the end.
    Safe(u32),
}

/// Operations, and what each must do.
#[derive(Default)]
pub struct Script {
    operations: Vec<Operation>,
    checks: Vec<(Check, &'static str)>,
}

impl Script {
    fn add(&mut self, operation: Operation, check: Check, what: &'static str) -> &mut Self {
        self.operations.push(operation);
        self.checks.push((check, what));
        self
    }

    /// Adds an operation with any result.
    pub fn then(&mut self, operation: Operation) -> &mut Self {
        self.add(operation, Check::Nothing, "")
    }

    /// Adds an operation that must have this result.
    pub fn must(&mut self, operation: Operation, result: u32, what: &'static str) -> &mut Self {
        self.add(operation, Check::Is(result), what)
    }

    /// Adds cycles without the behavior, after which the robot must be safe. `seen`: what must be
    /// commanded.
    fn safe(&mut self, hosts: u32, cycles: u32, seen: u32) -> &mut Self {
        let what = "the host leaves the robot in danger";
        self.add(Operation::cycles(hosts, 0, cycles), Check::Safe(seen), what)
    }

    /// Has a new host attach as a program would: it takes over what another has. Its first act
    /// must take the robot to safety.
    pub fn new_host(&mut self, host: u32, code: Code) -> &mut Self {
        let take_over = Operation::new(code, host).with(1);
        self.must(take_over, 0, "the new host cannot take over");
        let what = "the first act of the new host leaves the robot in danger";
        self.add(Operation::cycles(1 << host, 0, 1), Check::Safe(seen::PARK | seen::LIMP), what)
    }

    /// Has the behavior call the first of the successors' skills, which must be FINAL.
    pub fn first_call(&mut self, hosts: u32, behaviours: u32, behaviour: u32) -> &mut Self {
        let wanted = seen::MOVE | seen::FINAL;
        self.then(Operation::new(Code::SetText, behaviour).with(0)).add(
            Operation::reach(behaviour, hosts, behaviours, MAX_CYCLES, wanted),
            Check::Reached,
            "the behavior's first call does not run",
        )
    }

    /// Has the behavior call three skills, whose commands must arrive.
    pub fn recovered(&mut self, hosts: u32, behaviours: u32, behaviour: u32) -> &mut Self {
        self.first_call(hosts, behaviours, behaviour);
        for (text, wanted) in [(1, seen::STIFF | seen::FINAL), (2, seen::STANDUP | seen::RUNNING)] {
            self.then(Operation::new(Code::SetText, behaviour).with(text)).add(
                Operation::reach(behaviour, hosts, behaviours, MAX_CYCLES, wanted),
                Check::Reached,
                "a later call does not run",
            );
        }
        self
    }

    /// Has the behavior call so much that each queue has turned.
    fn turn_queues(&mut self, hosts: u32, behaviours: u32, behaviour: u32) -> &mut Self {
        for _ in 0..10 {
            self.then(Operation::new(Code::SetText, behaviour).with(LONG_TEXT));
            self.then(Operation::cycles(hosts, behaviours, 3));
        }
        self
    }

    /// Runs the script. Returns the results.
    ///
    /// # Errors
    /// If the program cannot be traced.
    pub fn run(
        &mut self,
        worker: &mut Worker,
        results: &Results,
    ) -> Result<std::result::Result<(), Problem>> {
        match worker.run(&mut self.operations)? {
            End::Done => {}
            End::Crash(place) => return Ok(Err(Problem::Crash(place))),
            End::Hang(place) => return Ok(Err(Problem::Hang(place))),
        }
        for (operation, (check, what)) in self.operations.iter().zip(&self.checks) {
            let [code, status, host, seen] = operation.detail;
            let (host, watchdog) = (results.name(host & 0xffff), host >> 16);
            let holds = match check {
                Check::Nothing => true,
                Check::Is(result) => operation.result == *result,
                Check::Reached => operation.result != u32::MAX,
                Check::Safe(wanted) => seen & wanted == *wanted && watchdog == 1,
            };
            if !holds {
                let is_call = matches!(check, Check::Is(_));
                let details = if is_call {
                    results.name(operation.result)
                } else {
                    let code = results.name(code);
                    format!(
                        "behaviour {code}, status {status}; host {host}, watchdog {watchdog}; \
                         seen {seen:#x}"
                    )
                };
                return Ok(Err(Problem::Lost(format!("{what}: {details}"))));
            }
        }
        let wrong = worker.flags()?.wrong;
        if let Some((_, what)) = WRONG.iter().find(|(bit, _)| wrong & bit != 0) {
            return Ok(Err(Problem::Lost((*what).to_owned())));
        }
        Ok(Ok(()))
    }

    /// Returns the details of an operation.
    fn detail(&self, operation: usize) -> [u32; 4] {
        self.operations.get(operation).map_or([u32::MAX; 4], |operation| operation.detail)
    }

    fn result(&self, operation: usize) -> u32 {
        self.operations.get(operation).map_or(u32::MAX, |operation| operation.result)
    }
}

/// Runs a script, and returns from the function if something is wrong.
macro_rules! run {
    ($case:expr, $script:expr) => {{
        if let Err(problem) = $script.run($case.worker, $case.results)? {
            return Ok(Err(problem));
        }
    }};
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

    /// What must be commanded when the behavior is gone.
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

fn killed_behaviour(case: &mut Case<'_>) -> Result<Verdict> {
    let next = case.next_behaviour();
    let mut script = Script::default();
    script.safe(1, LATE, case.safety()).recovered(1, 1 << next, next);
    script.run(case.worker, case.results)
}

fn killed_behaviour_at_once(case: &mut Case<'_>) -> Result<Verdict> {
    let next = case.next_behaviour();
    Script::default().recovered(1, 1 << next, next).run(case.worker, case.results)
}

fn killed_both(case: &mut Case<'_>) -> Result<Verdict> {
    let next = case.next_behaviour();
    let mut script = Script::default();
    script.then(Operation::new(Code::Wait, 0).with(500_000)).new_host(1, Code::HostAttach);
    script.recovered(2, 1 << next, next).run(case.worker, case.results)
}

/// The next behavior is there before the next host.
fn killed_both_late(case: &mut Case<'_>) -> Result<Verdict> {
    let next = case.next_behaviour();
    let mut script = Script::default();
    script.then(Operation::cycles(0, 1 << next, 50)).new_host(1, Code::HostCome);
    script.recovered(2, 1 << next, next).run(case.worker, case.results)
}

fn paused_behaviour(case: &mut Case<'_>) -> Result<Verdict> {
    let mut script = Script::default();
    script.then(Operation::cycles(1, 0, 2));
    run!(case, script);
    if let Err(problem) = case.finish()? {
        return Ok(Err(problem));
    }
    let (behaviour, survivor) = (case.behaviour(), case.survivor());
    let mut script = Script::default();
    if case.call.stays_in_control && !case.makes(&[Code::Attach]) {
        script.then(Operation::cycles(1, 1 << behaviour, 4));
        run!(case, script);
        if case.worker.flags()?.uncontrolled != 0 {
            return Ok(Err(Problem::Lost("it loses control for a short stop".to_owned())));
        }
        script = Script::default();
    }
    let both = 1 << survivor | u32::from(case.call.in_control);
    script.recovered(1, both, if case.call.in_control { in_charge(case) } else { survivor });
    script.run(case.worker, case.results)
}

/// The behavior that is in control, which is not the one of the call if that was refused.
fn in_charge(case: &Case<'_>) -> u32 {
    if case.makes(&[Code::Attach]) { 0 } else { case.survivor() }
}

fn late_behaviour(case: &mut Case<'_>) -> Result<Verdict> {
    let mut script = Script::default();
    script.safe(1, LATE, case.safety());
    run!(case, script);
    if let Err(problem) = case.finish()? {
        return Ok(Err(problem));
    }
    let survivor = case.survivor();
    let mut script = Script::default();
    script.recovered(1, 1 << survivor, survivor).run(case.worker, case.results)
}

fn replaced_behaviour(case: &mut Case<'_>) -> Result<Verdict> {
    let next = case.next_behaviour();
    let mut script = Script::default();
    script.safe(1, LATE, case.safety()).first_call(1, 1 << next, next);
    run!(case, script);
    replaced(case, 0, next)
}

fn replaced_behaviour_long_ago(case: &mut Case<'_>) -> Result<Verdict> {
    let next = case.next_behaviour();
    let mut script = Script::default();
    script.first_call(1, 1 << next, next).turn_queues(1, 1 << next, next);
    run!(case, script);
    replaced(case, 0, next)
}

/// The next behavior is killed too, at some access of its attach.
fn killed_twice(case: &mut Case<'_>) -> Result<Verdict> {
    let (second, third) = (case.next_behaviour(), case.next_behaviour() + 1);
    let mut script = Script::default();
    script.then(Operation::cycles(1, 0, LATE));
    run!(case, script);
    if let Err(problem) = case.stop_in(Operation::new(Code::Attach, second))? {
        return Ok(Err(problem));
    }
    Script::default().recovered(1, 1 << third, third).run(case.worker, case.results)
}

/// The next host is killed too, at some access of its attach.
fn killed_hosts(case: &mut Case<'_>) -> Result<Verdict> {
    let (behaviour, second) = (case.behaviour(), case.next_host());
    if let Err(problem) = case.stop_in(Operation::new(Code::HostAttach, second).with(1))? {
        return Ok(Err(problem));
    }
    let third = case.host();
    let mut script = Script::default();
    script.then(Operation::cycles(0, 1 << behaviour, 3)).new_host(third, Code::HostCome);
    script.recovered(1 << third, 1 << behaviour, behaviour).run(case.worker, case.results)
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

/// The rest of a behavior that was replaced.
fn replaced(case: &mut Case<'_>, host: u32, next: u32) -> Result<Verdict> {
    case.worker.forbid_victim(true)?;
    let operation = match case.finish()? {
        Ok(operation) => operation,
        Err(problem) => return Ok(Err(problem)),
    };
    if let Err(problem) = case.must_know(operation.result)? {
        return Ok(Err(problem));
    }
    case.not_disturbed(host, next)
}

fn replaced_both(case: &mut Case<'_>) -> Result<Verdict> {
    let next = case.next_behaviour();
    let mut script = Script::default();
    script.new_host(1, Code::HostCome).first_call(2, 1 << next, next);
    run!(case, script);
    replaced(case, 1, next)
}

fn behaviour_of_two_hosts(case: &mut Case<'_>) -> Result<Verdict> {
    let mut script = Script::default();
    script.new_host(1, Code::HostAttach);
    run!(case, script);
    if let Err(problem) = case.finish()? {
        return Ok(Err(problem));
    }
    let survivor = case.survivor();
    let mut script = Script::default();
    script.recovered(2, 1 << survivor, survivor).run(case.worker, case.results)
}

fn behaviour_pair(case: &mut Case<'_>) -> Result<Verdict> {
    if !case.makes(&[Code::Attach]) || case.call.in_control {
        return Ok(Ok(()));
    }
    let (first, second) = (case.behaviour(), case.next_behaviour());
    let mut script = Script::default();
    script.then(Operation::new(Code::Attach, second));
    run!(case, script);
    if let Err(problem) = case.finish()? {
        return Ok(Err(problem));
    }
    let both = 1 << first | 1 << second;
    let mut script = Script::default();
    for behaviour in [first, second] {
        script.then(Operation::new(Code::SetText, behaviour).with(2));
    }
    script.then(Operation::cycles(1, both, MAX_CYCLES));
    for behaviour in [first, second] {
        let mut look = Operation::cycles(1, both, 0);
        look.actor = behaviour;
        script.then(look);
    }
    run!(case, script);
    let (a, b) = (script.detail(3), script.detail(4));
    let running = |detail: [u32; 4]| detail[0] == 0 && detail[1] == 2 && detail[2] >> 16 == 0;
    let refused = |detail: [u32; 4]| {
        [case.results.number("NAO_REPLACED"), case.results.number("NAO_WRITER_TAKEN")]
            .contains(&detail[0])
    };
    if (running(a) && refused(b)) || (running(b) && refused(a)) {
        return Ok(Ok(()));
    }
    Ok(Err(Problem::Lost(format!(
        "not one of two that attach has control: {} and {}, statuses {} and {}, watchdog {}",
        case.results.name(a[0]),
        case.results.name(b[0]),
        a[1],
        b[1],
        a[2] >> 16
    ))))
}

fn killed_host(case: &mut Case<'_>) -> Result<Verdict> {
    let (behaviour, next) = (case.behaviour(), case.next_host());
    let mut script = Script::default();
    script.then(Operation::cycles(0, 1 << behaviour, 3)).new_host(next, Code::HostCome);
    script.recovered(1 << next, 1 << behaviour, behaviour).run(case.worker, case.results)
}

fn killed_host_and_behaviour(case: &mut Case<'_>) -> Result<Verdict> {
    let (behaviour, next) = (case.next_behaviour(), case.next_host());
    let mut script = Script::default();
    script.new_host(next, Code::HostAttach);
    script.recovered(1 << next, 1 << behaviour, behaviour).run(case.worker, case.results)
}

fn paused_host(case: &mut Case<'_>) -> Result<Verdict> {
    paused_host_for(case, 2, 0)
}

fn late_host(case: &mut Case<'_>) -> Result<Verdict> {
    paused_host_for(case, 50, 500_000)
}

fn paused_host_for(case: &mut Case<'_>, cycles: u32, time_us: u32) -> Result<Verdict> {
    let (behaviour, host) = (case.behaviour(), case.host());
    // In control already, or there is none.
    let lives = u32::from(case.call.in_control) << behaviour;
    let mut script = Script::default();
    script
        .then(Operation::cycles(0, lives, cycles))
        .then(Operation::new(Code::Wait, 0).with(time_us));
    run!(case, script);
    let operation = match case.finish()? {
        Ok(operation) => operation,
        Err(problem) => return Ok(Err(problem)),
    };
    let refused = case.makes(&[Code::HostAttach]) && operation.result != 0;
    let mut script = Script::default();
    let host = if case.makes(&[Code::HostDetach]) {
        let next = case.next_host();
        script.new_host(next, Code::HostCome);
        next
    } else if refused {
        // Another host lives, since nobody has replaced it.
        case.next_host()
    } else {
        host
    };
    if case.call.stays_in_control && !refused {
        script.then(Operation::cycles(1 << host, lives, 4));
        run!(case, script);
        if case.worker.flags()?.uncontrolled != 0 {
            let what = "the behavior loses control although it goes on";
            return Ok(Err(Problem::Lost(what.to_owned())));
        }
        script = Script::default();
    }
    script.recovered(1 << host, 1 << behaviour, behaviour).run(case.worker, case.results)
}

fn replaced_host(case: &mut Case<'_>) -> Result<Verdict> {
    let (behaviour, next) = (case.behaviour(), case.next_host());
    let mut script = Script::default();
    script.new_host(next, Code::HostCome).first_call(1 << next, 1 << behaviour, behaviour);
    run!(case, script);
    host_goes_on(case)
}

fn replaced_host_long_ago(case: &mut Case<'_>) -> Result<Verdict> {
    let (behaviour, next) = (case.behaviour(), case.next_host());
    let mut script = Script::default();
    script.new_host(next, Code::HostCome).first_call(1 << next, 1 << behaviour, behaviour);
    script.turn_queues(1 << next, 1 << behaviour, behaviour);
    run!(case, script);
    host_goes_on(case)
}

/// The rest of a host that was replaced.
fn host_goes_on(case: &mut Case<'_>) -> Result<Verdict> {
    let (behaviour, host, next) = (case.behaviour(), case.host(), case.next_host());
    let operation = match case.finish()? {
        Ok(operation) => operation,
        Err(problem) => return Ok(Err(problem)),
    };
    let replaced = case.results.number("NAO_REPLACED");
    if case.makes(&[Code::HostAct]) && (operation.result != replaced || operation.detail[0] != 0) {
        return Ok(Err(Problem::Lost(format!(
            "the act of the host that was replaced is {}{}",
            case.results.name(operation.result),
            if operation.detail[0] == 0 { "" } else { ", with commands" }
        ))));
    }
    if case.makes(&[Code::HostAttach]) {
        return one_of(case, operation.result, 0);
    }
    let mut script = Script::default();
    if !case.makes(&[Code::HostDetach]) {
        let what = "a call of the host that was replaced is not NAO_REPLACED";
        script.must(Operation::new(Code::HostSense, host), replaced, what);
        script.must(Operation::new(Code::HostAct, host), replaced, what);
    }
    script.then(Operation::cycles(1 << next, 1 << behaviour, 3));
    script.first_call(1 << next, 1 << behaviour, behaviour);
    if !case.makes(&[Code::HostDetach]) {
        script.then(Operation::new(Code::HostDetach, host));
    }
    script.then(Operation::cycles(1 << next, 1 << behaviour, 8));
    script.recovered(1 << next, 1 << behaviour, behaviour);
    script.run(case.worker, case.results)
}

/// Of two hosts exactly one may go on, and the robot must follow its behaviour.
fn one_of(case: &mut Case<'_>, first: u32, second: u32) -> Result<Verdict> {
    let (behaviour, host, next) = (case.behaviour(), case.host(), case.next_host());
    let attached = (u32::from(first == 0) << host) | (u32::from(second == 0) << next);
    let mut script = Script::default();
    script.then(Operation::cycles(attached, 1 << behaviour, 6));
    // Each looks for itself whether it has been replaced.
    script.then(Operation::new(Code::HostSense, host)).then(Operation::new(Code::HostSense, next));
    if attached.count_ones() < 2 {
        script.operations.truncate(1);
        script.checks.truncate(1);
    }
    run!(case, script);
    let replaced = case.results.number("NAO_REPLACED");
    let codes = [script.result(1), script.result(2)];
    let survivors = match attached.count_ones() {
        2 => match codes {
            [0, code] if code == replaced => 1 << host,
            [code, 0] if code == replaced => 1 << next,
            _ => {
                return Ok(Err(Problem::Lost(format!(
                    "not one of two hosts goes on: {} and {}",
                    case.results.name(codes[0]),
                    case.results.name(codes[1])
                ))));
            }
        },
        1 => attached,
        _ => {
            return Ok(Err(Problem::Lost(format!(
                "none of two hosts attaches: {} and {}",
                case.results.name(first),
                case.results.name(second)
            ))));
        }
    };
    let mut script = Script::default();
    script.recovered(survivors, 1 << behaviour, behaviour).run(case.worker, case.results)
}

fn host_pair(case: &mut Case<'_>) -> Result<Verdict> {
    if !case.makes(&[Code::HostAttach]) || case.call.stays_in_control {
        return Ok(Ok(()));
    }
    let mut script = Script::default();
    let take_over = case.call.victim.arguments[0];
    script.then(Operation::new(Code::HostAttach, case.next_host()).with(take_over));
    run!(case, script);
    let second = script.result(0);
    match case.finish()? {
        Ok(operation) => one_of(case, operation.result, second),
        Err(problem) => Ok(Err(problem)),
    }
}

/// Sets the texts of a call.
///
/// # Errors
/// If the arena cannot be written.
pub fn set_texts(worker: &Worker, call: &Call) -> Result<()> {
    for (index, text) in (0..).zip(SUCCESSOR_TEXTS.iter().chain(&call.texts)) {
        worker.set_text(index, text)?;
    }
    // As a successor calls it.
    worker.set_text(LONG_TEXT, &LONG.replace("-0.75", "0.25"))
}

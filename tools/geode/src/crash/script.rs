//! Operations with what each must do, and the problem if one does not.

use anyhow::{Result, bail};

use super::call::LONG_TEXT;
use super::operation::{Code, Operation, Subject, WRONG, seen};
use super::worker::{Problem, Worker};

/// More cycles than a behavior needs to lose control and another to get it.
pub const LATE: u32 = 12;

/// The maximum number of cycles until the first call runs.
pub const MAX_CYCLES: u32 = 60;

enum Check {
    Nothing,
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
    pub fn safe(&mut self, hosts: u32, cycles: u32, seen: u32) -> &mut Self {
        let what = "the host leaves the robot in danger";
        self.add(Operation::cycles(hosts, 0, cycles), Check::Safe(seen), what)
    }

    /// Attaches a new host that takes over. Its first act must take the robot to safety.
    pub fn new_host(&mut self, host: u32, code: Code) -> &mut Self {
        let take_over = Operation::new(code, host).with(1);
        self.must(take_over, 0, "the new host cannot take over");
        let what = "the first act of the new host leaves the robot in danger";
        self.add(Operation::cycles(1 << host, 0, 1), Check::Safe(seen::SAFE | seen::LIMP), what)
    }

    /// Calls the first of the successors' skills, which must end FINAL.
    pub fn first_call(&mut self, hosts: u32, behaviours: u32, behaviour: u32) -> &mut Self {
        let wanted = seen::FIRST | seen::FINAL;
        self.then(Operation::new(Code::SetText, behaviour).with(0)).add(
            Operation::reach(behaviour, hosts, behaviours, MAX_CYCLES, wanted),
            Check::Reached,
            "the behavior's first call does not run",
        )
    }

    /// Calls three skills, whose commands must arrive.
    pub fn recovered(&mut self, hosts: u32, behaviours: u32, behaviour: u32) -> &mut Self {
        self.first_call(hosts, behaviours, behaviour);
        for (text, wanted) in [(1, seen::SECOND | seen::FINAL), (2, seen::THIRD | seen::RUNNING)] {
            self.then(Operation::new(Code::SetText, behaviour).with(text)).add(
                Operation::reach(behaviour, hosts, behaviours, MAX_CYCLES, wanted),
                Check::Reached,
                "a later call does not run",
            );
        }
        self
    }

    /// Makes enough calls to wrap around each queue.
    pub fn turn_queues(&mut self, hosts: u32, behaviours: u32, behaviour: u32) -> &mut Self {
        for _ in 0..10 {
            self.then(Operation::new(Code::SetText, behaviour).with(LONG_TEXT));
            self.then(Operation::cycles(hosts, behaviours, 3));
        }
        self
    }

    /// Runs the script. The error is the first [`Problem`], if the program can be traced.
    pub fn run(&mut self, worker: &mut Worker, subject: &Subject) -> Result<()> {
        worker.run(&mut self.operations)?;
        for (operation, (check, what)) in self.operations.iter().zip(&self.checks) {
            let [code, status, host, seen] = operation.detail;
            let (host, watchdog) = (subject.name(host & 0xffff), host >> 16);
            let holds = match check {
                Check::Nothing => true,
                Check::Is(result) => operation.result == *result,
                Check::Reached => operation.result != u32::MAX,
                Check::Safe(wanted) => seen & wanted == *wanted && watchdog == 1,
            };
            if !holds {
                let is_call = matches!(check, Check::Is(_));
                let details = if is_call {
                    subject.name(operation.result)
                } else {
                    let code = subject.name(code);
                    format!(
                        "behaviour {code}, status {status}; host {host}, watchdog {watchdog}; \
                         seen {seen:#x}"
                    )
                };
                bail!(Problem::Lost(format!("{what}: {details}")));
            }
        }
        let wrong = worker.flags()?.wrong;
        if let Some((_, what)) = WRONG.iter().find(|(bit, _)| wrong & bit != 0) {
            bail!(Problem::Lost((*what).to_owned()));
        }
        Ok(())
    }

    pub fn detail(&self, operation: usize) -> [u32; 4] {
        self.operations.get(operation).map_or([u32::MAX; 4], |operation| operation.detail)
    }

    pub fn result(&self, operation: usize) -> u32 {
        self.operations.get(operation).map_or(u32::MAX, |operation| operation.result)
    }
}

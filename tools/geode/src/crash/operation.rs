//! Operations of the traced program, a call or some cycles at a time; the numbers are those of
//! `tools/geode/c/crash.c`.

use std::collections::BTreeMap;

use super::robot::Robot;

pub const WORDS: usize = 10;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u32)]
pub enum Code {
    #[default]
    HostAttach = 1,
    HostSense,
    HostAct,
    HostDetach,
    HostClock,
    HostCome,
    Attach,
    Tick,
    Serve,
    Call,
    Stop,
    Status,
    Trace,
    Detach,
    Beats,
    Sensors,
    StartAgent,
    StopAgent,
    AgentStatus,
    Cycles = 32,
    Reach,
    SetText,
    Wait,
}

/// Bits of things that can be seen of the robot.
pub mod seen {
    /// A command of the first skill that successors call.
    pub const FIRST: u32 = 1;
    /// Of the second.
    pub const SECOND: u32 = 2;
    /// Of the third.
    pub const THIRD: u32 = 4;
    /// A command that keeps the robot safe.
    pub const SAFE: u32 = 8;
    /// All of it, where that is more than one command.
    pub const LIMP: u32 = 16;
    pub const FINAL: u32 = 128;
    /// The status is RUNNING or FINAL, in control.
    pub const RUNNING: u32 = 256;
}

/// Bits of things that must never be, with names.
pub const WRONG: [(u32, &str); 4] = [
    (1, "two hosts command the robot in one cycle"),
    (2, "a replaced host has commands"),
    (4, "a replaced behavior's commands arrive"),
    (8, "a command is not finite"),
];

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Operation {
    pub code: Code,
    pub actor: u32,
    pub arguments: [u32; 3],
    pub result: u32,
    /// Details; the first is an argument of [`Code::Reach`].
    pub detail: [u32; 4],
}

impl Operation {
    pub const fn new(code: Code, actor: u32) -> Self {
        Operation { code, actor, arguments: [0; 3], result: 0, detail: [0; 4] }
    }

    pub const fn with(mut self, argument: u32) -> Self {
        self.arguments[0] = argument;
        self
    }

    /// Lets hosts and behaviors, as masks, run some cycles.
    pub const fn cycles(hosts: u32, behaviours: u32, count: u32) -> Self {
        let mut operation = Operation::new(Code::Cycles, 0);
        operation.arguments = [hosts, behaviours, count];
        operation
    }

    /// Lets them run until `behaviour` has reached what is `wanted`, for at most `most` cycles.
    pub const fn reach(
        behaviour: u32,
        hosts: u32,
        behaviours: u32,
        most: u32,
        wanted: u32,
    ) -> Self {
        let mut operation = Operation::new(Code::Reach, behaviour);
        operation.arguments = [hosts, behaviours, most];
        operation.detail[0] = wanted;
        operation
    }

    pub fn words(&self) -> [u32; WORDS] {
        let [first, second, third] = self.arguments;
        let mut words =
            [self.code as u32, self.actor, first, second, third, self.result, 0, 0, 0, 0];
        words[6..].copy_from_slice(&self.detail);
        words
    }

    /// Takes the subject over.
    pub fn read(&mut self, words: &[u32; WORDS]) {
        let [_, _, _, _, _, result, detail @ ..] = *words;
        (self.result, self.detail) = (result, detail);
    }
}

/// The library that is tried: its robot, and the names of its results, from its header.
pub struct Subject {
    pub robot: &'static Robot,
    names: BTreeMap<u32, String>,
}

impl Subject {
    pub fn parse(robot: &'static Robot, header: &str) -> Self {
        let defines = header.lines().filter_map(|line| {
            let mut words = line.strip_prefix("#define ")?.split_whitespace();
            let name = words.next()?.strip_prefix(robot.prefix)?.to_owned();
            Some((name, words.next()?.parse().ok()?))
        });
        let from = defines.skip_while(|(name, _)| name != "OK");
        let until = from.take_while(|(name, _)| name != "INACTIVE");
        Subject { robot, names: until.map(|(name, number)| (number, name)).collect() }
    }

    pub fn name(&self, result: u32) -> String {
        self.names.get(&result).cloned().unwrap_or_else(|| format!("code {result}"))
    }

    pub fn number(&self, name: &str) -> u32 {
        let found = self.names.iter().find(|(_, other)| *other == name);
        found.map_or(u32::MAX, |(number, _)| *number)
    }
}

//! Operations of the traced program, a call or some cycles at a time; the numbers are those of
//! `nao-c/c/crash.c`.

use std::collections::BTreeMap;

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
    Cycles = 32,
    Reach,
    SetText,
    Wait,
}

/// Bits of things that can be seen of the robot.
pub mod seen {
    /// The head turns as a successor calls it.
    pub const MOVE: u32 = 1;
    /// Stiffness as a successor calls it.
    pub const STIFF: u32 = 2;
    /// A motion as a successor calls it.
    pub const STANDUP: u32 = 4;
    /// A command to sit down.
    pub const PARK: u32 = 8;
    /// A command that makes all joints soft.
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

    /// Takes the results over.
    pub fn read(&mut self, words: &[u32; WORDS]) {
        let [_, _, _, _, _, result, detail @ ..] = *words;
        (self.result, self.detail) = (result, detail);
    }
}

/// The names of the library's results, from its header.
pub struct Results(BTreeMap<u32, String>);

impl Results {
    pub fn parse(header: &str) -> Self {
        let defines = header.lines().filter_map(|line| {
            let mut words = line.strip_prefix("#define ")?.split_whitespace();
            Some((words.next()?.to_owned(), words.next()?.parse().ok()?))
        });
        let from = defines.skip_while(|(name, _)| name != "NAO_OK");
        let until = from.take_while(|(name, _)| name != "NAO_INACTIVE");
        Results(until.map(|(name, number)| (number, name)).collect())
    }

    pub fn name(&self, result: u32) -> String {
        self.0.get(&result).cloned().unwrap_or_else(|| format!("code {result}"))
    }

    pub fn number(&self, name: &str) -> u32 {
        let found = self.0.iter().find(|(_, other)| *other == name);
        found.map_or(u32::MAX, |(number, _)| *number)
    }
}

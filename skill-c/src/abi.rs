//! The structs and codes of the C interface: fixed width, without padding.

use crate::describe::Constant;
use skill_runtime::{Cause, Instant, SkillKey, TraceKind};

/// The result of a function: `OK`, or an error. A function that returns an error has changed
/// nothing, but that `BAD_CALL` has stopped the skill that ran.
pub type Code = u32;

crate::constants! { SIZES:
    /// The version of the C functions and of the shared memory.
    pub const VERSION: u32 = 3;
    /// The size of the text of an error or a skill's name, in bytes, including its final 0.
    pub const TEXT: usize = 128;
    /// The time after which a host whose heartbeat does not move counts as dead, in microseconds.
    pub const HOST_DEAD_US: u32 = 500_000;
}

crate::constants! { CODES:
    /// Success.
    pub const OK: u32 = 0;
    /// A pointer is null.
    pub const NULL: u32 = 1;
    /// A pointer is not aligned correctly.
    pub const MISALIGNED: u32 = 2;
    /// The memory is smaller than required.
    pub const TOO_SMALL: u32 = 3;
    /// The header does not belong to this library: `ABI` differs.
    pub const OTHER_HEADER: u32 = 4;
    /// The shared memory has another version or layout, or other contents.
    pub const OTHER_LAYOUT: u32 = 5;
    /// The shared memory has no host yet.
    pub const NO_HOST: u32 = 6;
    /// Another process writes this already, and seems to be alive.
    pub const WRITER_TAKEN: u32 = 7;
    /// The pointer is not that of a living host, behaviour or engine.
    pub const BAD_HANDLE: u32 = 8;
    /// The text is too long for a call, or not UTF-8.
    pub const BAD_TEXT: u32 = 9;
    /// The call cannot be run; the status has the reason. The skill that ran is stopped.
    pub const BAD_CALL: u32 = 10;
    /// The host has not begun a new cycle since the last tick.
    pub const NO_CYCLE: u32 = 11;
    /// The host has taken control away or given it again: call `behaviour_serve`, which stops
    /// the skill that runs and takes control again.
    pub const CONTROL_CHANGED: u32 = 12;
    /// Another behaviour has replaced this one, or another host this one. What it still does has no
    /// effect on the robot; it is to be detached.
    pub const REPLACED: u32 = 13;
    /// The other side was in the middle of writing for too long, or it is not known yet whether the
    /// host lives; try again.
    pub const BUSY: u32 = 14;
    /// The tick was handled, but the host has not given control yet, so no skill ran.
    pub const NO_CONTROL: u32 = 15;
    /// The call was refused, because the agent runs, or another process has exclusive control of
    /// the skiller.
    pub const REFUSED: u32 = 16;
    /// Another thread is in a function with the same object: nothing was done. See "Threads" in the
    /// README.
    pub const IN_USE: u32 = 17;
    /// The time is before that of the last cycle. A host whose clock was set back begins a new one by
    /// `host_begin_clock`. A behaviour skips the cycle.
    pub const TIME_WENT_BACK: u32 = 18;
    /// A value of the sensors is not one of its type: an enum or a text is invalid.
    pub const BAD_SENSORS: u32 = 19;
    /// The library has no agent.
    pub const NO_AGENT: u32 = 20;
}

crate::constants! { STATES:
    /// Nothing was called, or it was stopped.
    pub const INACTIVE: u32 = 0;
    /// The skill has reached its purpose.
    pub const FINAL: u32 = 1;
    /// The skill runs.
    pub const RUNNING: u32 = 2;
    /// The skill has failed, or could not be called.
    pub const FAILED: u32 = 3;
}

crate::constants! { TRACES:
    /// A transition was taken.
    pub const TRACE_TRANSITION: u32 = 0;
    /// A skill has failed.
    pub const TRACE_FAILED: u32 = 1;
    /// Too many transitions in one tick; the transition waits.
    pub const TRACE_LIMIT: u32 = 2;
    /// A skill was reset.
    pub const TRACE_RESET: u32 = 3;
    /// A skill was called; the arguments of the outermost call are in the status.
    pub const TRACE_CALLED: u32 = 4;
    /// The run of a skill has begun: `from` is its start state.
    pub const TRACE_ENTERED: u32 = 5;
    /// A message of a skill was refused: `transition` is the index of the interface in the skill.
    pub const TRACE_REFUSED: u32 = 6;
    /// A tick was refused because its time was before that of the last one.
    pub const TRACE_TIME_WENT_BACK: u32 = 7;
    /// A skill is FINAL with a result; that of the outermost call is in the status.
    pub const TRACE_RESULT: u32 = 8;
    /// A skill has failed because an interface that it requires has no writer: `transition` is the
    /// index of the interface in the skill.
    pub const TRACE_NO_WRITER: u32 = 9;
    /// A skill has failed because the value of an interface that it requires is too old: `transition`
    /// is the index of the interface in the skill.
    pub const TRACE_STALE: u32 = 10;
    /// A message that ran was ended, with what had sent it: `transition` is the index of the interface
    /// in the skill.
    pub const TRACE_STOPPED: u32 = 11;
    /// A parameter of the skill has another value: `transition` is its index in the skill.
    pub const TRACE_PARAMETER: u32 = 12;
}

/// All constants, in the order of the header.
pub const CONSTANTS: [&[Constant]; 4] = [SIZES, CODES, STATES, TRACES];

crate::structs! {
    /// The status of a behaviour's last call.
    pub struct Status {
        /// `INACTIVE`, `FINAL`, `RUNNING` or `FAILED`.
        pub status: u32,
        /// The cycle of the last tick.
        pub cycle: u32,
        /// The number of times that control was given or taken away.
        pub control: u32,
        /// The number of trace entries that were lost because nobody drained them.
        pub lost: u32,
        /// The call, truncated, with a final 0.
        pub call: [u8; TEXT],
        /// Why it failed, or the result of a skill that is FINAL and has one, truncated, with a final
        /// 0; the reason is empty until `behaviour_serve` has put it in words.
        pub error: [u8; TEXT],
    }
    /// One thing that happened in a skill.
    #[derive(Default)]
    pub struct TraceEntry {
        /// When, microseconds, low half.
        pub time_us_low: u32,
        /// The high half.
        pub time_us_high: u32,
        /// The machine: 0 is the skill that was called, then its sub-skills in preorder.
        pub instance: u32,
        /// The skill, by its index in the space.
        pub skill: u32,
        /// `TRACE_TRANSITION`, ..
        pub kind: u32,
        /// The state that was left; `0xffffffff` if none.
        pub from: u32,
        /// The transition in the skill's graph, or the interface in the skill; `0xffffffff` if none.
        pub transition: u32,
    }
}

impl TraceEntry {
    /// Nothing.
    pub const NONE: u32 = u32::MAX;

    /// Returns the entry, with the skill's place in the space.
    #[must_use]
    pub fn new(entry: &skill_runtime::TraceEntry<SkillKey>, skill: u32) -> Self {
        let micros = entry.event.time.as_micros();
        #[allow(clippy::cast_possible_truncation)] // the two halves
        let (low, high) = (micros as u32, (micros >> 32) as u32);
        let (kind, from, transition) = match entry.event.kind {
            TraceKind::Transition { from, transition } => {
                (TRACE_TRANSITION, u32::from(from), u32::from(transition))
            }
            TraceKind::Failed(failure) => {
                let (kind, index) = match failure.cause {
                    Cause::Transition(transition) => (TRACE_FAILED, u32::from(transition)),
                    Cause::NoWriter(interface) => (TRACE_NO_WRITER, u32::from(interface)),
                    Cause::Stale(interface) => (TRACE_STALE, u32::from(interface)),
                    _ => (TRACE_FAILED, Self::NONE),
                };
                (kind, Self::NONE, index)
            }
            TraceKind::Limit { transition } => (TRACE_LIMIT, Self::NONE, u32::from(transition)),
            TraceKind::Result(_) => (TRACE_RESULT, Self::NONE, Self::NONE),
            TraceKind::Called(_) => (TRACE_CALLED, Self::NONE, Self::NONE),
            TraceKind::Entered { state } => (TRACE_ENTERED, u32::from(state), Self::NONE),
            TraceKind::Refused { interface, .. } => {
                (TRACE_REFUSED, Self::NONE, u32::from(interface))
            }
            TraceKind::Stopped { interface, .. } => {
                (TRACE_STOPPED, Self::NONE, u32::from(interface))
            }
            TraceKind::Parameter { parameter, .. } => {
                (TRACE_PARAMETER, Self::NONE, u32::from(parameter))
            }
            TraceKind::TimeWentBack { .. } => (TRACE_TIME_WENT_BACK, Self::NONE, Self::NONE),
            // Kinds that are newer than this library have no number.
            TraceKind::Reset => (TRACE_RESET, Self::NONE, Self::NONE),
            _ => (Self::NONE, Self::NONE, Self::NONE),
        };
        let instance = entry.instance;
        Self { time_us_low: low, time_us_high: high, instance, skill, kind, from, transition }
    }

    /// When.
    #[must_use]
    pub fn time(&self) -> Instant {
        Instant::from_micros(u64::from(self.time_us_low) | u64::from(self.time_us_high) << 32)
    }
}

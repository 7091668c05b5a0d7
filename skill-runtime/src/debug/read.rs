//! Reading a copy of the debug interface.

use super::entry::{self, DebugEntry, DebugNames};
use super::memory::{
    AGENT, AT_BOARD, AT_DESCRIPTIONS, AT_LAYOUT, AT_SESSION, AT_SIZE, AT_VERSION, BREAKPOINTS,
    BREAKPOINTS_AT, BreakpointKind, DebugBreakpoint, DebugMemory, Input, MAGIC, NO_STATE, SKILLER,
    STATUS, Section, UNKNOWN, VERSION, WORDS, halves, join, mix,
};
use crate::call::CallArguments;
use crate::graph::SkillKey;
use crate::skiller::SkillStatus;
use crate::time::{Instant, Tick};
use core::fmt;

/// Why a debug interface cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DebugError {
    /// There are fewer words than the debug interface has.
    CutShort {
        /// The number of words.
        words: usize,
        /// The number of words that it has.
        expected: usize,
    },
    /// The words do not begin with a debug interface, or it has no writer yet.
    NoMagic,
    /// It is of another version of this library.
    OtherVersion {
        /// The version in the words.
        version: u32,
        /// The version that can be read.
        expected: u32,
    },
    /// It has another size.
    OtherSize {
        /// Its number of words.
        words: u32,
        /// The number of words that can be read.
        expected: usize,
    },
    /// The part is being written. If it remains so, its writer has died.
    BeingWritten,
    /// The part is not what one writer has written: the copy was made while it was being written,
    /// or another process has written to it.
    NotWhole,
}

impl fmt::Display for DebugError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CutShort { words, expected } => {
                write!(f, "the debug interface is cut short: {words} of {expected} words")
            }
            Self::NoMagic => f.write_str("no debug interface here"),
            Self::OtherVersion { version, expected } => {
                write!(f, "the debug interface has version {version}, expected {expected}")
            }
            Self::OtherSize { words, expected } => {
                write!(f, "the debug interface has {words} words, expected {expected}")
            }
            Self::BeingWritten => f.write_str("the debug interface is being written"),
            Self::NotWhole => f.write_str("the debug interface is not whole"),
        }
    }
}

impl core::error::Error for DebugError {}

/// A copy of the words of a [`DebugMemory`].
#[derive(Clone, Copy, Debug)]
pub struct DebugImage<'a>(&'a [u32]);

/// The activity of a skiller or an agent.
#[derive(Clone, PartialEq, Debug)]
pub struct DebugPart {
    /// The pass in which something has changed last.
    pub changed: Tick,
    /// The time of the last pass, which shows whether passes go on. It is apart from the rest, so it
    /// can be newer.
    pub last: Instant,
    /// The status of the last call, or of the agent, which is
    /// [`Inactive`](SkillStatus::Inactive) while it waits for control of the skiller.
    pub status: SkillStatus,
    /// The last call of the skiller; `None` before the first, and for an agent.
    pub call: Option<DebugCall>,
    /// The active states, outermost first, followed by those of sub-skills, as in
    /// [`Machine::active`](crate::Machine::active). Empty if nothing runs.
    pub active: heapless::Vec<DebugActive, { SKILLER.active }>,
    /// The number of active states, of which [`active`](Self::active) contains the first ones.
    pub active_count: u32,
    /// The number of trace entries that were recorded since the writer began.
    pub recorded: u32,
    /// The newest trace entries, oldest first.
    pub trace: heapless::Vec<DebugEntry, { SKILLER.trace }>,
}

impl DebugPart {
    /// Returns the skill or agent that runs, if there is one.
    #[must_use]
    pub fn running(&self) -> Option<SkillKey> {
        self.active.first().map(|active| active.skill)
    }
}

/// A call with the arguments that are kept of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DebugCall {
    /// The called skill.
    pub skill: SkillKey,
    /// The arguments that were given.
    pub arguments: CallArguments,
}

/// An active state, as in [`ActiveEntry`](crate::ActiveEntry).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DebugActive {
    /// The number of states in the path that enclose this one.
    pub depth: u32,
    /// The machine: 0 for the skill that was called, then its sub-skills in preorder.
    pub instance: u32,
    /// The skill or agent.
    pub skill: SkillKey,
    /// The index of the state in the skill's graph, if it is known.
    pub state: Option<u16>,
    /// The time at which the state was entered. Not known if the trace has lost the event, and if
    /// the state is not known.
    pub entered: Option<Instant>,
}

impl<'a> DebugImage<'a> {
    /// Returns the position of a debug interface in the words of a larger memory.
    #[must_use]
    pub fn find(words: &[u32]) -> Option<usize> {
        words.windows(MAGIC.len()).position(|window| window == MAGIC)
    }

    /// Reads the header of a debug interface, with which `words` begins.
    ///
    /// # Errors
    /// Returns [`DebugError`] if there is none that can be read.
    pub fn parse(words: &'a [u32]) -> Result<Self, DebugError> {
        if !words.starts_with(&MAGIC) {
            return Err(DebugError::NoMagic);
        }
        let cut_short = DebugError::CutShort { words: words.len(), expected: WORDS };
        let &version = words.get(AT_VERSION).ok_or(cut_short)?;
        if version != VERSION {
            return Err(DebugError::OtherVersion { version, expected: VERSION });
        }
        let &size = words.get(AT_SIZE).ok_or(cut_short)?;
        if size as usize != WORDS {
            return Err(DebugError::OtherSize { words: size, expected: WORDS });
        }
        words.get(..WORDS).map(Self).ok_or(cut_short)
    }

    /// Returns the [layout](crate::Blackboard::LAYOUT) of the blackboard.
    #[must_use]
    pub fn layout(&self) -> u64 {
        self.both(AT_LAYOUT)
    }

    /// Returns the hash of the descriptions of the skills and agents, as computed by
    /// [`descriptions_hash`](super::descriptions_hash).
    #[must_use]
    pub fn descriptions(&self) -> u64 {
        self.both(AT_DESCRIPTIONS)
    }

    /// Returns the number of the writer, which is another one after a restart.
    #[must_use]
    pub fn session(&self) -> u32 {
        self.word(AT_SESSION)
    }

    /// Returns the distance in words from the first word of this memory to that of the blackboard,
    /// if both can be in one memory. It is the difference of their addresses, so it is of use only
    /// in a memory that contains both.
    #[must_use]
    pub fn board_distance(&self) -> Option<i32> {
        let distance = self.word(AT_BOARD).cast_signed();
        (distance != 0).then_some(distance)
    }

    /// Returns what the skiller is doing; `None` if it has not published anything.
    ///
    /// # Errors
    /// Returns [`DebugError::BeingWritten`] or [`DebugError::NotWhole`]: another copy may be whole.
    pub fn skiller(&self, names: &impl DebugNames) -> Result<Option<DebugPart>, DebugError> {
        self.part(SKILLER, names)
    }

    /// Returns what the agent is doing; `None` if there is none.
    ///
    /// # Errors
    /// As [`skiller`](Self::skiller).
    pub fn agent(&self, names: &impl DebugNames) -> Result<Option<DebugPart>, DebugError> {
        self.part(AGENT, names)
    }

    /// Returns the breakpoints.
    ///
    /// # Errors
    /// As [`skiller`](Self::skiller), and [`DebugError::NotWhole`] if there is no such breakpoint.
    pub fn breakpoints(&self) -> Result<heapless::Vec<DebugBreakpoint, BREAKPOINTS>, DebugError> {
        self.check_sequence(BREAKPOINTS_AT)?;
        let from = &mut self.input(BREAKPOINTS_AT + 3);
        let count = self.word(BREAKPOINTS_AT + 2);
        let mut all = heapless::Vec::new();
        for _ in 0..(count as usize).min(BREAKPOINTS) {
            let [kind, _, low, high] = from.take().to_le_bytes();
            let (skill, hits) = (SkillKey::of_number(from.take()), from.take());
            let kind = BreakpointKind::of_code(kind.into()).ok_or(DebugError::NotWhole)?;
            let index = u16::from_le_bytes([low, high]);
            let _ = all.push(DebugBreakpoint { kind, skill, index, hits });
        }
        if mix(from.check, count) == self.word(BREAKPOINTS_AT + 1) {
            Ok(all)
        } else {
            Err(DebugError::NotWhole)
        }
    }

    fn part(
        &self,
        section: Section,
        names: &impl DebugNames,
    ) -> Result<Option<DebugPart>, DebugError> {
        self.check_sequence(section.sequence_at())?;
        let from = &mut self.input(section.head_at());
        let changed = Tick { time: Instant::from_micros(from.take_both()), count: from.take() };
        let status = from.take();
        let is_called = from.take() != 0;
        let skill = SkillKey::of_number(from.take());
        let arguments = core::array::from_fn(|_| from.take());
        let call = DebugCall { skill, arguments: CallArguments::of_words(arguments) };
        let recorded = from.take();
        let active_count = from.take();
        let mut active = heapless::Vec::new();
        for _ in 0..(active_count as usize).min(section.active) {
            let _ = active.push(take_active(from));
        }
        if from.check != self.word(section.sequence_at() + 1) {
            return Err(DebugError::NotWhole);
        }
        // A status is never 0 once something was published.
        let Some(status) = status.checked_sub(1) else { return Ok(None) };
        let status = STATUS.into_iter().find(|each| *each as u32 == status);
        let mut trace = heapless::Vec::new();
        #[allow(clippy::cast_possible_truncation)] // a few
        for back in (0..section.trace as u32).rev() {
            let number = recorded.wrapping_sub(back);
            if let Some(entry) = entry::take(self.0, section, number, names) {
                let _ = trace.push(entry);
            }
        }
        Ok(Some(DebugPart {
            changed,
            last: self.last_pass(section, changed.time),
            status: status.ok_or(DebugError::NotWhole)?,
            call: is_called.then_some(call),
            active,
            active_count,
            recorded,
            trace,
        }))
    }

    /// Returns the time of the last pass. It is after the last change, but by less than 2^32
    /// microseconds: another high half of the time is a change.
    fn last_pass(&self, section: Section, changed: Instant) -> Instant {
        let [low, _] = halves(changed.as_micros());
        let since = self.word(section.at).wrapping_sub(low);
        Instant::from_micros(changed.as_micros().saturating_add(since.into()))
    }

    /// Returns an error if the part whose sequence number is at `at` is being written.
    fn check_sequence(&self, at: usize) -> Result<(), DebugError> {
        if self.word(at) & 1 == 0 { Ok(()) } else { Err(DebugError::BeingWritten) }
    }

    fn word(&self, at: usize) -> u32 {
        self.0.get(at).copied().unwrap_or(0)
    }

    fn both(&self, at: usize) -> u64 {
        join([self.word(at), self.word(at + 1)])
    }

    fn input(&self, at: usize) -> Input<'a> {
        Input::new(self.0.get(at..).unwrap_or_default(), self.session())
    }
}

impl DebugMemory {
    /// Returns whether somebody writes or has written this memory.
    #[must_use]
    pub fn has_writer(&self) -> bool {
        self.load(0) == MAGIC[0]
    }
}

fn take_active(from: &mut Input<'_>) -> DebugActive {
    let instance = from.take();
    let skill = SkillKey::of_number(from.take());
    let [low, high, depth_low, depth_high] = from.take().to_le_bytes();
    let (state, micros) = (u16::from_le_bytes([low, high]), from.take_both());
    DebugActive {
        depth: u16::from_le_bytes([depth_low, depth_high]).into(),
        instance,
        skill,
        state: (state != NO_STATE).then_some(state),
        entered: (micros != UNKNOWN).then_some(Instant::from_micros(micros)),
    }
}

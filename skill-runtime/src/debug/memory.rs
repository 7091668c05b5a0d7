//! The memory of the debug interface, and the places of its parts.

use crate::atomic::{
    AtomicU32,
    Ordering::{self, Acquire, Relaxed, Release},
    fence,
};
use crate::blackboard::READ_ATTEMPTS;
use crate::graph::SkillKey;
use crate::skiller::SkillStatus;
use core::ops::Range;

/// The version of the layout.
pub(super) const VERSION: u32 = 1;
/// "SkillDebugMemory", by which a reader finds the memory in a larger one.
pub(super) const MAGIC: [u32; 4] = [
    u32::from_le_bytes(*b"Skil"),
    u32::from_le_bytes(*b"lDeb"),
    u32::from_le_bytes(*b"ugMe"),
    u32::from_le_bytes(*b"mory"),
];

// The header.
/// The position of the version.
pub(super) const AT_VERSION: usize = 4;
/// The position of the number of words.
pub(super) const AT_SIZE: usize = 5;
/// The position of the low half of the layout of the blackboard.
pub(super) const AT_LAYOUT: usize = 6;
/// The position of the low half of the hash of the descriptions.
pub(super) const AT_DESCRIPTIONS: usize = 8;
/// The position of the distance to the blackboard, in words.
pub(super) const AT_BOARD: usize = 10;
/// The position of the number of writers so far.
pub(super) const AT_SESSION: usize = 11;
/// The number of words of the header.
const HEADER: usize = 12;

/// The time of entry of a state for which it is not known.
pub(super) const UNKNOWN: u64 = u64::MAX;
/// The index of the state of a skill for which it is not known.
pub(super) const NO_STATE: u16 = u16::MAX;

/// All statuses. In memory, a status is one more, so that 0 is none.
pub(super) const STATUS: [SkillStatus; 4] =
    [SkillStatus::Inactive, SkillStatus::Final, SkillStatus::Running, SkillStatus::Failed];

/// The number of words of an active state.
pub(super) const ACTIVE: usize = 5;
/// The number of words that describe the kind of a trace entry.
pub(super) const PAYLOAD: usize = 8;
/// The number of words of a trace entry: its time, skill, kind and machine, what its kind needs, and
/// a checksum.
pub(super) const ENTRY: usize = 4 + PAYLOAD + 1;
/// The number of words of a breakpoint.
const BREAKPOINT: usize = 3;
/// The number of breakpoints.
pub(super) const BREAKPOINTS: usize = 16;

/// The place of a part that one writer fills: of the skiller, or of the agent.
///
/// It begins with the low 32 bits of the time of the last pass in microseconds, which each pass
/// stores. Then there are a sequence number, a checksum
/// over what follows up to the active states, [`HEAD`](Self::HEAD) words, the active states, and the
/// trace entries as a ring.
#[derive(Clone, Copy)]
pub(super) struct Section {
    pub(super) at: usize,
    /// The number of active states.
    pub(super) active: usize,
    /// The number of trace entries.
    pub(super) trace: usize,
}

impl Section {
    /// The number of words before the sequence number.
    pub(super) const BEAT: usize = 1;
    /// The number of words before the active states: the time (2) and the number of the pass, the
    /// status, whether there is a call, its skill and its arguments (8), the number of recorded
    /// trace entries, and the number of active states.
    pub(super) const HEAD: usize = 16;

    const fn words(self) -> usize {
        self.trace_at() + self.trace * ENTRY - self.at
    }

    pub(super) const fn sequence_at(self) -> usize {
        self.at + Self::BEAT
    }

    pub(super) const fn head_at(self) -> usize {
        self.sequence_at() + 2
    }

    pub(super) const fn active_at(self) -> usize {
        self.head_at() + Self::HEAD
    }

    pub(super) const fn trace_at(self) -> usize {
        self.active_at() + self.active * ACTIVE
    }

    /// Returns the position of the trace entry with this number.
    pub(super) fn entry_at(self, number: u32) -> usize {
        self.trace_at() + (number as usize % self.trace) * ENTRY
    }
}

pub(super) const SKILLER: Section = Section { at: HEADER, active: 24, trace: 44 };
pub(super) const AGENT: Section =
    Section { at: SKILLER.at + SKILLER.words(), active: 8, trace: 14 };
/// The position of the breakpoints: a sequence number, a checksum, their number, and each.
pub(super) const BREAKPOINTS_AT: usize = AGENT.at + AGENT.words();
pub(super) const WORDS: usize = BREAKPOINTS_AT + 3 + BREAKPOINTS * BREAKPOINT;
const _: () = assert!(WORDS * 4 <= 4096);

/// The parts with a sequence number, which is their first word.
const LOCKED: [Range<usize>; 3] =
    [SKILLER.sequence_at()..AGENT.at, AGENT.sequence_at()..BREAKPOINTS_AT, BREAKPOINTS_AT..WORDS];

/// The memory of the debug interface: at most 4096 bytes, all zero when new.
#[repr(transparent)]
pub struct DebugMemory([AtomicU32; WORDS]);

impl Default for DebugMemory {
    fn default() -> Self {
        Self::new()
    }
}

impl core::fmt::Debug for DebugMemory {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("DebugMemory").finish_non_exhaustive()
    }
}

impl DebugMemory {
    /// The number of 32-bit words.
    pub const WORDS: usize = WORDS;
    /// The positions of the sequence numbers, each of which is odd while its part is being written.
    /// A reader that copies the words while a writer may be writing reads these before and
    /// afterwards, and makes one that has changed odd in its copy, as [`copy`](Self::copy) does.
    pub const SEQUENCES: [usize; 3] = [SKILLER.sequence_at(), AGENT.sequence_at(), BREAKPOINTS_AT];

    /// Creates a memory that nobody has written yet.
    #[must_use]
    pub const fn new() -> Self {
        Self([const { AtomicU32::new(0) }; WORDS])
    }

    /// Returns a copy of the words. A part that is being written has an odd sequence number there.
    #[must_use]
    pub fn copy(&self) -> [u32; WORDS] {
        let mut copy = self.0.each_ref().map(|word| word.load(Relaxed));
        for part in LOCKED {
            let (Some(sequence), Some(words), Some(copy)) =
                (self.0.get(part.start), self.0.get(part.clone()), copy.get_mut(part))
            else {
                continue;
            };
            let is_whole = (0..READ_ATTEMPTS).any(|_| {
                let before = sequence.load(Acquire);
                for (to, from) in copy.iter_mut().zip(words) {
                    *to = from.load(Relaxed);
                }
                // Orders the loads above before the load below.
                fence(Acquire);
                before & 1 == 0 && sequence.load(Relaxed) == before
            });
            if let Some(first) = copy.first_mut()
                && !is_whole
            {
                *first |= 1;
            }
        }
        copy
    }

    /// Publishes the first 16 breakpoints, for viewers. Only one debugger must call this.
    pub fn publish_breakpoints(&self, all: impl IntoIterator<Item = DebugBreakpoint>) {
        self.publish_breakpoints_of(self.load(AT_SESSION), all);
    }

    pub(super) fn publish_breakpoints_of(
        &self,
        session: u32,
        all: impl IntoIterator<Item = DebugBreakpoint>,
    ) {
        let sequence = self.begin(BREAKPOINTS_AT);
        let mut count = 0;
        let mut to = self.output(BREAKPOINTS_AT + 3, session);
        for DebugBreakpoint { kind, skill, index, hits } in all.into_iter().take(BREAKPOINTS) {
            to.put(kind.code() | u32::from(index) << 16);
            to.put(skill.number());
            to.put(hits);
            count += 1;
        }
        self.store(BREAKPOINTS_AT + 1, mix(to.check, count));
        self.store(BREAKPOINTS_AT + 2, count);
        self.end(BREAKPOINTS_AT, sequence);
    }

    pub(super) fn load(&self, at: usize) -> u32 {
        self.0.get(at).map_or(0, |word| word.load(Relaxed))
    }

    #[inline]
    pub(super) fn store(&self, at: usize, value: u32) {
        if let Some(word) = self.0.get(at) {
            store(word, value, Relaxed);
        }
    }

    /// Begins to write the part whose sequence number is at `at`. Returns its sequence number.
    pub(super) fn begin(&self, at: usize) -> u32 {
        let sequence = self.load(at).wrapping_add(1) | 1;
        self.store(at, sequence);
        // Orders the store above before the stores after it.
        fence(Release);
        sequence
    }

    /// Ends what [`begin`](Self::begin) has begun. Returns the sequence number.
    pub(super) fn end(&self, at: usize, sequence: u32) -> u32 {
        let sequence = sequence.wrapping_add(1);
        if let Some(word) = self.0.get(at) {
            store(word, sequence, Release);
        }
        sequence
    }

    /// Returns what writes the words from `at` on.
    pub(super) fn output(&self, at: usize, check: u32) -> Output<'_> {
        Output { words: self.0.get(at..).unwrap_or_default().iter(), check }
    }

    /// Stores the word by which a reader finds the memory, or 0, after all stores before it.
    pub(super) fn store_magic(&self, word: u32) {
        store(&self.0[0], word, Release);
        fence(Release);
    }
}

/// Stores a word. All stores to the memory are here, so that a test can end a writer at each of
/// them.
#[inline]
fn store(word: &AtomicU32, value: u32, order: Ordering) {
    #[cfg(all(test, not(loom)))]
    if !super::tests::takes_place(word, value) {
        return;
    }
    word.store(value, order);
}

/// Adds a word to a checksum.
pub(super) fn mix(check: u32, word: u32) -> u32 {
    (check.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b1)
}

#[allow(clippy::cast_possible_truncation)] // the two halves
pub(super) const fn halves(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}

pub(super) fn join([low, high]: [u32; 2]) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

/// Writes words that follow each other, and computes their checksum.
pub(super) struct Output<'a> {
    words: core::slice::Iter<'a, AtomicU32>,
    pub(super) check: u32,
}

impl Output<'_> {
    pub(super) fn put(&mut self, word: u32) {
        self.check = mix(self.check, word);
        if let Some(place) = self.words.next() {
            store(place, word, Relaxed);
        }
    }

    pub(super) fn put_both(&mut self, number: u64) {
        let [low, high] = halves(number);
        self.put(low);
        self.put(high);
    }

    /// Writes the checksum of the words before it.
    pub(super) fn put_check(&mut self) {
        self.put(self.check);
    }
}

/// Reads words that follow each other, and computes their checksum.
pub(super) struct Input<'a> {
    words: core::slice::Iter<'a, u32>,
    pub(super) check: u32,
}

impl<'a> Input<'a> {
    pub(super) fn new(words: &'a [u32], check: u32) -> Self {
        Self { words: words.iter(), check }
    }

    /// Returns the next word, or 0 after the end.
    pub(super) fn take(&mut self) -> u32 {
        let word = self.words.next().copied().unwrap_or(0);
        self.check = mix(self.check, word);
        word
    }

    pub(super) fn take_both(&mut self) -> u64 {
        let low = self.take();
        join([low, self.take()])
    }
}

/// A breakpoint of a debugger, as those see it who watch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DebugBreakpoint {
    /// The event at which a skill is paused.
    pub kind: BreakpointKind,
    /// The skill or agent.
    pub skill: SkillKey,
    /// The index of the state, or of the transition, in the skill's graph.
    pub index: u16,
    /// The number of times that it was reached.
    pub hits: u32,
}

/// The event at which a breakpoint pauses a skill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum BreakpointKind {
    /// The state is entered.
    Entry,
    /// A pass in the state ends, and it stays active.
    Loop,
    /// The state is left.
    Exit,
    /// The transition is taken.
    Transition,
}

impl BreakpointKind {
    const ALL: [Self; 4] = [Self::Entry, Self::Loop, Self::Exit, Self::Transition];

    const fn code(self) -> u32 {
        self as u32
    }

    pub(super) fn of_code(code: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

/// Fills the parts with words that have right checksums.
#[cfg(all(test, not(loom)))]
pub(super) fn fill(memory: &DebugMemory, next: &mut impl FnMut() -> u32) {
    let session = memory.load(AT_SESSION);
    for section in [SKILLER, AGENT] {
        let count = next();
        let to = &mut memory.output(section.head_at(), session);
        for word in 0..Section::HEAD {
            to.put(match word {
                3 => next() % 6,
                15 => count,
                _ => next(),
            });
        }
        for _ in 0..(count as usize).min(section.active) * ACTIVE {
            to.put(next());
        }
        memory.store(section.sequence_at() + 1, to.check);
        let recorded = memory.load(section.head_at() + Section::HEAD - 2);
        for number in 0..u32::try_from(section.trace).unwrap() {
            let number = recorded.wrapping_sub(number);
            let to = &mut memory.output(section.entry_at(number), mix(session, number));
            for _ in 1..ENTRY {
                to.put(next());
            }
            to.put_check();
        }
    }
    let to = &mut memory.output(BREAKPOINTS_AT + 3, session);
    let count = next() % 20;
    for _ in 0..(count as usize).min(BREAKPOINTS) * BREAKPOINT {
        to.put(next());
    }
    memory.store(BREAKPOINTS_AT + 1, mix(to.check, count));
    memory.store(BREAKPOINTS_AT + 2, count);
}

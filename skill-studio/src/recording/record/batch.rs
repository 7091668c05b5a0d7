//! Some passes on their way from the robot to the thread that writes them.

use crate::model::view::{Change, Layer, SceneView};
use skill_runtime::blackboard::AtomicU32;
use skill_runtime::blackboard::{BoardEntry, CellWords};
use skill_runtime::{Instant, Tick, TraceEntry};
use std::sync::atomic::Ordering::Relaxed;

/// The number of passes in a batch, at most.
pub(super) const PASSES: usize = 256;

/// Passes on their way to the thread that writes them.
#[derive(Default)]
pub(super) struct Batch {
    pub passes: Vec<Pass>,
    /// For each copied part of an interface its [`Part::code`], then its words.
    pub words: Words,
    pub events: Vec<Traced>,
    pub sent: Vec<Sent>,
    /// The words of the messages that were sent.
    pub sent_words: Vec<u32>,
    pub notes: Vec<Note>,
    /// Whether it is to be given to the system at once.
    pub flush: bool,
}

impl Batch {
    /// Removes all, but keeps the memory.
    pub fn clear(&mut self) {
        self.passes.clear();
        self.words.clear();
        self.events.clear();
        self.sent.clear();
        self.sent_words.clear();
        self.notes.clear();
    }
}

#[derive(Clone, Copy)]
pub(super) struct Pass {
    pub now: Tick,
    /// The end of its words.
    pub end: usize,
}

/// Words, and room for more.
#[derive(Default)]
pub(super) struct Words {
    all: Vec<u32>,
    len: usize,
}

impl Words {
    pub fn len(&self) -> usize {
        self.len
    }

    fn clear(&mut self) {
        self.len = 0;
    }

    /// Returns those from one to another one.
    pub fn range(&self, from: usize, to: usize) -> &[u32] {
        self.all.get(from..to.min(self.len)).unwrap_or_default()
    }

    #[inline]
    pub fn push<const N: usize>(&mut self, words: [u32; N]) {
        self.room(N).copy_from_slice(&words);
    }

    /// Adds a copy of words, several at a time: the robot waits for it.
    #[inline]
    pub fn copy(&mut self, words: &[impl Word]) {
        const AT_ONCE: usize = 8;
        let (to, to_rest) = self.room(words.len()).as_chunks_mut::<AT_ONCE>();
        let (from, from_rest) = words.as_chunks::<AT_ONCE>();
        for (to, from) in to.iter_mut().zip(from) {
            *to = std::array::from_fn(|word| from[word].word());
        }
        for (to, from) in to_rest.iter_mut().zip(from_rest) {
            *to = from.word();
        }
    }

    /// Returns room for this number of words.
    #[inline]
    fn room(&mut self, number: usize) -> &mut [u32] {
        let (begin, end) = (self.len, self.len + number);
        if self.all.len() < end {
            self.all.resize(end.max(2 * self.all.len()), 0);
        }
        self.len = end;
        &mut self.all[begin..end]
    }
}

/// A word of a blackboard, or a copy of one.
pub(super) trait Word {
    fn word(&self) -> u32;
}

impl Word for u32 {
    #[inline]
    fn word(&self) -> u32 {
        *self
    }
}

impl Word for AtomicU32 {
    #[inline]
    fn word(&self) -> u32 {
        self.load(Relaxed)
    }
}

/// A part of an interface that is copied as a whole.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The words in front of the value, and the value.
    Value,
    /// The number of the writer.
    Writer,
    /// The words between the value and the queue.
    Indices,
    Queue,
}

impl Part {
    /// Returns the code of this part of the interface with an index.
    pub fn code(self, interface: u32) -> u32 {
        interface << 2 | self as u32
    }

    /// Returns the index of the interface, and the part.
    pub fn of_code(code: u32) -> (usize, Self) {
        let part = match code & 3 {
            0 => Self::Value,
            1 => Self::Writer,
            2 => Self::Indices,
            _ => Self::Queue,
        };
        ((code >> 2) as usize, part)
    }

    /// Returns the first word, and the number of words, of this part of an interface.
    pub fn place(self, entry: &BoardEntry) -> (usize, usize) {
        let (value, indices) = (CellWords::HEAD + entry.data_words, CellWords::INDICES);
        match self {
            Self::Value => (entry.offset, value),
            Self::Writer => (entry.offset + 1, 1),
            Self::Indices => (entry.offset + value, indices),
            Self::Queue => (entry.offset + value + indices, entry.words - value - indices),
        }
    }
}

/// An event of a pass.
#[derive(Clone, Copy)]
pub(super) struct Traced {
    pub pass: u32,
    pub layer: Layer,
    pub entry: TraceEntry,
}

/// The messages of a pass to an interface.
#[derive(Clone, Copy)]
pub(super) struct Sent {
    pub now: Tick,
    pub layer: Layer,
    /// The index of the interface.
    pub interface: usize,
    /// The end of their words.
    pub end: usize,
}

/// A record of something else than a pass.
pub(super) enum Note {
    Log(Instant, String),
    Scene(Instant, SceneView),
    /// From a pass on.
    Change(Tick, Change),
}

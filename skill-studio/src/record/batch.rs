//! Some passes on their way from the robot to the thread that writes them.

use crate::view::SceneView;
use skill_runtime::blackboard::{BoardEntry, CellWords};
use skill_runtime::{Instant, Tick, TraceEntry};

use crate::view::Layer;

/// The number of passes in a batch, at most.
pub(super) const PASSES: usize = 100;

/// Some passes.
#[derive(Default)]
pub(super) struct Batch {
    pub passes: Vec<Pass>,
    /// For each copied part of an interface its [`Part::code`], then its words.
    pub words: Vec<u32>,
    pub events: Vec<Traced>,
    pub notes: Vec<Note>,
}

impl Batch {
    /// Removes all, but keeps the memory.
    pub fn clear(&mut self) {
        self.passes.clear();
        self.words.clear();
        self.events.clear();
        self.notes.clear();
    }
}

/// A pass.
#[derive(Clone, Copy)]
pub(super) struct Pass {
    pub now: Tick,
    /// The end of its words.
    pub end: usize,
}

/// An event of a pass.
#[derive(Clone, Copy)]
pub(super) struct Traced {
    pub pass: u32,
    pub layer: Layer,
    pub entry: TraceEntry,
}

/// A record of something else than a pass.
pub(super) enum Note {
    Log(Instant, String),
    Scene(Instant, SceneView),
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
    /// The queue.
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

//! The words of a blackboard over some passes, compressed.
//!
//! A block has, for each word that changes in its passes, the change from pass to pass: the
//! difference for counters and times, which mostly grow by the same number, and the changed bits for
//! values. These changes are stored byte by byte: all lowest bytes of a word's changes, then all second
//! ones, where at least one is not 0. High bytes of a sensor's value seldom change, so general
//! compression does the rest.

use super::batch::{Batch, Part};
use skill_runtime::blackboard::{BoardEntry, CellWords};
use skill_runtime::{Instant, Tick};
use std::fmt::{self, Display, Formatter};

/// The most passes of a block.
const MAX_PASSES: usize = 1 << 12;

/// The way in which the changes of a word are stored.
fn is_counter(entry: &BoardEntry, word: usize) -> bool {
    let at = word - entry.offset;
    at < CellWords::HEAD
        || (entry.data_words..entry.data_words + CellWords::INDICES)
            .contains(&(at - CellWords::HEAD))
}

/// Returns for each word whether its changes are differences.
fn counters(interfaces: &[BoardEntry]) -> Vec<bool> {
    let words = |entry: &BoardEntry| entry.offset..entry.offset + entry.words;
    let mut all = vec![false; interfaces.iter().map(|entry| words(entry).end).max().unwrap_or(0)];
    for entry in interfaces {
        for word in words(entry) {
            all[word] = is_counter(entry, word);
        }
    }
    all
}

/// Makes blocks of batches.
pub(super) struct Encoder {
    interfaces: &'static [BoardEntry],
    counters: Vec<bool>,
    /// The words after the last pass.
    image: Vec<u32>,
    /// The column of each word in the block, plus 1.
    slots: Vec<u16>,
    /// The words that change in the block.
    columns: Vec<usize>,
    /// Their changes, column by column.
    changes: Vec<u32>,
    /// Whether the next block is the first of a file.
    begins: bool,
}

impl Encoder {
    pub fn new(interfaces: &'static [BoardEntry]) -> Self {
        let counters = counters(interfaces);
        let (image, slots) = (vec![0; counters.len()], vec![0; counters.len()]);
        let (columns, changes) = (Vec::new(), Vec::new());
        Self { interfaces, counters, image, slots, columns, changes, begins: true }
    }

    /// Makes the next block the first of a file.
    pub fn begin_file(&mut self) {
        self.begins = true;
    }

    /// Returns the block of a batch. `each` is called after each pass with its number in the batch,
    /// the words of the blackboard, and the interfaces whose values were copied.
    pub fn encode(&mut self, batch: &Batch, mut each: impl FnMut(usize, &[u32], u64)) -> Vec<u8> {
        let count = batch.passes.len();
        if count == 0 {
            return Vec::new();
        }
        self.columns.clear();
        self.changes.clear();
        self.slots.fill(0);
        if std::mem::take(&mut self.begins) {
            for word in 0..self.image.len() {
                if self.image[word] != 0 {
                    let column = self.column(word, count);
                    self.changes[column] = self.image[word];
                }
            }
        }
        let mut at = 0;
        for (number, pass) in batch.passes.iter().enumerate() {
            let mut copied = 0;
            while let Some((code, rest)) =
                batch.words.get(at..pass.end).and_then(|words| words.split_first())
            {
                let (interface, part) = Part::of_code(*code);
                let Some(entry) = self.interfaces.get(interface) else { break };
                let (first, len) = part.place(entry);
                if part == Part::Value {
                    copied |= 1 << interface;
                }
                for (word, new) in (first..).zip(rest.iter().take(len)) {
                    let old = self.image[word];
                    if old != *new {
                        let column = self.column(word, count) + number;
                        if self.counters[word] {
                            let change = &mut self.changes[column];
                            *change = change.wrapping_add(new.wrapping_sub(old));
                        } else {
                            self.changes[column] ^= new ^ old;
                        }
                        self.image[word] = *new;
                    }
                }
                at += 1 + len;
            }
            each(number, &self.image, copied);
        }
        self.write(batch)
    }

    /// Returns the place of the first change of a word.
    fn column(&mut self, word: usize, passes: usize) -> usize {
        if self.slots[word] == 0 {
            self.columns.push(word);
            self.changes.resize(self.changes.len() + passes, 0);
            self.slots[word] = u16::try_from(self.columns.len()).unwrap_or(u16::MAX);
        }
        (usize::from(self.slots[word]) - 1) * passes
    }

    fn write(&self, batch: &Batch) -> Vec<u8> {
        let passes = batch.passes.len();
        let mut block = Vec::with_capacity(self.changes.len() * 2);
        put(&mut block, passes as u64);
        let mut last = Tick::default();
        for pass in &batch.passes {
            put(&mut block, pass.now.time.as_micros().wrapping_sub(last.time.as_micros()));
            put(&mut block, pass.now.count.wrapping_sub(last.count).into());
            last = pass.now;
        }
        let mut sorted: Vec<(usize, &[u32])> =
            self.columns.iter().copied().zip(self.changes.chunks_exact(passes.max(1))).collect();
        sorted.sort_unstable_by_key(|(word, _)| *word);
        sorted.retain(|(_, changes)| changes.iter().any(|change| *change != 0));
        put(&mut block, sorted.len() as u64);
        let mut next = 0;
        for (word, changes) in &sorted {
            put(&mut block, (word - next) as u64);
            block.push(planes(changes));
            next = word + 1;
        }
        for plane in 0..4 {
            for (_, changes) in &sorted {
                if planes(changes) & 1 << plane != 0 {
                    block.extend(changes.iter().map(|change| change.to_le_bytes()[plane]));
                }
            }
        }
        block
    }
}

/// Returns which bytes of some changes are not 0 everywhere.
fn planes(changes: &[u32]) -> u8 {
    let all = changes.iter().fold(0, |all, change| all | change);
    let bytes = all.to_le_bytes();
    (0..4).filter(|plane| bytes[*plane] != 0).fold(0, |mask, plane| mask | 1 << plane)
}

/// Writes a number, seven bits a byte.
fn put(to: &mut Vec<u8>, number: u64) {
    prost::encoding::encode_varint(number, to);
}

/// A block that cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockError {
    /// It ends too early.
    Short,
    /// It has more passes than a block can have, or none.
    Passes(u64),
    /// It changes a word that is not on the blackboard, or in no pass.
    Word(u64),
    /// There is more after its end.
    Long(usize),
}

impl Display for BlockError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short => f.write_str("a block of passes ends too early"),
            Self::Passes(passes) => write!(f, "a block has {passes} passes"),
            Self::Word(word) => write!(f, "a block changes word {word} in an invalid way"),
            Self::Long(bytes) => write!(f, "{bytes} bytes follow after a block"),
        }
    }
}

impl std::error::Error for BlockError {}

/// A block that was read.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// Its passes.
    pub passes: Vec<Tick>,
    /// Whether it is the first of a file: all words are 0 before it.
    pub begins: bool,
    columns: Vec<usize>,
    changes: Vec<u32>,
}

/// The words of a blackboard, as the blocks change them.
#[derive(Clone, Debug)]
pub(super) struct State {
    counters: Vec<bool>,
    pub words: Vec<u32>,
}

impl State {
    pub fn new(interfaces: &[BoardEntry]) -> Self {
        let counters = counters(interfaces);
        Self { words: vec![0; counters.len()], counters }
    }

    /// Changes the words as a pass of a block does. Those of a blackboard with more words are
    /// ignored.
    pub fn apply(&mut self, block: &Block, pass: usize) {
        if block.begins && pass == 0 {
            self.words.fill(0);
        }
        let passes = block.passes.len();
        for (word, changes) in block.columns.iter().zip(block.changes.chunks_exact(passes)) {
            let (Some(value), Some(counter)) =
                (self.words.get_mut(*word), self.counters.get(*word))
            else {
                continue;
            };
            let change = changes[pass];
            *value = if *counter { value.wrapping_add(change) } else { *value ^ change };
        }
    }
}

impl Block {
    /// Reads a block of a blackboard with at most `words` words.
    pub fn read(mut from: &[u8], words: usize) -> Result<Self, BlockError> {
        let take =
            |from: &mut &[u8]| prost::encoding::decode_varint(from).map_err(|_| BlockError::Short);
        let count = take(&mut from)?;
        let passes = usize::try_from(count).unwrap_or(usize::MAX);
        if passes == 0 || passes > MAX_PASSES {
            return Err(BlockError::Passes(count));
        }
        let (mut ticks, mut time, mut number) = (Vec::with_capacity(passes), 0_u64, 0_u32);
        for _ in 0..passes {
            time = time.wrapping_add(take(&mut from)?);
            #[allow(clippy::cast_possible_truncation)] // as it was written
            let step = take(&mut from)? as u32;
            number = number.wrapping_add(step);
            ticks.push(Tick { time: Instant::from_micros(time), count: number });
        }
        let mut columns = Vec::new();
        let mut next = 0_u64;
        for _ in 0..take(&mut from)? {
            let word = next.checked_add(take(&mut from)?).ok_or(BlockError::Word(next))?;
            let (planes, rest) = from.split_first().ok_or(BlockError::Short)?;
            from = rest;
            if *planes == 0 || *planes > 15 || word >= words as u64 {
                return Err(BlockError::Word(word));
            }
            #[allow(clippy::cast_possible_truncation)] // below `words`
            columns.push((word as usize, *planes));
            next = word + 1;
        }
        let needed: usize = columns.iter().map(|(_, mask)| mask.count_ones() as usize).sum();
        let needed = needed * passes;
        if from.len() != needed {
            let long = from.len().checked_sub(needed);
            return Err(long.map_or(BlockError::Short, BlockError::Long));
        }
        let mut changes = vec![0; columns.len() * passes];
        for plane in 0..4 {
            for (column, (_, planes)) in columns.iter().enumerate() {
                if planes & 1 << plane != 0 {
                    let (bytes, rest) = from.split_at(passes);
                    from = rest;
                    let changes = &mut changes[column * passes..][..passes];
                    for (change, byte) in changes.iter_mut().zip(bytes) {
                        *change |= u32::from(*byte) << (8 * plane);
                    }
                }
            }
        }
        let columns = columns.into_iter().map(|(word, _)| word).collect();
        Ok(Self { passes: ticks, begins: false, columns, changes })
    }
}

//! The words of a blackboard over some passes, compressed.
//!
//! A block has, for each word that changes in its passes, the change from pass to pass: the changed
//! bits for values, and for counters and times, which mostly grow by the same number, by how much more
//! they grow than in the pass before. These changes are stored by planes: the lowest bytes of a word's
//! changes, then the second ones, and so on. A plane without other bytes than 0 is left out, one with
//! few has their places. General compression does the rest.

use super::batch::{Batch, PASSES, Part};
use skill_runtime::blackboard::{BoardEntry, CellWords, InterfaceSet};
use skill_runtime::{Instant, Tick};
use std::fmt::{self, Display, Formatter};

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
    pub fn encode(
        &mut self,
        batch: &Batch,
        mut each: impl FnMut(usize, &[u32], InterfaceSet),
    ) -> Vec<u8> {
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
            let mut words = batch.words.range(at, pass.end);
            let mut copied = InterfaceSet::NONE;
            while let Some((code, rest)) = words.split_first() {
                let (interface, part) = Part::of_code(*code);
                let Some(entry) = self.interfaces.get(interface) else { break };
                let (first, len) = part.place(entry);
                let Some((new, others)) = rest.split_at_checked(len) else { break };
                if part == Part::Value {
                    copied.0 |= 1 << interface;
                }
                self.change(first, new, number, count);
                words = others;
            }
            at = pass.end;
            each(number, &self.image, copied);
        }
        self.write(batch)
    }

    /// Changes words of a pass from the one with the number `first` on.
    fn change(&mut self, first: usize, new: &[u32], pass: usize, passes: usize) {
        // Most words are as they were: many are compared at once.
        const AT_ONCE: usize = 8;
        for (first, new) in (first..).step_by(AT_ONCE).zip(new.chunks(AT_ONCE)) {
            if self.image.get(first..first + new.len()).is_none_or(|old| old == new) {
                continue;
            }
            for (word, new) in (first..).zip(new) {
                let old = std::mem::replace(&mut self.image[word], *new);
                if old == *new {
                    continue;
                }
                let column = self.column(word, passes) + pass;
                let change = &mut self.changes[column];
                *change = if self.counters[word] {
                    change.wrapping_add(new.wrapping_sub(old))
                } else {
                    *change ^ new ^ old
                };
            }
        }
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

    fn write(&mut self, batch: &Batch) -> Vec<u8> {
        let passes = batch.passes.len();
        let mut block = Vec::with_capacity(self.changes.len() * 2);
        put(&mut block, passes as u64);
        let mut last = Tick::default();
        for pass in &batch.passes {
            put(&mut block, pass.now.time.as_micros().wrapping_sub(last.time.as_micros()));
            put(&mut block, pass.now.count.wrapping_sub(last.count).into());
            last = pass.now;
        }
        for (word, changes) in self.columns.iter().zip(self.changes.chunks_exact_mut(passes)) {
            if self.counters[*word] {
                let mut before = 0_u32;
                for change in changes {
                    (before, *change) = (*change, change.wrapping_sub(before));
                }
            }
        }
        let mut sorted: Vec<(usize, &[u32], Planes)> = self
            .columns
            .iter()
            .zip(self.changes.chunks_exact(passes))
            .map(|(word, changes)| (*word, changes, Planes::of(changes)))
            .filter(|(.., planes)| planes.0 != 0)
            .collect();
        sorted.sort_unstable_by_key(|(word, ..)| *word);
        put(&mut block, sorted.len() as u64);
        let mut next = 0;
        for (word, _, planes) in &sorted {
            put(&mut block, (word - next) as u64);
            block.push(planes.0);
            next = word + 1;
        }
        for plane in 0..4 {
            for (_, changes, planes) in &sorted {
                if planes.has(plane) {
                    put_plane(&mut block, changes, plane, planes.has_places(plane));
                }
            }
        }
        block
    }
}

/// Writes a plane of a word.
fn put_plane(block: &mut Vec<u8>, changes: &[u32], plane: usize, has_places: bool) {
    #[allow(clippy::cast_possible_truncation)] // one of its bytes
    let byte_of = |change: &u32| (change >> (8 * plane)) as u8;
    if !has_places {
        block.extend(changes.iter().map(byte_of));
        return;
    }
    let at = block.len();
    block.push(0);
    for (place, change) in changes.iter().enumerate() {
        let byte = byte_of(change);
        if byte != 0 {
            #[allow(clippy::cast_possible_truncation)] // below `PASSES`
            block.extend([place as u8, byte]);
            block[at] += 1;
        }
    }
}

/// The planes of a word: a bit for each that is there, and one for each that has places.
#[derive(Clone, Copy)]
struct Planes(u8);

impl Planes {
    fn of(changes: &[u32]) -> Self {
        let all = changes.iter().fold(0, |all, change| all | change);
        let count = |plane: u32| {
            if (all >> (8 * plane)).trailing_zeros() >= 8 {
                return 0;
            }
            // A sum without branches is vectorized.
            let is_other = |change: &u32| u32::from(change >> (8 * plane) & 0xff != 0);
            changes.iter().map(is_other).sum::<u32>() as usize
        };
        let counts = [count(0), count(1), count(2), count(3)];
        let mask = (0..4).zip(counts).filter(|(_, count)| *count != 0);
        Self(mask.fold(0, |mask, (plane, count)| {
            mask | 1 << plane | u8::from(2 * count < changes.len()) << (plane + 4)
        }))
    }

    fn has(self, plane: usize) -> bool {
        self.0 & 1 << plane != 0
    }

    fn has_places(self, plane: usize) -> bool {
        self.0 & 16 << plane != 0
    }

    /// Returns whether there is a plane, and those with places are there.
    fn is_valid(self) -> bool {
        self.0 & 15 != 0 && (self.0 >> 4) & !self.0 == 0
    }
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
    /// It changes more words than a block can have.
    Columns(usize),
    /// A change is in no pass.
    Place(u8),
    /// There is more after its end.
    Long(usize),
}

impl Display for BlockError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short => f.write_str("a block of passes ends too early"),
            Self::Passes(passes) => write!(f, "a block has {passes} passes"),
            Self::Word(word) => write!(f, "a block changes word {word} in an invalid way"),
            Self::Columns(words) => write!(f, "a block changes {words} words"),
            Self::Place(place) => write!(f, "a block has a change in pass {place}"),
            Self::Long(bytes) => write!(f, "{bytes} bytes follow after a block"),
        }
    }
}

impl std::error::Error for BlockError {}

/// A block that was read.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub passes: Vec<Tick>,
    /// Whether it is the first of a file: all words are 0 before it.
    pub begins: bool,
    /// By how much the times of its passes, and of what they have read, are later than in the file, in microseconds.
    pub later_us: u64,
    columns: Vec<usize>,
    changes: Vec<u32>,
}

/// The words of a blackboard, as the blocks change them.
#[derive(Clone, Debug)]
pub(super) struct State {
    counters: Vec<bool>,
    /// The index of the interface of each word.
    owners: Vec<u32>,
    /// The first word of each interface.
    heads: Vec<usize>,
    /// By how much the times in the words are later than in the file, in microseconds.
    later_us: u64,
    /// The interfaces whose words the last pass has changed.
    pub changed: InterfaceSet,
    /// By how much each counter has grown in the last pass.
    growths: Vec<u32>,
    pub words: Vec<u32>,
}

impl State {
    pub fn new(interfaces: &[BoardEntry]) -> Self {
        let counters = counters(interfaces);
        let (words, growths) = (vec![0; counters.len()], vec![0; counters.len()]);
        let mut owners = vec![0; counters.len()];
        for (index, entry) in (0..).zip(interfaces) {
            owners[entry.offset..entry.offset + entry.words].fill(index);
        }
        let heads = interfaces.iter().map(|entry| entry.offset).collect();
        Self { counters, owners, heads, later_us: 0, changed: InterfaceSet::NONE, growths, words }
    }

    /// Changes the words as a pass of a block does. Those of a blackboard with more words are
    /// ignored.
    pub fn apply(&mut self, block: &Block, pass: usize) {
        self.move_times(self.later_us.wrapping_neg());
        self.changed = InterfaceSet::NONE;
        if block.begins && pass == 0 {
            self.words.fill(0);
            self.changed = InterfaceSet::ALL;
        }
        let passes = block.passes.len();
        for (word, changes) in block.columns.iter().zip(block.changes.chunks_exact(passes)) {
            let Some(value) = self.words.get_mut(*word) else { continue };
            let before = *value;
            if self.counters[*word] {
                let growth = &mut self.growths[*word];
                let grew = if pass == 0 { 0 } else { *growth };
                *growth = grew.wrapping_add(changes[pass]);
                *value = before.wrapping_add(*growth);
            } else {
                *value ^= changes[pass];
            }
            if *value != before {
                self.changed.0 |= 1 << self.owners[*word];
            }
        }
        self.later_us = block.later_us;
        self.move_times(self.later_us);
    }

    /// Makes the times of the last write later, of all interfaces that were written.
    fn move_times(&mut self, later_us: u64) {
        if later_us == 0 {
            return;
        }
        for head in &self.heads {
            let Some([written, _, low, high]) = self.words.get_mut(*head..*head + 4) else {
                continue;
            };
            if *written != 0 {
                let time = u64::from(*low) | u64::from(*high) << 32;
                let time = time.wrapping_add(later_us);
                #[allow(clippy::cast_possible_truncation)] // one half each
                {
                    (*low, *high) = (time as u32, (time >> 32) as u32);
                }
            }
        }
    }
}

/// Takes bytes from the front.
fn take_bytes<'b>(from: &mut &'b [u8], count: usize) -> Result<&'b [u8], BlockError> {
    let (bytes, rest) = from.split_at_checked(count).ok_or(BlockError::Short)?;
    *from = rest;
    Ok(bytes)
}

/// Takes the bytes of a plane of a word.
fn plane_bytes<'b>(
    from: &mut &'b [u8],
    planes: Planes,
    plane: usize,
    passes: usize,
) -> Result<&'b [u8], BlockError> {
    if planes.has_places(plane) {
        let count = take_bytes(from, 1)?[0];
        take_bytes(from, 2 * usize::from(count))
    } else if planes.has(plane) {
        take_bytes(from, passes)
    } else {
        Ok(&[])
    }
}

/// Reads a plane of a word.
fn take_plane(
    from: &mut &[u8],
    planes: Planes,
    plane: usize,
    changes: &mut [u32],
) -> Result<(), BlockError> {
    let bytes = plane_bytes(from, planes, plane, changes.len())?;
    if planes.has_places(plane) {
        for pair in bytes.as_chunks::<2>().0 {
            let [place, byte] = *pair;
            let change = changes.get_mut(usize::from(place)).ok_or(BlockError::Place(place))?;
            *change |= u32::from(byte) << (8 * plane);
        }
    } else {
        for (change, byte) in changes.iter_mut().zip(bytes) {
            *change |= u32::from(*byte) << (8 * plane);
        }
    }
    Ok(())
}

impl Block {
    /// Reads a block of a blackboard with at most `words` words; of those alone that are `wanted`, if
    /// that is given.
    pub fn read(
        mut from: &[u8],
        words: usize,
        wanted: Option<&[bool]>,
    ) -> Result<Self, BlockError> {
        let take =
            |from: &mut &[u8]| prost::encoding::decode_varint(from).map_err(|_| BlockError::Short);
        let count = take(&mut from)?;
        let passes = usize::try_from(count).unwrap_or(usize::MAX);
        if passes == 0 || passes > PASSES {
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
            let planes = Planes(*planes);
            if !planes.is_valid() || word >= words as u64 {
                return Err(BlockError::Word(word));
            }
            #[allow(clippy::cast_possible_truncation)] // below `words`
            columns.push((word as usize, planes));
            next = word + 1;
        }
        // Each column takes at least a byte of the rest, and the writer counts columns in 16 bits.
        if columns.len() > from.len().min(usize::from(u16::MAX)) {
            return Err(BlockError::Columns(columns.len()));
        }
        let is_wanted = |word: &usize| {
            wanted.is_none_or(|wanted| wanted.get(*word).copied().unwrap_or_default())
        };
        let kept: Vec<usize> = columns.iter().map(|(word, _)| *word).filter(is_wanted).collect();
        let mut changes = vec![0; kept.len() * passes];
        for plane in 0..4 {
            let mut places = changes.chunks_exact_mut(passes);
            for (word, planes) in &columns {
                match is_wanted(word).then(|| places.next()).flatten() {
                    Some(changes) => take_plane(&mut from, *planes, plane, changes)?,
                    None => plane_bytes(&mut from, *planes, plane, passes).map(|_| ())?,
                }
            }
        }
        if !from.is_empty() {
            return Err(BlockError::Long(from.len()));
        }
        Ok(Self { passes: ticks, begins: false, later_us: 0, columns: kept, changes })
    }
}

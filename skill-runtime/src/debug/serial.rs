//! The blackboard and the debug interface as frames for a serial line, by which a desktop watches a
//! microcontroller.
//!
//! A frame is delimited as by SLIP ([RFC 1055](https://www.rfc-editor.org/rfc/rfc1055)): [`END`] before and after
//! it. It contains 32-bit words, least significant byte first: [`HEAD`], the number of the frame, the
//! [identity](SerialWriter) of the robot, then runs of words, and a CRC-32 over all of it. A run begins with a word
//! of its position and, in the upper half, its length. Positions are those of the image: the words of the
//! [`DebugMemory`], then those of the blackboard.
//!
//! A frame contains an interface as a whole, or all that has changed of a skiller or an agent, as it is at one
//! moment. So a reader that misses a frame has an image again when each word has come since.
//!
//! ```
//! use skill_runtime::debug::{DebugMemory, DebugWriter, serial::SerialWriter};
//! use skill_runtime::{blackboard, skiller::SkillerInterface};
//!
//! blackboard! { pub Board { "Skiller": SkillerInterface } }
//!
//! # fn main() {
//! let (board, memory) = (Board::new(), DebugMemory::new());
//! let _debug = DebugWriter::new(&memory, &board, 7); // published to after each pass
//! let mut serial = SerialWriter::new(&memory, &board);
//! let mut line = Vec::new();
//! serial.send(115, |byte| line.push(byte)); // 10 ms at 115200 baud
//! assert!(!line.is_empty());
//! # }
//! ```

use super::memory::{
    AGENT, AT_DESCRIPTIONS, AT_LAYOUT, AT_SESSION, BREAKPOINTS_AT, DebugMemory, ENTRY, SKILLER,
    Section, WORDS, mix,
};
use crate::atomic::Ordering::Relaxed;
use crate::blackboard::{Blackboard, InterfaceSet};
use crc::{CRC_32_ISO_HDLC, Crc, Digest, NoTable};

/// The byte before and after a frame.
pub const END: u8 = 0xc0;
/// The byte before one that represents another.
pub const ESCAPE: u8 = 0xdb;
/// Represents [`END`] after [`ESCAPE`].
pub const ESCAPED_END: u8 = 0xdc;
/// Represents [`ESCAPE`] after [`ESCAPE`].
pub const ESCAPED_ESCAPE: u8 = 0xdd;
/// The first word of a frame: "SKf" and the version.
pub const HEAD: u32 = u32::from_le_bytes(*b"SKf\x01");

/// The number of trace entries that are sent together.
const ENTRIES: usize = 4;
/// The number of parts of the debug interface.
const DEBUG_PARTS: usize = 3 + 3 + SKILLER.trace.div_ceil(ENTRIES) + AGENT.trace.div_ceil(ENTRIES);
/// The most parts.
const PARTS: usize = DEBUG_PARTS + InterfaceSet::MAX;

/// The words that are sent together.
#[derive(Clone, Copy)]
struct Part {
    /// Those of a unit that have changed are in one frame: a reader needs them together.
    unit: u8,
    at: usize,
    len: usize,
}

const DEBUG: [Part; DEBUG_PARTS] = {
    let mut parts = [Part { unit: 0, at: 0, len: SKILLER.at }; DEBUG_PARTS];
    let next = section(&mut parts, 1, 1, SKILLER);
    let next = section(&mut parts, next, 2, AGENT);
    parts[next] = Part { unit: 3, at: BREAKPOINTS_AT, len: WORDS - BREAKPOINTS_AT };
    assert!(next + 1 == DEBUG_PARTS);
    parts
};

/// Adds the parts of a section: the time of the last pass, what is before the trace, the trace. Returns the place of
/// the next part.
const fn section(
    parts: &mut [Part; DEBUG_PARTS],
    mut next: usize,
    unit: u8,
    section: Section,
) -> usize {
    let at = section.sequence_at();
    parts[next] = Part { unit, at: section.at, len: Section::BEAT };
    parts[next + 1] = Part { unit, at, len: section.trace_at() - at };
    next += 2;
    let mut entry = 0;
    while entry < section.trace {
        let left = section.trace - entry;
        let count = if left < ENTRIES { left } else { ENTRIES };
        parts[next] = Part { unit, at: section.trace_at() + entry * ENTRY, len: count * ENTRY };
        entry += count;
        next += 1;
    }
    next
}

/// Returns the checksum of the bytes of a frame.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u32 {
    CRC.checksum(bytes)
}

static CRC: Crc<u32, NoTable> = Crc::<u32, NoTable>::new(&CRC_32_ISO_HDLC);

/// Sends the blackboard and the debug interface as frames.
///
/// It is called between two passes, on the processor that runs them. Each frame has the robot's identity, a hash of
/// the layout of the blackboard, the descriptions of the skills, and the number of the [`DebugWriter`]: a reader
/// forgets all that it has when it becomes another one.
///
/// [`DebugWriter`]: super::DebugWriter
#[derive(Debug)]
pub struct SerialWriter<'a, B> {
    debug: &'a DebugMemory,
    board: &'a B,
    /// The number of the next frame.
    number: u32,
    /// The number of bytes that can be sent; below 0 after a long frame.
    credit: isize,
    /// The part whose turn it is, whether it has changed or not.
    turn: usize,
    /// The part at which the search for the next one that has changed begins.
    changed: usize,
    is_turn: bool,
    /// The checksum of each part as it was sent last.
    sent: [u32; PARTS],
}

impl<'a, B: Blackboard> SerialWriter<'a, B> {
    /// The number of parts.
    const PARTS: usize = DEBUG_PARTS + B::INTERFACES.len();

    /// Creates the sender of a blackboard, and of the debug interface to which a
    /// [`DebugWriter`](super::DebugWriter) publishes.
    ///
    /// Both have at most 65535 words, otherwise it does not compile.
    #[must_use]
    pub const fn new(debug: &'a DebugMemory, board: &'a B) -> Self {
        const {
            let mut words = WORDS;
            let mut rest = B::INTERFACES;
            while let [entry, others @ ..] = rest {
                words += entry.words;
                rest = others;
            }
            assert!(words <= 0xffff, "the blackboard has too many words for frames");
        }
        Self {
            debug,
            board,
            number: 0,
            credit: 0,
            turn: 0,
            changed: 0,
            is_turn: false,
            sent: [0; PARTS],
        }
    }

    /// Gives frames of `bytes` bytes to the `sink`, byte by byte: in turn one of what has changed, and one of all.
    ///
    /// A frame is never cut. One that is longer is compensated for by the next calls, so that on average there are not
    /// more bytes; the longest is that of the largest interface, or of the skiller at a call, up to 3 KB. A sink without
    /// room can drop bytes: the reader notices, and has an image again after some seconds.
    pub fn send(&mut self, bytes: usize, mut sink: impl FnMut(u8)) {
        let bytes = isize::try_from(bytes).unwrap_or(isize::MAX);
        // What was not used does not accumulate.
        self.credit = self.credit.saturating_add(bytes).min(bytes);
        let (mut is_quiet, mut turns) = (false, 0);
        while self.credit > 0 && turns < Self::PARTS {
            self.is_turn = !self.is_turn;
            let changed = if self.is_turn || is_quiet { None } else { self.next_changed() };
            is_quiet |= changed.is_none() && !self.is_turn;
            let part = changed.unwrap_or(self.turn);
            if changed.is_none() {
                self.turn = (part + 1) % Self::PARTS;
                turns += 1;
            }
            let mut count = 0;
            self.frame(part, |byte| {
                count += 1;
                sink(byte);
            });
            self.credit = self.credit.saturating_sub(count);
        }
    }

    /// Returns the next part that has changed, if there is one.
    fn next_changed(&mut self) -> Option<usize> {
        let after = |count| (self.changed + count) % Self::PARTS;
        let part = (0..Self::PARTS).map(after).find(|part| self.has_changed(*part))?;
        self.changed = (part + 1) % Self::PARTS;
        Some(part)
    }

    fn has_changed(&self, part: usize) -> bool {
        self.sent.get(part).is_some_and(|sent| *sent != self.sum(part))
    }

    /// Returns the unit of a part, and the position and the number of its words.
    fn place(part: usize) -> Part {
        if let Some(part) = DEBUG.get(part) {
            return *part;
        }
        let interface = part.wrapping_sub(DEBUG_PARTS);
        let (at, len) = match B::INTERFACES.get(interface) {
            Some(entry) => (WORDS + entry.offset, entry.words),
            None => (0, 0),
        };
        #[allow(clippy::cast_possible_truncation)] // at most 64 interfaces
        Part { unit: 4 + interface as u8, at, len }
    }

    /// Returns the words of a part.
    fn words(&self, part: usize) -> impl Iterator<Item = u32> {
        let debug = DEBUG.get(part).into_iter().flat_map(|part| part.at..part.at + part.len);
        let interface = part.checked_sub(DEBUG_PARTS).and_then(|of| u32::try_from(of).ok());
        let cell = interface.and_then(|interface| self.board.cell_words(interface));
        let words = cell.into_iter().flat_map(|cell| cell.words().map(|word| word.load(Relaxed)));
        debug.map(|at| self.debug.load(at)).chain(words)
    }

    fn sum(&self, part: usize) -> u32 {
        self.words(part).fold(0, mix)
    }

    /// Sends a part, with what has changed of its unit.
    fn frame(&mut self, of: usize, mut sink: impl FnMut(u8)) {
        sink(END);
        let mut to = Frame { digest: CRC.digest(), sink: &mut sink };
        let parts = AT_LAYOUT..AT_DESCRIPTIONS + 2;
        let identity = parts.chain([AT_SESSION]).map(|at| self.debug.load(at)).fold(0, mix);
        for word in [HEAD, self.number, identity] {
            to.put(word);
        }
        self.number = self.number.wrapping_add(1);
        let unit = Self::place(of).unit;
        for part in 0..Self::PARTS {
            let place = Self::place(part);
            if part != of && (place.unit != unit || !self.has_changed(part)) {
                continue;
            }
            #[allow(clippy::cast_possible_truncation)] // `new` checks both
            to.put(place.at as u32 | (place.len as u32) << 16);
            self.words(part).for_each(|word| to.put(word));
            let sum = self.sum(part);
            if let Some(sent) = self.sent.get_mut(part) {
                *sent = sum;
            }
        }
        let Frame { digest, .. } = to;
        for byte in digest.finalize().to_le_bytes() {
            put(byte, &mut sink);
        }
        sink(END);
    }
}

/// A frame that is being sent.
struct Frame<'s, F> {
    digest: Digest<'static, u32, NoTable>,
    sink: &'s mut F,
}

impl<F: FnMut(u8)> Frame<'_, F> {
    fn put(&mut self, word: u32) {
        let bytes = word.to_le_bytes();
        self.digest.update(&bytes);
        for byte in bytes {
            put(byte, self.sink);
        }
    }
}

/// Sends a byte of a frame.
fn put(byte: u8, sink: &mut impl FnMut(u8)) {
    let escaped = match byte {
        END => ESCAPED_END,
        ESCAPE => ESCAPED_ESCAPE,
        _ => return sink(byte),
    };
    sink(ESCAPE);
    sink(escaped);
}

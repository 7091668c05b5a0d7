//! The frames of a serial line: what was received, and the memory that it makes.

use skill_runtime::debug::serial::{END, ESCAPE, ESCAPED_END, ESCAPED_ESCAPE, HEAD, checksum};
use std::fmt::{self, Display, Formatter};

/// The most words of an image, whose positions have 16 bits.
const MAX_WORDS: usize = 1 << 16;
/// The most bytes of a frame.
const MAX_FRAME: usize = 4 * MAX_WORDS;
/// The bytes of a frame that has no words: head, number, identity, and the checksum.
const MIN_FRAME: usize = 16;

/// The numbers of frames by their fate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// The frames that were received as they were sent.
    pub whole: u64,
    /// The frames that are missing between these.
    pub lost: u64,
    /// The frames with another checksum than their own.
    pub corrupted: u64,
    /// The bytes that are of no frame.
    pub foreign: u64,
}

impl Display for Counts {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { whole, lost, corrupted, foreign } = self;
        write!(
            f,
            "the line: {whole} frames received, {lost} lost, {corrupted} corrupted, {foreign} bytes of no frame"
        )
    }
}

/// A robot's memory, as far as it was received.
#[derive(Debug, Default)]
pub struct Frames {
    /// The bytes since the last end of a frame.
    bytes: Vec<u8>,
    is_escaped: bool,
    /// Whether an end was received: what is before the first is a part of a frame.
    is_delimited: bool,
    /// The words of the image.
    words: Vec<u32>,
    /// Whether each was received since frames were lost.
    known: Vec<bool>,
    /// The number of the frame that comes next, and the identity of the robot.
    next: Option<(u32, u32)>,
    pub counts: Counts,
    /// The number of times that the robot was seen to begin anew.
    pub starts: u32,
    /// The version of frames that cannot be read, if the last one is such.
    pub other_version: Option<u8>,
}

impl Frames {
    /// Takes bytes that were received.
    pub fn push(&mut self, bytes: &[u8]) {
        for byte in bytes {
            match *byte {
                END => self.end(),
                // It would never end.
                _ if self.bytes.len() >= MAX_FRAME => self.end(),
                ESCAPE => self.is_escaped = true,
                byte if std::mem::take(&mut self.is_escaped) => self.bytes.push(match byte {
                    ESCAPED_END => END,
                    ESCAPED_ESCAPE => ESCAPE,
                    other => other,
                }),
                byte => self.bytes.push(byte),
            }
        }
    }

    /// Forgets what was received, and the end of a frame that does not come any more.
    pub fn interrupt(&mut self) {
        self.bytes.clear();
        (self.is_escaped, self.is_delimited) = (false, false);
        self.known.clear();
    }

    /// Returns the first `count` words, if each was received since frames were lost.
    pub fn words(&self, count: usize) -> Option<&[u32]> {
        let known = self.known.get(..count)?;
        known.iter().all(|known| *known).then_some(())?;
        self.words.get(..count)
    }

    /// Returns whether anything was received.
    pub fn has_any(&self) -> bool {
        !self.bytes.is_empty() || self.is_delimited
    }

    /// Takes the bytes before the end of a frame.
    fn end(&mut self) {
        let bytes = std::mem::take(&mut self.bytes);
        self.is_escaped = false;
        if std::mem::replace(&mut self.is_delimited, true) && !bytes.is_empty() {
            self.take(&bytes);
        }
        self.bytes = bytes;
        self.bytes.clear();
    }

    fn take(&mut self, bytes: &[u8]) {
        let head = &HEAD.to_le_bytes()[..3];
        let (words, rest) = bytes.as_chunks();
        let words: Vec<u32> = words.iter().copied().map(u32::from_le_bytes).collect();
        if !bytes.starts_with(head) || bytes.len() < MIN_FRAME {
            self.counts.foreign += bytes.len() as u64;
            return;
        }
        let [first, number, identity, ref runs @ .., sum] = words[..] else { return };
        if !rest.is_empty() || checksum(&bytes[..bytes.len() - 4]) != sum {
            self.counts.corrupted += 1;
            return;
        }
        let [.., version] = first.to_le_bytes();
        self.other_version = (first != HEAD).then_some(version);
        if first == HEAD {
            self.counts.whole += 1;
            self.follow(number, identity);
            self.keep(runs);
        }
    }

    /// Forgets what may be another by now, unless the frame follows the last one.
    fn follow(&mut self, number: u32, identity: u32) {
        if let Some(next) = self.next
            && next != (number, identity)
        {
            self.known.clear();
            // A frame that comes too late is never one of the same start.
            if next.1 != identity || number < next.0 {
                self.starts += 1;
            } else {
                self.counts.lost += u64::from(number - next.0);
            }
        }
        self.next = Some((number.wrapping_add(1), identity));
    }

    /// Keeps the words of a frame.
    fn keep(&mut self, mut runs: &[u32]) {
        while let [place, rest @ ..] = runs {
            let (at, len) = ((place & 0xffff) as usize, (place >> 16) as usize);
            let Some((words, rest)) = rest.split_at_checked(len) else { return };
            let end = at + len;
            self.words.resize(self.words.len().max(end), 0);
            self.known.resize(self.known.len().max(end), false);
            self.words[at..end].copy_from_slice(words);
            self.known[at..end].fill(true);
            runs = rest;
        }
    }
}

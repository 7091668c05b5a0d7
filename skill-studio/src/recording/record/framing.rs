//! The records of an MCAP file, one after the other. No length in the file is believed: memory grows
//! with what is there, and no record or chunk may be larger than [`MAX_RECORD`]. The checksums of its
//! two sections, the data and their summary, cover each byte.

use super::zstd;
use crc32fast::Hasher;
use std::collections::BTreeMap;
use std::io::{self, Read};

/// The greatest size of a record, and of what a chunk contains, in bytes.
const MAX_RECORD: usize = 1 << 24;
pub(super) const MAGIC: [u8; 8] = *b"\x89MCAP0\r\n";
const CHUNK: u8 = 0x06;
const FOOTER: u8 = 0x02;
const DATA_END: u8 = 0x0f;

/// A record that a recording is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Record<'r> {
    Metadata {
        name: &'r str,
        values: BTreeMap<String, String>,
    },
    Attachment {
        name: &'r str,
        data: &'r [u8],
    },
    Channel {
        id: u16,
        topic: &'r str,
    },
    Message {
        channel: u16,
        time_nanos: u64,
        data: &'r [u8],
    },
    Footer,
    /// Another one, which is not read.
    Other,
}

/// The reason why there are no more records.
#[derive(Debug)]
pub(super) enum Stop {
    /// The file ends.
    End,
    /// The file is no MCAP file.
    NotMcap(String),
    /// The next record cannot be read.
    Invalid(String),
    Io(io::Error),
}

/// Reads records.
#[derive(Clone, Debug, Default)]
pub(super) struct Framing<R> {
    from: R,
    /// The number of bytes that were read.
    pub bytes: u64,
    /// The checksum of the section so far.
    sum: Hasher,
    /// Whether the section with the data has ended.
    has_data: bool,
    opcode: u8,
    record: Vec<u8>,
    /// The content of the chunk, and the place of its next record.
    chunk: Vec<u8>,
    at: usize,
    has_begun: bool,
    /// The place of the last record in the file, and in a chunk.
    place: (u64, usize),
}

impl<R: Read> Framing<R> {
    pub fn new(from: R) -> Self {
        let (record, chunk) = (Vec::new(), Vec::new());
        Self {
            from,
            bytes: 0,
            sum: Hasher::new(),
            has_data: false,
            opcode: 0,
            record,
            chunk,
            at: 0,
            has_begun: false,
            place: (0, 0),
        }
    }

    /// Goes to the next record: of the chunk, or of the file.
    fn advance(&mut self) -> Result<(), Stop> {
        loop {
            if self.at < self.chunk.len() {
                self.place.1 = self.at;
                return Ok(());
            }
            (self.at, self.place) = (0, (self.bytes, 0));
            self.chunk.clear();
            if !self.has_begun {
                self.begin()?;
                self.place.0 = self.bytes;
            }
            self.opcode = self.next_of_file()?;
            if self.opcode != CHUNK {
                return Ok(());
            }
            if let Err(reason) = open_chunk(&self.record, &mut self.chunk) {
                // Nothing of it is used.
                self.chunk.clear();
                return Err(Stop::Invalid(reason));
            }
        }
    }

    /// Returns the place of the last record: that in the file, of the record or its chunk, and that in
    /// the chunk.
    fn place(&self) -> (u64, u32) {
        // A chunk is not longer than `MAX_RECORD`.
        (self.place.0, u32::try_from(self.place.1).unwrap_or(u32::MAX))
    }

    /// Returns the next record, those in a chunk one by one, and its place.
    ///
    /// # Errors
    /// [`Stop`] if there is none.
    pub fn next_at(&mut self) -> Result<(Record<'_>, (u64, u32)), Stop> {
        self.advance()?;
        let place = self.place();
        let record = if self.chunk.is_empty() {
            parse(self.opcode, &self.record).map_err(Stop::Invalid)?
        } else {
            self.next_of_chunk()?
        };
        Ok((record, place))
    }

    pub fn into_inner(self) -> R {
        self.from
    }

    fn begin(&mut self) -> Result<(), Stop> {
        self.has_begun = true;
        self.fill(MAGIC.len())?;
        let is_mcap = MAGIC.starts_with(&self.record) && !self.record.is_empty();
        match self.record.len() {
            _ if !is_mcap => Err(Stop::NotMcap("bad magic number".to_owned())),
            len if len < MAGIC.len() => Err(Stop::End),
            _ => {
                self.sum.update(&MAGIC);
                Ok(())
            }
        }
    }

    /// Reads what follows the last record: the magic number, and nothing else.
    ///
    /// # Errors
    /// [`Stop`] if it is cut, or if something else follows.
    pub fn end(&mut self) -> Result<(), Stop> {
        self.fill(MAGIC.len() + 1)?;
        match &self.record {
            end if end[..] == MAGIC => Ok(()),
            end if MAGIC.starts_with(end) => Err(Stop::End),
            _ => Err(Stop::Invalid("something follows its end".to_owned())),
        }
    }

    /// Reads up to this number of bytes.
    fn fill(&mut self, count: usize) -> Result<(), Stop> {
        let read = fill(&mut self.from, count, &mut self.record);
        self.bytes += read.map_err(Stop::Io)? as u64;
        Ok(())
    }

    /// Reads the next record of the file, and returns its opcode.
    fn next_of_file(&mut self) -> Result<u8, Stop> {
        let (opcode, read) = read_record(&mut self.from, &mut self.record);
        self.bytes += read;
        let opcode = opcode?;
        self.check_section(opcode).map_err(Stop::Invalid)?;
        Ok(opcode)
    }

    /// Returns an error if a section ends with this record, and its checksum is not that of what was
    /// read.
    fn check_section(&mut self, opcode: u8) -> Result<(), String> {
        let before = self.sum.clone();
        self.sum.update(&[opcode]);
        self.sum.update(&(self.record.len() as u64).to_le_bytes());
        let (found, name) = match opcode {
            DATA_END => (before, "data"),
            FOOTER if !self.has_data => return Err("the end of the data is missing".to_owned()),
            FOOTER => {
                let places = self.record.get(..16).ok_or("a record ends too early")?;
                self.sum.update(places);
                (self.sum.clone(), "summary")
            }
            _ => {
                self.sum.update(&self.record);
                return Ok(());
            }
        };
        let sum = self.record.last_chunk().map_or(0, |sum| u32::from_le_bytes(*sum));
        // Writers that do not calculate it write 0.
        if sum != 0 && sum != found.finalize() {
            return Err(format!("the checksum of the {name} is wrong"));
        }
        (self.has_data, self.sum) = (true, Hasher::new());
        Ok(())
    }
}

impl<R> Framing<R> {
    /// Loads a record, or the records of a chunk, that are found by [`message_at`](Self::message_at).
    pub fn load(&mut self, from: &mut dyn Read) -> Result<(), Stop> {
        self.chunk.clear();
        let opcode = read_record(from, &mut self.record).0?;
        if opcode == CHUNK {
            return open_chunk(&self.record, &mut self.chunk).map_err(Stop::Invalid);
        }
        // As in a chunk of its own.
        self.chunk.push(opcode);
        self.chunk.extend((self.record.len() as u64).to_le_bytes());
        self.chunk.extend_from_slice(&self.record);
        Ok(())
    }

    /// Returns the record at a place of the loaded chunk.
    pub fn message_at(&mut self, at: u32) -> Result<Record<'_>, Stop> {
        self.at = (at as usize).min(self.chunk.len());
        self.next_of_chunk()
    }

    fn next_of_chunk(&mut self) -> Result<Record<'_>, Stop> {
        let Self { chunk, at, .. } = self;
        let mut rest = Bytes(&chunk[*at..]);
        let found = rest.take(1).and_then(|opcode| Ok((opcode[0], rest.long()?)));
        let (opcode, data) = match found.and_then(|(opcode, length)| {
            Ok((opcode, rest.take(usize::try_from(length).unwrap_or(usize::MAX))?))
        }) {
            Ok(found) => found,
            Err(reason) => {
                *at = chunk.len();
                return Err(Stop::Invalid(reason));
            }
        };
        *at = chunk.len() - rest.0.len();
        parse(opcode, data).map_err(Stop::Invalid)
    }
}

/// Reads up to this number of bytes, and returns how many there were.
fn fill(from: &mut (impl Read + ?Sized), count: usize, to: &mut Vec<u8>) -> io::Result<usize> {
    to.clear();
    from.take(count as u64).read_to_end(to)
}

/// Reads a record. Returns its opcode, and how many bytes were read in any case.
fn read_record(from: &mut (impl Read + ?Sized), record: &mut Vec<u8>) -> (Result<u8, Stop>, u64) {
    let mut from = from;
    let mut read = match fill(&mut from, 9, record) {
        Ok(read) => read as u64,
        Err(error) => return (Err(Stop::Io(error)), 0),
    };
    let Some((opcode, length)) = record.split_first() else { return (Err(Stop::End), read) };
    let Ok(length) = <[u8; 8]>::try_from(length) else { return (Err(Stop::End), read) };
    let (opcode, length) = (*opcode, u64::from_le_bytes(length));
    let length = usize::try_from(length).ok().filter(|length| *length <= MAX_RECORD);
    let Some(length) = length else {
        return (Err(Stop::Invalid("a record is too long".to_owned())), read);
    };
    match fill(&mut from, length, record) {
        Ok(more) => read += more as u64,
        Err(error) => return (Err(Stop::Io(error)), read),
    }
    (if record.len() < length { Err(Stop::End) } else { Ok(opcode) }, read)
}

/// Appends the content of a chunk.
fn open_chunk(record: &[u8], content: &mut Vec<u8>) -> Result<(), String> {
    let mut from = Bytes(record);
    from.take(16)?;
    let (size, sum, compression) = (from.long()?, from.number()?, from.text()?);
    let length = usize::try_from(from.long()?).unwrap_or(usize::MAX);
    let data = from.take(length)?;
    let size = usize::try_from(size).ok().filter(|size| *size <= MAX_RECORD);
    let size = size.ok_or("a chunk is too long")?;
    match compression {
        "" => content.extend_from_slice(data),
        "zstd" => zstd::decompress(data, size, content)?,
        other => return Err(format!("a chunk is compressed with `{other}`")),
    }
    if content.len() != size {
        return Err(format!("a chunk has {} bytes instead of {size}", content.len()));
    }
    if sum != 0 && crc32fast::hash(content) != sum {
        return Err("the checksum of a chunk is wrong".to_owned());
    }
    Ok(())
}

fn parse(opcode: u8, data: &[u8]) -> Result<Record<'_>, String> {
    let mut from = Bytes(data);
    Ok(match opcode {
        FOOTER => Record::Footer,
        0x04 => {
            let id = from.short()?;
            from.short()?;
            Record::Channel { id, topic: from.text()? }
        }
        0x05 => {
            let channel = from.short()?;
            from.number()?;
            let time_nanos = from.long()?;
            from.long()?;
            Record::Message { channel, time_nanos, data: from.0 }
        }
        0x09 => {
            from.take(16)?;
            let name = from.text()?;
            from.text()?;
            let length = usize::try_from(from.long()?).unwrap_or(usize::MAX);
            let content = from.take(length)?;
            let sum = from.number()?;
            if sum != 0 && crc32fast::hash(&data[..data.len() - from.0.len() - 4]) != sum {
                return Err("the checksum of an attachment is wrong".to_owned());
            }
            Record::Attachment { name, data: content }
        }
        0x0c => {
            let name = from.text()?;
            let length = from.number()? as usize;
            let mut all = Bytes(from.take(length)?);
            let mut values = BTreeMap::new();
            while !all.0.is_empty() {
                values.insert(all.text()?.to_owned(), all.text()?.to_owned());
            }
            Record::Metadata { name, values }
        }
        _ => Record::Other,
    })
}

/// The bytes of a record that were not read so far.
struct Bytes<'r>(&'r [u8]);

impl<'r> Bytes<'r> {
    fn take(&mut self, count: usize) -> Result<&'r [u8], String> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or("a record ends too early")?;
        self.0 = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let (taken, rest) = self.0.split_first_chunk().ok_or("a record ends too early")?;
        self.0 = rest;
        Ok(*taken)
    }

    fn short(&mut self) -> Result<u16, String> {
        self.array().map(u16::from_le_bytes)
    }

    fn number(&mut self) -> Result<u32, String> {
        self.array().map(u32::from_le_bytes)
    }

    fn long(&mut self) -> Result<u64, String> {
        self.array().map(u64::from_le_bytes)
    }

    fn text(&mut self) -> Result<&'r str, String> {
        let length = self.number()? as usize;
        std::str::from_utf8(self.take(length)?).map_err(|error| error.to_string())
    }
}

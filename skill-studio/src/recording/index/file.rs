//! The Parquet file, to which recordings are added.

use super::row::{COLUMNS, Cell, ColumnType, Row, VERSION};
use crate::console::error::Error;
use crate::console::file::OutputFile;
use crate::text::escape::Escaped;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, ParquetMetaData};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display, Formatter};
use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

/// The key of the table's metadata.
const KEY: &str = "skill-index";
/// The rows that are in memory at once.
const ROWS: usize = 1 << 16;

/// The size and time of a recording, by which a changed one is noticed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stamp {
    /// Its size.
    pub bytes: u64,
    /// The time of its last change, in milliseconds since 1970.
    pub changed_ms: u64,
}

impl Stamp {
    /// Returns the stamp of a file.
    #[must_use]
    pub fn of(metadata: &Metadata) -> Self {
        let changed =
            metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let changed_ms = changed.map_or(0, |time| u64::try_from(time.as_millis()).unwrap_or(0));
        Self { bytes: metadata.len(), changed_ms }
    }
}

/// A recording in the table.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Indexed {
    file: String,
    #[serde(flatten)]
    stamp: Stamp,
    /// The number of groups of rows, which follow each other.
    groups: usize,
}

/// The metadata of the table.
#[derive(Debug, Serialize, Deserialize)]
struct Contents {
    version: u32,
    files: Vec<Indexed>,
}

/// The reason why a table cannot be read or written.
#[derive(Debug)]
pub enum IndexError {
    /// It cannot be read or written.
    File(Error),
    /// It is not Parquet, or broken.
    Parquet(PathBuf, ParquetError),
    /// It is Parquet, but no table of recordings.
    NoIndex(PathBuf),
    /// It has another version.
    Version(PathBuf, u32),
    /// Another program has written it while this one added recordings.
    Changed(PathBuf),
}

impl Display for IndexError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(error) => error.fmt(f),
            Self::Parquet(path, error) => {
                let path = Escaped(path.display());
                write!(
                    f,
                    "{path}: {}\nhelp: a new file takes the place of a broken one",
                    Escaped(error)
                )
            }
            Self::NoIndex(path) => write!(
                f,
                "{}: no table of recordings\nhelp: give the name of a new file, or of one that `index` has written",
                Escaped(path.display())
            ),
            Self::Changed(path) => write!(
                f,
                "{}: another program has written it meanwhile\nhelp: run the command again",
                Escaped(path.display())
            ),
            Self::Version(path, version) => write!(
                f,
                "{}: a table of version {version}, this program writes version {VERSION}\nhelp: remove it, and index \
                 all recordings again",
                Escaped(path.display())
            ),
        }
    }
}

impl std::error::Error for IndexError {}

impl From<Error> for IndexError {
    fn from(error: Error) -> Self {
        Self::File(error)
    }
}

/// A table that is written beside the old one, whose rows it has, and takes its place when it is complete.
pub struct IndexFile {
    path: PathBuf,
    writer: SerializedFileWriter<OutputFile>,
    /// The old table and the groups of its recordings.
    old: Option<Old>,
    /// That of the old table.
    stamp: Option<Stamp>,
    files: Vec<Indexed>,
    rows: Vec<Row>,
    groups: usize,
}

struct Old {
    file: File,
    metadata: Arc<ParquetMetaData>,
    files: Vec<(Indexed, usize)>,
}

impl IndexFile {
    /// Begins to write a table; an old one is read.
    ///
    /// # Errors
    /// [`IndexError`] if the old one is no table of recordings, or the new one cannot be written.
    pub fn open(path: &Path) -> Result<Self, IndexError> {
        let stamp = std::fs::metadata(path).ok().map(|of| Stamp::of(&of));
        let old = Old::open(path)?;
        let output = OutputFile::create(path)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(concat!("robot-skill-studio ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        let writer = SerializedFileWriter::new(output, schema().into(), properties.into());
        let writer = writer.map_err(|error| IndexError::Parquet(path.to_owned(), error))?;
        let path = path.to_owned();
        Ok(Self { path, writer, old, stamp, files: Vec::new(), rows: Vec::new(), groups: 0 })
    }

    /// Takes the rows of a recording from the old table. Returns whether they are there, and the file has not
    /// changed since.
    ///
    /// # Errors
    /// [`IndexError`] if the old table cannot be read or the new one be written.
    pub fn keep(&mut self, file: &str, stamp: Stamp) -> Result<bool, IndexError> {
        let Some(old) = &mut self.old else { return Ok(false) };
        let is_it = |(of, _): &(Indexed, usize)| of.file == file && of.stamp == stamp;
        let Some(at) = old.files.iter().position(is_it) else { return Ok(false) };
        let (indexed, first) = old.files.remove(at);
        self.copy(indexed, first)?;
        Ok(true)
    }

    /// Adds a row of the recording that [`end`](Self::end) names.
    ///
    /// # Errors
    /// [`IndexError`] if it cannot be written.
    pub fn add(&mut self, row: Row) -> Result<(), IndexError> {
        self.rows.push(row);
        if self.rows.len() >= ROWS { self.write_rows() } else { Ok(()) }
    }

    /// Ends a recording, whose rows were added and take the place of those in the old table.
    ///
    /// # Errors
    /// [`IndexError`] if they cannot be written.
    pub fn end(&mut self, file: &str, stamp: Stamp) -> Result<(), IndexError> {
        if !self.rows.is_empty() {
            self.write_rows()?;
        }
        if let Some(old) = &mut self.old {
            old.files.retain(|(of, _)| of.file != file);
        }
        let groups = std::mem::take(&mut self.groups);
        self.files.push(Indexed { file: file.to_owned(), stamp, groups });
        Ok(())
    }

    /// Puts the table in the place of the old one, with those recordings of it that were not given again, and that
    /// are not `gone`.
    ///
    /// # Errors
    /// [`IndexError`] if it cannot be written, or another program has written it meanwhile; the old one is untouched
    /// then.
    pub fn finish(mut self, mut is_gone: impl FnMut(&str) -> bool) -> Result<(), IndexError> {
        let others = self.old.as_mut().map_or_else(Vec::new, |old| std::mem::take(&mut old.files));
        for (indexed, first) in others {
            if !is_gone(&indexed.file) {
                self.copy(indexed, first)?;
            }
        }
        if std::fs::metadata(&self.path).ok().map(|of| Stamp::of(&of)) != self.stamp {
            return Err(IndexError::Changed(self.path));
        }
        let contents = Contents { version: VERSION, files: self.files };
        let contents = serde_json::to_string(&contents).unwrap_or_default();
        self.writer.append_key_value_metadata(KeyValue::new(KEY.to_owned(), contents));
        let path = self.path;
        let output = self.writer.into_inner();
        output.map_err(|error| IndexError::Parquet(path, error))?.commit()?;
        Ok(())
    }

    fn copy(&mut self, indexed: Indexed, first: usize) -> Result<(), IndexError> {
        let Some(old) = &self.old else { return Ok(()) };
        let groups = old.metadata.row_groups().iter().skip(first).take(indexed.groups);
        let copied = groups.into_iter().try_for_each(|group| {
            let mut to = self.writer.next_row_group()?;
            for column in group.columns() {
                let close = ColumnCloseResult {
                    bytes_written: u64::try_from(column.compressed_size()).unwrap_or(0),
                    rows_written: u64::try_from(group.num_rows()).unwrap_or(0),
                    metadata: column.clone(),
                    bloom_filter: None,
                    column_index: None,
                    offset_index: None,
                };
                to.append_column(&old.file, close)?;
            }
            to.close().map(drop)
        });
        copied.map_err(|error| IndexError::Parquet(self.path.clone(), error))?;
        self.files.push(indexed);
        Ok(())
    }

    fn write_rows(&mut self) -> Result<(), IndexError> {
        let rows = std::mem::take(&mut self.rows);
        let written = write(&mut self.writer, &rows);
        written.map_err(|error| IndexError::Parquet(self.path.clone(), error))?;
        self.groups += 1;
        Ok(())
    }
}

impl Old {
    /// Reads the contents of an old table; `None` if there is no file.
    fn open(path: &Path) -> Result<Option<Self>, IndexError> {
        let file = match File::open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(Error::file(path))?,
        };
        let broken = |error| IndexError::Parquet(path.to_owned(), error);
        let reader = SerializedFileReader::new(file.try_clone().map_err(Error::file(path))?);
        let metadata = Arc::new(reader.map_err(broken)?.metadata().clone());
        let entries = metadata.file_metadata().key_value_metadata();
        let text = entries.into_iter().flatten().find(|of| of.key == KEY);
        let text = text.and_then(|of| of.value.as_deref()).unwrap_or_default();
        let contents: Contents =
            serde_json::from_str(text).map_err(|_| IndexError::NoIndex(path.to_owned()))?;
        if contents.version != VERSION {
            return Err(IndexError::Version(path.to_owned(), contents.version));
        }
        let is_same = metadata.file_metadata().schema() == &schema();
        let groups: usize = contents.files.iter().map(|of| of.groups).sum();
        if !is_same || groups != metadata.num_row_groups() {
            return Err(IndexError::NoIndex(path.to_owned()));
        }
        let mut first = 0;
        let files = contents.files.into_iter().map(|of| {
            let at = first;
            first += of.groups;
            (of, at)
        });
        let files = files.collect();
        Ok(Some(Self { file, metadata, files }))
    }
}

fn schema() -> Type {
    let column = |name: &str, ty: ColumnType| {
        let (physical, logical) = match ty {
            ColumnType::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            ColumnType::Integer => (Physical::INT64, None),
            ColumnType::Float => (Physical::DOUBLE, None),
        };
        let column = Type::primitive_type_builder(name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(logical)
            .build();
        column.map(Arc::new)
    };
    let columns = COLUMNS.iter().map(|of| column(of.name, of.ty)).collect::<Result<_, _>>();
    let group = columns
        .and_then(|columns| Type::group_type_builder("skill_index").with_fields(columns).build());
    // The columns are constants, for which this never fails: a test builds it.
    group.unwrap_or_else(|_| unreachable!("the columns make no schema"))
}

/// Writes a group of rows.
fn write(writer: &mut SerializedFileWriter<OutputFile>, rows: &[Row]) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    let mut column = 0;
    while let Some(mut to) = group.next_column()? {
        write_column(&mut to, rows, column)?;
        to.close()?;
        column += 1;
    }
    group.close().map(drop)
}

fn write_column(
    to: &mut SerializedColumnWriter<'_>,
    rows: &[Row],
    column: usize,
) -> Result<(), ParquetError> {
    let (mut texts, mut integers, mut floats) = (Vec::new(), Vec::new(), Vec::new());
    let mut levels = Vec::with_capacity(rows.len());
    for row in rows {
        let is_there = match row.cells().get(column) {
            Some(Cell::Text(Some(text))) => {
                texts.push(ByteArray::from(*text));
                true
            }
            Some(Cell::Integer(Some(number))) => {
                integers.push(*number);
                true
            }
            Some(Cell::Float(Some(number))) => {
                floats.push(*number);
                true
            }
            _ => false,
        };
        levels.push(i16::from(is_there));
    }
    match COLUMNS.get(column).map(|of| of.ty) {
        Some(ColumnType::Text) => {
            to.typed::<ByteArrayType>().write_batch(&texts, Some(&levels), None)
        }
        Some(ColumnType::Integer) => {
            to.typed::<Int64Type>().write_batch(&integers, Some(&levels), None)
        }
        _ => to.typed::<DoubleType>().write_batch(&floats, Some(&levels), None),
    }
    .map(drop)
}

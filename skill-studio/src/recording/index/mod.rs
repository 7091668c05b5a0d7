//! A table of what recordings have: a row for each state visit, transition, call, sent message and failure.
//!
//! A season of recordings becomes one Parquet file, which DuckDB and all that reads Parquet can query; each row
//! names the file, pass and time of its moment, at which `replay` opens it.
//!
//! | module | contains |
//! |---|---|
//! | `row` | the columns |
//! | `rows` | the rows of a recording |
//! | `machine` | the states of a machine along its events |
//! | `values` | the values that a condition names |
//! | `questions` | what teams ask, as SQL |
//! | `file` | the Parquet file, to which recordings are added |
//!
//! Imports `record`.

mod file;
mod machine;
mod questions;
mod row;
mod rows;
mod values;

pub use file::{IndexError, IndexFile, Stamp};
pub use questions::{Details, Question};
pub use row::{COLUMNS, Column, ColumnType, Row, VERSION};
pub use rows::rows;

#![doc = include_str!("../README.md")]
//!
//! # The library
//!
//! [`Formatter`] formats texts: the blocks of a file, or the whole file as `rustfmt` does with
//! its blocks in addition. [`cli`] is the program.
//!
//! ```
//! use skill_fmt::Formatter;
//!
//! let formatter = Formatter::new(".".into(), Some("2024".into()))?;
//! let text = "skill_space! {\n/// All skills.\npub Space on Board{A,B}\n}\n";
//! let formatted = "skill_space! {\n    /// All skills.\n    pub Space on Board { A, B }\n}\n";
//! assert_eq!(formatter.blocks(text, None)?, formatted);
//! # Ok::<(), skill_fmt::FormatError>(())
//! ```
#![forbid(unsafe_code)]

mod blocks;
mod error;
mod fix;
mod format;
mod grammar;
mod lexemes;
mod own_lines;
mod print;
mod rustfmt;
mod same;
mod style;
mod text;
mod tree;

pub mod cli;

pub use error::{FormatError, Mistake};
pub use fix::Fix;
pub use format::Formatter;
pub use same::check_same;

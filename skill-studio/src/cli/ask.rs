//! The command `ask`, which runs queries on tables of recordings.

use super::Format;
use crate::console::error::Error;
use crate::console::output::{Output, error_line};
use crate::recording::index::{Details, Question};
use crate::text::escape::Escaped;
use clap::Args;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

/// The arguments of `ask`.
#[derive(Args, Clone, Debug)]
pub struct Ask {
    /// The question.
    #[arg(value_enum)]
    question: Question,
    /// The tables, as `index` writes them: Parquet.
    #[arg(value_name = "TABLE", required = true)]
    tables: Vec<PathBuf>,
    /// Of this skill alone.
    #[arg(long, value_name = "NAME", default_value = "", required_if_eq("question", "time-to"))]
    skill: String,
    /// The text in lines of the log.
    #[arg(long, value_name = "TEXT", default_value = "")]
    text: String,
    /// At most so many rows.
    #[arg(long, value_name = "ROWS", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
    /// Prints the question as SQL, and does not ask it.
    #[arg(long)]
    sql: bool,
    /// The program of DuckDB.
    #[arg(long, value_name = "PATH", default_value = "duckdb")]
    duckdb: PathBuf,
    /// The format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Ask {
    /// Has DuckDB answer the question; the name of the robot's program is for command lines in the answer.
    ///
    /// # Errors
    /// [`Error`] if a table cannot be read, or DuckDB is not installed.
    pub fn run(&self, output: &Output, program: &str) -> Result<ExitCode, Error> {
        let mut tables = Vec::new();
        for path in &self.tables {
            let shown = Escaped(path.display());
            let metadata = std::fs::metadata(path).map_err(Error::file(path))?;
            if !metadata.is_file() || path.extension().is_none_or(|of| of != "parquet") {
                return Err(Error::Usage(format!(
                    "{shown}: no table\nhelp: `index --out TABLE.parquet` writes one"
                )));
            }
            let Some(path) = path.to_str() else {
                return Err(Error::Usage(format!("{shown}: the name is not UTF-8")));
            };
            // DuckDB reads these signs as a pattern of names.
            if path.contains(['*', '?', '[']) {
                return Err(Error::Usage(format!(
                    "{shown}: the name has `*`, `?` or `[`\nhelp: rename it"
                )));
            }
            tables.push(path.to_owned());
        }
        let Self { skill, text, limit, .. } = self;
        if !skill.is_empty() && !self.question.has_skill() {
            return Err(Error::Usage("--skill: this question is not about skills".to_owned()));
        }
        let sql = self.question.sql(&tables, &Details { skill, text, limit: *limit, program });
        if self.sql {
            output.line(&sql);
            return Ok(ExitCode::SUCCESS);
        }
        let mut duckdb = Command::new(&self.duckdb);
        duckdb.arg("-batch").args(match self.format {
            Format::Text => ["-box"],
            Format::Json => ["-jsonlines"],
        });
        // A file of the user's settings does not change answers.
        duckdb.args(["-init", if cfg!(windows) { "NUL" } else { "/dev/null" }, "-c", &sql]);
        let answer = duckdb.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
        let answer = answer.map_err(|error| match error.kind() {
            ErrorKind::NotFound => Error::Usage(format!(
                "{}: not found\nhelp: install DuckDB, as by `pip install duckdb-cli`, or print the question for another \
                 one with --sql",
                Escaped(self.duckdb.display())
            )),
            _ => Error::File { path: self.duckdb.clone(), error },
        })?;
        let text = String::from_utf8_lossy(&answer.stdout);
        let text = text.trim_end();
        if !text.is_empty() {
            output.line(text);
        }
        if answer.status.success() {
            return Ok(ExitCode::SUCCESS);
        }
        let (duckdb, status) = (Escaped(self.duckdb.display()), answer.status);
        error_line(format_args!("{duckdb} has ended with {status}"));
        Ok(ExitCode::FAILURE)
    }
}

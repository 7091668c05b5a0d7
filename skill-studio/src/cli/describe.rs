//! `describe`: a robot for programs that were not built with it.

use crate::console::error::Error;
use crate::console::file::OutputFile;
use crate::console::output::Output;
use crate::model::describe::Description;
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

/// The arguments of `describe`.
#[derive(Args, Clone, Debug)]
pub struct Describe {
    /// Writes the description to this file, which is replaced, instead of printing it.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Describe {
    /// Prints or writes a description as JSON.
    ///
    /// # Errors
    /// [`Error`] if the file cannot be written.
    pub fn run(&self, output: &Output, description: &Description) -> Result<ExitCode, Error> {
        self.run_all(output, std::slice::from_ref(description))
    }

    /// Prints or writes the descriptions of the parts of a robot, each as JSON on a line.
    pub(super) fn run_all(
        &self,
        output: &Output,
        descriptions: &[Description],
    ) -> Result<ExitCode, Error> {
        match &self.output {
            None => descriptions.iter().for_each(|of| output.json(of)),
            Some(path) => {
                let lines = descriptions.iter().map(serde_json::to_vec);
                let lines = lines.collect::<Result<Vec<_>, _>>().map_err(Error::usage)?;
                OutputFile::write(path, &lines.join(&b'\n'))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

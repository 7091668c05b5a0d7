//! Robots that other programs run, as arguments of commands.

use crate::console::error::Error;
use crate::live::Hub;
use crate::model::describe::Description;
use crate::text::escape::Escaped;
use crate::watch::{Place, Remote, RemoteError, SerialPort, SharedMemory, Source};
use clap::Args;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// The time between two looks at a robot.
pub(super) const PERIOD: Duration = Duration::from_millis(20);

/// A robot that another program runs.
#[derive(Args, Clone, Debug)]
pub struct Watched {
    /// The robot: HOST:PORT of its live page, HOST:PORT/?robot=NAME for one of several, shm:/NAME of its
    /// shared memory, or serial:PATH[@BAUD] of the port on which its firmware sends frames.
    #[arg(value_name = "ROBOT")]
    pub(super) place: Place,
    /// The description of a robot in shared memory or at a serial port that this program does not know: the output of
    /// its `describe`.
    #[arg(long, value_name = "FILE")]
    description: Option<PathBuf>,
}

impl Watched {
    /// Begins to watch the robot; `known` are the robots that the program was built with.
    pub(super) fn watch(&self, known: &[Description]) -> Result<Arc<Hub>, Error> {
        match self.source()? {
            Some(source) => crate::watch::watch(source, &self.known(known)?).map_err(Error::usage),
            None => server(&self.place, None)?.watch().map_err(refused),
        }
    }

    /// Returns the robot's memory, unless it has a server.
    pub(super) fn source(&self) -> Result<Option<Box<dyn Source>>, Error> {
        Ok(match &self.place {
            Place::Server { .. } => None,
            Place::SharedMemory(name) => {
                Some(Box::new(SharedMemory::open(name).map_err(Error::usage)?))
            }
            Place::Serial { path, baud } => {
                Some(Box::new(SerialPort::open(path, *baud).map_err(Error::usage)?))
            }
        })
    }

    /// Returns the description that was given, or else those that are `known`.
    pub(super) fn known(&self, known: &[Description]) -> Result<Vec<Description>, Error> {
        let Some(path) = &self.description else { return Ok(known.to_vec()) };
        let text = std::fs::read_to_string(path)
            .map_err(|error| Error::Usage(format!("{}: {error}", Escaped(path.display()))))?;
        Ok(vec![Description::read(&text).map_err(Error::usage)?])
    }
}

/// Returns a client for the server of a live page, with the token of its address, with this one, or with that of
/// the environment.
pub(super) fn server(place: &Place, token: Option<&str>) -> Result<Remote, Error> {
    let text = "a robot in shared memory or at a serial port can only be watched: its own program calls skills";
    let environment = std::env::var("SKILL_STUDIO_TOKEN").ok();
    let token = token.or(environment.as_deref());
    place.remote(token).ok_or_else(|| Error::Usage(text.to_owned()))
}

/// Returns the error of a robot that refuses, with its cure.
#[allow(clippy::needless_pass_by_value)] // for `map_err`
pub(super) fn refused(error: RemoteError) -> Error {
    let help = match &error {
        RemoteError::Refused { answer, .. } => answer["help"].as_str(),
        RemoteError::Unreachable(_) => {
            Some("start the robot's program with its live page, which prints the address: --gui")
        }
        RemoteError::Description(_) => None,
    };
    let help = help.map_or(String::new(), |help| format!("\n  help: {}", Escaped(help)));
    Error::Usage(format!("{}{help}", Escaped(&error)))
}

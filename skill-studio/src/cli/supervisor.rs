//! The program that has started the robot as a part of itself. It says by standard input what viewers are shown,
//! and the robot ends when it is gone, whatever its drivers do.

use std::io::BufRead as _;
use std::process;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::Duration;

/// The time in which a robot ends after its supervisor, longer than that of its drivers.
const END: Duration = Duration::from_secs(7);

/// A supervisor, if the robot has one.
#[derive(Debug)]
pub struct Supervisor(Option<Receiver<Option<String>>>);

/// The news of a supervisor.
#[derive(PartialEq, Eq, Debug)]
pub enum Said {
    Nothing,
    /// The text that is shown from now on.
    Notice(Option<String>),
    /// It is gone.
    Gone,
}

impl Supervisor {
    /// Reads standard input from now on, if there is a supervisor: a string of JSON on each line, an empty
    /// one for no notice.
    pub fn listen(is_there: bool) -> Self {
        let listen = || {
            let (sender, said) = channel();
            thread::spawn(move || {
                let lines = std::io::stdin().lock().lines().map_while(Result::ok);
                let notices = lines.map_while(|line| serde_json::from_str::<String>(&line).ok());
                for notice in notices {
                    // The main thread may be at its end already.
                    let _ = sender.send(Some(notice).filter(|text| !text.is_empty()));
                }
                drop(sender);
                thread::sleep(END);
                super::report("the robot has not ended within 7 s after its supervisor");
                process::exit(1);
            });
            said
        };
        Self(is_there.then(listen))
    }

    /// Returns what it has said since the last time.
    pub fn said(&self) -> Said {
        match self.0.as_ref().map(Receiver::try_recv) {
            None | Some(Err(TryRecvError::Empty)) => Said::Nothing,
            Some(Ok(notice)) => Said::Notice(notice),
            Some(Err(TryRecvError::Disconnected)) => Said::Gone,
        }
    }
}

//! A thread that writes the newest of something, at most once a second: a slow disk never holds a pass up.

use crate::console::error::Error;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The time between two writes.
const PERIOD: Duration = Duration::from_secs(1);

/// The way to the thread.
#[derive(Debug)]
pub struct Later<T> {
    shared: Arc<Shared<T>>,
    writer: Option<JoinHandle<Result<(), Error>>>,
}

#[derive(Debug)]
struct Shared<T> {
    slot: Mutex<Slot<T>>,
    changed: Condvar,
}

#[derive(Debug)]
struct Slot<T> {
    newest: Option<T>,
    is_over: bool,
}

impl<T: Send + 'static> Later<T> {
    /// Starts the thread. `report` gets an error once, also if further writes end in the same.
    pub fn start(
        write: impl FnMut(T) -> Result<(), Error> + Send + 'static,
        report: impl Fn(&Error) + Send + 'static,
    ) -> Self {
        let slot = Mutex::new(Slot { newest: None, is_over: false });
        let shared = Arc::new(Shared { slot, changed: Condvar::new() });
        let writer = thread::spawn({
            let shared = Arc::clone(&shared);
            move || run(&shared, write, report)
        });
        Self { shared, writer: Some(writer) }
    }
}

impl<T> Later<T> {
    /// Has this written in place of what was not written yet.
    pub fn put(&self, newest: T) {
        self.shared.lock().newest = Some(newest);
        self.shared.changed.notify_one();
    }

    /// Has the rest written. Returns the error of the last write.
    pub fn finish(mut self) -> Result<(), Error> {
        self.end()
    }

    fn end(&mut self) -> Result<(), Error> {
        self.shared.lock().is_over = true;
        self.shared.changed.notify_one();
        self.writer.take().map_or(Ok(()), |writer| writer.join().unwrap_or(Ok(())))
    }
}

impl<T> Drop for Later<T> {
    fn drop(&mut self) {
        // The thread has reported it.
        let _ = self.end();
    }
}

impl<T> Shared<T> {
    fn lock(&self) -> MutexGuard<'_, Slot<T>> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns what is the same of the same errors: the name of a temporary file is not.
fn cause(error: &Error) -> String {
    match error {
        Error::File { path, error } => format!("{} {}", path.display(), error.kind()),
        other => other.to_string(),
    }
}

/// Writes what comes, until the end. Returns the error of the last write.
fn run<T>(
    shared: &Shared<T>,
    mut write: impl FnMut(T) -> Result<(), Error>,
    report: impl Fn(&Error),
) -> Result<(), Error> {
    let (mut last, mut reported) = (Ok(()), String::new());
    loop {
        let is_idle = |slot: &mut Slot<T>| slot.newest.is_none() && !slot.is_over;
        let slot = shared.changed.wait_while(shared.lock(), is_idle);
        let newest = slot.unwrap_or_else(PoisonError::into_inner).newest.take();
        let Some(newest) = newest else { return last };
        last = write(newest);
        let error = last.as_ref().err().map_or(String::new(), cause);
        if error != reported {
            last.as_ref().err().inspect(|error| report(error));
            reported = error;
        }
        let wait = shared.changed.wait_timeout_while(shared.lock(), PERIOD, |of| !of.is_over);
        drop(wait);
    }
}

//! The output: messages, one a line.

use serde_json::Value;
use std::io::{Write as _, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The greatest number of messages that the client has not read; then it is taken for gone.
const MAX_UNREAD: usize = 10_000;
/// The time that the client has at the end to read.
const READING: Duration = Duration::from_secs(1);

/// Writes messages in a thread of its own, so that a client that does not read them cannot hold up a stop.
pub struct Printer {
    messages: Sender<String>,
    unread: Arc<AtomicUsize>,
    thread: JoinHandle<()>,
}

impl Printer {
    /// Begins the thread.
    pub fn new() -> Self {
        let (messages, written) = mpsc::channel::<String>();
        let unread = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&unread);
        let thread = thread::spawn(move || {
            let mut output = stdout();
            for message in written {
                if output.write_all(message.as_bytes()).and_then(|()| output.flush()).is_err() {
                    count.store(MAX_UNREAD, Ordering::Relaxed);
                    return;
                }
                count.fetch_sub(1, Ordering::Relaxed);
            }
        });
        Self { messages, unread, thread }
    }

    /// Writes a message after those before it.
    pub fn send(&self, message: &Value) {
        self.unread.fetch_add(1, Ordering::Relaxed);
        // An output that is closed counts as unread.
        let _ = self.messages.send(format!("{message}\n"));
    }

    /// Returns whether the client has closed the output, or has not read for too long.
    pub fn is_unread(&self) -> bool {
        self.unread.load(Ordering::Relaxed) >= MAX_UNREAD
    }

    /// Waits until the client has read all, but not for long.
    pub fn end(self) {
        drop(self.messages);
        let start = Instant::now();
        while !self.thread.is_finished() && start.elapsed() < READING {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

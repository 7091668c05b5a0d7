//! A service manager is kept informed, by the protocol of systemd: that the program is ready, that its
//! passes go on, what it does, and that it ends.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

/// The time between two messages, if the watchdog does not need them earlier.
const PERIOD: Duration = Duration::from_secs(1);

#[derive(Debug, Default)]
struct Shared {
    /// The number of passes.
    passes: AtomicU64,
    status: Mutex<String>,
    is_over: AtomicBool,
}

/// The service manager that has started the program, if one has. A thread sends, so that a manager that does not
/// read never holds a pass up.
#[derive(Debug)]
pub struct Notifier {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

impl Notifier {
    /// Says that the program is ready. From now on the watchdog is fed as long as passes go on.
    pub fn ready() -> Self {
        let shared = Arc::<Shared>::default();
        let thread = manager::is_there().then(|| {
            let shared = Arc::clone(&shared);
            std::thread::spawn(move || keep_informed(&shared))
        });
        Self { shared, thread }
    }

    /// Notes a pass.
    pub fn pass(&self) {
        self.shared.passes.fetch_add(1, Relaxed);
    }

    /// Sets what the program does, if the thread has taken what was set before: not in each pass.
    pub fn status(&self, status: impl FnOnce() -> String) {
        if self.thread.is_some()
            && let Ok(mut next) = self.shared.status.try_lock()
            && next.is_empty()
        {
            *next = status();
        }
    }

    /// Says that the program ends.
    pub fn end(mut self) {
        self.shared.is_over.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // It has panicked if it did not send.
            let _ = thread.join();
        }
    }
}

fn keep_informed(shared: &Shared) {
    manager::ready();
    let period = manager::watchdog().map_or(PERIOD, |longest| (longest / 3).min(PERIOD));
    let (mut fed, mut said) = (0, String::new());
    while !shared.is_over.load(Relaxed) {
        let passes = shared.passes.load(Relaxed);
        if passes != fed {
            fed = passes;
            manager::feed();
        }
        let status = shared.status.lock().map(|mut next| std::mem::take(&mut *next));
        let status = status.unwrap_or_default();
        if !status.is_empty() && status != said {
            manager::status(&status);
            said = status;
        }
        std::thread::park_timeout(period);
    }
    manager::ends();
}

/// The socket of the manager. A message that cannot be sent is lost: there is nobody else to say it to.
#[cfg(unix)]
mod manager {
    use sd_notify::NotifyState::{self, Ready, Status, Stopping, Watchdog};
    use std::time::Duration;

    pub fn is_there() -> bool {
        std::env::var_os("NOTIFY_SOCKET").is_some()
    }
    fn send(state: NotifyState<'_>) {
        let _ = sd_notify::notify(&[state]);
    }
    pub fn ready() {
        send(Ready);
    }
    pub fn feed() {
        send(Watchdog);
    }
    pub fn status(text: &str) {
        // One line: a second one would be another message.
        send(Status(&text.replace('\n', " ")));
    }
    pub fn ends() {
        send(Stopping);
    }
    /// Returns the longest time between two messages.
    pub fn watchdog() -> Option<Duration> {
        sd_notify::watchdog_enabled()
    }
}

#[cfg(not(unix))]
mod manager {
    use std::time::Duration;

    pub fn is_there() -> bool {
        false
    }
    pub fn ready() {}
    pub fn feed() {}
    pub fn status(_: &str) {}
    pub fn ends() {}
    pub fn watchdog() -> Option<Duration> {
        None
    }
}

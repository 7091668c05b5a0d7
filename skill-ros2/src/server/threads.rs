//! The threads of DDS: when one has panicked, no message comes or goes any more.

use std::sync::{Once, OnceLock};
use std::{panic, thread};

/// The beginnings of the names of those threads: of the client library, and of this crate.
const NAMES: [&str; 2] = ["RustDDS", "ros2"];

static FAILURE: OnceLock<String> = OnceLock::new();

/// Notes a panic of such a thread from now on, and does what was done before as well.
pub(super) fn watch() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let thread = thread::current();
            let name = thread.name().unwrap_or_default();
            if NAMES.iter().any(|of| name.starts_with(of)) {
                fail(&format!("thread `{name}` {info}"));
            }
            before(info);
        }));
    });
}

/// Notes that there is no node any more, and why.
pub(super) fn fail(why: &str) {
    // The first reason is the cause of others.
    let _ = FAILURE.set(why.to_owned());
}

/// Returns why there is no node any more.
pub(super) fn failure() -> Option<&'static str> {
    FAILURE.get().map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_a_thread_of_dds_is_noted_and_that_of_another_is_not() {
        watch();
        let panics = |name: &str| {
            let thread = thread::Builder::new().name(name.to_owned());
            let _ = thread.spawn(|| panic!("as the test wants")).unwrap().join();
            failure()
        };
        assert_eq!(panics("other"), None);
        let why = panics("RustDDS Participant 0 event loop").unwrap();
        assert!(why.starts_with("thread `RustDDS Participant 0 event loop` panicked at"), "{why}");
    }
}

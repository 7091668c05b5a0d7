//! The functions that the page calls, and the memory for the texts that are exchanged.
//!
//! The page writes a request into the input and reads responses and events from the output. Both
//! are initialized vectors that this side owns, and the page touches them between two calls only,
//! while nothing here refers to them; so only the exported names are `unsafe`, which must be unique
//! in the module.
#![allow(unsafe_code)] // `no_mangle`

use super::page::{Page, Response, response, wrong};
use super::panic::explained;
use serde::Deserialize;
use std::cell::RefCell;
use std::time::Duration;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static PAGE: RefCell<Option<Page>> = const { RefCell::new(None) };
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// A request of the page.
#[derive(Deserialize)]
struct Request {
    method: String,
    /// The path and the query.
    target: String,
    body: String,
}

/// Sets the robot of the page: before all others.
pub(super) fn set(page: Page) {
    PAGE.set(Some(page));
    std::panic::set_hook(Box::new(|panic| {
        let file = panic.location().map_or("", |of| of.file());
        PANIC.set(explained(panic.to_string(), file));
    }));
}

/// Puts the text of the panic that has ended the module into the output: the place and the message. Returns
/// its length, 0 if there was none.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
extern "C" fn playground_panic() -> usize {
    put(PANIC.take().into_bytes())
}

/// Returns where the page writes the next request, in UTF-8.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
extern "C" fn playground_input(bytes: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(bytes, 0);
        input.as_mut_ptr()
    })
}

/// Returns where the page reads the last response, events or recording.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
extern "C" fn playground_output() -> *const u8 {
    OUTPUT.with_borrow(Vec::as_ptr)
}

/// Responds to the request in the input: `{"method": .., "target": .., "body": ..}`. The response is
/// `{"status": .., "media": .., "text": ..}`. Returns its length.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
extern "C" fn playground_request() -> usize {
    let request = INPUT.with_borrow(|input| serde_json::from_slice::<Request>(input));
    let answer = request.map_err(wrong).and_then(|Request { method, target, body }| {
        with_page(|page| page.request(&method, &target, &body))
            .unwrap_or_else(|| Err(wrong("no robot")))
    });
    let answer = answer.unwrap_or_else(|refusal| {
        let status = refusal.status;
        Response { status, ..response(&refusal) }
    });
    put(response(&answer).text.into_bytes())
}

/// Runs the passes that are due `clock_ms` milliseconds after any moment, but not more than
/// `passes`. Returns how many were due.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
extern "C" fn playground_advance(clock_ms: f64, passes: u32) -> u32 {
    let clock = Duration::try_from_secs_f64(clock_ms / 1000.0).unwrap_or_default();
    with_page(|page| page.advance(clock, passes)).unwrap_or(0)
}

/// Collects the events that are new: `[[KIND, DATA], ..]`. Returns their length.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
extern "C" fn playground_events() -> usize {
    put(with_page(Page::events).unwrap_or_else(|| "[]".to_owned()).into_bytes())
}

/// Puts the recording so far into the output. Returns its length.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
extern "C" fn playground_recording() -> usize {
    put(with_page(Page::recording).unwrap_or_default())
}

fn with_page<T>(of: impl FnOnce(&mut Page) -> T) -> Option<T> {
    PAGE.with_borrow_mut(|page| page.as_mut().map(of))
}

fn put(bytes: Vec<u8>) -> usize {
    OUTPUT.replace(bytes);
    OUTPUT.with_borrow(Vec::len)
}

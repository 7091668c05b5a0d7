//! The functions that the page calls, and the memory for the texts that are exchanged.
//!
//! The page writes a request into the input and reads responses and events from the output. Both
//! are initialized vectors that this side owns, and the page touches them between two calls only,
//! while nothing here refers to them; so only the exported names are `unsafe`, which must be unique
//! in the module.
#![allow(unsafe_code)] // `no_mangle`

use crate::play::{Play, Response, Start, json};
use serde::Deserialize;
use skill_studio::live::Refusal;
use std::cell::RefCell;
use std::time::Duration;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static PLAY: RefCell<Option<Play>> = const { RefCell::new(None) };
}

/// A request of the page.
#[derive(Deserialize)]
struct Request {
    method: String,
    /// The path and the query.
    target: String,
    body: String,
}

/// Returns where the page writes the next request, in UTF-8.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn playground_input(bytes: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(bytes, 0);
        input.as_mut_ptr()
    })
}

/// Returns where the page reads the last response, events or recording.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn playground_output() -> *const u8 {
    OUTPUT.with_borrow(Vec::as_ptr)
}

/// Responds to the request in the input: `{"method": .., "target": .., "body": ..}`. The response is
/// `{"status": .., "media": .., "text": ..}`. Returns its length.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn playground_request() -> usize {
    let request = INPUT.with_borrow(|input| serde_json::from_slice(input));
    let response = match request {
        Ok(request) => respond(&request),
        Err(error) => Err(Refusal::bad_request(error.to_string())),
    };
    let response = response.unwrap_or_else(|refusal| {
        let status = refusal.status;
        Response { status, ..json(&refusal) }
    });
    put(json(&response).text)
}

/// Runs the passes that are due `clock_ms` milliseconds after any moment, but not more than
/// `passes`. Returns how many were due.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn playground_advance(clock_ms: f64, passes: u32) -> u32 {
    let clock = Duration::try_from_secs_f64(clock_ms / 1000.0).unwrap_or_default();
    PLAY.with_borrow_mut(|play| play.as_mut().map_or(0, |play| play.advance(clock, passes)))
}

/// Collects the events that are new: `[[KIND, DATA], ..]`. Returns their length.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn playground_events() -> usize {
    put(PLAY.with_borrow_mut(|play| play.as_mut().map_or_else(|| "[]".to_owned(), Play::events)))
}

/// Puts the recording of the game so far into the output. Returns its length.
// SAFETY: nothing else in the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn playground_recording() -> usize {
    let recording = PLAY.with_borrow_mut(|play| Some(play.as_mut()?.recording(<[u8]>::to_vec)));
    OUTPUT.replace(recording.unwrap_or_default());
    OUTPUT.with_borrow(Vec::len)
}

fn put(text: String) -> usize {
    OUTPUT.replace(text.into_bytes());
    OUTPUT.with_borrow(Vec::len)
}

fn respond(Request { method, target, body }: &Request) -> Result<Response, Refusal> {
    PLAY.with_borrow_mut(|play| {
        if (method.as_str(), target.as_str()) == ("POST", "/play/start") {
            let start: Start = serde_json::from_str(body)
                .map_err(|error| Refusal::bad_request(error.to_string()))?;
            *play = Some(Play::start(start)?);
            return Ok(json(&serde_json::json!({ "ok": true })));
        }
        let none = || Refusal::new(503, "gone", "no game was started");
        play.as_mut().ok_or_else(none)?.request(method, target, body)
    })
}

//! A robot with its simulator in a web page: the live page, whose robot runs in the browser.
//!
//! | part | contains |
//! |---|---|
//! | [`Play`] | a robot that a page runs; each simulated `cli::Robot` is one |
//! | [`Page`] | the requests and the events of the page, in any robot |
//! | [`main`] | the whole program, for a browser |
//! | `boundary` | the functions that the page calls |
//!
//! It has no clock, no threads and no server: its caller provides the time ([`Page::advance`]), passes
//! requests and takes events. The same requests in the same passes are the same run, in every browser and on
//! every machine.

#[cfg(target_family = "wasm")]
mod boundary;
#[cfg(all(feature = "cli", feature = "live"))]
pub(crate) mod files;
mod page;
#[cfg(any(test, target_family = "wasm"))]
mod panic;
mod play;
#[cfg(feature = "cli")]
mod simulated;

pub use page::{Page, Response};
pub use play::{Choice, Control, Passed, Play};
#[cfg(feature = "cli")]
pub(crate) use simulated::{Simulated, Start, choices};

use std::process::ExitCode;

/// Gives the page its robot: the whole program, for a browser. On another machine there is no page, and it
/// fails.
#[must_use]
pub fn main(page: Page) -> ExitCode {
    #[cfg(target_family = "wasm")]
    {
        boundary::set(page);
        ExitCode::SUCCESS
    }
    #[cfg(not(target_family = "wasm"))]
    {
        drop(page);
        let text = "this program runs in a browser\nhelp: build it with the command `playground` of the robot's program";
        crate::output::error_line(format_args!("error: {text}"));
        ExitCode::from(2)
    }
}

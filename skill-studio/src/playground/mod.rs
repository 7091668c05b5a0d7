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

/// Returns the text of a panic in a file, with what its place cannot say: a call that a browser lacks panics in the
/// standard library.
#[cfg(any(test, target_family = "wasm"))]
fn explained(panic: String, file: &str) -> String {
    if !file.replace('\\', "/").contains("/library/std/") {
        return panic;
    }
    let lacks = "which has no line of the robot. A browser has no threads, and no clock of the system as \
                 `Instant::now()`: a simulator takes the time from its `Tick`";
    format!("{panic}, in the standard library, {lacks}")
}

#[cfg(test)]
mod tests {
    use super::explained;

    #[test]
    fn a_panic_without_a_line_of_the_robot_is_explained() {
        let own = "panicked at src/simulator.rs:72:21:\nfloor 7 is not built";
        assert_eq!(explained(own.to_owned(), "src/simulator.rs"), own);
        for file in [
            "/rustc/5980/library/std/src/sys/time/unsupported.rs",
            r"rust\library\std\src\thread.rs",
        ] {
            let text = explained(format!("panicked at {file}:13:9:\nno time"), file);
            assert!(
                text.contains("no time, in the standard library, which has no line of the robot")
            );
        }
    }
}

//! Formats many texts and checks that formatting is idempotent and loses nothing.

pub mod mutate;
pub mod sources;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use skill_fmt::{Formatter, check_same};

/// The result of checking a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It was formatted; whether this changed it.
    Formatted(bool),
    /// It has errors, which were reported.
    Refused,
    /// Something is wrong with the formatter.
    Fault(String),
}

/// Formats the blocks of a text. The result must have the same characters apart from white
/// space, the same tokens and comments, and must not change when it is formatted again.
#[must_use]
pub fn check(formatter: &Formatter, text: &str) -> Verdict {
    let format = |text: &str| {
        let format = AssertUnwindSafe(|| formatter.blocks(text, None));
        catch_unwind(format).map_err(|_| Verdict::Fault("a panic".to_owned()))
    };
    let once = match format(text) {
        Ok(Ok(once)) => once,
        Ok(Err(error)) if error.is_mistake() => return Verdict::Refused,
        Ok(Err(error)) => return Verdict::Fault(error.to_string()),
        Err(fault) => return fault,
    };
    // Marks of the direction of writing are white space to Rust.
    let is_space = |c: char| c.is_whitespace() || matches!(c, '\u{200e}' | '\u{200f}');
    let solid = |text: &str| text.chars().filter(|&c| !is_space(c)).collect::<String>();
    if solid(&once) != solid(text) {
        return Verdict::Fault("other characters".to_owned());
    }
    let plain = |text: &str| text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
    if once != text
        && let Err(error) = check_same(&plain(text), &plain(&once))
    {
        return Verdict::Fault(error.to_string());
    }
    match format(&once) {
        Ok(Ok(twice)) if twice == once => Verdict::Formatted(once != text),
        Ok(Ok(_)) => Verdict::Fault("another result the second time".to_owned()),
        Ok(Err(error)) => Verdict::Fault(format!("the second time: {error}")),
        Err(fault) => fault,
    }
}

/// Formats a whole text, as an editor does. The result must not change when it is formatted
/// again.
#[must_use]
pub fn check_file(formatter: &Formatter, text: &str) -> Verdict {
    match formatter.file(text).map(|once| (formatter.file(&once), once)) {
        Ok((Ok(twice), once)) if twice == once => Verdict::Formatted(once != text),
        Ok(_) => Verdict::Fault("another result the second time".to_owned()),
        Err(error) if error.is_mistake() => Verdict::Refused,
        Err(error) => Verdict::Fault(error.to_string()),
    }
}

/// Checks `count` texts on all processors and returns the verdicts in order.
pub fn check_all(
    count: usize,
    check: impl Fn(usize) -> Verdict + Sync,
    done: impl Fn() + Sync,
) -> Vec<Verdict> {
    let next = AtomicUsize::new(0);
    let verdicts = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let verdict = check(number);
                    if let Ok(mut verdicts) = verdicts.lock() {
                        verdicts.push((number, verdict));
                    }
                    done();
                }
            });
        }
    });
    let mut verdicts = verdicts.into_inner().unwrap_or_default();
    verdicts.sort_by_key(|(number, _)| *number);
    verdicts.into_iter().map(|(_, verdict)| verdict).collect()
}

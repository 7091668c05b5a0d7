//! A skill with a loop of which no bound is visible, and which the manifest accepts.
#![allow(missing_docs)]

use core::sync::atomic::{AtomicBool, Ordering::Relaxed};
use skill_runtime::skill;

static READY: AtomicBool = AtomicBool::new(true);

fn wait() {
    while !std::hint::black_box(&READY).load(Relaxed) {}
}

skill! {
    /// Waits for the line.
    pub skill Line() {
        start state Go {
            init { wait(); }
            -> FINAL otherwise;
        }
    }
}

fn main() {}

//! The clock of this program.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Returns the time since the first call.
pub(crate) fn clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

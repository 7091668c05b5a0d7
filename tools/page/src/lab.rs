//! The things that the checks share.

use crate::browser::Chromium;
use std::path::PathBuf;

/// The things that the checks share.
pub struct Lab {
    pub chromium: Chromium,
    /// The program that serves the page.
    pub program: PathBuf,
    /// The directory for screenshots.
    pub pictures: PathBuf,
}

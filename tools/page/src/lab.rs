//! The shared parts of the checks: the browser, the program and a directory for screenshots.

use crate::browser::Chromium;
use std::path::PathBuf;

pub struct Lab {
    pub chromium: Chromium,
    pub program: PathBuf,
    pub pictures: PathBuf,
}

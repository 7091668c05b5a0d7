//! The things that the checks share.

use crate::browser::Chromium;
use std::path::PathBuf;

pub struct Lab {
    pub chromium: Chromium,
    pub program: PathBuf,
    pub pictures: PathBuf,
}

//! Memory for the C functions.

use std::ffi::c_void;

/// Zeroed memory of the caller's that is aligned for everything; no reference to it moves with it.
pub struct Memory(*mut [u128], pub usize);

impl Memory {
    pub fn new(size: usize) -> Self {
        Self(Box::into_raw(vec![0; size.div_ceil(16)].into()), size)
    }
    pub fn at(&self) -> *mut c_void {
        self.0.cast()
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: it was a box, and is ended only here.
        drop(unsafe { Box::from_raw(self.0) });
    }
}

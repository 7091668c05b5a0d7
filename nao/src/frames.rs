//! The destination of the `defmt` frames of a run: a file or a pipe.
//!
//! The one place with `unsafe`: `defmt` requires it for a promise, not for an operation.

use skill_studio::{Error, OutputFile};
use std::cell::RefCell;
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The output of the process.
struct Output {
    /// The destination of whole frames; `None` if there is none.
    file: Option<OutputFile>,
    /// The first error; nothing is written after it.
    error: Option<Error>,
}

static OUTPUT: Mutex<Output> = Mutex::new(Output { file: None, error: None });

/// The frame that a thread is encoding, which is written in one piece.
struct Frame {
    encoder: defmt::Encoder,
    bytes: Vec<u8>,
    open: bool,
}

thread_local! {
    static FRAME: RefCell<Frame> = const {
        RefCell::new(Frame { encoder: defmt::Encoder::new(), bytes: Vec::new(), open: false })
    };
}

fn output() -> MutexGuard<'static, Output> {
    // Each change is a single assignment, so the value is consistent even if a thread has panicked.
    OUTPUT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sends frames to `path` from now on: a file, which replaces an old one when all frames are
/// written, or a named pipe. Blocks until a named pipe has a reader.
///
/// # Errors
/// [`Error::File`].
pub fn open(path: &Path) -> Result<(), Error> {
    let file = OutputFile::create(path)?;
    *output() = Output { file: Some(file), error: None };
    Ok(())
}

/// Ends the output of frames.
///
/// # Errors
/// [`Error::File`] with the first error of writing a frame.
pub fn close() -> Result<(), Error> {
    let mut output = output();
    match (output.file.take(), output.error.take()) {
        (_, Some(error)) => Err(error),
        (Some(file), None) => file.commit(),
        (None, None) => Ok(()),
    }
}

impl Frame {
    fn begin(&mut self) {
        assert!(!self.open, "a frame inside a frame");
        self.open = true;
        let Self { encoder, bytes, .. } = self;
        bytes.clear();
        encoder.start_frame(|part| bytes.extend_from_slice(part));
    }

    fn add(&mut self, data: &[u8]) {
        let Self { encoder, bytes, .. } = self;
        encoder.write(data, |part| bytes.extend_from_slice(part));
    }

    /// Writes a whole frame in one piece, so that frames of two threads never mix.
    fn end(&mut self) {
        let Self { encoder, bytes, .. } = self;
        encoder.end_frame(|part| bytes.extend_from_slice(part));
        self.open = false;
        let mut output = output();
        let Some(file) = &mut output.file else { return };
        if let Err(error) = file.write_all(&self.bytes) {
            let error = Error::file(file.path())(error);
            (output.file, output.error) = (None, Some(error));
        }
    }
}

/// Applies `change` to this thread's frame; does nothing while the thread is being torn down.
fn frame(change: impl FnOnce(&mut Frame)) {
    let _ = FRAME.try_with(|frame| change(&mut frame.borrow_mut()));
}

#[defmt::global_logger]
struct Logger;

// SAFETY: the execution context is the thread. `acquire` may be called at any time by any thread,
// since it touches nothing but a value of its own thread, in a `RefCell`; called twice it panics,
// as it must. Values shared by threads are in a `Mutex`. This module does not call `defmt`, and
// there are no interrupts. All of it is safe code: at worst, calls in a wrong order corrupt a frame
// or panic.
#[allow(unsafe_code)]
unsafe impl defmt::Logger for Logger {
    fn acquire() {
        frame(Frame::begin);
    }
    unsafe fn flush() {}
    unsafe fn release() {
        frame(Frame::end);
    }
    unsafe fn write(bytes: &[u8]) {
        frame(|frame| frame.add(bytes));
    }
}

//! The terminal of a command.

/// The size of a terminal, in letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// The letters of a line.
    pub width: usize,
    /// The lines.
    pub height: usize,
}

/// Returns the size of the terminal that shows the standard output; `None` if none does.
#[cfg(unix)]
pub fn size() -> Option<Size> {
    let size = rustix::termios::tcgetwinsize(std::io::stdout()).ok()?;
    let size = Size { width: size.ws_col.into(), height: size.ws_row.into() };
    (size.width > 0 && size.height > 0).then_some(size)
}

/// Returns `None`: it is not known.
#[cfg(not(unix))]
pub fn size() -> Option<Size> {
    None
}

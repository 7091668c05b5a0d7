//! Data that stay until the end of the program, as those of its own robot do.

/// A text of the description, which stays until the end of the program.
pub(super) fn kept(text: String) -> &'static str {
    text.leak()
}

/// The values of the description, which stay until the end of the program.
pub(super) fn all_kept<T, U>(all: Vec<T>, keep: impl FnMut(T) -> U) -> &'static [U] {
    all.into_iter().map(keep).collect::<Vec<U>>().leak()
}

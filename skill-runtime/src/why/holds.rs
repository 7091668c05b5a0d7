//! Whether a part of a guard holds, whatever its type.

/// The value of a part of a guard, which is `false` if its type is wrong: that is an error of the
/// guard itself.
#[doc(hidden)]
#[derive(Debug)]
pub struct Holds<'a, T: ?Sized>(pub &'a T);

impl Holds<'_, bool> {
    /// Returns the value. This inherent method takes precedence over that of [`NotHolds`].
    #[must_use]
    pub fn holds(&self) -> bool {
        *self.0
    }
}

/// Provides `holds` for other types.
#[doc(hidden)]
pub trait NotHolds {
    /// Returns that nothing holds.
    fn holds(&self) -> bool {
        false
    }
}

impl<T: ?Sized> NotHolds for Holds<'_, T> {}

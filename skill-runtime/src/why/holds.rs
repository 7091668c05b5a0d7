//! Evaluation of a part of a guard, of any type.

/// The value of a part of a guard, which is `false` if its type is wrong: that is an error of the
/// guard itself.
#[doc(hidden)]
#[derive(Debug)]
pub struct GuardValue<'a, T: ?Sized>(pub &'a T);

impl GuardValue<'_, bool> {
    /// Returns the value. This inherent method takes precedence over that of [`GuardFallback`].
    #[must_use]
    pub fn holds(&self) -> bool {
        *self.0
    }
}

/// Provides `holds` for other types.
#[doc(hidden)]
pub trait GuardFallback {
    /// Returns that nothing holds.
    fn holds(&self) -> bool {
        false
    }
}

impl<T: ?Sized> GuardFallback for GuardValue<'_, T> {}

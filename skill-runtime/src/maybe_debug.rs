//! `Debug` output for values whose types do not have to implement `Debug`.

use core::fmt::{self, Debug, Formatter};

/// Shows a value with its `Debug` implementation if there is one, and otherwise as `..`, so that
/// a machine is `Debug` whatever the types of its variables are.
#[derive(Debug)]
pub struct MaybeDebug<'a, T: ?Sized>(pub &'a T);

impl<T: Debug + ?Sized> MaybeDebug<'_, T> {
    /// Returns the value. This inherent method takes precedence over that of [`DebugFallback`].
    #[must_use]
    pub fn value(&self) -> &dyn Debug {
        &self.0
    }
}

/// Provides `value` for types without `Debug`.
pub trait DebugFallback {
    /// Returns a placeholder for the value.
    fn value(&self) -> &dyn Debug {
        struct Hidden;
        impl Debug for Hidden {
            fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
                out.write_str("..")
            }
        }
        &Hidden
    }
}

impl<T: ?Sized> DebugFallback for MaybeDebug<'_, T> {}

//! `Debug` of values whose types need not have it.

use core::fmt::{self, Debug, Formatter};

/// A value that is shown by its `Debug` if it has one, and as `..` otherwise: a machine is
/// `Debug` without a demand on the types of its variables.
#[derive(Debug)]
pub struct Shown<'a, T: ?Sized>(pub &'a T);

impl<T: Debug + ?Sized> Shown<'_, T> {
    /// The value: found before the method of [`NotShown`].
    #[must_use]
    pub fn value(&self) -> &dyn Debug {
        &self.0
    }
}

/// The method that is found for a type without `Debug`.
pub trait NotShown {
    /// In place of the value.
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

impl<T: ?Sized> NotShown for Shown<'_, T> {}

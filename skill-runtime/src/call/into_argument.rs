//! The values that can be given for an argument.

use super::argument::ArgumentGroup;

/// A value that can be given for an argument with a field of type `F`: the value itself, or an
/// `Option` of it.
#[diagnostic::on_unimplemented(
    message = "expected `{F}` or the value inside it, found `{Self}`",
    label = "mismatched type of the argument",
    note = "the type is given in the declaration of the skill"
)]
pub trait IntoArgument<F> {
    /// Converts the value to the type of the field.
    fn into_argument(self) -> F;
}

impl<T> IntoArgument<Option<T>> for T {
    #[inline]
    fn into_argument(self) -> Option<T> {
        Some(self)
    }
}

impl<T> IntoArgument<Option<T>> for Option<T> {
    #[inline]
    fn into_argument(self) -> Option<T> {
        self
    }
}

/// The group as a whole.
impl<G: ArgumentGroup> IntoArgument<G> for G {
    #[inline]
    fn into_argument(self) -> G {
        self
    }
}

/// An integer literal that can be given for an argument with a field of type `F`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "expected `{F}` or the value inside it, found an integer",
    label = "mismatched type of the argument",
    note = "write a floating-point number with a point, as in `1.0`"
)]
pub trait IntoNumberArgument<F>: Sized {
    /// Converts the value to the type of the field.
    fn into_argument(self) -> F;
}

impl<T> IntoNumberArgument<Option<T>> for T {
    #[inline]
    fn into_argument(self) -> Option<T> {
        Some(self)
    }
}

/// Assigns an integer literal to the field of a call, for the generated code.
#[doc(hidden)]
#[inline]
pub fn assign_integer<F, V: IntoNumberArgument<F>>(field: &mut F, value: V) {
    *field = value.into_argument();
}

/// Assigns a value to the field of a call, for the generated code.
#[doc(hidden)]
#[inline]
pub fn assign<F, V: IntoArgument<F>>(field: &mut F, value: V) {
    *field = value.into_argument();
}

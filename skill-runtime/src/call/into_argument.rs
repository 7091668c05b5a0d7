//! The values that can be given for an argument.

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
    /// Assigns it to the field of a call, for the generated code.
    #[doc(hidden)]
    #[inline]
    fn assign(field: &mut F, value: Self)
    where
        Self: Sized,
    {
        *field = value.into_argument();
    }
}

#[diagnostic::do_not_recommend]
impl<T> IntoArgument<Option<T>> for T {
    #[inline]
    fn into_argument(self) -> Option<T> {
        Some(self)
    }
}

/// The option itself, or a group as a whole.
#[diagnostic::do_not_recommend]
impl<F> IntoArgument<F> for F {
    #[inline]
    fn into_argument(self) -> F {
        self
    }
}

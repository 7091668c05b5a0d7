//! Copies of values whose types do not have to implement `Clone`.

/// Copies a value with its `Clone` implementation if there is one, so that a machine can be copied
/// unless a variable cannot.
#[derive(Debug)]
pub struct MaybeClone<'a, T>(pub &'a T);

impl<T: Clone> MaybeClone<'_, T> {
    /// Returns a copy of the value. This inherent method takes precedence over that of
    /// [`CloneFallback`].
    #[must_use]
    pub fn copied(&self) -> Option<T> {
        Some(self.0.clone())
    }
}

/// Provides `copied` for types without `Clone`.
pub trait CloneFallback<T> {
    /// Returns `None`: there is no copy.
    fn copied(&self) -> Option<T> {
        None
    }
}

impl<T> CloneFallback<T> for MaybeClone<'_, T> {}

//! Constants as arguments: their numbers, which a `const` compares with the range. A `const` cannot
//! call the functions of a trait, so the type of the argument chooses one of the structs here.

use core::marker::PhantomData;
use core::mem::forget;

/// The number that a constant of a type is: `K` is the type of the number, [`NotANumber`], or
/// [`Maybe`] one of these.
#[derive(Debug)]
pub struct Kind<K>(PhantomData<K>);

impl<K> Kind<K> {
    pub(super) const NEW: Self = Self(PhantomData);
}

/// The kind of texts, `bool` and enums.
#[derive(Debug)]
pub struct NotANumber;

/// The kind of an `Option`.
#[derive(Debug)]
pub struct Maybe<K>(PhantomData<K>);

macro_rules! no_numbers {
    ($($kind:ty),*) => {$(
        impl Kind<$kind> {
            /// Returns nothing.
            #[must_use]
            pub const fn number<T>(self, value: T) -> Option<f64> {
                forget(value);
                None
            }
        }
    )*};
}
no_numbers!(NotANumber, Maybe<NotANumber>);

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Kind<$number> {
            /// Returns the value.
            #[must_use]
            pub const fn number(self, value: $number) -> Option<f64> {
                Some(value as f64)
            }
        }
        impl Kind<Maybe<$number>> {
            /// Returns the value inside.
            #[must_use]
            pub const fn number(self, value: Option<$number>) -> Option<f64> {
                match value {
                    Some(value) => Some(value as f64),
                    None => None,
                }
            }
        }
    )*};
}
numbers!(u8, u16, u32, i8, i16, i32, f32, f64);

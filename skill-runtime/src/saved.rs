//! The variables of an agent as text, for a program that keeps them over a restart.

use crate::blackboard::MessageId;
use crate::call::{Argument, SkillString, value_of};
use alloc::string::String;
use core::array;
use core::fmt::{self, Write as _};
use core::time::Duration;

/// A value that can be kept as text: an [`Argument`], a 64-bit integer, a `Duration`, a `String`, or an array
/// of these. A [`MessageId`] is kept as [`MessageId::NONE`]: it is of no use to another program.
pub trait Saved {
    /// Appends the value.
    ///
    /// # Errors
    /// [`fmt::Error`] if it is a text of more than 1022 bytes.
    fn save(&self, out: &mut String) -> fmt::Result;
    /// Returns the value of a text; `None` if it is that of another type.
    fn read(text: &str) -> Option<Self>
    where
        Self: Sized;
}

impl<T: Argument> Saved for T {
    fn save(&self, out: &mut String) -> fmt::Result {
        match self.number() {
            // Not in the syntax of skill strings.
            Some(number) if !number.is_finite() => write!(out, "{number}"),
            _ => {
                let mut text = SkillString::new();
                self.write(&mut text)?;
                out.write_str(&text)
            }
        }
    }
    fn read(text: &str) -> Option<T> {
        match text {
            "inf" => T::of_number(f64::INFINITY),
            "-inf" => T::of_number(f64::NEG_INFINITY),
            "NaN" => T::of_number(f64::NAN),
            _ => T::from_value(&value_of(text)?).ok(),
        }
    }
}

macro_rules! integers {
    ($($type:ty),*) => {$(
        impl Saved for $type {
            fn save(&self, out: &mut String) -> fmt::Result {
                write!(out, "{self}")
            }
            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }
        }
    )*};
}
integers!(u64, i64, usize, isize);

impl Saved for Duration {
    fn save(&self, out: &mut String) -> fmt::Result {
        write!(out, "{}.{:09}", self.as_secs(), self.subsec_nanos())
    }
    fn read(text: &str) -> Option<Self> {
        let (seconds, nanoseconds) = text.split_once('.')?;
        let nanoseconds = nanoseconds.parse().ok().filter(|of| *of < 1_000_000_000)?;
        Some(Self::new(seconds.parse().ok()?, nanoseconds))
    }
}

impl Saved for String {
    fn save(&self, out: &mut String) -> fmt::Result {
        out.write_str(self)
    }
    fn read(text: &str) -> Option<Self> {
        Some(text.into())
    }
}

impl Saved for MessageId {
    fn save(&self, _: &mut String) -> fmt::Result {
        Ok(())
    }
    fn read(text: &str) -> Option<Self> {
        text.is_empty().then_some(Self::NONE)
    }
}

/// Each element after its length in bytes: `1:3,2:10,`.
impl<T: Saved, const N: usize> Saved for [T; N] {
    fn save(&self, out: &mut String) -> fmt::Result {
        self.iter().try_for_each(|element| {
            let mut text = String::new();
            element.save(&mut text)?;
            write!(out, "{}:{text},", text.len())
        })
    }
    fn read(text: &str) -> Option<Self> {
        let mut rest = text;
        let all: [Option<T>; N] = array::from_fn(|_| {
            let (length, after) = rest.split_once(':')?;
            let (element, after) = after.split_at_checked(length.parse().ok()?)?;
            rest = after.strip_prefix(',')?;
            T::read(element)
        });
        let mut elements = heapless::Vec::<T, N>::new();
        for element in all {
            elements.push(element?).ok()?;
        }
        rest.is_empty().then(|| elements.into_array().ok())?
    }
}

/// Receives the variables of an agent.
pub trait KeepVariables {
    /// Adds a variable, with its type as it is written. Without a value it cannot be kept.
    fn variable(&mut self, name: &'static str, type_name: &'static str, value: Option<&dyn Saved>);
}

/// Saves a value if its type can be saved.
#[doc(hidden)]
#[derive(Debug)]
pub struct MaybeSaved<'a, T>(pub &'a T);

impl<T: Saved> MaybeSaved<'_, T> {
    /// Returns the value. This inherent method takes precedence over that of [`SavedFallback`].
    #[must_use]
    pub fn value(&self) -> Option<&dyn Saved> {
        Some(self.0)
    }
    /// Returns another value, that of the text at a place.
    ///
    /// # Errors
    /// The place, if the text is that of another type.
    pub fn read(&self, texts: &[&str], place: usize) -> Result<T, usize> {
        texts.get(place).and_then(|text| T::read(text)).ok_or(place)
    }
}

/// Provides `value` and `read` for types that cannot be saved.
#[doc(hidden)]
pub trait SavedFallback<T> {
    /// Returns `None`.
    fn value(&self) -> Option<&dyn Saved> {
        None
    }
    /// Returns no value.
    ///
    /// # Errors
    /// The place.
    fn read(&self, _: &[&str], place: usize) -> Result<T, usize> {
        Err(place)
    }
}

impl<T> SavedFallback<T> for MaybeSaved<'_, T> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blackboard::Text;
    use core::fmt::Debug;

    fn is_kept<T: Saved + PartialEq + Debug>(value: &T) {
        let mut text = String::new();
        value.save(&mut text).unwrap();
        assert_eq!(T::read(&text).as_ref(), Some(value), "{text}");
    }

    #[test]
    fn values_are_kept_exactly() {
        is_kept(&true);
        is_kept(&u32::MAX);
        is_kept(&i64::MIN);
        is_kept(&u64::MAX);
        for number in [0.1, -0.0, f32::MIN_POSITIVE, f32::MAX, f32::INFINITY, 1e-45] {
            is_kept(&number);
            is_kept(&f64::from(number));
            is_kept(&Some(number));
        }
        is_kept(&(1.0_f64 / 3.0));
        is_kept(&Some(f64::NEG_INFINITY));
        is_kept(&None::<u8>);
        is_kept(&Duration::from_nanos(12_000_000_003));
        let text = Text::<32>::try_from("a \"b\"\\\n,1:2").unwrap();
        is_kept(&text);
        is_kept(&[text.clone(), text]);
        is_kept(&[[1_u8, 20], [30, 4]]);
        is_kept(&String::from("x\ty"));
        let mut text = String::new();
        f32::NAN.save(&mut text).unwrap();
        assert!(f32::read(&text).is_some_and(f32::is_nan));
    }

    #[test]
    fn texts_of_other_types_are_no_values() {
        assert_eq!(u8::read("256"), None);
        assert_eq!(u8::read("\"1\""), None);
        assert_eq!(u8::read("1 "), None);
        assert_eq!(u32::read("inf"), None);
        assert_eq!(bool::read("1"), None);
        assert_eq!(Duration::read("1.1000000000"), None);
        for text in ["1:1,", "1:1,1:2,1:3,", "1:1,2:2,", "9:1,1:1,", "1:1,1:x,", "1:é,1:1,"] {
            assert_eq!(<[u8; 2]>::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_type_that_cannot_be_saved_has_no_value() {
        struct Unknown;
        assert!(MaybeSaved(&Unknown).value().is_none());
        assert_eq!(MaybeSaved(&Unknown).read(&["1"], 0).err(), Some(0));
        assert_eq!(MaybeSaved(&1_u8).read(&["0", "7"], 1), Ok(7));
    }
}

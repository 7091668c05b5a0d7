//! Types of fields and arguments of which a macro does not know that they can be one. The
//! generated code requires it at one place, where the error is; elsewhere it uses what such a
//! type has through the structs of this module, which have it for any type.

use crate::blackboard::{Decoder, Encoder, Words};
use crate::call::{Argument, ArgumentGroup};
use core::fmt::Debug;
use core::marker::PhantomData;

/// A field of an interface or of a message.
#[derive(Debug)]
pub struct FieldOf<T>(PhantomData<T>);

/// The type of an argument.
#[derive(Debug)]
pub struct ValueOf<T>(PhantomData<T>);

/// A struct of arguments.
#[derive(Debug)]
pub struct StructOf<T>(PhantomData<T>);

macro_rules! checked {
    ($($of:ident: $($bound:ident)+;)*) => {$(
        impl<T: $($bound +)+> $of<T> {
            /// Clones the value.
            #[inline]
            #[must_use]
            pub fn clone(value: &T) -> T
            where
                T: Clone,
            {
                value.clone()
            }
            /// Returns whether two values are equal.
            #[inline]
            #[must_use]
            pub fn same(one: &T, other: &T) -> bool
            where
                T: PartialEq,
            {
                one == other
            }
            /// Returns whether two optional values are equal.
            #[inline]
            #[must_use]
            pub fn same_option(one: &Option<T>, other: &Option<T>) -> bool
            where
                T: PartialEq,
            {
                one == other
            }
            /// Returns the value for debug output.
            #[must_use]
            pub fn debug(value: &T) -> &dyn Debug
            where
                T: Debug,
            {
                value
            }
            /// Returns the default.
            #[inline]
            #[must_use]
            pub fn blank() -> T
            where
                T: Default,
            {
                T::default()
            }
        }

        impl<T> Unchecked<T> for $of<T> {}
    )*};
}
checked! {
    FieldOf: Words;
    // What a derive lacks is an error there alone.
    ValueOf: Argument Clone PartialEq Debug;
    StructOf: ArgumentGroup Clone Default PartialEq Debug;
}

impl<T: Words> FieldOf<T> {
    /// Writes the value.
    #[inline]
    pub fn put(value: &T, to: &mut Encoder<'_>) {
        value.put(to);
    }
    /// Reads a value.
    #[inline]
    pub fn take(from: &mut Decoder<'_>) -> Option<T> {
        T::take(from)
    }
}

/// The same functions for a type that does not compile: those above take precedence.
pub trait Unchecked<T> {
    /// Compiles for any type.
    #[must_use]
    fn clone(_: &T) -> T {
        unreachable!("the type does not compile")
    }
    /// Compiles for any type.
    #[must_use]
    fn same(_: &T, _: &T) -> bool {
        unreachable!("the type does not compile")
    }
    /// Compiles for any type.
    #[must_use]
    fn same_option(_: &Option<T>, _: &Option<T>) -> bool {
        unreachable!("the type does not compile")
    }
    /// Compiles for any type.
    #[must_use]
    fn debug(_: &T) -> &dyn Debug {
        unreachable!("the type does not compile")
    }
    /// Compiles for any type.
    #[must_use]
    fn blank() -> T {
        unreachable!("the type does not compile")
    }
    /// Compiles for any type.
    fn put(_: &T, _: &mut Encoder<'_>) {
        unreachable!("the type does not compile")
    }
    /// Compiles for any type.
    #[must_use]
    fn take(_: &mut Decoder<'_>) -> Option<T> {
        unreachable!("the type does not compile")
    }
}

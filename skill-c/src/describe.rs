//! The constants, structs and functions of a library as data, from which the header is written.

use core::ffi::c_void;
use skill_runtime::blackboard::{FieldInfo, InterfaceInfo};

/// A type as C writes it.
#[derive(Clone, Copy, Debug)]
pub enum Type {
    /// A number, by the name that C has for it, or `void`.
    Plain(&'static str),
    /// A struct.
    Struct(&'static Struct),
    /// A type whose contents C does not see, by its name without the prefix.
    Opaque(&'static str),
    /// An array.
    Array(&'static Type, usize),
    /// A pointer to what may be changed.
    Pointer(&'static Type),
    /// A pointer to what may only be read.
    ConstPointer(&'static Type),
    /// The words of an interface's value.
    Interface(&'static InterfaceInfo),
    /// A message to one of these interfaces, with the largest number of words of its fields.
    Message(&'static [(&'static str, &'static InterfaceInfo)], usize),
}

/// A constant.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    /// The name; without the prefix if it is one of this crate.
    pub name: &'static str,
    /// The value.
    pub value: u64,
    /// The lines of the documentation.
    pub docs: &'static [&'static str],
}

/// A struct.
#[derive(Clone, Copy, Debug)]
pub struct Struct {
    /// The name; without the prefix if it is one of this crate.
    pub name: &'static str,
    /// The lines of the documentation.
    pub docs: &'static [&'static str],
    /// The fields, in order.
    pub fields: &'static [Field],
}

/// A field of a struct, or an argument of a function.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The name.
    pub name: &'static str,
    /// The type.
    pub ty: Type,
    /// The lines of the documentation.
    pub docs: &'static [&'static str],
}

/// A function.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// The name without the prefix.
    pub name: &'static str,
    /// The lines of the documentation.
    pub docs: &'static [&'static str],
    /// The arguments, without documentation.
    pub arguments: &'static [Field],
    /// The type of the result.
    pub result: Type,
}

/// The names in C, after the prefix, of the structs of a robot's sensors and of its commands.
pub(crate) const ROBOT: [&str; 2] = ["Sensors", "Actuators"];

/// The types of this crate, which have the prefix in C.
pub(crate) const TYPES: [&str; 7] =
    ["Status", "TraceEntry", "Host", "Behaviour", "Engine", "OnPanic", "Result"];

/// A type that C has, too.
pub trait CType {
    /// Its description.
    const TYPE: Type;
}

/// A type of which any bits are a value, without padding.
///
/// # Safety
/// Any bits are a value, and there is no padding.
pub unsafe trait Plain: CType + Copy + 'static {}

macro_rules! plain {
    ($($type:ty = $name:literal)*) => {$(
        impl CType for $type {
            const TYPE: Type = Type::Plain($name);
        }
        // SAFETY: a number.
        unsafe impl Plain for $type {}
    )*};
}

plain! {
    u8 = "uint8_t" u16 = "uint16_t" u32 = "uint32_t" u64 = "uint64_t" usize = "size_t"
    i8 = "int8_t" i16 = "int16_t" i32 = "int32_t" i64 = "int64_t" f32 = "float" f64 = "double"
}

impl<T: CType, const N: usize> CType for [T; N] {
    const TYPE: Type = Type::Array(&T::TYPE, N);
}
// SAFETY: elements without padding, which follow each other.
unsafe impl<T: Plain, const N: usize> Plain for [T; N] {}

impl CType for () {
    const TYPE: Type = Type::Plain("void");
}
impl CType for c_void {
    const TYPE: Type = Type::Plain("void");
}
impl<T: CType> CType for *mut T {
    const TYPE: Type = Type::Pointer(&T::TYPE);
}
impl<T: CType> CType for *const T {
    const TYPE: Type = Type::ConstPointer(&T::TYPE);
}

/// A byte of a text; `char` of C, which is signed on some machines.
#[repr(transparent)]
#[derive(Clone, Copy, Debug)]
pub struct Char(pub u8);

impl CType for Char {
    const TYPE: Type = Type::Plain("char");
}

/// Declares constants, and a list of them for the header.
///
/// ```
/// skill_c::constants! { CONSTANTS:
///     /// The number of wheels.
///     pub const ROVER_WHEELS: usize = 2;
/// }
///
/// assert_eq!((CONSTANTS[0].name, CONSTANTS[0].value), ("ROVER_WHEELS", ROVER_WHEELS as u64));
/// ```
#[macro_export]
macro_rules! constants {
    ($list:ident: $($(#[doc = $doc:literal])* pub const $name:ident: $type:ty = $value:expr;)*) => {
        $($(#[doc = $doc])* pub const $name: $type = $value;)*
        /// The constants, for the header.
        pub const $list: &[$crate::describe::Constant] = &[$($crate::describe::Constant {
            name: stringify!($name),
            #[allow(clippy::cast_lossless)] // of some type
            value: $name as u64,
            docs: &[$($doc),*],
        }),*];
    };
}

/// Declares structs that C sees. Their fields are numbers, arrays of these, and such structs;
/// padding is an error.
///
/// ```
/// use skill_c::describe::{CType as _, Type};
///
/// skill_c::structs! {
///     /// The wheels.
///     pub struct RoverWheels {
///         /// The speed of each, m/s.
///         pub speed: [f32; 2],
///     }
/// }
///
/// let Type::Struct(wheels) = RoverWheels::TYPE else { panic!() };
/// assert_eq!(wheels.fields[0].name, "speed");
/// ```
#[macro_export]
macro_rules! structs {
    ($(
        $(#[doc = $doc:literal])*
        $(#[derive($($derive:path),*)])?
        pub struct $name:ident { $($(#[doc = $fdoc:literal])* pub $field:ident: $type:ty,)* }
    )*) => {$(
        $(#[doc = $doc])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug $(, $($derive),*)?)]
        pub struct $name { $($(#[doc = $fdoc])* pub $field: $type,)* }

        impl $crate::describe::CType for $name {
            const TYPE: $crate::describe::Type =
                $crate::describe::Type::Struct(&$crate::describe::Struct {
                    name: stringify!($name),
                    docs: &[$($doc),*],
                    fields: &[$($crate::describe::Field {
                        name: stringify!($field),
                        ty: <$type as $crate::describe::CType>::TYPE,
                        docs: &[$($fdoc),*],
                    }),*],
                });
        }

        const _: () = {
            const fn is_plain<T: $crate::describe::Plain>() -> usize { size_of::<T>() }
            assert!(
                size_of::<$name>() == 0 $(+ is_plain::<$type>())*,
                concat!("`", stringify!($name), "` has padding"),
            );
        };
        // SAFETY: its fields are plain, and there is no padding, as the line above checks.
        unsafe impl $crate::describe::Plain for $name {}
    )*};
}

/// Declares C functions: `PREFIX_NAME`, each calling the function named after the `=`, and a list
/// of them for the header. The caller of those in
/// `unsafe` guarantees that their pointers are what their documentation says.
#[macro_export]
macro_rules! functions {
    ($prefix:ident, $list:ident:
        safe {
            $($(#[doc = $doc:literal])*
            fn $name:ident($($value:ident: $of:ty),* $(,)?) -> $result:ty = $path:expr;)*
        }
        unsafe {
            $($(#[doc = $udoc:literal])*
            fn $uname:ident($($argument:ident: $type:ty),* $(,)?) -> $uresult:ty = $upath:expr;)*
        }
    ) => { $crate::__paste! {
        $(
            $(#[doc = $doc])*
            #[unsafe(no_mangle)]
            #[must_use]
            pub extern "C" fn [<$prefix _ $name>]($($value: $of),*) -> $result {
                $path($($value),*)
            }
        )*
        $(
            $(#[doc = $udoc])*
            ///
            /// # Safety
            /// The pointers point to what is named, memory of the sizes given, which stays until
            /// the detach.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn [<$prefix _ $uname>]($($argument: $type),*) -> $uresult {
                // SAFETY: the caller's promises.
                unsafe { $upath($($argument),*) }
            }
        )*
        /// The functions, for the header.
        pub const $list: &[$crate::describe::Function] = &[
            $($crate::describe::Function {
                name: stringify!($name),
                docs: &[$($doc),*],
                arguments: &[$($crate::describe::Field {
                    name: stringify!($value),
                    ty: <$of as $crate::describe::CType>::TYPE,
                    docs: &[],
                }),*],
                result: <$result as $crate::describe::CType>::TYPE,
            },)*
            $($crate::describe::Function {
                name: stringify!($uname),
                docs: &[$($udoc),*],
                arguments: &[$($crate::describe::Field {
                    name: stringify!($argument),
                    ty: <$type as $crate::describe::CType>::TYPE,
                    docs: &[],
                }),*],
                result: <$uresult as $crate::describe::CType>::TYPE,
            },)*
        ];
    }};
}

/// Returns a hash of the names and types of a struct's fields.
#[must_use]
pub const fn hash(mut hash: u32, ty: &Type) -> u32 {
    match ty {
        Type::Plain(name) | Type::Opaque(name) => text(hash, name),
        Type::Array(of, len) => step(self::hash(hash, of), *len),
        Type::Pointer(of) | Type::ConstPointer(of) => self::hash(hash, of),
        Type::Interface(of) => interface(hash, of),
        Type::Message(all, words) => {
            let mut all = *all;
            while let [(name, of), rest @ ..] = all {
                hash = interface(text(hash, name), of);
                all = rest;
            }
            step(hash, *words)
        }
        Type::Struct(of) => {
            let mut fields = of.fields;
            while let [field, rest @ ..] = fields {
                hash = self::hash(text(hash, field.name), &field.ty);
                fields = rest;
            }
            hash
        }
    }
}

const fn interface(mut hash: u32, of: &InterfaceInfo) -> u32 {
    hash = words(text(hash, of.name), of.fields);
    let mut messages = of.messages;
    while let [message, rest @ ..] = messages {
        hash = words(step(text(hash, message.name), message.number as usize), message.fields);
        messages = rest;
    }
    hash
}

const fn words(mut hash: u32, mut fields: &[FieldInfo]) -> u32 {
    while let [field, rest @ ..] = fields {
        hash = text(text(hash, field.name), field.type_name);
        fields = rest;
    }
    hash
}

const fn text(mut hash: u32, text: &str) -> u32 {
    let mut bytes = text.as_bytes();
    while let [byte, rest @ ..] = bytes {
        hash = step(hash, *byte as usize);
        bytes = rest;
    }
    hash
}

/// Adds a number to a hash; `ABI_STEP` of the header does the same.
#[must_use]
#[allow(clippy::cast_possible_truncation)] // sizes are far below 4 GiB
pub const fn step(hash: u32, number: usize) -> u32 {
    hash.wrapping_mul(65_599) ^ number as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::structs! {
        /// One.
        pub struct One {
            /// The x.
            pub x: u32,
            /// The y.
            pub y: [f32; 2],
        }
        /// With the fields exchanged.
        pub struct Two {
            /// The y.
            pub y: [f32; 2],
            /// The x.
            pub x: u32,
        }
        /// With other types of the same sizes.
        pub struct Three {
            /// The x.
            pub x: i32,
            /// The y.
            pub y: [f32; 2],
        }
    }

    #[test]
    fn structs_with_other_fields_have_other_hashes() {
        let hashes = [One::TYPE, Two::TYPE, Three::TYPE].map(|ty| hash(1, &ty));
        assert!(hashes[0] != hashes[1] && hashes[0] != hashes[2] && hashes[1] != hashes[2]);
        assert_eq!(hashes[0], hash(1, &One::TYPE));
    }

    mod robot {
        skill_runtime::interface! { pub Door { fields { open: u32, msgid: u32 } } }
        skill_runtime::interface! { pub Hatch { fields { msgid: u32, open: u32 } } }
    }

    #[test]
    fn interfaces_with_exchanged_fields_have_other_hashes() {
        use skill_runtime::Interface as _;
        let words = [robot::Door::INFO, robot::Hatch::INFO].map(|of| words(1, of.fields));
        assert_ne!(words[0], words[1]);
    }
}

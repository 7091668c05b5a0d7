//! `interface_from_xml!`: a Fawkes interface description becomes an interface of the skill language.
//!
//! `call.rs` parses the call, `file.rs` finds the file, `limits.rs` bounds it, `read.rs` checks it,
//! `build.rs` writes the block of `interface!` that the compiler of the language expands.
#![forbid(unsafe_code)]

mod build;
mod call;
mod docs;
mod element;
mod escape;
mod file;
mod limits;
mod names;
mod position;
mod read;
mod types;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod work;

use call::Call;
use escape::escaped;
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::parse::Parser as _;

/// Declares the interface that a Fawkes interface description (XML) describes. The result is
/// that of `interface!` with the same fields, messages, enums and constants.
///
/// The path is relative to the file with the call, as in `include_str!`, or to the
/// `Cargo.toml` of the package. With the path alone the interface is `pub` and has the name
/// given in the file. `capacity` and `words` are those of `interface!`; without them, the
/// queue holds 16 of the longest messages. Cargo rebuilds the crate when the file changes.
///
/// | in the file | in Rust |
/// |---|---|
/// | interface `HumanoidMotionInterface` | `HumanoidMotion`, and the module `humanoid_motion` |
/// | message `WalkStraight` | `WalkStraight`; `Message` is appended to the name of the interface itself |
/// | enum `LegEnum`, `leg_t` | `Leg`; if a message has that name, `LegEnum` |
/// | items `LEG_LEFT`, `LEG_RIGHT` | `Left`, `Right`: without the common prefix, unless a name would be empty or begin with a digit |
/// | constant `SERVO_head_yaw` | `SERVO_HEAD_YAW` |
/// | field `maxSpeed`, `final`, `self` | `max_speed`, `r#final`, `self_` |
/// | two names that become equal | the second one gets a number: `max_speed_2`, `Left2` |
/// | `bool`, `int8` to `uint64`, `float`, `double` | `bool`, `i8` to `u64`, `f32`, `f64` |
/// | `byte`, `char` | `u8` |
/// | `string` with `length="64"`; as a constant | `Text<64>`; `&'static str` |
/// | any other type with `length="9"` | `[T; 9]` |
/// | `<ref>` in a message | that field, in place of the `<ref>` |
/// | the `value` of an item, also if negative | its number, as 32 bits |
/// | comments | the documentation, in which the names of the file are aliases |
///
/// As in Fawkes, unknown attributes (`flags`, `validfor`, `default`) are ignored, unless the name
/// is similar to that of a known one. Unknown elements are errors, except for a misspelt
/// `<comment>`. A `<pseudomap>` is checked and then ignored: in Rust it is a `match`. All errors
/// of a file are reported at once, with file, line and column. Files are UTF-8, or ISO-8859-1
/// if the XML declaration says so.
///
/// With this file as `tests/LampInterface.xml` of the package:
///
/// ```xml
/// <interface name="LampInterface">
///   <data>
///     <comment>A lamp.</comment>
///     <field type="bool" name="on">Whether it is on.</field>
///   </data>
///   <message name="TurnOn">
///     <field type="float" name="brightness">From 0 to 1.</field>
///   </message>
/// </interface>
/// ```
///
/// ```
/// use skill_xml::interface_from_xml;
///
/// interface_from_xml! {
///     /// Replaces the comment in the file.
///     pub(crate) Lamp = "tests/LampInterface.xml", capacity = 4
/// }
///
/// fn main() {
///     assert!(!Lamp::default().on);
///     assert_eq!(lamp::TurnOn { brightness: 0.5 }.brightness, 0.5);
/// }
/// ```
#[proc_macro]
pub fn interface_from_xml(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    match call::call.parse(input) {
        Ok(call) => interface(call).into(),
        Err(error) => error.into_compile_error().into(),
    }
}

/// Returns the errors of the file of a call, and the interface with what is well-formed in it.
fn interface(call: Call) -> TokenStream {
    let at = call.path.span();
    let stem = file::stem(&call.path.value());
    let mut errors = TokenStream::new();
    let mut report =
        |reason: String| errors.extend(syn::Error::new(at, reason).into_compile_error());
    let (description, tracked) = match file::find(&call.path) {
        Ok(file) => {
            let read = read::file(&file.bytes);
            for (position, reason) in read.complaints {
                report(format!("{}:{position}: {reason}", escaped(&file.shown)));
            }
            (read.description, track(&file.absolute))
        }
        Err(reason) => {
            report(reason);
            (read::Description::default(), TokenStream::new())
        }
    };
    let (block, unknown) = build::interface(description, call, &stem);
    errors.extend(unknown.map(syn::Error::into_compile_error));
    let expansion = expand(block);
    quote!(#expansion #tracked #errors)
}

/// Expands the block of an interface. Its names and values are not the user's.
fn expand(block: TokenStream) -> TokenStream {
    let expansion = skill_compiler::interface(block);
    quote!(#[allow(nonstandard_style, clippy::all, clippy::pedantic)] #expansion)
}

/// Names the file to `rustc`, so that Cargo rebuilds the crate when it changes.
fn track(file: &str) -> TokenStream {
    let file = Literal::string(file);
    quote!(
        const _: &[u8] = ::core::include_bytes!(#file);
    )
}

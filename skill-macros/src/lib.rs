//! The macros of the skill language: a shell around `skill-compiler`.
//!
//! Use these through `skill_runtime`, which re-exports them and documents the language.

use proc_macro::TokenStream;
use skill_compiler::Options;

const OPTIONS: Options = Options { why: cfg!(feature = "why") };

/// Declares a skill: a state machine with arguments, dependencies and interfaces.
#[proc_macro]
pub fn skill(input: TokenStream) -> TokenStream {
    skill_compiler::skill(input.into(), OPTIONS).into()
}

/// Declares an agent: the machine above the skills, which decides what the robot does.
///
/// The syntax is that of a skill. A state that runs a skill does so through the skiller on the
/// blackboard: it sends the call, observes its status, and stops it when the state is left.
/// Therefore a state runs at most one skill, and no skill can run an agent.
#[proc_macro]
pub fn agent(input: TokenStream) -> TokenStream {
    skill_compiler::agent(input.into(), OPTIONS).into()
}

/// Declares an interface of the blackboard: fields that its writer publishes,
/// messages that others send to the writer, and the enums and constants of both.
#[proc_macro]
pub fn interface(input: TokenStream) -> TokenStream {
    skill_compiler::interface(input.into()).into()
}

/// Declares fields that several interfaces and messages share, so that they are written once.
///
/// The type of the fields is given where the group is used. There `..group: Type` inserts
/// the fields of the group; a field of the group that is also written on its own keeps
/// its own place and type. `bits PREFIX_..group: u32;` declares a constant with one bit set
/// for each field, in the order of the group.
///
/// A struct with a group has a method with the name of the group, which returns the fields
/// as an array in the order of the group, and `set_GROUP`, which sets them. A message with
/// one group also has `from_GROUP(array, other fields..)`. Where a field of the group has
/// a type of its own, there are no such methods.
///
/// A group may contain others (`..other`). With the visibility `pub` other crates can use
/// it. `group!(each callback)` calls the macro `callback!` with each field as
/// `/// documentation  head_yaw HeadYaw,`, for example to declare an enum of the fields.
#[proc_macro]
pub fn field_group(input: TokenStream) -> TokenStream {
    skill_compiler::field_group(&input.into()).into()
}

/// Continues the expansion of what uses a field group. Not part of the public interface.
#[doc(hidden)]
#[proc_macro]
pub fn with_field_group(input: TokenStream) -> TokenStream {
    skill_compiler::with_field_group(input.into()).into()
}

/// Declares a blackboard: one value that holds all interfaces, each with its id.
#[proc_macro]
pub fn blackboard(input: TokenStream) -> TokenStream {
    skill_compiler::blackboard(input.into()).into()
}

/// Declares the skills that can be called by name on a blackboard.
#[proc_macro]
pub fn skill_space(input: TokenStream) -> TokenStream {
    skill_compiler::skill_space(input.into(), OPTIONS).into()
}

/// Declares the parts of a robot that move side by side, each with its skill space.
#[proc_macro]
pub fn robot_parts(input: TokenStream) -> TokenStream {
    skill_compiler::robot_parts(input.into()).into()
}

/// Lets an enum without fields be the type of an argument. In skill strings its values are the
/// names of the variants in snake case.
#[proc_macro_derive(Argument, attributes(argument, skill))]
pub fn derive_argument(input: TokenStream) -> TokenStream {
    skill_compiler::derive_argument(input.into()).into()
}

/// Lets the fields of a struct be arguments of a skill (`..joints: JointTargets`). Every field
/// is an `Option`; `#[argument(in -2.0..=2.0, unit = "rad")]` adds a range and a unit.
#[proc_macro_derive(Arguments, attributes(argument, skill))]
pub fn derive_arguments(input: TokenStream) -> TokenStream {
    skill_compiler::derive_arguments(input.into()).into()
}

/// Lets a `Copy` struct be the result of a skill (`skill Locate() -> Spot`). The types of its
/// fields are those of arguments; `#[argument(in -2.0..=2.0, unit = "rad")]` adds a range and a
/// unit.
#[proc_macro_derive(SkillResult, attributes(argument, skill))]
pub fn derive_skill_result(input: TokenStream) -> TokenStream {
    skill_compiler::derive_skill_result(input.into()).into()
}

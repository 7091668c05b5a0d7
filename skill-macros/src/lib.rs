//! The macros of the skill language: a shell around `skill-compiler`.
//!
//! Use these through `skill_runtime`, which re-exports them and documents the language.

use proc_macro::TokenStream;

/// Declares a skill: a state machine with arguments, dependencies and interfaces.
///
/// ```ignore
/// skill! {
///     /// Makes the robot stand from a sitting position.
///     pub skill Getup(
///         /// How long the motion takes.
///         time_sec: f32 = 3.0 in 0.1..=30.0,
///     ) {
///         depends_interfaces { naomotion: HumanoidMotion = "NaoQi Motion" }
///
///         start state Rise {
///             precond -> FAILED("no writer for naomotion") when !naomotion.has_writer();
///             init { naomotion.send(motion::GetUp {}); }
///             -> Wait otherwise;
///         }
///         state Wait { -> FINAL after self.time_sec; }
///     }
/// }
/// ```
#[proc_macro]
pub fn skill(input: TokenStream) -> TokenStream {
    skill_compiler::skill(input.into()).into()
}

/// Declares an agent: the machine above the skills, which decides what the robot does.
///
/// It is written as a skill is. A state that runs a skill has it run by the skiller,
/// through the blackboard: it sends the call, follows how it goes, and stops it when the
/// state is left. So a state runs one skill at the most, and no skill can run an agent.
///
/// ```ignore
/// agent! {
///     /// Stands up whenever it lies.
///     pub agent Upright() {
///         depends_skills { Standup }
///         depends_interfaces { naosensors: NaoSensor = "Nao Sensors" }
///
///         start state Watch { -> Rise when lying(naosensors); }
///         state Rise = Standup {} { -> Watch on FINAL; -> Watch on FAILED; }
///     }
/// }
/// ```
#[proc_macro]
pub fn agent(input: TokenStream) -> TokenStream {
    skill_compiler::agent(input.into()).into()
}

/// Declares an interface of the blackboard: fields that its writer publishes,
/// messages that others send to the writer, and the enums and constants of both.
///
/// ```ignore
/// interface! {
///     /// Drives the legs.
///     pub HumanoidMotion {
///         /// The kicking leg.
///         enum Leg { Left, Right }
///         fields {
///             /// A motion is under way.
///             moving: bool,
///         }
///         messages (capacity = 8) {
///             /// Kicks.
///             Kick { leg: Leg, strength: f32 },
///             /// Stops.
///             Stop,
///         }
///     }
/// }
/// ```
#[proc_macro]
pub fn interface(input: TokenStream) -> TokenStream {
    skill_compiler::interface(input.into()).into()
}

/// Declares fields that several interfaces and messages share, so that they are written once.
///
/// The type of the fields is given where the group is used. There a `..group: Type` stands
/// for the fields of the group; a field of the group that is also written on its own keeps
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

/// Declares the interface that a Fawkes interface description (XML) describes. What comes
/// out is what [`interface!`] makes of the same fields, messages, enums and constants.
///
/// ```ignore
/// interface_from_xml!("HumanoidMotionInterface.xml");        // pub HumanoidMotion
/// interface_from_xml! {
///     /// Instead of the file's comment.
///     pub(crate) Motion = "../interfaces/HumanoidMotionInterface.xml", capacity = 4
/// }
/// ```
///
/// The path begins at the file with the call, as in `include_str!`, or at the package's
/// `Cargo.toml`. With the path alone the interface is `pub` and has the file's name for it.
/// `capacity` and `words` are those of [`interface!`]; without them, 16 of the longest
/// messages have room. Cargo builds anew when the file changes.
///
/// | in the file | in Rust |
/// |---|---|
/// | interface `HumanoidMotionInterface` | `HumanoidMotion`, and the module `humanoid_motion` |
/// | message `WalkStraight` | `WalkStraight`; the interface's own name gets a `Message` behind it |
/// | enum `LegEnum`, `leg_t` | `Leg`; if a message has that name, `LegEnum` |
/// | items `LEG_LEFT`, `LEG_RIGHT` | `Left`, `Right`: without the parts between `_` that all begin with, unless one would be empty or begin with a digit |
/// | constant `SERVO_head_yaw` | `SERVO_HEAD_YAW` |
/// | field `maxSpeed`, `final`, `self` | `max_speed`, `r#final`, `self_` |
/// | two names that become one | the later gets a number: `max_speed_2`, `Left2` |
/// | `bool`, `int8` to `uint64`, `float`, `double` | `bool`, `i8` to `u64`, `f32`, `f64` |
/// | `byte`, `char` | `u8` |
/// | `string` with `length="64"`; as a constant | `Text<64>`; `&'static str` |
/// | any other type with `length="9"` | `[T; 9]` |
/// | `<ref>` in a message | that field, where the `<ref>` stands |
/// | an item's `value`, also below 0 | its number, as 32 bits |
/// | comments | the documentation; searching it finds the file's names too |
///
/// As Fawkes does, it passes over attributes it does not know (`flags`, `validfor`,
/// `default`); one that is nearly a known one is an error, as is an element that is not known,
/// a misspelt `<comment>` apart. A `<pseudomap>` is checked and then left out: in Rust it is a
/// `match`. Each error names file, line and column, and all of a file are told at once. Files
/// are UTF-8, or ISO-8859-1 if they say so.
#[proc_macro]
pub fn interface_from_xml(input: TokenStream) -> TokenStream {
    skill_compiler::interface_from_xml(input.into()).into()
}

/// Lays out a blackboard: one value that holds every interface, each under its id.
///
/// ```ignore
/// blackboard! {
///     /// All that a NAO shares.
///     pub NaoBlackboard {
///         "NaoQi Motion": HumanoidMotion,
///         naohw: NaoHardware,
///     }
/// }
/// ```
#[proc_macro]
pub fn blackboard(input: TokenStream) -> TokenStream {
    skill_compiler::blackboard(input.into()).into()
}

/// Gathers the skills that may be called by name on one blackboard.
///
/// ```ignore
/// skill_space! {
///     /// What a soccer player can do.
///     pub NaoSoccer on NaoBlackboard { Standup, Getup, Servo }
/// }
/// ```
#[proc_macro]
pub fn skill_space(input: TokenStream) -> TokenStream {
    skill_compiler::skill_space(input.into()).into()
}

/// Lets an enum without fields be the type of an argument: its values in skill
/// strings are its variants in snake case.
#[proc_macro_derive(Argument)]
pub fn derive_argument(input: TokenStream) -> TokenStream {
    skill_compiler::derive_argument(input.into()).into()
}

/// Lets the fields of a struct be taken in as arguments (`..joints: JointTargets`).
/// Every field is an `Option`; `#[argument(in -2.0..=2.0, unit = "rad")]` adds a
/// range and a unit.
#[proc_macro_derive(Arguments, attributes(argument))]
pub fn derive_arguments(input: TokenStream) -> TokenStream {
    skill_compiler::derive_arguments(input.into()).into()
}

//! The compiler of the skill language.
//!
//! Each macro is a compiler in three layers: `parse` turns tokens into an AST and
//! recovers from broken items, `model` resolves names and checks, `expand` writes
//! Rust from the checked model alone. Use these through `skill_runtime`, which
//! re-exports them and documents the language.

mod argument;
mod blackboard;
mod interface;
mod skill;
mod space;
mod syntax;

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
    skill::compile(skill::Level::Skill, input.into()).into()
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
    skill::compile(skill::Level::Agent, input.into()).into()
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
    interface::compile(input.into()).into()
}

/// Declares the interface that a Fawkes interface description (XML) describes.
#[proc_macro]
pub fn interface_from_xml(input: TokenStream) -> TokenStream {
    interface::compile_xml(input.into()).into()
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
    blackboard::compile(input.into()).into()
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
    space::compile(input.into()).into()
}

/// Lets an enum without fields be the type of an argument: its values in skill
/// strings are its variants in snake case.
#[proc_macro_derive(Argument)]
pub fn derive_argument(input: TokenStream) -> TokenStream {
    argument::compile_enum(input.into()).into()
}

/// Lets the fields of a struct be taken in as arguments (`..joints: JointTargets`).
/// Every field is an `Option`; `#[argument(in -2.0..=2.0, unit = "rad")]` adds a
/// range and a unit.
#[proc_macro_derive(Arguments, attributes(argument))]
pub fn derive_arguments(input: TokenStream) -> TokenStream {
    argument::compile_group(input.into()).into()
}

//! The runtime of the skill language: it steps machines that `skill!` has compiled
//! against a blackboard of fixed layout, without allocation and without a clock.
//!
//! A skill is a small reactive machine with one purpose ("stand up", "go to x, y")
//! that ends FINAL or FAILED. The words are those of Niemüller, Ferrein and
//! Lakemeyer, "A Lua-based Behavior Engine for Controlling the Humanoid Robot Nao"
//! (RoboCup 2009): skill, state, jump condition, blackboard, interface, skill space,
//! skiller.
//!
//! | to | use |
//! |---|---|
//! | describe an interface | [`interface!`], or [`interface_from_xml!`] for one of Fawkes's |
//! | lay out a blackboard | [`blackboard!`] |
//! | write a skill | [`skill!`] |
//! | gather skills that may be called | [`skill_space!`] |
//! | run a call on the blackboard | [`Skiller`] |
//! | step a machine by hand | [`Exec`], [`Context`], [`Snapshot`] |
#![no_std]
#![forbid(unsafe_code)]

#[cfg(any(feature = "std", test))]
extern crate std;

// The macros name this crate by its path; so may this crate itself.
extern crate self as skill_runtime;

// One name for the atomics: `tests/blackboard.rs` puts the model checker's in their place.
use core::sync::atomic;

mod active;
pub mod agent;
pub mod blackboard;
pub mod call;
pub mod dependency;
pub mod failure;
pub mod graph;
mod hybrid;
#[doc(hidden)]
pub mod keywords;
mod machine;
mod main_loop;
pub mod skiller;
mod space;
mod state_machine;
mod status;
mod time;
mod trace;

pub use active::{ActiveEntry, ActivePath};
pub use agent::{Agent, AgentRunner};
pub use blackboard::{
    Blackboard, Cell, FieldInfo, FieldType, Interface, InterfaceInfo, InterfaceSet, MessageId,
    Port, Provides, Sample, SendError, Sent, Snapshot, Text, Words, WritePort, Writer, WriterTaken,
};
pub use call::ParseError;
pub use failure::{Cause, Failure};
pub use graph::SkillInfo;
pub use machine::{Context, Exec, Machine, Skill};
pub use main_loop::{MainLoop, Stages};
/// ```
/// mod robot {
///     use skill_runtime::{field_group, interface};
///
///     field_group! {
///         /// The joints of the head.
///         pub(crate) head {
///             /// Turns left and right.
///             head_yaw,
///             /// Nods.
///             head_pitch,
///         }
///     }
///
///     interface! {
///         /// Moves the head.
///         pub Neck {
///             /// The bit of a joint.
///             bits SERVO_..head: u32;
///             fields {
///                 /// Angle in rad.
///                 ..head: f32,
///                 moving: bool,
///             }
///             messages {
///                 /// Moves all joints.
///                 Move { ..head: f32, time_sec: f32 },
///             }
///         }
///     }
///
///     macro_rules! joints {
///         ($($(#[$docs:meta])* $field:ident $variant:ident,)*) => {
///             /// A joint.
///             #[derive(Debug, PartialEq)]
///             pub enum Joint { $($(#[$docs])* $variant),* }
///         };
///     }
///     head!(each joints);
/// }
///
/// use robot::{Neck, neck};
/// let sent = neck::Move::from_head([0.5, -0.2], 2.0);
/// assert_eq!(sent, neck::Move { head_yaw: 0.5, head_pitch: -0.2, time_sec: 2.0 });
/// assert_eq!(sent.head(), [0.5, -0.2]);
/// assert_eq!(neck::SERVO_HEAD_PITCH, 1 << robot::Joint::HeadPitch as u32);
/// let mut neck = Neck::default();
/// neck.set_head([0.1, 0.2]);
/// assert_eq!(neck.head_pitch, 0.2);
/// ```
pub use skill_macros::field_group;
pub use skill_macros::{
    Argument, Arguments, agent, blackboard, interface, interface_from_xml, skill, skill_space,
};
pub use skiller::Skiller;
pub use space::SkillSpace;
pub use state_machine::Run;
pub use status::Status;
pub use time::{Instant, MillisClock, Tick, Timeout};
pub use trace::{EntryTimes, NoTrace, TraceEntry, TraceEvent, TraceKind, TraceRing, Tracer};

#[cfg(feature = "defmt")]
pub use trace::DefmtTrace;

/// What the macros' expansions name. Not part of the interface.
#[doc(hidden)]
pub mod __v1 {
    pub use crate::active::{ActiveVisitor, NotShown, Shown};
    pub use crate::agent::{Agent, ViaSkiller};
    pub use crate::atomic::AtomicU32;
    pub use crate::blackboard::{
        Blackboard, BoardEntry, Cell, ConstantInfo, Decoder, Encoder, EnumInfo, EnumValue,
        FieldInfo, FieldType, Interface, InterfaceInfo, InterfaceSet, MessageId, MessageInfo, Port,
        PortParts, Provides, Sample, Snapshot, Text, Words, WritePort, WriterTaken, enum_of, fits,
        room,
    };
    pub use crate::call::{
        Argument, ArgumentError, ArgumentGroup, ArgumentList, CallSet, Value, argument, assign,
        group, problem_of,
    };
    pub use crate::dependency::{
        Message, begins_ring, both_write, depends_outside, fnv, interface_id, missing_argument,
        not_written, out_of_range, refuse, ring_through, skill_id, too_deep, too_few_words,
        writes_for_another,
    };
    pub use crate::failure::{Cause, Failure, ReasonValue, ValueKind};
    pub use crate::graph::{
        ArgInfo, EdgeInfo, Graph, InterfaceUse, Range, SkillInfo, StateInfo, StateKind, SubSkill,
        Trigger, state_name,
    };
    pub use crate::hybrid::{FLOW, FLOWING, FlowClock, crossed, integrate};
    pub use crate::machine::{
        Context, Cyclic, Exec, InvalidSkill, Machine, Select, Skill, StaticBounds, SubMachine,
        default_call, in_space,
    };
    pub use crate::space::SkillSpace;
    pub use crate::state_machine::{
        Activation, ActiveState, BEGUN, Clock, ENTERED, Inactive, NONE, Run, STEP, StateMachine,
        pass_slow, settle,
    };
    pub use crate::status::Status;
    pub use crate::time::{Instant, Tick, Timeout};
    pub use crate::trace::{TraceKind, Tracer};
    pub use ::core;
    pub use ::core::option::Option::{self, None, Some};
    pub use ::core::result::Result::{self, Err, Ok};
    pub use skill_macros::with_field_group;
}

// The package's page compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

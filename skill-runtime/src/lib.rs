//! The runtime of the skill language: it steps the state machines that `skill!` compiles
//! against a blackboard of fixed layout, without allocation and without reading a clock.
//!
//! A skill is a small reactive state machine with one purpose ("stand up", "go to x, y")
//! that ends FINAL or FAILED. The terms are those of Niemüller, Ferrein and
//! Lakemeyer, "A Lua-based Behavior Engine for Controlling the Humanoid Robot Nao"
//! (RoboCup 2009): skill, state, jump condition, blackboard, interface, skill space,
//! skiller.
//!
//! | to | use |
//! |---|---|
//! | describe an interface | [`interface!`]; for one of Fawkes's, the crate `robot-skill-xml` |
//! | share fields between interfaces | [`field_group!`] |
//! | lay out a blackboard | [`blackboard!`] |
//! | write a skill | [`skill!`] |
//! | decide which skill runs | [`agent!`] |
//! | define the skills that can be called | [`skill_space!`] |
//! | run a call: a text, a message or a value | [`Skiller`] |
//! | step a machine by hand | [`Exec`], [`Context`], [`Snapshot`] |
//! | inspect the active states | [`Machine::active`], [`Skiller::active`] |
//! | record events | [`TraceRing`], or a [`Tracer`] of your own |
//! | inspect an interface at run time | [`Interface::INFO`], [`Interface::FIELDS`] |
//!
//! # Example
//!
//! ```
//! use skill_runtime::skiller::{SkillStatus, SkillerInterface};
//! use skill_runtime::{
//!     EntryTimes, Instant, Interface, Skiller, Tick, TraceRing, blackboard, interface, skill,
//!     skill_space,
//! };
//!
//! interface! {
//!     /// The wheels.
//!     pub Drive {
//!         fields {
//!             /// The distance driven since the start.
//!             distance_m: f32,
//!         }
//!         messages { Go { speed: f32 }, Stop }
//!     }
//! }
//!
//! blackboard! { pub Board { drive: Drive, "Skiller": SkillerInterface } }
//!
//! skill! {
//!     /// Drives a distance straight on.
//!     pub skill Forward(distance_m: f32 in 0.0..=10.0) {
//!         depends_interfaces { drive: Drive }
//!         start state Go {
//!             init { drive.send(drive::Go { speed: 0.5 }); }
//!             exit { drive.send(drive::Stop); }
//!             -> FINAL when drive.distance_m >= self.distance_m;
//!             -> FAILED("no progress") after 60s;
//!         }
//!     }
//! }
//!
//! skill_space! { pub Rover on Board { Forward } }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let board = Board::new();
//! let mut wheels = board.drive.writer()?;
//! let mut skiller = Skiller::<Rover>::new(&board)?;
//! let mut trace = TraceRing::<16>::new();
//!
//! // The same call as text, in an `ExecSkill` message: `forward{distance_m=1}`.
//! skiller.start(Forward { distance_m: Some(1.0) })?;
//! for count in 0..3 {
//!     let now = Tick { time: Instant::from_millis(u64::from(count) * 100), count };
//!     wheels.write(&Drive { distance_m: 0.5 * count as f32 }, now.time);
//!     skiller.tick(now, (&mut trace, EntryTimes));
//!     if let Some(active) = skiller.active().next() {
//!         assert_eq!(active.to_string(), "forward: Go");
//!         assert_eq!(active.since_entry(now).map(|time| time.as_millis()), Some(100 * u128::from(count)));
//!     }
//! }
//! assert_eq!(skiller.status(), SkillStatus::Final);
//!
//! let lines: Vec<String> = trace.iter().map(|entry| entry.event.to_string()).collect();
//! assert_eq!(lines[0], "t=0.000 forward{distance_m=1}");
//! assert_eq!(lines[1], "t=0.000 forward: starts in Go");
//! assert_eq!(lines[2], "t=0.200 forward: Go -> FINAL  \"drive.distance_m >= self.distance_m\"");
//!
//! let field = Drive::FIELDS[0];
//! assert_eq!((field.name, field.type_name, field.unit), ("distance_m", "f32", "m"));
//! assert_eq!(field.docs, "The distance driven since the start.");
//! # Ok(())
//! # }
//! ```
//!
//! # Features
//!
//! | feature | effect |
//! |---|---|
//! | `text` | calls, results and errors as texts on the blackboard, which tools and other programs use; on by default. Without it calls are typed or, of an agent, by number, and a program has no parser and no printer of numbers |
//! | `std` | links the standard library; no other feature depends on it |
//! | `defmt` | `defmt::Format` for the public values, and `DefmtTrace`, which logs a trace |
//! | `serde` | `serde::Serialize` for graphs, skills, interfaces, traces, failures and status, with names instead of indices |
//! | `why` | machines explain their transitions to a tracer, see the module `why`; allocates, for the tools of a desktop |
//! | `portable-atomic` | builds for targets without compare-and-swap (thumbv6m, riscv32imc); the program provides an implementation of the crate `critical-section` |
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "why")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

// The generated code refers to this crate by this name, also inside the crate itself.
extern crate self as skill_runtime;

// All atomics are used through this path; `tests/blackboard.rs` replaces them by those of the
// model checker.
#[cfg(all(not(feature = "portable-atomic"), target_has_atomic = "32"))]
use core::sync::atomic;
#[cfg(feature = "portable-atomic")]
use portable_atomic as atomic;

#[cfg(all(not(feature = "portable-atomic"), not(target_has_atomic = "32")))]
compile_error!(
    "this target has no compare-and-swap; enable the feature `portable-atomic` of \
     `robot-skill-runtime`, and provide an implementation of the crate `critical-section`"
);
// Prevents further errors besides that one.
#[cfg(all(not(feature = "portable-atomic"), not(target_has_atomic = "32")))]
mod atomic;

mod access;
mod active;
pub mod agent;
pub mod blackboard;
mod bounds;
pub mod call;
mod call_text;
mod checked;
#[cfg(feature = "why")]
mod checkpoint;
pub mod debug;
pub mod dependency;
pub mod failure;
mod failure_slot;
mod failure_words;
mod fields;
mod float;
pub mod graph;
mod hash;
mod hybrid;
#[doc(hidden)]
pub mod keywords;
mod machine;
mod main_loop;
#[cfg(feature = "why")]
mod maybe_clone;
mod maybe_debug;
mod observed_pass;
mod observer;
mod on_board;
mod outcome;
pub mod parameter;
#[doc(hidden)]
pub mod proof;
mod range;
mod robot_parts;
#[cfg(feature = "why")]
mod saved;
#[cfg(feature = "serde")]
mod serialize;
pub mod skiller;
mod space;
mod state_machine;
mod status;
mod sub_machine;
mod time;
mod trace;
mod value_kind;
#[cfg(feature = "why")]
pub mod why;

pub use active::{ActiveEntry, ActivePath};
pub use agent::{Agent, AgentRunner};
pub use blackboard::{
    Blackboard, Cell, FieldInfo, FieldType, Interface, InterfaceInfo, InterfaceSet, MessageId,
    MessageTo, Parameters, Port, Provides, ReportsDone, Sample, SendError, Sent, Snapshot, Text,
    Words, WritePort, Writer, WriterId, WriterTaken,
};
pub use call::ParseError;
#[cfg(feature = "why")]
pub use checkpoint::Checkpoint;
pub use failure::{Cause, Failure, FailureKind, StoredFailure};
pub use float::{f32_from_i32, f32_from_u32, f32_from_u64};
pub use graph::{SkillInfo, SkillKey};
pub use machine::{Context, Exec, Machine, Skill, WithResult};
pub use main_loop::{MainLoop, Stages};
pub use observed_pass::{AgentStage, ObservedPass};
pub use observer::Observer;
pub use robot_parts::{PartInfo, PartVisitor, RobotParts};
#[cfg(feature = "why")]
pub use saved::{KeepVariables, Saved};
/// Implements [`Argument`](call::Argument) for an enum without fields, so that it can be the type
/// of an argument.
///
/// ```
/// use skill_runtime::{Argument, SkillInfo, skill};
///
/// /// A side of the robot.
/// #[derive(Argument, Clone, Copy, Debug, PartialEq)]
/// pub enum Side {
///     Left,
///     Right,
/// }
///
/// skill! {
///     /// Turns to one side.
///     pub skill Turn(side: Side = Side::Left) {
///         start state Wait { -> FINAL after 1s; }
///     }
/// }
///
/// fn main() {
///     let info: &SkillInfo = &Turn;
///     assert_eq!(info.args[0].choices, ["left", "right"]);
/// }
/// ```
pub use skill_macros::Argument;
/// Implements [`ArgumentGroup`](call::ArgumentGroup) for a struct, so that its fields can be
/// arguments of a skill.
///
/// ```
/// use skill_runtime::{Arguments, skill};
///
/// /// The angles to move to.
/// #[derive(Arguments, Clone, Debug, Default, PartialEq)]
/// pub struct Angles {
///     /// Turns left and right.
///     #[argument(in -2.0..=2.0, unit = "rad")]
///     pub head_yaw: Option<f32>,
///     /// Nods.
///     #[argument(in -0.6..=0.5, unit = "rad")]
///     pub head_pitch: Option<f32>,
/// }
///
/// skill! {
///     /// Moves the given joints.
///     pub skill Servo(..angles: Angles) {
///         start state Wait { -> FINAL after 1s; }
///     }
/// }
///
/// fn main() {
///     let call = Servo { angles: Angles { head_yaw: Some(0.5), head_pitch: None } };
///     assert_eq!(call.angles.head_yaw, Some(0.5));
/// }
/// ```
pub use skill_macros::Arguments;
/// Implements [`SkillResult`](call::SkillResult) for a struct, so that it can be the result of a
/// skill. Its fields have the types of arguments, and perhaps ranges; it must be `Copy`.
///
/// ```
/// use skill_runtime::{Skill, SkillResult, skill};
///
/// /// A place on the floor.
/// #[derive(SkillResult, Clone, Copy, Debug, PartialEq)]
/// pub struct Spot {
///     /// The distance to the front.
///     #[argument(in 0.0..=5.0)]
///     pub x_m: f32,
///     /// The distance to the left.
///     pub y_m: f32,
/// }
///
/// skill! {
///     /// Finds a place.
///     pub skill Locate() -> Spot {
///         start state Look { -> FINAL(Spot { x_m: 1.5, y_m: 0.25 }) after 1s; }
///     }
/// }
///
/// fn main() {
///     let result = Locate::INFO.result.expect("it has a result");
///     assert_eq!((result.type_name, result.fields[0].unit), ("Spot", "m"));
/// }
/// ```
pub use skill_macros::SkillResult;
/// Declares an agent.
///
/// ```
/// use skill_runtime::{agent, interface, skill};
///
/// interface! {
///     /// The posture of the robot.
///     pub Posture {
///         fields {
///             lying: bool,
///         }
///     }
/// }
///
/// skill! {
///     /// Stands up.
///     pub skill Standup() {
///         start state Wait { -> FINAL after 12.5s; }
///     }
/// }
///
/// agent! {
///     /// Stands up whenever the robot is lying.
///     pub agent Upright() {
///         depends_skills { Standup }
///         depends_interfaces { posture: Posture }
///
///         start state Watch { -> Rise when posture.lying; }
///         state Rise = Standup {} { -> Watch on FINAL; -> Watch on FAILED; }
///     }
/// }
///
/// fn main() {
///     assert_eq!(Upright.deps[0].type_name, "Standup");
/// }
/// ```
pub use skill_macros::agent;
/// Declares a blackboard.
///
/// ```
/// use skill_runtime::{blackboard, interface};
///
/// interface! {
///     /// Drives the legs.
///     pub Motion { fields { moving: bool } }
/// }
/// interface! {
///     /// The joint angles.
///     pub Joints { fields { angles: [f32; 26] } }
/// }
///
/// blackboard! {
///     /// The blackboard of the robot.
///     pub Board {
///         "Robot Motion": Motion,
///         joints: Joints,
///     }
/// }
///
/// static BOARD: Board = Board::new();
///
/// fn main() {
///     let mut writer = BOARD.robot_motion.writer().expect("one writer");
///     writer.write(&Motion { moving: true }, skill_runtime::Instant::from_micros(1));
///     assert!(BOARD.robot_motion.sample().data.moving);
/// }
/// ```
pub use skill_macros::blackboard;
/// Declares fields that several interfaces and messages share.
///
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
/// Declares an interface.
///
/// The type of its fields is `Copy` if they are numbers, `bool`, enums of the interface, or arrays
/// of these, and have more than 8 bytes.
///
/// ```
/// use skill_runtime::interface;
///
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
///             /// Stops. Discards the messages before it.
///             flush Stop,
///         }
///     }
/// }
///
/// fn main() {
///     use humanoid_motion::{Kick, Leg};
///     let kick = Kick { leg: Leg::Right, strength: 0.8 };
///     assert_eq!(kick.leg, Leg::Right);
///     assert!(!HumanoidMotion::default().moving);
/// }
/// ```
pub use skill_macros::interface;
/// Declares the parts of a robot that move side by side, such as two arms and a head: each has a skill space, a
/// blackboard and a skiller of its own, and an agent if one is named, `with Agent`.
///
/// An interface with one id is one device on all blackboards that have it. All parts read it, and skills and agent of
/// one part alone send messages to it: anything else is a compile error. The struct has the blackboards.
///
/// ```
/// use skill_runtime::skiller::{SkillStatus, SkillerInterface};
/// use skill_runtime::{
///     Instant, NoTrace, RobotParts, Skiller, Tick, blackboard, interface, robot_parts, skill, skill_space,
/// };
///
/// interface! {
///     /// An arm.
///     pub Arm { fields { z_m: f32 } messages { MoveTo { z_m: f32 } } }
/// }
/// skill! {
///     /// Moves an arm up.
///     pub skill [LeftUp, RightUp]() {
///         depends_interfaces { arm: Arm = ["Left", "Right"] }
///         start state Up {
///             init { arm.send(arm::MoveTo { z_m: 0.4 }); }
///             -> FINAL when arm.z_m > 0.39;
///         }
///     }
/// }
/// blackboard! { pub LeftBoard { "Left": Arm, "Skiller": SkillerInterface } }
/// blackboard! { pub RightBoard { "Right": Arm, "Skiller": SkillerInterface } }
/// skill_space! { pub Left on LeftBoard { LeftUp } }
/// skill_space! { pub Right on RightBoard { RightUp } }
///
/// robot_parts! {
///     /// Two arms.
///     pub Torso { left: Left, right: Right }
/// }
///
/// fn main() -> Result<(), Box<dyn std::error::Error>> {
///     let torso = Torso::new();
///     let mut left = Skiller::<Left>::new(&torso.left)?;
///     let mut right = Skiller::<Right>::new(&torso.right)?;
///     let mut motors = [torso.left.left.writer()?, torso.right.right.writer()?];
///     for motor in &mut motors {
///         motor.write(&Arm { z_m: 0.0 }, Instant::ZERO);
///     }
///     left.start(LeftUp {})?;
///     right.start(RightUp {})?;
///     let now = Tick::default();
///     assert_eq!(left.tick(now, NoTrace), SkillStatus::Running);
///     assert_eq!(right.tick(now, NoTrace), SkillStatus::Running);
///     assert!(motors.iter_mut().all(|motor| motor.next_message().is_some()), "at once");
///     assert_eq!(Torso::PARTS.len(), 2);
///     Ok(())
/// }
/// ```
pub use skill_macros::robot_parts;
/// Declares a skill.
///
/// ```
/// use skill_runtime::{interface, skill};
///
/// interface! {
///     /// Drives the legs.
///     pub Motion {
///         fields {
///             /// A motion is under way.
///             moving: bool,
///         }
///         messages {
///             /// Rises from a sitting position.
///             GetUp,
///         }
///     }
/// }
///
/// skill! {
///     /// Makes the robot stand from a sitting position.
///     pub skill Getup(
///         /// The duration of the motion.
///         time_sec: f32 = 3.0 in 0.1..=30.0,
///     ) {
///         depends_interfaces { motion: Motion = "Robot Motion" }
///
///         start state Rise {
///             precond -> FAILED("no writer for motion") when !motion.has_writer();
///             init { motion.send(motion::GetUp {}); }
///             -> Wait otherwise;
///         }
///         state Wait { -> FINAL after self.time_sec; }
///     }
/// }
///
/// fn main() {
///     assert_eq!(Getup.args[0].default, Some("3.0"));
///     assert_eq!(Getup.graph.states[1].name, "Wait");
/// }
/// ```
pub use skill_macros::skill;
/// Declares a skill space.
///
/// ```
/// use skill_runtime::{SkillSpace, blackboard, interface, skill, skill_space};
///
/// interface! {
///     /// Drives the legs.
///     pub Motion { fields { moving: bool } }
/// }
/// blackboard! {
///     /// The blackboard of the robot.
///     pub Board { motion: Motion }
/// }
/// skill! {
///     /// Waits.
///     pub skill Wait(time_sec: f32) {
///         depends_interfaces { motion: Motion }
///         start state Waiting { -> FINAL after self.time_sec; }
///     }
/// }
///
/// skill_space! {
///     /// The skills of the robot.
///     pub Robot on Board { Wait }
/// }
///
/// fn main() {
///     let call = RobotCall::from(Wait { time_sec: Some(2.0) });
///     assert_eq!(Robot::info(&call).name, "wait");
/// }
/// ```
pub use skill_macros::skill_space;
pub use skiller::Skiller;
pub use space::SkillSpace;
pub use state_machine::Run;
#[doc(hidden)]
pub use status::Returned;
pub use status::Status;
pub use time::{Instant, MillisClock, PassClock, Tick, TimeWentBack, Timeout};
pub use trace::{EntryTimes, NoTrace, TraceEntry, TraceEvent, TraceKind, TraceRing, Tracer};

#[cfg(feature = "defmt")]
pub use trace::DefmtTrace;

/// The items that the generated code refers to. Not part of the public interface.
#[doc(hidden)]
pub mod __v1 {
    pub use crate::access::{Access, OPTIONAL, WRITES, fresh};
    pub use crate::active::ListActive;
    pub use crate::active::{ActiveParent, Visit};
    pub use crate::agent::{Agent, ViaSkiller};
    pub use crate::atomic::AtomicU32;
    pub use crate::blackboard::{
        AllRunning, Blackboard, BoardEntry, Cell, CellWords, ConstantInfo, DECIDED, Decoder,
        Encoder, EnumInfo, EnumValue, FieldInfo, FieldType, Interface, InterfaceInfo, InterfaceSet,
        MessageId, MessageInfo, Port, PortParts, Provides, ReadParameters, RefreshResult,
        ReportsDone, Role, Running, Runs, Sample, Snapshot, Text, Words, WritePort, WriterId,
        WriterTaken, enum_of, fits, longest, not_noted, read_parameters, room, set_parameter,
        total, update_in_place,
    };
    pub use crate::bounds::{StaticBounds, offsets};
    pub use crate::call::{
        Argument, ArgumentError, ArgumentGroup, ArgumentList, CallArguments, CallSet, IntoArgument,
        NotANumber, Number, RawValue, ResultOf, ResultReader, SkillResult, SkillString, Value,
        bounds, field, first_outside, kind_of, problem_of, result, write_name, write_part,
    };
    pub use crate::checked::{FieldOf, StructOf, Unchecked, ValueOf};
    pub use crate::dependency::{
        Message, agent_needs, agent_outside, argument_twice, begins_cycle, both_write, const_error,
        cycle_through, depends_outside, empty_range, fnv, interface_id, lacks_interface,
        missing_argument, missing_interface, not_written, nothing_runs, out_of_range,
        parameter_key, parameter_out_of_range, parts_collide, result_not_finite,
        result_out_of_range, same_call_name, skill_id, sub_skill_writes, too_deep, too_few_tries,
        too_few_words, writes_for_another,
    };
    pub use crate::failure::{
        Cause, Failure, FailureKind, InvalidCall, IsFailure, ReasonValue, ReasonValues,
        StoredFailure, ValueKind,
    };
    pub use crate::failure_slot::FailureSlot;
    pub use crate::fields::Fields;
    #[cfg(feature = "why")]
    pub use crate::graph::SourcePlace;
    pub use crate::graph::{
        ANY_STATE, Activity, ArgInfo, Graph, InterfaceUse, MaxAge, Range, ResultInfo, Resume,
        SkillInfo, StateInfo, StateKind, SubSkill, TransitionInfo, Trigger, state_name, states,
        sub_skill, transitions,
    };
    pub use crate::hybrid::{FlowClock, crossed, integrate};
    pub use crate::machine::{
        Context, Exec, InvalidSkill, Machine, Skill, SubExec, WithResult, result_fields,
    };
    #[cfg(feature = "why")]
    pub use crate::maybe_clone::{CloneFallback, MaybeClone};
    pub use crate::maybe_debug::{DebugFallback, MaybeDebug};
    pub use crate::on_board::{BoardOf, OnBoard};
    pub use crate::outcome::{Condition, Outcome, Target};
    pub use crate::parameter::{ParamInfo, ParamType, ParamValue, SetParameterError, word};
    pub use crate::proof;
    pub use crate::robot_parts::{PartInfo, PartVisitor, RobotParts, SpaceOf};
    #[cfg(feature = "why")]
    pub use crate::saved::{KeepVariables, MaybeSaved, SavedFallback};
    pub use crate::skiller::{HasFailures, SkillerFailure, publish_failure, read_failure};
    pub use crate::space::SkillSpace;
    pub use crate::state_machine::{
        Activation, ActiveState, Clock, Inactive, Lasting, Rising, Run, SentMessage, StateMachine,
        States, count_refusal, refusal, stop,
    };
    pub use crate::status::{Returned, Status};
    pub use crate::sub_machine::{Cyclic, Select, SpaceMachine, SubMachine};
    pub use crate::time::{Instant, Tick, Timeout};
    pub use crate::trace::{TraceKind, Tracer};
    #[cfg(feature = "why")]
    pub use crate::why::{GuardFallback, GuardValue, Why};
    pub use ::core;
    pub use ::core::option::Option::{self, None, Some};
    pub use ::core::result::Result::{self, Err, Ok};
    pub use skill_macros::with_field_group;
}

// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

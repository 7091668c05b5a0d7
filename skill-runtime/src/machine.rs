//! The traits that `skill!` implements: the skill as a call, and the machine that runs it.

use crate::access::Access;
use crate::active::{ActivePath, ListActive};
use crate::blackboard::{Blackboard, InterfaceSet, Snapshot};
use crate::bounds::StaticBounds;
use crate::call::{ArgumentError, ArgumentList, CallArguments, ResultOf, SkillString, Value, push};
use crate::failure::Failure;
use crate::failure::{InvalidCall, StoredFailure};
use crate::failure_slot::FailureSlot;
use crate::graph::{SkillInfo, SkillKey};
#[cfg(feature = "why")]
use crate::saved::KeepVariables;
use crate::status::Status;
use crate::time::Tick;
use crate::trace::TracedSkill;
use crate::trace::{TraceEvent, TraceKind, Tracer};
use core::marker::PhantomData;

/// A skill. A value is a call; each field is an argument, where `None` selects the default.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a skill",
    label = "not a skill",
    note = "an agent runs skills, but nothing runs an agent as one; a call is a value: `Name::default()`, `Name {{ argument: Some(value) }}`",
    note = "if it is to be a skill, declare it with `skill! {{ .. }}`"
)]
pub trait Skill: Clone + Default + PartialEq + core::fmt::Debug + 'static {
    /// The type of its result: `()` if it has none.
    type Output: 'static;
    /// The functions of its result, if it has one.
    #[doc(hidden)]
    const RESULT: Option<ResultOf<Self::Output>> = None;
    /// Returns a call without arguments. The generated code names it where it requires that a type is
    /// a skill, so that one that is none is reported once.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    fn new_call() -> Self {
        Self::default()
    }
    /// Returns the functions that a space calls, as [`new_call`](Self::new_call).
    #[doc(hidden)]
    #[inline]
    #[must_use]
    fn in_space() -> InSpace<Self> {
        in_space()
    }
    /// The machine that runs it.
    type Machine: Start<Self> + Machine<Output = Self::Output>;
    /// The skill as data.
    const INFO: &'static SkillInfo;
    /// The static bounds of the skill, which the constants below give by name.
    #[doc(hidden)]
    const BOUNDS: StaticBounds;
    /// The number of states, without FINAL and FAILED.
    const STATES: u32 = Self::BOUNDS.states;
    /// The number of transitions.
    const TRANSITIONS: u32 = Self::BOUNDS.transitions;
    /// The number of machines: its own and those of its sub-skills.
    const INSTANCES: u32 = Self::BOUNDS.instances;
    /// The nesting depth of its sub-skills; 0 if it has none.
    const DEPTH: u32 = Self::BOUNDS.depth;
    /// The maximum number of transitions in one `exec`, including those of sub-skills.
    const MAX_TRANSITIONS: u32 = Self::BOUNDS.max_transitions;
    /// The maximum number of guards and timeouts that one `exec` checks, including those of
    /// sub-skills.
    const MAX_GUARDS: u32 = Self::BOUNDS.max_guards;
    /// The size of its machine in bytes, including those of sub-skills.
    const SIZE: usize = size_of::<Self::Machine>();
    /// Creates a machine that has not yet begun this call.
    #[inline]
    fn start(self) -> Self::Machine {
        Start::start(self)
    }
    /// Sets the argument `name` from a skill string.
    ///
    /// # Errors
    /// Returns [`ArgumentError`](crate::call::ArgumentError) if there is no such argument, or
    /// if it cannot have this value.
    fn set_argument(
        &mut self,
        name: &str,
        value: &crate::call::Value<'_>,
    ) -> Result<(), crate::call::ArgumentError> {
        let _ = (name, value);
        Err(crate::call::ArgumentError::Unknown(Self::INFO))
    }
    /// Returns the reason why the call cannot be run: an argument is missing or outside its
    /// range.
    fn problem(&self) -> Option<Failure> {
        self.check_arguments().map(|invalid| invalid.failure(Self::INFO.key()).of(Self::INFO))
    }
    /// Returns the same without the description of the skill, for the generated code.
    #[doc(hidden)]
    fn check_arguments(&self) -> Option<InvalidCall> {
        None
    }
    /// Writes the arguments that are given, for [`CallText`](crate::call::CallText).
    ///
    /// # Errors
    /// Returns [`fmt::Error`](core::fmt::Error) if the output is full.
    fn write_arguments(&self, list: &mut crate::call::ArgumentList<'_>) -> core::fmt::Result {
        let _ = list;
        Ok(())
    }
    /// Adds the arguments that are given to `arguments`, for a trace.
    fn keep_arguments(&self, arguments: &mut CallArguments) {
        let _ = arguments;
    }
}

/// A skill with a result: `skill Locate() -> Spot`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no result",
    label = "no result to name here",
    note = "remove the name; in a list with a number before it, write `_` in place of the name",
    note = "or declare the type of the result in the head of that skill: `-> Type`"
)]
pub trait WithResult: Skill<Output = <Self as WithResult>::Result> {
    /// The type of the result.
    type Result: 'static;
    #[doc(hidden)]
    const OF: ResultOf<Self::Result>;
    /// Returns the result of a sub-skill that gets a name, for the generated code.
    #[doc(hidden)]
    #[inline]
    fn named_result(_: PhantomData<Self>, result: &Self::Output) -> Self::Result {
        (Self::OF.copy)(result)
    }
}

/// Returns the fields of the result of a skill.
#[doc(hidden)]
#[must_use]
pub const fn result_fields<S: Skill>() -> &'static [crate::graph::ArgInfo] {
    match S::RESULT {
        Some(of) => of.fields,
        None => &[],
    }
}

/// The functions of the skill `S` that a space calls.
#[derive(Debug)]
#[allow(clippy::type_complexity)] // each type is used only once
pub struct InSpace<S> {
    pub default_call: fn() -> S,
    pub clone: fn(&S) -> S,
    pub same: fn(&S, &S) -> bool,
    pub debug: fn(&S, &mut core::fmt::Formatter<'_>) -> core::fmt::Result,
    pub set: fn(&mut S, &str, &Value<'_>) -> Result<(), ArgumentError>,
    pub problem: fn(&S) -> Option<Failure>,
    pub text: fn(&S, &'static str, &mut core::fmt::Formatter<'_>) -> core::fmt::Result,
    pub arguments: fn(&S) -> CallArguments,
}

/// Returns the functions of a skill.
fn in_space<S: Skill>() -> InSpace<S> {
    InSpace {
        default_call: S::default,
        clone: S::clone,
        same: S::eq,
        debug: <S as core::fmt::Debug>::fmt,
        set: S::set_argument,
        problem: S::problem,
        text: display,
        arguments: arguments_of,
    }
}

/// Displays a call of the skill that is called `name`.
pub(crate) fn display<S: Skill>(
    call: &S,
    name: &'static str,
    f: &mut core::fmt::Formatter<'_>,
) -> core::fmt::Result {
    let mut text = SkillString::new();
    let complete = write_call(call, name, &mut text).is_ok();
    f.write_str(&text)?;
    f.write_str(if complete { "" } else { ".." })
}

pub(crate) fn write_call<S: Skill>(
    call: &S,
    name: &str,
    text: &mut SkillString,
) -> core::fmt::Result {
    push(text, name)?;
    push(text, "{")?;
    call.write_arguments(&mut ArgumentList::new(text))?;
    push(text, "}")
}

/// Returns the arguments of `call`.
pub(crate) fn arguments_of<S: Skill>(call: &S) -> CallArguments {
    let mut arguments = CallArguments::default();
    call.keep_arguments(&mut arguments);
    arguments
}

/// Provides the associated function `__info` for types that are not skills, so that "not a
/// skill" is the only error for them. For a skill, its inherent function takes precedence.
#[doc(hidden)]
pub trait InvalidSkill {
    #[must_use]
    fn __info() -> &'static SkillInfo {
        unreachable!("a type that is not a skill does not compile")
    }
}

impl<T> InvalidSkill for T {}

/// A machine that can be created from the call `S`.
#[doc(hidden)]
pub trait Start<S>: Machine {
    /// The part of the machine that another machine runs.
    type Sub: ListActive;
    fn start(call: S) -> Self;
    fn start_sub(call: S) -> Self::Sub;
    /// Returns the result of a part that is FINAL.
    fn result_of(sub: &Self::Sub) -> Option<&Self::Output>;
}

/// A running skill.
pub trait Machine: ListActive {
    /// The enum of the states.
    type State;
    /// The type of the result: `()` if the skill has none.
    type Output: 'static;
    /// Returns the innermost active state. Before the first `exec` this is the start state, or
    /// FAILED if the call cannot be run.
    fn state(&self) -> Self::State;
    /// Returns the result of the last `exec`, or [`Status::Running`] before the first.
    fn status(&self) -> Status;
    /// Returns the failure of a skill that is FAILED.
    fn failure(&self) -> Option<Failure>;
    /// Returns the same failure without the description of its skill.
    #[doc(hidden)]
    fn stored_failure(&self) -> Option<StoredFailure>;
    /// Returns the result of a skill that is FINAL, if the skill has one.
    fn result(&self) -> Option<&Self::Output> {
        None
    }
    /// Appends the text of the result, if there is one.
    ///
    /// # Errors
    /// Returns [`fmt::Error`](core::fmt::Error) if the text is full.
    #[doc(hidden)]
    fn write_result(&self, text: &mut SkillString) -> core::fmt::Result {
        let _ = text;
        Ok(())
    }
    /// Gives `out` the variables of an agent.
    #[cfg(feature = "why")]
    #[doc(hidden)]
    fn save_vars(&self, out: &mut dyn KeepVariables) {
        let _ = out;
    }
    /// Sets the variables of an agent: all of them, or none.
    ///
    /// # Errors
    /// The place of a text that is not of the variable's type.
    #[cfg(feature = "why")]
    #[doc(hidden)]
    fn restore_vars(&mut self, texts: &[&str]) -> Result<(), usize> {
        let _ = texts;
        Ok(())
    }
    /// Returns the active states and the times of their entry: those of the skill, outermost
    /// first, followed by those of the sub-skills that they run.
    ///
    /// It is intended for tools and logs, not for every pass: it is computed on demand.
    fn active(&self) -> ActivePath<'_, Self>
    where
        Self: Sized,
    {
        ActivePath::new(self)
    }
}

/// The environment of one `exec`.
pub struct Context<'a, B: Blackboard, T> {
    /// The interfaces, read once for this pass.
    pub snapshot: &'a Snapshot<'a, B>,
    /// The time and number of this pass.
    pub now: Tick,
    /// The recipient of trace events.
    pub tracer: T,
}

impl<B: Blackboard, T: Tracer> Context<'_, B, T> {
    /// Records an event, for the generated code.
    #[doc(hidden)]
    #[inline]
    pub fn record(&mut self, skill: &'static SkillInfo, kind: TraceKind) {
        if T::ON && T::KEYS {
            self.emit(SkillKey::of(skill), kind);
        } else if T::ON {
            self.emit(skill, kind);
        }
    }

    /// Returns whether a message that the last block sent was refused, for the generated code.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn has_refusal(&self) -> bool {
        self.snapshot.has_refusal()
    }

    /// Records the beginning of a run, for the generated code.
    #[doc(hidden)]
    #[inline]
    pub fn record_entered(&mut self, skill: &'static SkillInfo, state: u16) {
        if T::CALLS && T::KEYS {
            self.emit_entered(SkillKey::of(skill), state);
        } else if T::CALLS {
            self.emit_entered(skill, state);
        }
    }

    /// Records a transition, for the generated code.
    #[doc(hidden)]
    #[inline]
    pub fn record_transition(&mut self, skill: &'static SkillInfo, from: u16, transition: u16) {
        if T::ON && T::KEYS {
            self.emit_transition(SkillKey::of(skill), from, transition);
        } else if T::ON {
            self.emit_transition(skill, from, transition);
        }
    }

    // Each of these creates its event itself, so that the stack frame of a pass needs no space
    // for events.

    #[cold]
    #[inline(never)]
    fn emit_transition<S: TracedSkill>(&mut self, skill: S, from: u16, transition: u16) {
        let kind = TraceKind::Transition { from, transition };
        S::record(&mut self.tracer, &TraceEvent { time: self.now.time, skill, kind });
    }

    #[cold]
    #[inline(never)]
    fn emit_entered<S: TracedSkill>(&mut self, skill: S, state: u16) {
        self.emit(skill, TraceKind::Entered { state });
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn emit<S: TracedSkill>(&mut self, skill: S, kind: TraceKind) {
        S::record(&mut self.tracer, &TraceEvent { time: self.now.time, skill, kind });
    }
}

/// A machine that can run on the blackboard `B`, which provides every interface that the
/// skill and its sub-skills declare.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot run on the blackboard `{B}`",
    label = "an interface is missing on `{B}`"
)]
pub trait Exec<B: Blackboard>: Machine {
    /// The interfaces that the skill and its sub-skills use.
    #[doc(hidden)]
    const ACCESS: Access;
    /// The interfaces that the skill and its sub-skills read or write.
    const READS: InterfaceSet = Self::ACCESS.reads;
    /// The interfaces that the skill and its sub-skills write.
    const WRITES: InterfaceSet = Self::ACCESS.writes;
    /// Those of [`READS`](Self::READS) whose fields, time, or last handled message the skill or a
    /// sub-skill may use. Of the others, they need no more than whether there is a writer.
    const VALUES: InterfaceSet = Self::ACCESS.values;
    /// Runs one pass according to the numbered rules of the language. The snapshot must have read
    /// [`READS`](Self::READS) for this pass and [claimed](Snapshot::claim)
    /// [`WRITES`](Self::WRITES).
    fn exec<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>) -> Status;
    /// Runs one pass like [`exec`](Self::exec), for the match over the machines of a space: of what
    /// rare calls need, it computes only the address of the machine before them, because `rustc`
    /// moves what all arms compute to where each tick passes.
    #[doc(hidden)]
    #[inline]
    fn exec_one_of<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>) -> Status {
        self.exec(cx)
    }
    /// Leaves the active states, which runs their `exit` blocks, restores the initial values of
    /// the variables, and returns to the state before the first `exec`.
    fn reset<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>);
}

/// The machine of a sub-skill that can run on the blackboard `B`.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot run on the blackboard `{B}`",
    label = "an interface is missing on `{B}`"
)]
pub trait SubExec<B: Blackboard>: ListActive {
    /// The interfaces that it and what it runs use.
    const ACCESS: Access;
    /// Runs one pass. The machine around it has found that all required interfaces have a writer.
    /// If it returns [`Status::Failed`], the failure is in `failure`.
    fn step<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>, failure: &mut FailureSlot) -> Status;
    /// Runs one pass like [`step`](Self::step), but checks the required interfaces, and is not
    /// inlined; for rare calls.
    fn step_outlined<T: Tracer>(
        &mut self,
        cx: &mut Context<'_, B, T>,
        failure: &mut FailureSlot,
    ) -> Status {
        self.step(cx, failure)
    }
    /// Runs one pass of the machine `offset` instances further, inlined if `FAST`.
    #[inline(always)]
    #[allow(clippy::inline_always)] // a part of the machine around it
    fn step_at<T: Tracer, const FAST: bool>(
        &mut self,
        cx: &mut Context<'_, B, T>,
        failure: &mut FailureSlot,
        offset: u32,
    ) -> Status {
        cx.tracer.descend(offset);
        let status = if const { FAST && is_apart(Self::ACCESS.depth) } {
            step_apart(self, cx, failure)
        } else if FAST {
            self.step(cx, failure)
        } else {
            self.step_outlined(cx, failure)
        };
        cx.tracer.ascend(offset);
        status
    }
    /// Returns whether it is FAILED.
    fn has_failed(&self) -> bool;
    /// Returns whether it is FINAL.
    fn is_final(&self) -> bool;
    /// Leaves the active states, which runs their `exit` blocks. The machine is not used again.
    fn leave<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>);
    /// Leaves those of the machine `offset` instances further.
    #[inline(always)]
    #[allow(clippy::inline_always)] // a part of the machine around it
    fn leave_at<T: Tracer>(&mut self, cx: &mut Context<'_, B, T>, offset: u32) {
        cx.tracer.descend(offset);
        self.leave(cx);
        cx.tracer.ascend(offset);
    }
}

/// The number of levels of sub-skills that are inlined into one function. Each skill of a chain
/// contains those below it: the code of a longer one would grow with the square of its length.
const INLINED: u32 = 16;

/// Returns whether the pass of a sub-skill with `depth` levels below it is a function of its own.
const fn is_apart(depth: u32) -> bool {
    depth > 0 && depth.is_multiple_of(INLINED)
}

/// A pass of a sub-skill that is not inlined.
#[inline(never)]
fn step_apart<B: Blackboard, T: Tracer, S: SubExec<B> + ?Sized>(
    sub: &mut S,
    cx: &mut Context<'_, B, T>,
    failure: &mut FailureSlot,
) -> Status {
    sub.step(cx, failure)
}

impl StoredFailure {
    /// Returns whether it arose in the skill `S`: not in one that it runs.
    #[must_use]
    pub fn is_of<S: Skill>(&self) -> bool {
        self.arose_in(S::INFO.key())
    }
}

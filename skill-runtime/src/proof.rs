//! The functions that `cargo skill-proof` proves, for the code that the macros add to an
//! expansion during a proof. No other build uses this module.
//!
//! A skill runs on any blackboard that provides its interfaces. It is proved on [`AnyBoard`], of
//! which the compiler knows nothing, so that a private skill without a blackboard is proved too.

use crate::agent::{Agent, AgentRunner};
use crate::blackboard::{
    Blackboard, BoardEntry, Cell, CellWords, Interface, InterfaceSet, Parameters, Provides,
    ReadParameters, RefreshResult, Sample, Snapshot, WriterId, WriterTaken, read_parameters,
};
use crate::machine::Start;
use crate::machine::{Context, Exec, Machine, Skill};
use crate::space::SkillSpace;
use crate::status::Status;
use crate::time::{Instant, Tick};
use crate::trace::TraceRing;
use crate::trace::{EntryTimes, NoTrace};
use core::hint::black_box;

/// The tracer that records everything.
type Traced<'t> = (&'t mut TraceRing<64>, EntryTimes);

/// The declaration of one macro: its name, its place, and the functions to prove.
///
/// The layout is fixed, because the tool reads it in the compiler's output: each of the `F` is
/// a struct of function pointers.
#[repr(C)]
#[allow(missing_debug_implementations)]
pub struct Roots<F> {
    pub kind: &'static str,
    pub path: &'static str,
    pub file: &'static str,
    pub functions: F,
}

/// A pass of a machine `M` on the blackboard `B`, once with each tracer.
#[repr(C)]
#[allow(missing_debug_implementations, clippy::type_complexity)]
pub struct Passes<M: 'static, B: Blackboard> {
    exec: fn(&mut M, &mut Context<'_, B, NoTrace>) -> Status,
    exec_traced: fn(&mut M, &mut Context<'_, B, Traced<'_>>) -> Status,
    reset: fn(&mut M, &mut Context<'_, B, NoTrace>),
    reset_traced: fn(&mut M, &mut Context<'_, B, Traced<'_>>),
}

impl<M: Exec<B>, B: Blackboard> Passes<M, B> {
    const ALL: Self = Self {
        exec: |machine, cx| machine.exec(cx),
        exec_traced: |machine, cx| machine.exec(cx),
        reset: |machine, cx| machine.reset(cx),
        reset_traced: |machine, cx| machine.reset(cx),
    };
}

/// The functions of a skill.
#[repr(C)]
#[allow(missing_debug_implementations)]
pub struct OfSkill<S: Skill> {
    start: fn(&S) -> S::Machine,
    passes: Passes<S::Machine, AnyBoard>,
}

impl<S: Skill> OfSkill<S>
where
    S::Machine: Exec<AnyBoard>,
{
    pub const ALL: Self = Self { start: |call| call.clone().start(), passes: Passes::ALL };
}

/// The functions of an agent.
#[repr(C)]
#[allow(missing_debug_implementations, clippy::type_complexity)]
pub struct OfAgent<A: Agent> {
    start: fn(A) -> A::Machine,
    passes: Passes<A::Machine, AnyBoard>,
    tick: fn(&mut AgentRunner<'_, A, AnyBoard>, Tick) -> Status,
    stop: fn(&mut AgentRunner<'_, A, AnyBoard>, Tick),
}

impl<A: Agent> OfAgent<A>
where
    A::Machine: Exec<AnyBoard>,
{
    pub const ALL: Self = Self {
        start: |call| A::Machine::start(call),
        passes: Passes::ALL,
        tick: |runner, now| runner.tick(now, NoTrace),
        stop: |runner, now| runner.stop(now, NoTrace),
    };
}

/// The functions of a skill space, on its blackboard.
#[repr(C)]
#[allow(missing_debug_implementations, clippy::type_complexity)]
pub struct OfSpace<S: SkillSpace>
where
    S::Machine: 'static,
{
    start: fn(&S::Call) -> S::Machine,
    refresh: fn(&mut Snapshot<'_, S::Board>),
    state: fn(&S::Machine) -> Status,
    passes: Passes<S::Machine, S::Board>,
}

impl<S: SkillSpace> OfSpace<S>
where
    S::Machine: 'static,
{
    pub const ALL: Self = Self {
        start: |call| S::start(call.clone()),
        refresh: S::refresh,
        state: |machine| machine.status(),
        passes: Passes::ALL,
    };
}

/// A blackboard that provides every interface. Its values are unknown to the compiler.
#[derive(Debug)]
pub struct AnyBoard;

#[diagnostic::do_not_recommend]
impl Blackboard for AnyBoard {
    type Samples = ();
    const LAYOUT: u64 = 0;
    const INTERFACES: &'static [BoardEntry] = &[];
    const PARAMETERS: InterfaceSet = InterfaceSet::of(0);
    fn parameters((): &()) -> ReadParameters<'_> {
        read_parameters(unknown::<Sample<Parameters<64>>>())
    }
    fn refresh(&self, (): &mut (), found: &mut RefreshResult, _: InterfaceSet, _: InterfaceSet) {
        *found = black_box(RefreshResult::default());
    }
    fn age((): &(), _: u32) -> Option<(&Instant, u64)> {
        *unknown()
    }
    fn claim(&self, _: u32, _: WriterId) -> Result<(), WriterTaken> {
        Ok(())
    }
    fn release(&self, _: u32, _: WriterId) {}
    fn cell_words(&self, _: u32) -> Option<CellWords<'_>> {
        None
    }
}

impl<I: Interface, const ID: u64> Provides<I, ID> for AnyBoard {
    #[allow(clippy::cast_possible_truncation)] // below 64
    const INDEX: u32 = (ID % InterfaceSet::MAX as u64) as u32;
    fn cell(&self) -> &Cell<I> {
        unknown()
    }
    fn sample((): &()) -> &Sample<I> {
        unknown()
    }
}

/// Returns a reference of which the compiler knows nothing.
#[inline]
fn unknown<T>() -> &'static T {
    match black_box(None) {
        Some(value) => value,
        None => absent(),
    }
}

/// Replaces an interface of a real blackboard. The proof ignores it.
#[cold]
#[inline(never)]
fn absent() -> ! {
    loop {
        black_box(());
    }
}

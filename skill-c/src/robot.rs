//! The robot of a library.

use crate::abi::{Status, TraceEntry, VERSION};
use crate::agent::Think;
use crate::describe::{CType as _, Plain, hash, step};
use skill_runtime::skiller::HasSkiller;
use skill_runtime::{Instant, SkillSpace, Tick, WriterId, WriterTaken};

/// A robot whose skills are a C library: the writer of the interfaces of its hardware, which
/// passes the sensors of a cycle to the blackboard and the messages to the commands.
///
/// [`hardware!`](crate::hardware!) writes it for the interfaces of a blackboard as they are.
/// Implement it for a robot with structs of its own.
///
/// # Safety
/// The blackboard is declared by [`blackboard!`](skill_runtime::blackboard!): it consists of atomic
/// words, since zeroed memory, and what other processes write there, is used as one.
pub unsafe trait Robot: Sized + 'static {
    /// The blackboard.
    type Board: HasSkiller + 'static;
    /// The skills that can be called.
    type Space: SkillSpace<Board = Self::Board>;
    /// The agent that decides which skill runs, once the program starts it: [`RunsAgent`], or
    /// [`NoAgent`] if the program in C alone decides.
    ///
    /// [`RunsAgent`]: crate::RunsAgent
    /// [`NoAgent`]: crate::NoAgent
    type Agent: Think<Self::Board>;
    /// The sensors in one cycle.
    type Sensors: Plain;
    /// The commands to the robot in one cycle.
    type Actuators: Plain;
    /// No commands.
    const NOTHING: Self::Actuators;

    /// Becomes the writer of the interfaces with the identity `id`.
    ///
    /// # Errors
    /// [`WriterTaken`] if one of the interfaces has another writer, which `id` does not replace.
    fn attach(board: &'static Self::Board, id: WriterId) -> Result<Self, WriterTaken>;

    /// Returns whether the sensors can be published: whether all are values of their types.
    #[must_use]
    fn accepts(sensors: &Self::Sensors) -> bool {
        let _ = sensors;
        true
    }

    /// Publishes the sensors, an interface only if `is_host`: another process may have become their
    /// writer in the meantime.
    fn sense(&mut self, sensors: &Self::Sensors, now: Tick, is_host: impl Fn() -> bool);

    /// Reads the sensors that were published last. Returns their time, or `None` if one of the
    /// interfaces is being written.
    fn read(board: &Self::Board, sensors: &mut Self::Sensors) -> Option<Instant>;

    /// Adds the waiting messages to the commands. Messages whose sender `accepts_sender` rejects
    /// are discarded; returns how many were.
    fn act(&mut self, out: &mut Self::Actuators, accepts_sender: impl Fn(u32) -> bool) -> u32;

    /// Returns whether an incomplete message blocks all later ones: its sender is in the middle of
    /// sending it, or has died there.
    fn is_blocked(&self) -> bool;

    /// Discards the queued messages, including an incomplete one whose sender has died.
    fn recover(&mut self);

    /// Replaces the commands by those that are safe without a behavior.
    fn command_safety(out: &mut Self::Actuators);

    /// Adds the state of the host to the commands.
    fn report(&self, out: &mut Self::Actuators, report: &Report);
}

/// The state of a host, which it reports with the commands of each cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// 1 while no behavior is in control, and the host itself keeps the robot safe.
    pub watchdog: u32,
    /// The number of cycles that the behavior is late.
    pub missed: u32,
    /// The total number of discarded commands of behaviors without control.
    pub refused: u32,
    /// The total number of cycles that were refused because the time went back.
    pub refused_times: u32,
}

/// Returns the `ABI` of a library's header: a header with other structs, or compiled with other
/// sizes of them, has another one.
#[must_use]
pub const fn abi<R: Robot>() -> u32 {
    let mut hash = layout::<R>();
    hash = step(hash, size_of::<R::Sensors>());
    hash = step(hash, size_of::<R::Actuators>());
    hash = step(hash, size_of::<Status>());
    step(hash, size_of::<TraceEntry>())
}

/// Returns a hash of the fields of all structs.
#[must_use]
pub const fn layout<R: Robot>() -> u32 {
    let mut all = hash(VERSION, &R::Sensors::TYPE);
    all = hash(all, &R::Actuators::TYPE);
    all = hash(all, &Status::TYPE);
    hash(all, &TraceEntry::TYPE)
}

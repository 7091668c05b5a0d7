//! The messages of a machine that run until another one is sent: `Drive { .. } until Stop`.

use super::message_id::MessageId;
use core::cell::Cell;
use core::fmt::Debug;

/// The role of a message of an interface among those that run.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Nothing.
    None,
    /// It runs until the message with this place among those that end others.
    Runs(usize),
    /// It ends what runs until it, and has this place.
    Ends(usize),
}

/// The messages of an interface that run in a machine: `()` if it has none with `until`.
#[doc(hidden)]
pub trait Running: Clone + Debug + 'static {
    /// The number of messages that end others.
    const ENDS: usize;
    /// Nothing runs.
    #[allow(clippy::declare_interior_mutable_const)] // only used as an initial value
    const NEW: Self;
    /// The part of it that a port has; of a machine that lets its messages run on, nothing.
    type Part<'a>: Copy;
    /// No part.
    const NONE: Self::Part<'static>;
    /// Returns the part for what is sent by the state at the depth `by`, by a block if that is 0.
    fn part(&self, by: u16) -> Self::Part<'_>;
    /// Notes a message that was sent, whose index among those of the interface is `message`.
    /// `carried_out` is the one that the writer carries out according to the snapshot.
    fn note(part: Self::Part<'_>, role: Role, message: u16, id: MessageId, carried_out: MessageId);
    /// Forgets what runs until the message at `place`, if the state at the depth `by` has sent it, or
    /// a block if that is 0,
    /// and returns it unless that of another sender is carried out.
    fn take(&self, place: usize, by: u16, carried_out: MessageId) -> Option<u16>;
}

impl Running for () {
    const ENDS: usize = 0;
    const NEW: Self = ();
    type Part<'a> = ();
    const NONE: () = ();
    #[inline]
    fn part(&self, _: u16) {}
    #[inline]
    fn note((): (), _: Role, _: u16, _: MessageId, _: MessageId) {}
    #[inline]
    fn take(&self, _: usize, _: u16, _: MessageId) -> Option<u16> {
        None
    }
}

/// The messages of all interfaces that run in a machine: pairs, each with the next one in it.
#[doc(hidden)]
pub trait AllRunning: Clone {
    /// Nothing runs.
    #[allow(clippy::declare_interior_mutable_const)] // only used as an initial value
    const NEW: Self;
    /// Whether anything may run.
    const RUNS: bool;
}

impl AllRunning for () {
    const NEW: Self = ();
    const RUNS: bool = false;
}

impl<R: Running, N: AllRunning> AllRunning for (R, N) {
    const NEW: Self = (R::NEW, N::NEW);
    const RUNS: bool = R::ENDS > 0 || N::RUNS;
}

/// A message that runs.
#[derive(Clone, Copy, Debug)]
struct Note {
    /// The last message that the machine has sent to the interface; [`MessageId::NONE`] if nothing
    /// runs.
    last: MessageId,
    /// The index of the message that runs among those of the interface.
    message: u16,
    /// The depth of the state that runs it, 0 if a block has sent it.
    by: u16,
}

impl Note {
    const NONE: Self = Self { last: MessageId::NONE, message: 0, by: 0 };

    fn runs(self) -> bool {
        self.last != MessageId::NONE
    }

    /// Returns whether a message of another sender has taken its place.
    fn is_replaced(self, carried_out: MessageId) -> bool {
        carried_out != MessageId::NONE
            && carried_out != self.last
            && carried_out.has_reached(self.last)
    }
}

/// The running messages of an interface with `N` messages that end others.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Runs<const N: usize>([Cell<Note>; N]);

impl<const N: usize> Running for Runs<N> {
    const ENDS: usize = N;
    const NEW: Self = Self([const { Cell::new(Note::NONE) }; N]);
    type Part<'a> = Option<(&'a Self, u16)>;
    const NONE: Option<(&'static Self, u16)> = None;

    #[inline]
    fn part(&self, by: u16) -> Option<(&Self, u16)> {
        Some((self, by))
    }

    #[inline]
    fn note(
        part: Option<(&Self, u16)>,
        role: Role,
        message: u16,
        id: MessageId,
        carried_out: MessageId,
    ) {
        let Some((Self(notes), by)) = part else { return };
        for (place, note) in notes.iter().enumerate() {
            let before = note.get();
            note.set(match role {
                Role::Runs(of) if of == place => Note { last: id, message, by },
                Role::Ends(of) if of == place => Note::NONE,
                _ if !before.runs() || before.is_replaced(carried_out) => Note::NONE,
                _ => Note { last: id, ..before },
            });
        }
    }

    #[inline]
    fn take(&self, place: usize, by: u16, carried_out: MessageId) -> Option<u16> {
        let note = self.0.get(place).filter(|note| note.get().by == by)?;
        let before = note.replace(Note::NONE);
        (before.runs() && !before.is_replaced(carried_out)).then_some(before.message)
    }
}

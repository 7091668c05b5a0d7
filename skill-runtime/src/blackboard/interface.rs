//! The trait of interfaces.

use super::info::{FieldInfo, InterfaceInfo};
use super::message_id::MessageId;
use super::running::{Role, Running};
use super::words::{Decoder, Words};
use crate::atomic::AtomicU32;
use core::ops::Deref;

/// An interface whose value says which message is done: in the fields `msgid: u32` and `final: bool`.
///
/// [`interface!`](crate::interface!) implements it. A state that waits for a message needs it, and
/// the method `done` of the interface.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not report when a message is done",
    label = "`{Self}` lacks `msgid: u32` or `final: bool`",
    note = "add both to the interface, with these types; or do not wait for the message: a message that is sent in `init` or without `on FINAL` needs neither, and beside others, write how many of them must be FINAL: `1 of (..)`"
)]
pub trait ReportsDone: Interface {
    /// Returns the port of such an interface, for the generated code.
    #[doc(hidden)]
    #[inline]
    fn port<P: Deref<Target = Self>>(port: &P) -> &P {
        port
    }
}

/// A message to an interface.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a message of `{I}`",
    label = "not a message of the interface",
    note = "the messages of an interface are in the module with its name, as `arm::MoveTo` of `Arm`"
)]
pub trait MessageTo<I: Interface> {
    /// Converts it into one of all messages.
    fn message(self) -> I::Message;
}

#[diagnostic::do_not_recommend]
impl<I: Interface, M: Into<I::Message>> MessageTo<I> for M {
    #[inline]
    fn message(self) -> I::Message {
        self.into()
    }
}

/// The data of an interface, declared by [`interface!`](crate::interface!).
///
/// The writer publishes the fields; others send messages to the writer.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an interface",
    label = "not an interface",
    note = "declare it with `interface! {{ .. }}`"
)]
pub trait Interface: Words + Clone + Default + 'static {
    /// The name of the type: `HumanoidMotion`.
    const NAME: &'static str;
    /// The interface as data: its fields, messages, enums and constants.
    const INFO: &'static InterfaceInfo;
    /// The fields, with their types, units and documentation.
    ///
    /// ```
    /// use skill_runtime::{FieldType, Interface, interface};
    ///
    /// interface! {
    ///     /// An accelerometer.
    ///     pub Accelerometer {
    ///         fields {
    ///             /// The forward axis, g.
    ///             x: f32,
    ///             #[unit = "counts"]
    ///             raw: [i16; 3],
    ///         }
    ///     }
    /// }
    ///
    /// # fn main() {
    /// let [x, raw] = Accelerometer::FIELDS else { panic!() };
    /// assert_eq!((x.name, x.ty, x.unit), ("x", FieldType::Float(32), "g"));
    /// assert_eq!((raw.type_name, raw.ty.words(), raw.unit), ("[i16; 3]", 3, "counts"));
    /// # }
    /// ```
    const FIELDS: &'static [FieldInfo] = Self::INFO.fields;
    /// A hash of the names and types of the fields and messages, which must be equal in programs
    /// that share a blackboard.
    const LAYOUT: u64;
    /// The enum of the messages to the writer.
    type Message: Words + Clone;
    /// Replaces the value by the one that is read and returns `true`, if the words represent one
    /// and `is_whole`, called after the last word was read, returns that nobody has changed them
    /// in the meantime. Otherwise keeps the value and returns `false`. If words are invalid that
    /// may be of two values, `is_whole` is called, too: it is what decides on another attempt.
    #[doc(hidden)]
    #[inline(never)] // its copy of the value on the stack is large if it has texts
    fn update(&mut self, from: &mut Decoder<'_>, is_whole: impl FnOnce() -> bool) -> bool {
        let new = Self::take(from);
        let is_whole = is_whole();
        match new {
            Some(new) if is_whole => {
                *self = new;
                true
            }
            _ => false,
        }
    }
    /// The names of the messages' types, in order of declaration: `WalkStraight`.
    const MESSAGES: &'static [&'static str] = &[];
    /// Returns the index of a message's name in [`MESSAGES`](Self::MESSAGES).
    fn message_index(message: &Self::Message) -> u32 {
        let _ = message;
        0
    }
    /// Returns whether sending a message discards those before it: it is declared `flush`.
    fn flushes(message: &Self::Message) -> bool {
        let _ = message;
        false
    }
    /// The messages of a machine that run until another one is sent.
    #[doc(hidden)]
    type Running: Running;
    /// Returns what a message begins or ends.
    #[doc(hidden)]
    #[inline]
    fn role(message: &Self::Message) -> Role {
        let _ = message;
        Role::None
    }
    /// Returns the message that ends others and has this place among those.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    fn ending(place: usize) -> Option<Self::Message> {
        let _ = place;
        None
    }
    /// Whether some message runs until another one is sent, and the value says which message is
    /// carried out.
    #[doc(hidden)]
    const SHOWS_RUNNING: bool = false;
    /// Returns that message, if [`SHOWS_RUNNING`](Self::SHOWS_RUNNING).
    #[doc(hidden)]
    #[inline]
    fn carried_out(&self) -> MessageId {
        MessageId::NONE
    }
    /// Whether the value says which message is done: with the fields `msgid` and `final`.
    #[doc(hidden)]
    const REPORTS_DONE: bool = false;
    /// Returns whether the last message that was taken has this id, and is done.
    #[doc(hidden)]
    #[inline]
    fn is_done(&self, id: MessageId) -> bool {
        let _ = id;
        false
    }
    /// The words of the published value: `[AtomicU32; Self::LEN]`.
    type Data: AsRef<[AtomicU32]>;
    /// The words of the message queue, a power of two or none. See
    /// [`room`](crate::blackboard::room).
    type Ring: AsRef<[AtomicU32]>;
    /// The initial value, all zeros.
    #[allow(clippy::declare_interior_mutable_const)] // only used as the initial value of a cell
    const NEW_DATA: Self::Data;
    /// The initial value, all zeros.
    #[allow(clippy::declare_interior_mutable_const)] // only used as the initial value of a cell
    const NEW_RING: Self::Ring;
}

/// Does what [`Interface::update`] does, but `read` reads the new value in place, and the older
/// one is put aside, which is less work than to make the new one elsewhere and copy it. For values
/// of which each word is valid or not by itself, so that words of two values are valid, too.
#[doc(hidden)]
#[inline(always)]
#[allow(clippy::inline_always)] // in the one function that reads the blackboard
pub fn update_in_place<I: Copy>(
    value: &mut I,
    from: &mut Decoder<'_>,
    read: impl FnOnce(&mut I, &mut Decoder<'_>) -> bool,
    is_whole: impl FnOnce() -> bool,
) -> bool {
    let older = *value;
    let updated = read(value, from) && from.is_valid() && is_whole();
    if !updated {
        *value = older;
    }
    updated
}

/// Returns the part of a port whose machine lets its messages run on, for the generated code.
#[doc(hidden)]
#[must_use]
#[inline]
pub fn not_noted<I: Interface>() -> <I::Running as Running>::Part<'static> {
    <I::Running as Running>::NONE
}

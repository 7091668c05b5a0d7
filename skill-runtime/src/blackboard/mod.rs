//! The blackboard: interfaces with one writer and any number of readers each,
//! and a bounded queue of messages to the writer.
//!
//! A blackboard is made of 32-bit atomic words alone: no pointers, no padding,
//! the same layout on every machine, all zero when new. Values go in and out
//! word by word under a sequence lock ([`Cell`]), so it needs no `unsafe`, and no
//! bit pattern that another process leaves there is undefined behaviour.

mod cell;
mod info;
mod port;
mod queue;
mod snapshot;
mod words;

pub use cell::{Cell, Sample, Writer, WriterTaken};
pub use info::{
    ConstantInfo, EnumInfo, EnumValue, FieldInfo, FieldType, InterfaceInfo, MessageInfo, enum_of,
};
pub use port::{Port, SendError, Sent, WritePort};
pub use queue::{Received, fits, room};
pub(crate) use snapshot::Refusal;
pub use snapshot::{Blackboard, BoardEntry, InterfaceSet, PortParts, Provides, Snapshot};
pub use words::{Decoder, Encoder, Text, Words};

pub use crate::atomic::AtomicU32;

/// The data of an interface, made by [`interface!`](crate::interface!).
///
/// The fields are what the writer publishes; the messages are what others ask of
/// the writer.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an interface",
    label = "not an interface",
    note = "declare it with `interface! {{ pub {Self} {{ fields {{ .. }} }} }}`"
)]
pub trait Interface: Words + Clone + Default + 'static {
    /// The type's name: `HumanoidMotion`.
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
    /// The names and types of the fields and messages as one hash: two programs
    /// that share a blackboard must agree on it.
    const LAYOUT: u64;
    /// The messages the writer takes.
    type Message: Words + Clone;
    /// Returns the name of a message's type: `WalkStraight`.
    fn message_name(message: &Self::Message) -> &'static str {
        let _ = message;
        "message"
    }
    /// `[AtomicU32; Self::LEN]`: the published value.
    type Data: AsRef<[AtomicU32]>;
    /// The queue's ring: a power of two of words, or none. See [`room`].
    type Ring: AsRef<[AtomicU32]>;
    /// All words zero.
    #[allow(clippy::declare_interior_mutable_const)] // only ever the start value of a cell
    const NEW_DATA: Self::Data;
    /// All words zero.
    #[allow(clippy::declare_interior_mutable_const)] // only ever the start value of a cell
    const NEW_RING: Self::Ring;
}

/// The number of a message in its interface's queue, as the sender got it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct MessageId(pub u32);

impl MessageId {
    /// No message: what a refused `send` gives, and the start value.
    pub const NONE: Self = Self(0);

    /// Whether this is `other` or came after it: for what an interface says it has
    /// [handled](Sample::handled). Right as long as fewer than 2^31 lie between them.
    #[must_use]
    #[inline]
    pub const fn has_reached(self, other: Self) -> bool {
        self.0.wrapping_sub(other.0) < 1 << 31
    }
}

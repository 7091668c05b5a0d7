//! The blackboard: interfaces with one writer and any number of readers each,
//! and a bounded queue of messages to the writer.
//!
//! A blackboard consists only of 32-bit atomic words: it has no pointers and no padding, the
//! same layout on every machine, and is all zeros when new. Values are read and written word
//! by word under a sequence lock ([`Cell`]). It therefore needs no `unsafe`, and no bit pattern
//! that another process leaves there is undefined behavior.

mod cell;
#[cfg(all(test, not(loom)))]
mod cell_tests;
mod info;
mod interface;
mod message_id;
mod parameters;
mod port;
mod queue;
mod running;
mod sent;
mod set;
mod snapshot;
mod words;

pub(crate) use cell::READ_ATTEMPTS;
pub use cell::{Cell, CellWords, RefreshResult, Sample, Writer, WriterId, WriterTaken};
pub use info::{
    ConstantInfo, EnumInfo, EnumValue, FieldInfo, FieldType, InterfaceInfo, MessageInfo, enum_of,
};
pub use interface::{Interface, MessageTo, ReportsDone, not_noted, update_in_place};
pub use message_id::MessageId;
pub use parameters::{
    PARAMETERS, PARAMETERS_ID, ParameterTable, Parameters, ReadParameters, SetParameterError,
    read_parameters, set_parameter,
};
pub use port::{DECIDED, Port, WritePort};
pub use queue::{Received, fits, longest, room, total};
pub use running::{AllRunning, Role, Running, Runs};
pub use sent::{SendError, Sent};
pub use set::InterfaceSet;
pub(crate) use snapshot::Refusal;
pub use snapshot::{Blackboard, BoardEntry, PortParts, Provides, Snapshot};
pub use words::{Decoder, Encoder, Text, Words};

pub use crate::atomic::AtomicU32;

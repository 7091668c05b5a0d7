//! The blackboard in memory that two processes share: POSIX shared memory, or any other.
//!
//! It consists of atomic words only: another process can leave wrong values there, but never cause
//! undefined behavior. Zeroed memory has not been used yet.

use crate::abi::{Code, NO_HOST, OK, OTHER_LAYOUT, VERSION};
use crate::place::Place;
use core::sync::atomic::{
    AtomicU32,
    Ordering::{Acquire, Relaxed, Release},
};
use skill_runtime::debug::DebugMemory;
use skill_runtime::{Blackboard, Cell, interface};

interface! {
    /// The host's heartbeat; its time is the time of the cycle.
    pub HostBeat {
        fields {
            /// The number of the cycle.
            cycle: u32,
            /// The number of the present grant of control, which changes each time a host begins or
            /// takes control away.
            control: u32,
            /// The number of the behavior in control; 0 if there is none.
            in_control: u32,
            /// The number of the host.
            host: u32,
        }
    }
}

interface! {
    /// The behavior's heartbeat.
    pub BehaviourBeat {
        fields {
            /// The last host cycle that the behavior has handled.
            cycle: u32,
            /// The grant of control that the behavior has taken up.
            control: u32,
            /// The number of the behavior.
            behaviour: u32,
        }
    }
}

/// "SKLb"
const MAGIC: u32 = 0x534b_4c62;

/// The contents of the shared memory. The place and the heartbeat of the host are where they are in
/// each version and for each blackboard, so that a host of another version is seen to live.
#[repr(C)]
pub struct Shared<B> {
    magic: AtomicU32,
    version: AtomicU32,
    layout_low: AtomicU32,
    layout_high: AtomicU32,
    size: AtomicU32,
    /// The number of grants of control so far.
    controls: AtomicU32,
    pub(crate) host_place: Place,
    pub(crate) behaviour_place: Place,
    pub(crate) host: Cell<HostBeat>,
    pub(crate) behaviour: Cell<BehaviourBeat>,
    pub(crate) board: B,
    /// The activity of the skills, for viewers. The behavior writes it in `behaviour_serve`,
    /// and reads nothing from it. It is the last field, so that it does not change the offsets of
    /// the others.
    pub(crate) debug: DebugMemory,
}

impl<B: Blackboard> Shared<B> {
    #[allow(clippy::cast_possible_truncation)] // the two halves; a size of some KiB
    const HEADER: [u32; 4] =
        [VERSION, B::LAYOUT as u32, (B::LAYOUT >> 32) as u32, size_of::<Self>() as u32];

    fn header(&self) -> [&AtomicU32; 4] {
        [&self.version, &self.layout_low, &self.layout_high, &self.size]
    }

    /// Writes the header of memory that has not been used yet, or by another version.
    pub fn write_header(&self) {
        for (word, value) in self.header().into_iter().zip(Self::HEADER) {
            word.store(value, Relaxed);
        }
        // Publishes the words above. Concurrent hosts write identical values, so no lock is needed.
        self.magic.store(MAGIC, Release);
    }

    /// Returns whether the memory is this blackboard, of this version and layout.
    pub fn check(&self) -> Code {
        match self.magic.load(Acquire) {
            0 => NO_HOST,
            MAGIC
                if self
                    .header()
                    .into_iter()
                    .zip(Self::HEADER)
                    .all(|(a, b)| a.load(Relaxed) == b) =>
            {
                OK
            }
            _ => OTHER_LAYOUT,
        }
    }

    /// Returns a number that is another one after each heartbeat of a host, also of one of another
    /// version, and not 0 while a host has its place.
    pub fn life(&self) -> u64 {
        let [sequence, ..] = self.host.words().head();
        let holder = self.host_place.holder().unwrap_or_default();
        u64::from(holder) << 32 | u64::from(sequence.load(Acquire))
    }

    /// Returns the number of a new grant of control.
    pub fn new_control(&self) -> u32 {
        self.controls.fetch_add(1, Relaxed).wrapping_add(1)
    }
}

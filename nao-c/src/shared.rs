//! The blackboard in memory that two processes share: POSIX shared memory, or any other.
//!
//! It consists of atomic words only: another process can leave wrong values there, but never cause
//! undefined behavior. Zeroed memory has not been used yet.

use crate::abi::{
    NAO_BUSY, NAO_NO_HOST, NAO_OK, NAO_OTHER_LAYOUT, NAO_VERSION, NaoResult, NaoSensors,
};
use crate::place::Place;
use core::sync::atomic::{
    AtomicU32,
    Ordering::{Acquire, Relaxed, Release},
};
use skill_runtime::debug::DebugMemory;
use skill_runtime::{Blackboard as _, Cell, Instant, Sample, interface};
use skills_nao::interfaces::{BodyBlackboard, NaoSensor};

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

/// "NAOb"
const MAGIC: u32 = 0x4e41_4f62;

/// The contents of the shared memory.
#[repr(C)]
pub struct Shared {
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
    pub(crate) board: BodyBlackboard,
    /// The activity of the skills, for viewers. The behavior writes it in `nao_behaviour_serve`,
    /// and reads nothing from it. It is the last field, so that it does not change the offsets of
    /// the others.
    pub(crate) debug: DebugMemory,
}

#[allow(clippy::cast_possible_truncation)] // the two halves; a size of some KiB
const HEADER: [u32; 4] = [
    NAO_VERSION,
    BodyBlackboard::LAYOUT as u32,
    (BodyBlackboard::LAYOUT >> 32) as u32,
    size_of::<Shared>() as u32,
];

impl Shared {
    fn header(&self) -> [&AtomicU32; 4] {
        [&self.version, &self.layout_low, &self.layout_high, &self.size]
    }

    /// Writes the header of memory that has not been used yet.
    pub fn write_header(&self) {
        for (word, value) in self.header().into_iter().zip(HEADER) {
            word.store(value, Relaxed);
        }
        // Publishes the words above. Concurrent hosts write identical values, so no lock is needed.
        self.magic.store(MAGIC, Release);
    }

    /// Returns whether the memory is this blackboard, of this version and layout.
    pub fn check(&self) -> NaoResult {
        match self.magic.load(Acquire) {
            0 => NAO_NO_HOST,
            MAGIC if self.header().into_iter().zip(HEADER).all(|(a, b)| a.load(Relaxed) == b) => {
                NAO_OK
            }
            _ => NAO_OTHER_LAYOUT,
        }
    }

    /// Reads the sensors that the host has published last. Returns their time.
    pub fn read_sensors(&self, out: &mut NaoSensors) -> Result<Instant, NaoResult> {
        let mut sample = Sample::<NaoSensor>::default();
        if !self.board.nao_sensors.read(&mut sample) {
            return Err(NAO_BUSY);
        }
        out.fill(&sample.data);
        Ok(sample.time)
    }

    /// Returns the number of a new grant of control.
    pub fn new_control(&self) -> u32 {
        self.controls.fetch_add(1, Relaxed).wrapping_add(1)
    }
}

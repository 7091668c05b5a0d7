//! The blackboard in memory that two processes share: POSIX shared memory, or any other.
//!
//! All of it is atomic words: what another process leaves there is a wrong value at
//! worst, never undefined behaviour. Zeroed memory is memory that nobody has used yet.

use crate::abi::{
    NAO_BUSY, NAO_NO_HOST, NAO_OK, NAO_OTHER_LAYOUT, NAO_VERSION, NaoResult, NaoSensors,
};
use core::sync::atomic::{
    AtomicU32,
    Ordering::{AcqRel, Acquire, Relaxed, Release},
};
use skill_runtime::{Blackboard as _, Cell, Instant, Sample, interface};
use skills_nao::interfaces::{BodyBlackboard, NaoSensor};

interface! {
    /// The host's heartbeat; its time is the time of the cycle.
    pub HostBeat {
        fields {
            /// The number of the cycle.
            cycle: u32,
            /// Counts each time control is given or taken away.
            control: u32,
            /// Whether a behaviour is in control.
            in_control: bool,
        }
    }
}

interface! {
    /// The behaviour's heartbeat.
    pub BehaviourBeat {
        fields {
            /// The last host cycle that it has handled.
            cycle: u32,
            /// The control that it has taken up.
            control: u32,
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
    /// The number of behaviours so far; the last one is the current.
    behaviours: AtomicU32,
    pub(crate) host: Cell<HostBeat>,
    pub(crate) behaviour: Cell<BehaviourBeat>,
    pub(crate) board: BodyBlackboard,
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

    /// Makes the memory a blackboard if nobody has used it yet; else as
    /// [`check`](Self::check).
    pub fn prepare(&self) -> NaoResult {
        if self.magic.load(Acquire) == 0 {
            for (word, value) in self.header().into_iter().zip(HEADER) {
                word.store(value, Relaxed);
            }
            // Publishes the words above. Of two hosts that come at once both write the
            // same.
            self.magic.store(MAGIC, Release);
        }
        self.check()
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

    /// Returns the behaviour that comes now has the place; its number.
    pub fn enter_behaviour(&self) -> u32 {
        self.behaviours.fetch_add(1, AcqRel).wrapping_add(1)
    }

    /// Returns whether this behaviour still has the place.
    pub fn has_place(&self, number: u32) -> bool {
        self.behaviours.load(Acquire) == number
    }
}

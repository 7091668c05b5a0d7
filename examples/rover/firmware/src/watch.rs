//! The robot for a desktop, which shows and records it: `rover watch serial:PATH`.

use crate::uart::Uart;
use rover::agent::Collector;
use rover::interfaces::RoverBoard;
use rover::skills::RoverSkills;
use skill_runtime::debug::serial::SerialWriter;
use skill_runtime::debug::{DebugMemory, DebugWriter, descriptions_hash};
use skill_runtime::{Agent, SkillSpace, Skiller, Tick, TraceRing};

// ANCHOR: watch
/// The hash of what the program `rover` is described by, too.
const DESCRIPTIONS: u64 = descriptions_hash(RoverSkills::SKILLS, &[Collector::INFO]);
/// The bytes that are sent after a pass: 115200 baud, ten bits a byte, 100 passes a second.
const BYTES: usize = 115_200 / 10 / 100;

static DEBUG: DebugMemory = DebugMemory::new();

/// Publishes each pass, and sends it.
pub struct Watch {
    debug: DebugWriter<'static>,
    serial: SerialWriter<'static, RoverBoard>,
    uart: Uart,
}

impl Watch {
    pub fn new(board: &'static RoverBoard) -> Self {
        let debug = DebugWriter::new(&DEBUG, board, DESCRIPTIONS);
        Self { debug, serial: SerialWriter::new(&DEBUG, board), uart: Uart::new() }
    }

    /// Publishes what the skills have done in the pass `now`.
    pub fn publish(
        &mut self,
        now: Tick,
        skiller: &Skiller<'_, RoverSkills>,
        trace: &TraceRing<32>,
    ) {
        self.debug.publish_skiller(now, skiller, trace);
    }

    /// Sends what has changed, and a part of the rest.
    pub fn send(&mut self) {
        self.serial.send(BYTES, |byte| self.uart.write(byte));
    }
}
// ANCHOR_END: watch

//! A hash of the trace of skills and agent, to compare runs on different processors.

use skill_runtime::{TraceEvent, TraceKind, Tracer};
use std::fmt::{self, Display, Formatter};

/// The hash of a trace (FNV-1a, 64 bits): the time, skill, and state or transition of each event.
/// Numbers in calls and reasons are excluded, because their last digits differ between processors.
pub struct TraceHash {
    hash: u64,
    events: u64,
}

impl Default for TraceHash {
    fn default() -> Self {
        Self { hash: 0xcbf2_9ce4_8422_2325, events: 0 }
    }
}

impl TraceHash {
    fn add(&mut self, number: u64) {
        for byte in number.to_le_bytes() {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

impl Tracer for TraceHash {
    fn record(&mut self, event: &TraceEvent) {
        let (kind, [a, b]) = match event.kind {
            TraceKind::Called(_) => (0, [0; 2]),
            TraceKind::Entered { state } => (1, [state, 0]),
            TraceKind::Transition { from, transition } => (2, [from, transition]),
            TraceKind::Result(_) => (3, [0; 2]),
            TraceKind::Failed(_) => (4, [0; 2]),
            TraceKind::Reset => (5, [0; 2]),
            _ => (6, [0; 2]),
        };
        self.events += 1;
        self.add(event.time.as_micros());
        self.add(event.skill.id);
        self.add(kind << 32 | u64::from(a) << 16 | u64::from(b));
    }
}

impl Display for TraceHash {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "trace {:016x} of {} events", self.hash, self.events)
    }
}

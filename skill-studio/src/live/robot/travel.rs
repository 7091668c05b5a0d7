//! A recording that goes to another time.

use super::{Live, ROBOTS, Way};
use crate::live::tracer::{Rings, Traces};
use crate::model::view::{Change, Waiting};
use skill_runtime::agent::HasSkiller;
use skill_runtime::debug::DebugWriter;
use skill_runtime::{Instant, SkillSpace, Tick};
use std::sync::atomic::Ordering;

impl<S: SkillSpace> Live<'_, S>
where
    S::Board: HasSkiller,
{
    /// Has passes run on the way to another time of a recording, without breakpoints, until `None`. From
    /// there on the pace begins anew.
    pub(crate) fn travel(&mut self, way: Option<Way>) {
        self.way = way;
        // Nobody saw how long it waited there.
        self.waits = Waiting::default();
        self.pace().restart();
        self.published.changed = true;
    }

    /// Notes the time up to which a recording has run ahead, on its way to another time.
    pub(crate) fn runs_ahead(&mut self, to: Instant, known: Instant) {
        self.seek = Some([to, known]);
    }

    /// Notes that a recording goes to its time now.
    pub(crate) fn end_seek(&mut self) {
        self.seek = None;
    }

    /// Clears everything recorded so far: a recording goes on elsewhere, after the events in
    /// `rings`.
    pub(crate) fn restart(&mut self, rings: &Rings) {
        self.writer = DebugWriter::new(self.memory, self.board, self.hub.description.hash);
        self.traces = Traces::after(rings);
        self.debugger.follow(&self.hub.description, &Change::default());
        (self.faulted, self.hit, self.now) = (None, None, Tick::default());
        self.number = ROBOTS.fetch_add(1, Ordering::Relaxed);
        self.pace().restart();
        self.published.changed = true;
    }
}

//! The trace as `defmt` frames.

use super::{TraceEvent, TraceKind, Tracer};
use crate::{Instant, SkillInfo, Status};

/// Logs every event through `defmt`: the text of a line is interned, so a frame carries
/// its number, the time, and the names of skill and states as bytes.
///
/// The frames are made whatever level `DEFMT_LOG` allows: who does not want them
/// takes another tracer.
#[derive(Clone, Copy, Debug, Default)]
pub struct DefmtTrace {
    instance: u32,
}

impl Tracer for DefmtTrace {
    fn record(&mut self, event: &TraceEvent) {
        let (micros, skill) = (event.time.as_micros(), event.skill.name);
        match event.kind {
            TraceKind::Transition { from, edge } => {
                let graph = &event.skill.graph;
                let to = graph.edges.get(usize::from(edge)).map_or(from, |edge| edge.to);
                defmt::println!(
                    "t={=u64:us} {=str}#{=u32}: {=str} -> {=str} (edge {=u16})",
                    micros,
                    skill,
                    self.instance,
                    graph.state_name(from),
                    graph.state_name(to),
                    edge
                );
            }
            TraceKind::Failed(failure) => {
                defmt::println!(
                    "t={=u64:us} {=str}#{=u32}: failed: {}",
                    micros,
                    skill,
                    self.instance,
                    failure
                );
            }
            TraceKind::Limit { edge } => {
                defmt::println!(
                    "t={=u64:us} {=str}#{=u32}: stopped at the transition limit before edge {=u16}",
                    micros,
                    skill,
                    self.instance,
                    edge
                );
            }
            TraceKind::Reset => {
                defmt::println!("t={=u64:us} {=str}#{=u32}: reset", micros, skill, self.instance);
            }
        }
    }
    fn descend(&mut self, offset: u32) {
        self.instance = self.instance.wrapping_add(offset);
    }
    fn ascend(&mut self, offset: u32) {
        self.instance = self.instance.wrapping_sub(offset);
    }
    fn started(&mut self, time: Instant, skill: &'static SkillInfo) {
        defmt::println!("t={=u64:us} {=str} starts", time.as_micros(), skill.name);
    }
    fn ended(&mut self, time: Instant, skill: &'static SkillInfo, status: Status) {
        let how = match status {
            Status::Running => "is stopped",
            Status::Final => "ends FINAL",
            Status::Failed => "ends FAILED",
        };
        defmt::println!("t={=u64:us} {=str} {=str}", time.as_micros(), skill.name, how);
    }
}

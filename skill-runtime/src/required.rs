//! Required interfaces: the check with which each `exec` begins.

use crate::SkillInfo;
use crate::blackboard::{Blackboard, InterfaceSet, Snapshot};
use crate::failure::Cause;
use crate::found::NONE;

/// The interfaces that a machine uses on a blackboard.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// The interfaces that the machine and its sub-machines read or write.
    pub reads: InterfaceSet,
    /// The interfaces that they write. These are always required.
    pub writes: InterfaceSet,
    /// The other interfaces that they require.
    pub required: InterfaceSet,
    /// The interfaces whose values they may use. Of the others, they need the writer alone.
    pub values: InterfaceSet,
    /// The indices on the blackboard of the interfaces that the skill itself declares.
    pub own: &'static [u32],
}

impl Access {
    /// No interfaces.
    pub const NONE: Self = Self {
        reads: InterfaceSet::NONE,
        writes: InterfaceSet::NONE,
        required: InterfaceSet::NONE,
        values: InterfaceSet::NONE,
        own: &[],
    };

    /// Returns the access of `skill`, whose interfaces have the indices `own` on the blackboard
    /// and whose sub-machines have the access `below`. `values` has a bit for each of its
    /// interfaces whose value it uses.
    #[must_use]
    pub const fn of(skill: &SkillInfo, own: &'static [u32], values: u32, below: &[Self]) -> Self {
        let mut access = Self { own, ..Self::any(below) };
        let mut i = 0;
        while i < own.len() {
            let (declared, set) = (&skill.interfaces[i], InterfaceSet::of(own[i]));
            access.reads = access.reads.union(set);
            if declared.writes {
                access.writes = access.writes.union(set);
            } else if !declared.optional {
                access.required = access.required.union(set);
            }
            if values & 1 << i != 0 {
                access.values = access.values.union(set);
            }
            i += 1;
        }
        access
    }

    /// Returns the access of whichever of several machines runs.
    #[must_use]
    pub const fn any(machines: &[Self]) -> Self {
        let mut access = Self::NONE;
        let mut i = 0;
        while i < machines.len() {
            access.reads = access.reads.union(machines[i].reads);
            access.writes = access.writes.union(machines[i].writes);
            access.required = access.required.union(machines[i].required);
            access.values = access.values.union(machines[i].values);
            i += 1;
        }
        access
    }

    /// Returns whether a required interface has no writer, for the machine or a sub-machine.
    #[inline]
    pub(crate) fn lacks_writer<B: Blackboard>(&self, snapshot: &Snapshot<'_, B>) -> bool {
        let read = self.required.0 & !snapshot.writers().0;
        let written = self.writes.0 & !snapshot.claimed().0;
        read | written != 0
    }

    /// Returns why a pass of the machine itself cannot begin, where `stale` is the index of its
    /// first stale interface, or [`NONE`].
    pub(crate) fn problem<B: Blackboard>(
        &self,
        skill: &SkillInfo,
        snapshot: &Snapshot<'_, B>,
        stale: u16,
    ) -> Option<Cause> {
        let missing = first_missing(skill, self.own, snapshot.writers(), snapshot.claimed());
        let stale = (stale != NONE).then_some(Cause::Stale(stale));
        missing.map(Cause::NoWriter).or(stale)
    }
}

/// Returns the index of the first required interface without a writer. One that the skill writes
/// has none if the snapshot has not claimed it.
#[cold]
#[inline(never)]
fn first_missing(
    skill: &SkillInfo,
    own: &[u32],
    writers: InterfaceSet,
    claimed: InterfaceSet,
) -> Option<u16> {
    let mut declared = (0..).zip(skill.interfaces.iter().zip(own));
    let missing = declared.find(|(_, (declared, index))| {
        let present = if declared.writes { claimed } else { writers };
        !declared.optional && !present.contains(**index)
    });
    missing.map(|(place, _)| place)
}

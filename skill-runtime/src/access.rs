//! The interfaces that a machine uses, and the check with which each `exec` begins: whether the
//! required ones have a writer and a value that is not old.

use crate::blackboard::{Blackboard, Interface, InterfaceSet, Snapshot};
use crate::failure::{Cause, InvalidCall};
use crate::failure_slot::FailureSlot;
use crate::outcome::{Condition, Outcome};
use crate::time::Instant;

/// Marks an interface of [`Access::own`] that the skill writes.
pub const WRITES: u32 = 64;
/// Marks an interface of [`Access::own`] that is optional.
pub const OPTIONAL: u32 = 128;
/// Marks an interface of [`Access::own`] whose value is used, and must not be older than the
/// interface allows.
const FRESH: u32 = 256;

/// Returns the mark `FRESH` for an interface whose values can be old.
#[must_use]
pub const fn fresh<I: Interface>() -> u32 {
    if I::INFO.max_age_micros.is_some() { FRESH } else { 0 }
}

/// The interfaces that a machine uses on a blackboard.
#[derive(Clone, Copy, Debug)]
pub struct Access {
    /// The interfaces that the machine and its sub-machines read or write.
    pub reads: InterfaceSet,
    /// The interfaces that they write. These are always required.
    pub writes: InterfaceSet,
    /// The other interfaces that they require.
    pub required: InterfaceSet,
    /// The interfaces among these whose values must not be older than the interface says.
    pub fresh: InterfaceSet,
    /// The interfaces whose values they may use. Of the others, they need the writer alone.
    pub values: InterfaceSet,
    /// The indices on the blackboard of the interfaces that the skill itself declares, with the
    /// marks [`WRITES`] and [`OPTIONAL`], and that of [`fresh`].
    pub own: &'static [u32],
    /// The number of levels of sub-machines.
    pub(crate) depth: u32,
}

impl Access {
    /// No interfaces.
    pub const NONE: Self = Self {
        reads: InterfaceSet::NONE,
        writes: InterfaceSet::NONE,
        required: InterfaceSet::NONE,
        fresh: InterfaceSet::NONE,
        values: InterfaceSet::NONE,
        own: &[],
        depth: 0,
    };

    /// Returns the access of a skill with the [interfaces](Self::own) `own`, whose sub-machines have
    /// the access `below`. `values` has a bit for each of its interfaces whose value it uses.
    #[must_use]
    pub const fn of(own: &'static [u32], values: u32, below: &[Self]) -> Self {
        let below = (Self::any(below), !below.is_empty());
        let mut access = Self { own, depth: below.0.depth + below.1 as u32, ..below.0 };
        let mut i = 0;
        while i < own.len() {
            let set = InterfaceSet::of(own[i] % WRITES);
            access.reads = access.reads.union(set);
            if own[i] & WRITES != 0 {
                access.writes = access.writes.union(set);
            } else if own[i] & OPTIONAL == 0 {
                access.required = access.required.union(set);
            }
            if own[i] & FRESH != 0 {
                access.fresh = access.fresh.union(set);
            }
            if values & 1 << i != 0 {
                access.values = access.values.union(set);
            }
            i += 1;
        }
        access
    }

    /// Returns the access of a machine that also reads the parameters, which are in `set`.
    #[must_use]
    pub const fn with_parameters(mut self, set: InterfaceSet) -> Self {
        self.reads = self.reads.union(set);
        self.values = self.values.union(set);
        self
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
            access.fresh = access.fresh.union(machines[i].fresh);
            access.values = access.values.union(machines[i].values);
            if access.depth < machines[i].depth {
                access.depth = machines[i].depth;
            }
            i += 1;
        }
        access
    }

    /// Returns whether a required interface has no writer or may have an old value, for the machine
    /// or a sub-machine.
    #[inline]
    pub(crate) fn may_be_missing<B: Blackboard>(
        &self,
        snapshot: &Snapshot<'_, B>,
        now: Instant,
    ) -> bool {
        let read = self.required.0 & !snapshot.writers().0;
        let written = self.writes.0 & !snapshot.claimed().0;
        read | written != 0 || self.fresh.0 != 0 && snapshot.may_be_old(now)
    }
}

/// Returns what a pass of a machine begins with: its condition, or [`ABORT`](Outcome::ABORT) if it
/// fails at once: its call is invalid, or `outcome` is [`UNCHECKED`](Outcome::UNCHECKED) and a
/// required interface has no writer or is stale. Sets the failure then.
#[cold]
#[inline(never)]
pub(crate) fn begin_in<B: Blackboard>(
    condition: Condition,
    (snapshot, now): (&Snapshot<'_, B>, Instant),
    failure: &mut FailureSlot,
    outcome: Outcome,
    (skill, call): (u32, Option<&InvalidCall>),
    own: &[u32],
    stale: Option<u16>,
) -> Outcome {
    if let Some(call) = call {
        failure.set_invalid_call(skill, *call);
        return Outcome::ABORT;
    }
    let condition = condition.outcome();
    if !outcome.is(Outcome::UNCHECKED) || condition.is_at_rest() {
        return condition;
    }
    match missing(snapshot, own, stale, now) {
        None => condition,
        Some(cause) => {
            failure.set(skill, cause);
            Outcome::ABORT
        }
    }
}

/// Returns why a machine cannot run: a required interface of `own` has no writer or an old value.
///
/// An interface that the skill writes has no writer if the snapshot has not claimed it. `stale` is
/// the first interface that is older than the skill itself allows.
fn missing<B: Blackboard>(
    snapshot: &Snapshot<'_, B>,
    own: &[u32],
    stale: Option<u16>,
    now: Instant,
) -> Option<Cause> {
    let (writers, claimed) = (snapshot.writers(), snapshot.claimed());
    for (place, own) in (0..).zip(own) {
        let present = if own & WRITES != 0 { claimed } else { writers };
        if own & OPTIONAL == 0 && !present.contains(own % WRITES) {
            return Some(Cause::NoWriter(place));
        }
    }
    if !snapshot.may_be_old(now) {
        return stale.map(Cause::Stale);
    }
    snapshot.look_ahead(now);
    // Loops that carry nothing but their counter: the prover sees that they end.
    let is_old = |own: &u32| own & FRESH != 0 && now >= snapshot.stale_from(own % WRITES, now);
    let old = (0..).zip(own).find_map(|(place, own)| is_old(own).then_some(place));
    let first = match (old, stale) {
        (None, None) => return None,
        (Some(old), Some(stale)) => stale.min(old),
        (Some(stale), None) | (None, Some(stale)) => stale,
    };
    Some(Cause::Stale(first))
}

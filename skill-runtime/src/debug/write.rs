//! The writer of the debug interface.

use super::memory::{
    ACTIVE, AGENT, AT_SESSION, DebugMemory, MAGIC, NO_STATE, SKILLER, Section, UNKNOWN, VERSION,
    WORDS,
};
use super::{entry, memory};
use crate::active::{ActiveEntry, ActiveParent, ListActive};
use crate::agent::HasSkiller;
use crate::agent::{Agent, AgentRunner};
use crate::blackboard::Blackboard;
use crate::graph::SkillKey;
use crate::machine::{Exec, Machine};
use crate::skiller::{CallSlot, SkillStatus, Skiller};
use crate::space::SkillSpace;
use crate::status::Status;
use crate::time::{Instant, Tick};
use crate::trace::{TraceEntry, TraceEvent, TraceKind, TraceRing};
use core::ops::ControlFlow;

/// Publishes what a skiller and an agent are doing in a [`DebugMemory`].
///
/// It is called after each pass. A pass in which nothing has changed stores its time.
#[derive(Debug)]
pub struct DebugWriter<'a> {
    memory: &'a DebugMemory,
    skiller: Seen,
    agent: Seen,
}

/// The version of a part that was published last.
#[derive(Clone, Copy, Default, Debug)]
struct Seen {
    /// A number that changes with everything that the part contains, and with the high half of the
    /// time.
    key: u32,
    /// The sequence number.
    sequence: u32,
    /// The number of recorded trace entries.
    recorded: u32,
}

impl<'a> DebugWriter<'a> {
    /// Becomes the writer of `memory`, which a reader then finds. `descriptions` is the
    /// [hash](super::descriptions_hash) of the descriptions of the skills and agents, computed in a
    /// `const`. What an earlier writer has published is removed.
    ///
    /// Memory and blackboard that are in one shared memory must be in it as a whole: a reader finds
    /// the blackboard by its distance from `memory`.
    pub fn new<B: Blackboard>(memory: &'a DebugMemory, board: &B, descriptions: u64) -> Self {
        let session = memory.load(AT_SESSION).wrapping_add(1);
        memory.store_magic(0);
        let [_, rest @ ..] = MAGIC;
        let to = &mut memory.output(1, 0);
        for word in rest {
            to.put(word);
        }
        to.put(VERSION);
        #[allow(clippy::cast_possible_truncation)] // at most 1024
        to.put(WORDS as u32);
        to.put_both(B::LAYOUT);
        to.put_both(descriptions);
        to.put(distance(memory, board).cast_unsigned());
        to.put(session);
        for section in [SKILLER, AGENT] {
            let sequence = memory.begin(section.sequence_at());
            let to = &mut memory.output(section.head_at(), session);
            for _ in 0..Section::HEAD {
                to.put(0);
            }
            memory.store(section.sequence_at() + 1, to.check);
            memory.end(section.sequence_at(), sequence);
        }
        memory.publish_breakpoints_of(session, []);
        memory.store_magic(MAGIC[0]);
        Self { memory, skiller: Seen::default(), agent: Seen::default() }
    }

    /// Publishes what the skiller has done in the pass `now`, which `ring` has traced.
    #[inline]
    pub fn publish_skiller<S, C, K, const N: usize>(
        &mut self,
        now: Tick,
        skiller: &Skiller<'_, S, C>,
        ring: &TraceRing<N, K>,
    ) where
        S: SkillSpace,
        S::Board: HasSkiller,
        C: CallSlot<S>,
        K: Copy + Into<SkillKey>,
    {
        self.beat(SKILLER, now);
        if key(now, skiller, ring) != self.skiller.key {
            self.publish_changes(now, skiller, ring);
        }
    }

    // It computes the key again, so that nothing is kept for it in a pass without changes.
    #[cold]
    #[inline(never)]
    fn publish_changes<S, C, K, const N: usize>(
        &mut self,
        now: Tick,
        skiller: &Skiller<'_, S, C>,
        ring: &TraceRing<N, K>,
    ) where
        S: SkillSpace,
        S::Board: HasSkiller,
        C: CallSlot<S>,
        K: Copy + Into<SkillKey>,
    {
        let (status, machine) = (skiller.status(), skiller.machine());
        let sequence = publish(self.memory, SKILLER, now, status, machine, ring, self.skiller);
        self.skiller = Seen { key: key(now, skiller, ring), sequence, recorded: ring.recorded() };
    }

    /// Publishes what the agent has done in the pass `now`, which `ring` has traced. Its status is
    /// [`Inactive`](SkillStatus::Inactive) while it waits for control of the skiller.
    #[inline]
    pub fn publish_agent<A, B, K, const N: usize>(
        &mut self,
        now: Tick,
        runner: &AgentRunner<'_, A, B>,
        ring: &TraceRing<N, K>,
    ) where
        A: Agent,
        B: HasSkiller,
        A::Machine: Exec<B>,
        K: Copy + Into<SkillKey>,
    {
        self.beat(AGENT, now);
        let status = match runner.machine().status() {
            Status::Running if !runner.in_control() => SkillStatus::Inactive,
            Status::Running => SkillStatus::Running,
            Status::Final => SkillStatus::Final,
            Status::Failed => SkillStatus::Failed,
        };
        // Not 0, which is the key of nothing.
        let changes = ring.recorded().wrapping_shl(3) | (status as u32 + 1);
        let key = changes ^ high(now).rotate_right(8);
        if key != self.agent.key {
            let machine = Some(runner.machine());
            let sequence = publish(self.memory, AGENT, now, status, machine, ring, self.agent);
            self.agent = Seen { key, sequence, recorded: ring.recorded() };
        }
    }

    /// Prepares that what was published is published again, if another writer has changed it: one
    /// in another process that this one has replaced, that was stopped while it was publishing, and
    /// has continued. Where that is possible, this is called before each pass is published.
    pub fn recover(&mut self) {
        for (section, seen) in [(SKILLER, &mut self.skiller), (AGENT, &mut self.agent)] {
            if self.memory.load(section.sequence_at()) != seen.sequence {
                *seen = Seen::default();
            }
        }
    }

    /// Stores the time of a pass.
    #[inline]
    #[allow(clippy::cast_possible_truncation)] // the low half
    fn beat(&self, section: Section, now: Tick) {
        self.memory.store(section.at, now.time.as_micros() as u32);
    }
}

/// Returns the key of what a skiller publishes: a sum of numbers that only grow until there is a new
/// clock, so it changes with any of them.
#[inline]
fn key<S, C, K: Copy, const N: usize>(
    now: Tick,
    skiller: &Skiller<'_, S, C>,
    ring: &TraceRing<N, K>,
) -> u32
where
    S: SkillSpace,
    S::Board: HasSkiller,
    C: CallSlot<S>,
{
    skiller.changes().wrapping_add(ring.recorded()).wrapping_add(high(now))
}

/// Returns the half of a time that passes do not store.
#[allow(clippy::cast_possible_truncation)] // the high half
const fn high(now: Tick) -> u32 {
    (now.time.as_micros() >> 32) as u32
}

/// Returns the distance from the memory to the blackboard in words, or 0 if it is too great for one
/// memory.
#[allow(clippy::cast_possible_wrap)] // no object is larger than half of the addresses
fn distance<B>(memory: &DebugMemory, board: &B) -> i32 {
    let from = core::ptr::from_ref(memory).addr();
    let bytes = core::ptr::from_ref(board).addr().wrapping_sub(from) as isize;
    i32::try_from(bytes / 4).unwrap_or(0)
}

/// Publishes a part. Returns its sequence number.
#[cold]
#[inline(never)]
fn publish<M: ListActive, K: Copy + Into<SkillKey>, const N: usize>(
    memory: &DebugMemory,
    section: Section,
    now: Tick,
    status: SkillStatus,
    machine: Option<&M>,
    ring: &TraceRing<N, K>,
    seen: Seen,
) -> u32 {
    let new = New::of(ring, seen);
    let older = PublishedPath::of(memory, section);
    let sequence = memory.begin(section.sequence_at());
    let session = memory.load(AT_SESSION);
    let to = &mut memory.output(section.head_at(), session);
    to.put_both(now.time.as_micros());
    to.put(now.count);
    to.put(status as u32 + 1);
    match new.call() {
        Some((skill, arguments)) => {
            to.put(1);
            to.put(skill.number());
            for word in arguments {
                to.put(word);
            }
        }
        None => {
            for at in CALL..CALL + CALL_WORDS {
                to.put(memory.load(section.head_at() + at));
            }
        }
    }
    to.put(ring.recorded());
    let mut count = 0_u32;
    visit(machine, |_| count = count.saturating_add(1));
    to.put(count);
    let mut left = section.active;
    visit(machine, |active| {
        if left > 0 {
            left -= 1;
            let entered = new.entered(&active, &older).map_or(UNKNOWN, Instant::as_micros);
            put_active(to, &active, entered);
        }
    });
    memory.store(section.sequence_at() + 1, to.check);
    for (number, entry) in new.numbered(section.trace) {
        entry::put(memory, section, number, entry.instance, &keyed(&entry.event));
    }
    memory.end(section.sequence_at(), sequence)
}

/// The position of the call among the words of the head, and their number.
const CALL: usize = 4;
const CALL_WORDS: usize = 10;

/// Calls `each` with the active states.
fn visit<M: ListActive>(machine: Option<&M>, mut each: impl FnMut(ActiveEntry)) {
    if let Some(machine) = machine {
        let _ = machine.visit_active(ActiveParent::default(), &mut |entry| {
            each(entry);
            ControlFlow::Continue(())
        });
    }
}

fn put_active(to: &mut memory::Output<'_>, active: &ActiveEntry, entered: u64) {
    to.put(active.instance);
    to.put(SkillKey::of(active.skill).number());
    let state = active.state.unwrap_or(NO_STATE);
    to.put(u32::from(state) | active.depth << 16);
    to.put_both(entered);
}

fn keyed<K: Copy + Into<SkillKey>>(event: &TraceEvent<K>) -> TraceEvent<SkillKey> {
    TraceEvent { time: event.time, skill: event.skill.into(), kind: event.kind }
}

/// The path that was published last.
struct PublishedPath([[u32; ACTIVE]; SKILLER.active]);

impl PublishedPath {
    fn of(memory: &DebugMemory, section: Section) -> Self {
        let count = memory.load(section.head_at() + Section::HEAD - 1) as usize;
        let mut path = [[u32::MAX; ACTIVE]; SKILLER.active];
        for (index, active) in path.iter_mut().enumerate().take(count.min(section.active)) {
            let at = section.active_at() + index * ACTIVE;
            *active = core::array::from_fn(|word| memory.load(at + word));
        }
        Self(path)
    }

    /// Returns when a state was entered that is in this path.
    fn entered(&self, of: &ActiveEntry, state: u16) -> Option<Instant> {
        let key = SkillKey::of(of.skill).number();
        let is_same = |[instance, skill, place, ..]: &&[u32; ACTIVE]| {
            (*instance, *skill, *place & 0xffff) == (of.instance, key, u32::from(state))
        };
        let [.., low, high] = self.0.iter().find(is_same)?;
        let micros = memory::join([*low, *high]);
        (micros != UNKNOWN).then_some(Instant::from_micros(micros))
    }
}

/// The trace entries that are not published yet.
struct New<'a, const N: usize, K> {
    ring: &'a TraceRing<N, K>,
    /// The number of those that the ring still has.
    kept: usize,
    /// Whether it had more.
    is_incomplete: bool,
}

impl<'a, K: Copy + Into<SkillKey>, const N: usize> New<'a, N, K> {
    fn of(ring: &'a TraceRing<N, K>, seen: Seen) -> Self {
        let new = ring.recorded().wrapping_sub(seen.recorded) as usize;
        let kept = ring.kept().min(new);
        Self { ring, kept, is_incomplete: kept < new }
    }

    fn iter(&self) -> impl Iterator<Item = &'a TraceEntry<K>> + use<'a, N, K> {
        self.ring.iter().skip(self.ring.kept().saturating_sub(self.kept))
    }

    /// Returns the last call of the outermost skill: its key, and its arguments as words.
    fn call(&self) -> Option<(SkillKey, [u32; memory::PAYLOAD])> {
        let calls = self.iter().filter(|entry| entry.instance == 0);
        let calls = calls.filter_map(|entry| match entry.event.kind {
            TraceKind::Called(arguments) => Some((entry.event.skill.into(), arguments.to_words())),
            _ => None,
        });
        calls.last()
    }

    /// Returns the newest entries with their numbers, at most `max`.
    #[allow(clippy::cast_possible_truncation)] // as many as the ring holds
    fn numbered(&self, max: usize) -> impl Iterator<Item = (u32, &'a TraceEntry<K>)> {
        let all = self.kept.min(max);
        let first = self.ring.recorded().wrapping_sub(all as u32);
        let entries = self.iter().skip(self.kept.saturating_sub(all));
        let numbered = entries.zip(1_u32..);
        numbered.map(move |(entry, number)| (first.wrapping_add(number), entry))
    }

    /// Returns when an active state was entered. A machine knows it for some states; otherwise it
    /// is found in the trace, or it is as it was in the `older` path.
    fn entered(&self, active: &ActiveEntry, older: &PublishedPath) -> Option<Instant> {
        let state = active.state?;
        if active.entered.is_some() {
            return active.entered;
        }
        let mut entered = older.entered(active, state).filter(|_| !self.is_incomplete);
        for entry in self.iter().filter(|entry| entry.instance == active.instance) {
            let enters = match entry.event.kind {
                TraceKind::Entered { .. } => true,
                TraceKind::Transition { from, transition } => {
                    let graph = &active.skill.graph;
                    let transition = graph.transitions.get(usize::from(transition));
                    transition.is_some_and(|of| graph.enters(from, of.to, state))
                }
                _ => false,
            };
            if enters {
                entered = Some(entry.event.time);
            }
        }
        entered
    }
}

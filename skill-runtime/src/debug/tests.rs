//! Tests of the debug interface: writers that are killed or stopped at each store, and words that
//! no writer has written.

use super::{
    BreakpointKind, DebugBreakpoint, DebugError, DebugImage, DebugMemory, DebugPart, DebugWriter,
    descriptions_hash,
};
use crate::agent;
use crate::agent::{Agent, AgentRunner};
use crate::atomic::AtomicU32;
use crate::blackboard;
use crate::graph::SkillKey;
use crate::interface;
use crate::skill;
use crate::skill_space;
use crate::skiller::Skiller;
use crate::skiller::{SkillStatus, SkillerInterface};
use crate::space::SkillSpace;
use crate::time::{Instant, Tick};
use crate::trace::{EntryTimes, TraceRing};
use core::num::NonZeroU32;
use lamp::Color;
use std::cell::RefCell;
use std::string::ToString as _;
use std::vec::Vec;

std::thread_local! {
    /// The stores of this thread that do not take place: the address and the value of each.
    static WITHHELD: RefCell<Option<Vec<(usize, u32)>>> = const { RefCell::new(None) };
}

/// Returns whether a store takes place.
pub(super) fn takes_place(word: &AtomicU32, value: u32) -> bool {
    WITHHELD.with_borrow_mut(|withheld| {
        let Some(stores) = withheld else { return true };
        stores.push((core::ptr::from_ref(word).addr(), value));
        false
    })
}

/// Runs `writer`, none of whose stores takes place, and returns them. No load depends on an earlier
/// store of the same call.
fn withheld(writer: impl FnOnce()) -> Vec<(usize, u32)> {
    WITHHELD.set(Some(Vec::new()));
    writer();
    WITHHELD.take().unwrap_or_default()
}

interface! {
    /// A lamp.
    pub Lamp {
        enum Color { Red, Green }
        fields { level: f32, color: Color }
        messages { Blink { times: u32 }, Off }
    }
}

blackboard! { pub Board { lamp: Lamp, "Skiller": SkillerInterface } }

skill! {
    /// Blinks.
    #[allow(skill::unchecked_optional)]
    pub skill Blink(times: u32 = 3, level: f32 = 0.5) {
        depends_interfaces { optional lamp: Lamp }
        start state Send {
            init { lamp.send(lamp::Blink { times: self.times }); }
            -> Wait after 200ms;
        }
        state Wait {
            start state Short { -> Long when lamp.level > self.level; }
            state Long { -> Short when lamp.level < self.level; }
            -> FINAL after 1s;
            -> FAILED("{} at {:.1}", lamp.color, lamp.level) when lamp.level > 8.0;
        }
    }
}

skill! {
    /// Blinks twice.
    pub skill Twice() {
        depends_skills { Blink }
        start state First = Blink { times: 1 } {
            -> Second on FINAL;
            -> FAILED("first") on FAILED;
        }
        state Second = Blink { level: 2.0 }? { -> FINAL on FINAL; }
    }
}

skill_space! { pub Space on Board { Blink, Twice } }

agent! {
    /// Blinks for ever.
    pub agent Lighthouse() {
        depends_skills { Twice }
        start state Shine = Twice {} {
            -> Dark on FINAL;
            -> Dark on FAILED;
        }
        state Dark { -> Shine after 300ms; }
    }
}

const DESCRIPTIONS: u64 = descriptions_hash(Space::SKILLS, &[<Lighthouse as Agent>::INFO]);

/// The rings are small, so that they lose entries.
const RING: usize = 24;

/// A blackboard with a skiller, an agent and their debug interface.
struct Scene<'a> {
    board: &'a Board,
    memory: &'a DebugMemory,
    skiller: Skiller<'a, Space>,
    runner: AgentRunner<'a, Lighthouse, Board>,
    rings: [TraceRing<RING, SkillKey>; 2],
    writer: DebugWriter<'a>,
    lamp: Option<crate::blackboard::Writer<'a, Lamp>>,
    pass: u32,
}

/// The view of a reader, without the time of the last pass, which is apart from the rest.
type Seen = [Result<Option<DebugPart>, DebugError>; 2];

fn seen(words: &[u32]) -> Seen {
    let image = match DebugImage::parse(words) {
        Ok(image) => image,
        Err(error) => return [Err(error), Err(error)],
    };
    [image.skiller(&()), image.agent(&())].map(|mut part| {
        if let Ok(Some(part)) = &mut part {
            part.last = part.changed.time;
        }
        part
    })
}

impl<'a> Scene<'a> {
    fn new(board: &'a Board, memory: &'a DebugMemory) -> Self {
        Self {
            board,
            memory,
            skiller: Skiller::new(board).expect("it is the only one"),
            runner: AgentRunner::new(board, Lighthouse {}, NonZeroU32::new(7).unwrap())
                .expect("it is the only one"),
            rings: [const { TraceRing::of_keys() }; 2],
            writer: DebugWriter::new(memory, board, DESCRIPTIONS),
            lamp: None,
            pass: 0,
        }
    }

    fn now(&self) -> Tick {
        Tick { time: Instant::from_millis(u64::from(self.pass) * 70), count: self.pass }
    }

    /// Runs a pass without publishing it.
    fn tick(&mut self) {
        self.pass += 1;
        let now = self.now();
        #[allow(clippy::cast_precision_loss)]
        let level = (self.pass * 7 % 10) as f32;
        // It is away at times, and then its messages are refused.
        if self.pass % 50 > 20 {
            let lamp = self.lamp.get_or_insert_with(|| self.board.lamp.writer().expect("one"));
            lamp.write(&Lamp { level, color: Color::Green }, now.time);
        } else {
            self.lamp = None;
        }
        let [skiller, agent] = &mut self.rings;
        self.runner.tick(now, agent);
        self.skiller.tick(now, skiller);
    }

    fn publish(&mut self) {
        let (now, [skiller, agent]) = (self.now(), &self.rings);
        self.writer.publish_skiller(now, &self.skiller, skiller);
        self.writer.publish_agent(now, &self.runner, agent);
    }

    fn seen(&self) -> Seen {
        seen(&self.memory.copy())
    }
}

#[test]
fn a_reader_sees_what_runs() {
    let (board, memory) = (Board::new(), DebugMemory::new());
    assert_eq!(DebugImage::parse(&memory.copy()).err(), Some(DebugError::NoMagic));
    let mut scene = Scene::new(&board, &memory);
    assert_eq!(scene.seen(), [Ok(None), Ok(None)]);
    let mut kinds = Vec::new();
    let mut previous = 0;
    for _ in 0..300 {
        scene.tick();
        scene.publish();
        let copy = memory.copy();
        let image = DebugImage::parse(&copy).expect("it is whole");
        assert_eq!(
            (image.layout(), image.descriptions()),
            (<Board as crate::blackboard::Blackboard>::LAYOUT, DESCRIPTIONS)
        );
        let agent = image.agent(&()).unwrap().expect("the agent runs");
        let skiller = image.skiller(&()).unwrap().expect("the skiller runs");
        assert_eq!([skiller.last, agent.last], [scene.now().time; 2]);
        assert_eq!(skiller.status, scene.skiller.status());
        for (part, active) in [
            (&skiller, scene.skiller.active().collect::<Vec<_>>()),
            (&agent, crate::machine::Machine::active(scene.runner.machine()).collect()),
        ] {
            assert_eq!(part.active.len(), active.len());
            for (found, expected) in part.active.iter().zip(&active) {
                assert_eq!(
                    (found.depth, found.instance, found.skill, found.state),
                    (
                        expected.depth,
                        expected.instance,
                        SkillKey::of(expected.skill),
                        expected.state
                    )
                );
            }
        }
        for (part, ring) in [(&skiller, &scene.rings[0]), (&agent, &scene.rings[1])] {
            assert_eq!(part.recorded, ring.recorded());
            let newest =
                part.trace.iter().rev().zip(ring.iter().collect::<Vec<_>>().into_iter().rev());
            for (index, (found, expected)) in (0..).zip(newest) {
                assert_eq!(found.number, ring.recorded() - index);
                match (found.entry.event.kind, expected.event.kind) {
                    // Without the descriptions, there is no name.
                    (
                        crate::trace::TraceKind::Refused { interface, message: "?", error },
                        crate::trace::TraceKind::Refused {
                            interface: expected, error: reason, ..
                        },
                    ) => assert_eq!((interface, error), (expected, reason)),
                    (
                        crate::trace::TraceKind::Failed(found),
                        crate::trace::TraceKind::Failed(expected),
                    ) => {
                        // The value of an enum has no name either.
                        let text = expected.of(&Twice).to_string();
                        let text = text.replace("Blink", "#0").replace("green", "#1");
                        assert_eq!(found.of(&Twice).to_string(), text);
                    }
                    _ => assert_eq!(&found.entry, expected),
                }
                let name = std::format!("{:?}", expected.event.kind);
                kinds.push(std::string::String::from(name.split(['(', ' ']).next().unwrap()));
            }
        }
        if skiller.status == SkillStatus::Running {
            let call = skiller.call.expect("the agent calls it");
            assert_eq!(call.arguments.text(&Twice).to_string(), "twice{}");
            assert_eq!(skiller.running(), Some(SkillKey::of(&Twice)));
        }
        assert!(skiller.changed.count >= previous);
        previous = skiller.changed.count;
    }
    for kind in ["Called", "Entered", "Transition", "Failed", "Reset", "Refused"] {
        assert!(kinds.iter().any(|other| other == kind), "{kind} does not happen");
    }
}

/// The writer derives the times of entry from the trace.
#[test]
fn the_times_of_entry_are_those_of_the_machine() {
    let boards = [Board::new(), Board::new()];
    let memory = DebugMemory::new();
    let [mut skiller, mut exact] =
        [0, 1].map(|i: usize| Skiller::<Space>::new(&boards[i]).unwrap());
    let mut writer = DebugWriter::new(&memory, &boards[0], DESCRIPTIONS);
    let mut ring = TraceRing::<64>::new();
    let (mut nested, mut random) = (0, 1_u32);
    let mut lamps = boards.each_ref().map(|board| board.lamp.writer().unwrap());
    for count in 1..3000 {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let now = Tick { time: Instant::from_millis(u64::from(count) * 55), count };
        for (lamp, skiller) in lamps.iter_mut().zip([&mut skiller, &mut exact]) {
            #[allow(clippy::cast_precision_loss)]
            let level = (random >> 24) as f32 / 30.0;
            lamp.write(&Lamp { level, color: Color::Red }, now.time);
            if skiller.status() != SkillStatus::Running {
                skiller.start(Twice {}).unwrap();
            }
        }
        skiller.tick(now, &mut ring);
        exact.tick(now, EntryTimes);
        // A pass that is not published is caught up with.
        if random >> 30 != 0 {
            writer.publish_skiller(now, &skiller, &ring);
            let copy = memory.copy();
            let part = DebugImage::parse(&copy).unwrap().skiller(&()).unwrap().unwrap();
            let found: Vec<_> = part.active.iter().map(|active| active.entered).collect();
            let expected: Vec<_> = exact.active().map(|active| active.entered).collect();
            assert_eq!(found, expected, "pass {count}");
            nested = nested.max(found.len());
        }
    }
    assert_eq!(nested, 3, "a state of `twice` and two of `blink`");
}

/// Applies a store of [`withheld`] to a memory.
fn apply(memory: &DebugMemory, of: &DebugMemory, (address, value): (usize, u32)) {
    memory.store((address - core::ptr::from_ref(of).addr()) / 4, value);
}

fn copy_of(memory: &DebugMemory) -> DebugMemory {
    let copy = DebugMemory::new();
    for at in 0..DebugMemory::WORDS {
        copy.store(at, memory.load(at));
    }
    copy
}

/// Runs two passes of a restarted writer and returns what a reader sees.
fn restarted(memory: &DebugMemory) -> Seen {
    let board = Board::new();
    let mut scene = Scene::new(&board, memory);
    for _ in 0..2 {
        scene.tick();
        scene.publish();
    }
    scene.seen()
}

#[test]
fn a_writer_can_be_killed_at_every_store() {
    let (board, memory) = (Board::new(), DebugMemory::new());
    let mut scene = Scene::new(&board, &memory);
    let after_restart = restarted(&DebugMemory::new());
    let (mut changes, mut stores) = (0, 0);
    for pass in 0..120 {
        scene.tick();
        let before = scene.seen();
        let rest = withheld(|| scene.publish());
        let done = copy_of(&memory);
        for store in &rest {
            apply(&done, &memory, *store);
        }
        let after = seen(&done.copy());
        changes += usize::from(before != after);
        for store in rest {
            // Here it may have died.
            apply(&memory, &memory, store);
            stores += 1;
            for ((found, before), after) in scene.seen().iter().zip(&before).zip(&after) {
                let is_right = found == before || found == after;
                assert!(
                    is_right || *found == Err(DebugError::BeingWritten),
                    "pass {pass}: {found:?}"
                );
            }
            if stores % 50 == 0 {
                assert_eq!(restarted(&copy_of(&memory)), after_restart, "pass {pass}");
            }
        }
        assert_eq!(scene.seen(), after, "pass {pass}");
    }
    assert!(changes > 20 && stores > 1000, "{changes} changes, {stores} stores");
}

/// Another writer takes its place, and then it continues.
#[test]
fn a_writer_can_be_stopped_at_every_store() {
    let mut spoiled = 0;
    for pass in 1..12 {
        for stop in 0.. {
            let (boards, memory) = ([Board::new(), Board::new()], DebugMemory::new());
            let mut first = Scene::new(&boards[0], &memory);
            for _ in 1..pass {
                first.tick();
                first.publish();
            }
            first.tick();
            let mut rest = withheld(|| first.publish());
            if stop >= rest.len() {
                break;
            }
            let rest = rest.split_off(stop);
            let mut second = Scene::new(&boards[1], &memory);
            for _ in 0..3 {
                second.tick();
                second.publish();
            }
            let right = second.seen();
            for (index, store) in rest.into_iter().enumerate() {
                apply(&memory, &memory, store);
                if index % 4 == 0 {
                    for (found, right) in second.seen().iter().zip(&right) {
                        spoiled += usize::from(found != right);
                        assert!(is_older(found, right) || found.is_err(), "{found:?}");
                    }
                }
            }
            // It is noticed, and published again.
            second.writer.recover();
            second.publish();
            assert_eq!(
                second.seen().map(|part| part.map(|part| part.map(|part| part.active))),
                right.map(|part| part.map(|part| part.map(|part| part.active)))
            );
        }
    }
    assert!(spoiled > 100, "{spoiled}");
}

/// Returns whether `found` is `right`, or has fewer trace entries.
fn is_older(
    found: &Result<Option<DebugPart>, DebugError>,
    right: &Result<Option<DebugPart>, DebugError>,
) -> bool {
    let (Ok(Some(found)), Ok(Some(right))) = (found, right) else { return found == right };
    let mut same = found.clone();
    same.trace.clone_from(&right.trace);
    same == *right && found.trace.iter().all(|entry| right.trace.contains(entry))
}

#[test]
fn breakpoints_are_published() {
    let (board, memory) = (Board::new(), DebugMemory::new());
    let scene = Scene::new(&board, &memory);
    let read = || DebugImage::parse(&memory.copy()).unwrap().breakpoints();
    assert_eq!(read().unwrap().len(), 0);
    let kinds = [
        BreakpointKind::Entry,
        BreakpointKind::Loop,
        BreakpointKind::Exit,
        BreakpointKind::Transition,
    ];
    let all: Vec<_> = (0..20_u16)
        .map(|index| DebugBreakpoint {
            kind: kinds[usize::from(index) % 4],
            skill: SkillKey::of(&Blink),
            index,
            hits: u32::from(index) * 3,
        })
        .collect();
    for count in [1, 7, 16, 0, 20] {
        let before = read().unwrap();
        let rest = withheld(|| memory.publish_breakpoints(all[..count].iter().copied()));
        for store in rest {
            apply(&memory, &memory, store);
            let found = read();
            let is_right = found == Err(DebugError::BeingWritten) || found.as_ref() == Ok(&before);
            assert!(is_right || found.is_ok_and(|found| found[..] == all[..count.min(16)]));
        }
        assert_eq!(read().unwrap()[..], all[..count.min(16)]);
    }
    drop(scene);
}

/// A reader of any words returns an error or what a writer has published.
fn spoil(cases: u32) {
    let (board, memory) = (Board::new(), DebugMemory::new());
    let mut scene = Scene::new(&board, &memory);
    for _ in 0..40 {
        scene.tick();
        scene.publish();
    }
    let words = memory.copy();
    let right = seen(&words);
    let mut random = 12_345_u64;
    let mut next = |below: usize| {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(random >> 33).unwrap() % below
    };
    let mut errors = 0;
    for _ in 0..cases {
        let mut spoiled = words.to_vec();
        for _ in 0..=next(3) {
            let at = next(spoiled.len());
            spoiled[at] = match next(4) {
                0 => spoiled[at] ^ 1 << next(32),
                1 => u32::MAX,
                2 => u32::try_from(next(64)).unwrap(),
                _ => spoiled[next(words.len())],
            };
        }
        if next(8) == 0 {
            spoiled.truncate(next(words.len() + 1));
        }
        let at = DebugImage::find(&spoiled);
        assert!(at.is_none_or(|at| at == 0));
        for (found, right) in seen(&spoiled).iter().zip(&right) {
            errors += u32::from(found.is_err());
            assert!(found.is_err() || is_older(found, right), "{found:?}");
        }
        if let Ok(image) = DebugImage::parse(&spoiled) {
            let _ = (image.breakpoints(), image.board_distance(), image.session(), image.layout());
        }
    }
    assert!(errors > cases / 4, "{errors}");
}

#[test]
fn spoiled_words_are_refused() {
    spoil(5_000);
}

#[test]
#[ignore = "takes minutes"]
fn a_million_spoiled_memories_are_refused() {
    spoil(1_000_000);
}

/// Words without a right checksum do not get far, so these have one.
#[test]
fn any_words_with_right_checksums_are_read() {
    let memory = DebugMemory::new();
    let board = Board::new();
    let _ = DebugWriter::new(&memory, &board, DESCRIPTIONS);
    let mut random = 99_u32;
    for _ in 0..20_000 {
        let mut next = || {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            match random >> 29 {
                0 => u32::MAX,
                1..=4 => random >> 16 & 15,
                _ => random,
            }
        };
        super::memory::fill(&memory, &mut next);
        let copy = memory.copy();
        let image = DebugImage::parse(&copy).unwrap();
        for part in [image.skiller(&()), image.agent(&())].into_iter().flatten().flatten() {
            let find = |key: SkillKey| key.find(Space::SKILLS);
            for entry in &part.trace {
                if let Some(event) = entry.entry.event.of(Space::SKILLS) {
                    let _ = event.to_string();
                }
            }
            if let Some(skill) = part.call.and_then(|call| find(call.skill)) {
                let _ = part.call.unwrap().arguments.text(skill).to_string();
            }
            assert!(part.active.len() <= part.active_count as usize);
        }
        let _ = image.breakpoints();
    }
}

/// A pass stores the low half of its time alone.
#[test]
fn the_time_of_the_last_pass_is_whole() {
    let (board, memory) = (Board::new(), DebugMemory::new());
    let mut skiller = Skiller::<Space>::new(&board).unwrap();
    let mut writer = DebugWriter::new(&memory, &board, DESCRIPTIONS);
    let mut ring = TraceRing::of_keys() as TraceRing<8, SkillKey>;
    let mut now = Tick { time: Instant::from_micros((7 << 32) - 50_000_000), count: 0 };
    skiller.start(Blink { times: None, level: Some(-1.0) }).unwrap();
    for pass in 1..500_u32 {
        skiller.tick(now, &mut ring);
        if pass == 400 {
            // Two halves are 71 minutes.
            now.time = now.time.after(core::time::Duration::from_secs(9000));
            skiller.begin_clock(now, &mut ring);
        }
        if pass == 450 {
            now.time = Instant::from_micros(now.time.as_micros() - (5 << 32));
            skiller.begin_clock(now, &mut ring);
        }
        for store in withheld(|| writer.publish_skiller(now, &skiller, &ring)) {
            apply(&memory, &memory, store);
            let part = DebugImage::parse(&memory.copy()).unwrap().skiller(&());
            if let (Ok(Some(part)), ..400) = (part, pass) {
                assert!(part.changed.time <= part.last && part.last <= now.time);
            }
        }
        let part = DebugImage::parse(&memory.copy()).unwrap().skiller(&()).unwrap().unwrap();
        assert_eq!(part.last, now.time, "pass {pass}");
        now.time = now.time.after(core::time::Duration::from_secs(1));
        now.count += 1;
    }
}

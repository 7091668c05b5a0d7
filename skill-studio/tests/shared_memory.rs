//! Watching a robot in shared memory: what is read, and files that vanish, are replaced, truncated
//! or corrupted.
#![cfg(unix)]
#![allow(clippy::large_stack_arrays)] // a large interface, which is on the heap

use skill_runtime::blackboard::{AtomicU32, CellWords};
use skill_runtime::debug::{DebugImage, DebugMemory, DebugWriter};
use skill_runtime::skiller::SkillerInterface;
use skill_runtime::{
    Blackboard, Instant, Skiller, Tick, TraceRing, WriterId, blackboard, interface, skill,
    skill_space,
};
use skill_studio::Description;
use skill_studio::live::Hub;
use skill_studio::record::{Ending, Options, Recording, SeenRecorder};
use skill_studio::replay::{ReplayError, check};
use skill_studio::view::{self, Image};
use skill_studio::watch::{MAX_BYTES, SharedMemory, SourceError, first, watch};
use std::fs::{self, File};
use std::num::NonZeroU32;
use std::os::unix::fs::FileExt as _;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time;

interface! {
    /// A lamp.
    pub Lamp {
        fields { level: f32 }
        messages { Blink }
    }
}

blackboard! { pub Board { lamp: Lamp, "Skiller": SkillerInterface } }
blackboard! { pub Other { "Skiller": SkillerInterface } }

interface! {
    /// So many words that a writer is quicker than a reader.
    pub Large { fields { numbers: [u32; 16000] } }
}

blackboard! { pub LargeBoard { large: Large, "Skiller": SkillerInterface } }

skill! {
    /// Blinks.
    pub skill Blink() {
        start state Dark { -> Bright after 100ms; }
        state Bright { -> Dark after 100ms; }
    }
}

skill! {
    /// Has two ways to its end, and a limit that only the skill knows.
    pub skill Kindle(limit_sec: f32 = 5.0) {
        depends_interfaces { lamp: Lamp }
        start state Wait {
            -> FINAL when lamp.level > 2.0;
            -> FINAL when lamp.level < -1.0;
            -> FAILED("dark after {:.1} s", self.limit_sec) after self.limit_sec;
        }
    }
}
skill! {
    /// Ends after a time.
    pub skill Glow(limit_sec: f32 = 5.0) {
        start state Wait { -> FINAL after self.limit_sec; }
    }
}
skill! {
    /// Ends only by a failure.
    #[allow(skill::never_final)]
    pub skill Doomed(limit_sec: f32 = 5.0) {
        start state Wait { -> FAILED("over") after self.limit_sec; }
    }
}

skill_space! { pub Space on Board { Blink, Kindle, Glow, Doomed } }
skill_space! { pub OtherSpace on Other { Blink } }
skill_space! { pub LargeSpace on LargeBoard { Blink } }

/// The memory of a robot, as nao-c has it.
#[repr(C)]
struct Shared<B> {
    head: [AtomicU32; 6],
    board: B,
    debug: DebugMemory,
}

impl<B: Blackboard + Default> Shared<B> {
    fn new() -> Self {
        let head = [const { AtomicU32::new(0x55) }; 6];
        Self { head, board: B::default(), debug: DebugMemory::new() }
    }

    fn words(&self) -> Vec<u32> {
        let cells = (0..2).filter_map(|index| self.board.cell_words(index));
        let cells =
            cells.flat_map(|cell| cell.words().map(|word| word.load(Relaxed)).collect::<Vec<_>>());
        let head = self.head.iter().map(|word| word.load(Relaxed));
        head.chain(cells).chain(self.debug.copy()).collect()
    }
}

fn description() -> Description {
    Description::of::<Space>("lamp", &[])
}

/// A file of a test, which is removed with it.
struct Shm {
    name: String,
    path: PathBuf,
}

impl Shm {
    fn new(test: &str) -> Self {
        let name = format!("/skill-studio-{}-{test}", std::process::id());
        let path = PathBuf::from(format!("/dev/shm{name}"));
        let _ = fs::remove_file(&path);
        Self { name, path }
    }

    fn write(&self, words: &[u32]) {
        fs::write(&self.path, bytes(words)).expect("the memory can be written");
    }
}

impl Drop for Shm {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_ne_bytes()).collect()
}

/// Runs a robot for some passes from `first` on, and calls `each` after each.
fn run(
    shared: &Shared<Board>,
    first: u32,
    passes: u32,
    mut each: impl FnMut(Tick, &Skiller<'_, Space, skill_runtime::skiller::NoTypedCalls>),
) {
    let id = WriterId::replacing(NonZeroU32::new(first + 3).unwrap());
    let mut skiller = Skiller::<Space, _>::without_typed_calls(&shared.board, id).unwrap();
    let mut ring = TraceRing::<32, _>::of_keys();
    let mut writer = DebugWriter::new(&shared.debug, &shared.board, description().hash);
    for count in first..first + passes {
        let now = Tick { time: Instant::from_millis(u64::from(count) * 20), count };
        if count == first {
            let skill_string = skill_runtime::Text::try_from("blink{}").unwrap();
            skiller.receive(1, skill_runtime::skiller::ExecSkill { skill_string }, now, &mut ring);
        }
        let level = f32::from(u16::try_from(count).unwrap());
        shared.board.lamp.writer_as(id).unwrap().write(&Lamp { level }, now.time);
        skiller.tick(now, &mut ring);
        writer.publish_skiller(now, &skiller, &ring);
        each(now, &skiller);
    }
}

#[test]
fn a_robot_is_seen_as_it_is() {
    let shm = Shm::new("seen");
    let shared = Shared::new();
    let description = description();
    assert!(
        matches!(SharedMemory::open(&shm.name), Err(SourceError::Gone(path)) if path == shm.path)
    );
    shm.write(&[0; 100]);
    let mut memory = SharedMemory::open(&shm.name).unwrap();
    let error = memory.sample(&description).unwrap_err();
    assert_eq!(error.to_string(), "no debug interface here");
    shm.write(&shared.words());
    run(&shared, 1, 60, |now, skiller| {
        shm.write(&shared.words());
        let image = memory.sample(&description).unwrap();
        let header = memory.header().unwrap();
        assert_eq!((header.layout, header.descriptions), (Board::LAYOUT, description.hash));
        let (view, time) = view::view(&description, &image).unwrap();
        assert_eq!(time, now.time);
        assert_eq!(
            (view.skiller.status.as_str(), view.skiller.call.as_str()),
            ("running", "blink{}")
        );
        let active = skiller.active().next().unwrap();
        assert_eq!(view.active[0].name, active.state_name());
        assert_eq!(view.active[0].entered_sec, active.entered.map(Instant::as_secs_f64));
        let board = view::board(&description, &image.board, time);
        let level = format!("{:?}", board.interfaces[0].values[0]);
        assert!(level.contains(&now.count.to_string()), "{level}");
    });
    // By its path, too.
    let path = shm.path.to_str().unwrap();
    assert!(SharedMemory::open(path).unwrap().sample(&description).is_ok());
}

/// A state with two guards that are not seen has a way out all the same.
#[test]
fn a_state_is_explained_as_far_as_it_is_seen() {
    let (shm, shared, description) = (Shm::new("why"), Shared::new(), description());
    let id = WriterId::replacing(NonZeroU32::new(3).unwrap());
    let mut skiller = Skiller::<Space, _>::without_typed_calls(&shared.board, id).unwrap();
    let mut ring = TraceRing::<32, _>::of_keys();
    let mut writer = DebugWriter::new(&shared.debug, &shared.board, description.hash);
    let mut lamp = shared.board.lamp.writer_as(id).unwrap();
    let mut text = |call: &str, publishes: bool| {
        let now = Tick { time: Instant::from_millis(20), count: 1 };
        if publishes {
            lamp.write(&Lamp { level: 0.0 }, now.time);
        }
        let skill_string = skill_runtime::Text::try_from(call).unwrap();
        skiller.receive(1, skill_runtime::skiller::ExecSkill { skill_string }, now, &mut ring);
        skiller.tick(now, &mut ring);
        writer.publish_skiller(now, &skiller, &ring);
        shm.write(&shared.words());
        let image = SharedMemory::open(&shm.name).unwrap().sample(&description).unwrap();
        let (view, now) = view::view(&description, &image).unwrap();
        let why = view::known(&description, &image, &view, now);
        let lines: Vec<_> = why.lines().iter().map(ToString::to_string).collect();
        let lines = lines.join("\n");
        (why.sentence.to_string(), lines, view::board(&description, &image.board, now))
    };
    let (sentence, .., board) = text("kindle{}", false);
    assert!(sentence.contains("lamp is stale"), "{sentence}");
    assert_eq!(board.interfaces[0].problem.as_deref(), Some("stale"));
    let (sentence, lines, _) = text("kindle{}", true);
    assert!(
        sentence.contains("Waits for `lamp.level > 2.0` or `lamp.level < -1.0`, then `FINAL`"),
        "{sentence}"
    );
    assert!(lines.contains("`why HOST:PORT`"), "{lines}");
    let (sentence, ..) = text("glow{}", true);
    assert!(sentence.contains("Waits for `after self.limit_sec`, then `FINAL`"), "{sentence}");
    let (sentence, ..) = text("doomed{}", true);
    assert!(sentence.contains("only a failure can end this state"), "{sentence}");
}

/// A program that was killed leaves its memory as it was.
#[test]
fn a_robot_without_passes_is_not_taken_for_one_that_runs() {
    let (shm, shared) = (Shm::new("stopped"), Shared::new());
    let id = WriterId::replacing(NonZeroU32::new(3).unwrap());
    let mut skiller = Skiller::<Space, _>::without_typed_calls(&shared.board, id).unwrap();
    let mut ring = TraceRing::<32, _>::of_keys();
    let mut writer = DebugWriter::new(&shared.debug, &shared.board, description().hash);
    let lamp = std::cell::RefCell::new(shared.board.lamp.writer_as(id).unwrap());
    let of_pass = |count: u32| Tick { time: Instant::from_millis(u64::from(count) * 20), count };
    let publish = |count| {
        lamp.borrow_mut().write(&Lamp { level: 0.0 }, of_pass(count).time);
        shm.write(&shared.words());
    };
    publish(0);
    let skill_string = skill_runtime::Text::try_from("kindle{}").unwrap();
    skiller.receive(1, skill_runtime::skiller::ExecSkill { skill_string }, of_pass(0), &mut ring);
    let mut pass = |skiller: &mut Skiller<'_, Space, _>, count: u32| {
        skiller.tick(of_pass(count), &mut ring);
        writer.publish_skiller(of_pass(count), skiller, &ring);
        publish(count);
    };
    let watched = || {
        let memory = Box::new(SharedMemory::open(&shm.name).unwrap());
        watch(memory, &[description()]).unwrap()
    };
    let sleep = |ms| std::thread::sleep(time::Duration::from_millis(ms));
    let look = |hub: &Hub| {
        // A file that is just being written is a lost robot, until the next look.
        sleep(60);
        let seen = first(hub).unwrap();
        let (view, board) = (seen.view.value, seen.board.value);
        assert_eq!(view.alive, view.stopped.is_none());
        let age_sec = board.interfaces[0].age_sec.unwrap();
        assert!((0.0..=0.1).contains(&age_sec) && board.interfaces[0].problem.is_none());
        (seen.why.value.sentence.to_string(), view.stopped.clone())
    };
    pass(&mut skiller, 1);
    let hub = watched();
    // The skill waits for longer than the time after which passes are missed.
    for count in 2..50 {
        pass(&mut skiller, count);
        sleep(20);
    }
    assert_eq!(look(&hub).1, None);
    for count in 50..140 {
        publish(count);
        sleep(10);
    }
    let text = "No pass since 0.980 s: the skills are killed or stopped, while drivers publish";
    let (sentence, stopped) = look(&hub);
    assert_eq!(stopped.as_deref(), Some(text));
    let why = hub.subscribe().borrow().why.value.clone();
    assert!((why.time_sec - 0.98).abs() < 1e-6, "the states are those of the last pass");
    let before = ", before: Waits for `lamp.level > 2.0` or `lamp.level < -1.0`";
    assert_eq!(sentence, format!("kindle: {text}{before}"));
    // Another one, as of `why`, sees a file that does not change.
    let (sentence, _) = look(&watched());
    assert!(sentence.contains("no driver publishes: the program of the drivers"), "{sentence}");
    drop(skiller);
    publish(140);
    let (sentence, _) = look(&watched());
    assert!(sentence.contains("0.980 s: the program of the skills has ended"), "{sentence}");
}

/// A robot that does not know of it is recorded for viewers.
#[test]
fn a_robot_is_recorded() {
    let (shm, shared, description) = (Shm::new("recorded"), Shared::new(), description());
    shm.write(&shared.words());
    let file = shm.path.with_extension("mcap");
    let mut recorder = SeenRecorder::new(description, &Options::new(&file)).unwrap();
    let mut memory = SharedMemory::open(&shm.name).unwrap();
    let mut levels = Vec::new();
    run(&shared, 1, 60, |now, _| {
        shm.write(&shared.words());
        for _ in 0..2 {
            recorder.look(&memory.sample(&description).unwrap()).unwrap();
        }
        levels.push((now, f32::from(u16::try_from(now.count).unwrap())));
    });
    recorder.finish().unwrap();
    let recording = Recording::open(&file).unwrap();
    fs::remove_file(&file).unwrap();
    assert!(!recording.each_pass && recording.ending == Ending::Whole);
    assert!(recording.events.iter().any(|event| event.text == "blink{}"), "{:?}", recording.events);
    let numbers: Vec<u32> = recording.events.iter().map(|event| event.pass).collect();
    assert!(numbers.is_sorted() && numbers.len() < 60);
    let (mut passes, entry) = (recording.passes(&description), &Board::INTERFACES[0]);
    let mut seen = Vec::new();
    while let Some(now) = passes.next() {
        let level = passes.words()[entry.offset + CellWords::HEAD];
        seen.push((now.time, f32::from_bits(level)));
    }
    let levels: Vec<_> = levels.into_iter().map(|(now, level)| (now.time, level)).collect();
    assert_eq!(seen, levels);
    let error = check::<Space, ()>(description, &recording, &Board::new(), ()).unwrap_err();
    assert_eq!(error, ReplayError::Seen);
}

#[test]
fn another_robot_or_none_is_an_error() {
    let shm = Shm::new("other");
    let shared = Shared::new();
    run(&shared, 1, 2, |_, _| {});
    let words = shared.words();
    shm.write(&words);
    let mut memory = SharedMemory::open(&shm.name).unwrap();
    let other = Description::of::<OtherSpace>("other", &[]);
    let error = memory.sample(&other).unwrap_err();
    assert!(matches!(
        error,
        SourceError::Layout { found: Board::LAYOUT, described: Other::LAYOUT }
    ));
    for name in ["", "/", "a\0b"] {
        assert!(matches!(SharedMemory::open(name), Err(SourceError::Name(_))), "{name}");
    }
    for path in ["/dev/null", "/dev/shm/", "/proc/self/fd"] {
        assert!(matches!(SharedMemory::open(path), Err(SourceError::NotAFile(_))), "{path}");
    }
    assert!(matches!(SharedMemory::open("/proc/self/fd/99999"), Err(SourceError::Gone(_))));
    // The debug interface alone, without the blackboard before it.
    shm.write(&words[words.len() - DebugMemory::WORDS..]);
    assert!(matches!(memory.sample(&description()), Err(SourceError::NoBoard)));
}

#[test]
fn a_file_can_vanish_be_replaced_and_change_its_size() {
    let shm = Shm::new("changes");
    let description = description();
    let shared = Shared::new();
    run(&shared, 1, 3, |_, _| {});
    let words = shared.words();
    shm.write(&words);
    let mut memory = SharedMemory::open(&shm.name).unwrap();
    let first = memory.header().unwrap().session;
    assert!(memory.sample(&description).is_ok());

    fs::remove_file(&shm.path).unwrap();
    assert!(matches!(memory.sample(&description), Err(SourceError::Gone(_))));
    // Another file, of a behavior that was started again in the same memory.
    run(&shared, 10, 3, |_, _| {});
    shm.write(&shared.words());
    assert!(memory.sample(&description).is_ok());
    assert_ne!(memory.header().unwrap().session, first);

    let file = File::options().write(true).open(&shm.path).unwrap();
    for len in (0..words.len() as u64 * 4).step_by(37) {
        file.set_len(len).unwrap();
        let error = memory.sample(&description).unwrap_err();
        assert!(matches!(error, SourceError::Debug(_) | SourceError::NoBoard), "{len}: {error}");
        shm.write(&shared.words());
    }
    file.set_len(words.len() as u64 * 4 + 4000).unwrap();
    assert!(memory.sample(&description).is_ok(), "what is after it does not matter");
    file.set_len(MAX_BYTES + 1).unwrap();
    assert!(matches!(memory.sample(&description), Err(SourceError::TooLarge { .. })));
    fs::remove_file(&shm.path).unwrap();
    fs::create_dir(&shm.path).unwrap();
    assert!(matches!(memory.sample(&description), Err(SourceError::NotAFile(_))));
    fs::remove_dir(&shm.path).unwrap();
}

/// A writer that stores one word after the other, as in a memory that is mapped.
#[test]
fn a_cell_that_is_being_written_is_not_believed() {
    let shm = Shm::new("torn");
    let description = Description::of::<LargeSpace>("large", &[]);
    let shared = Box::new(Shared::<LargeBoard>::new());
    let _ = DebugWriter::new(&shared.debug, &shared.board, description.hash);
    shm.write(&shared.words());
    let file = File::options().write(true).open(&shm.path).unwrap();
    let entry = &LargeBoard::INTERFACES[0];
    let (first, last) = (entry.offset, entry.offset + CellWords::HEAD + entry.data_words - 1);
    let enough = AtomicBool::new(false);
    std::thread::scope(|scope| {
        // A test that fails also ends the writer.
        let _end = OnDrop(&enough);
        scope.spawn(|| {
            // The sequence number and both words always belong together.
            for number in (1_u32..).take_while(|_| !enough.load(Relaxed)) {
                let put = |word: usize, value: u32| {
                    file.write_at(&value.to_ne_bytes(), 4 * (6 + word as u64)).unwrap();
                };
                put(first, 2 * number + 1);
                put(last, number);
                put(first + 2, number);
                put(first, 2 * number + 2);
            }
        });
        let mut memory = SharedMemory::open(&shm.name).unwrap();
        let (mut whole, mut newest, start) = (0, 0, time::Instant::now());
        while whole < 50 {
            let Image { board, .. } = memory.sample(&description).unwrap();
            let sequence = board[first];
            if sequence % 2 == 0 && sequence > 100 {
                assert_eq!([board[first + 2], board[last]], [sequence / 2 - 1; 2]);
                assert!(sequence >= newest);
                (whole, newest) = (whole + 1, sequence);
            }
            assert!(start.elapsed() < time::Duration::from_secs(120), "{whole} whole samples");
        }
    });
}

/// Sets a flag at the end of a scope, also by a panic.
struct OnDrop<'a>(&'a AtomicBool);

impl Drop for OnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Relaxed);
    }
}

/// A memory with any contents is an error or an image, which can be shown or not.
fn spoil(cases: u32) {
    let shm = Shm::new("spoiled");
    let description = description();
    let shared = Shared::new();
    run(&shared, 1, 30, |_, _| {});
    let words = shared.words();
    shm.write(&words);
    let mut memory = SharedMemory::open(&shm.name).unwrap();
    let mut random = 7_u64;
    let mut next = |below: usize| {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(random >> 33).unwrap() % below
    };
    let (mut shown, mut refused) = (0, 0);
    for _ in 0..cases {
        let mut spoiled = words.clone();
        for _ in 0..=next(4) {
            // Half of them in the header.
            let head = words.len() - DebugMemory::WORDS;
            let at = if next(2) == 0 { head + next(16) } else { next(words.len()) };
            spoiled[at] = match next(4) {
                0 => spoiled[at] ^ 1 << next(32),
                1 => u32::MAX - u32::try_from(next(3)).unwrap(),
                2 => u32::try_from(next(3000)).unwrap(),
                _ => spoiled[next(words.len())],
            };
        }
        let mut bytes = bytes(&spoiled);
        if next(16) == 0 {
            bytes.truncate(next(bytes.len()));
        }
        fs::write(&shm.path, &bytes).unwrap();
        match memory.sample(&description) {
            Ok(image) => {
                let debug = DebugImage::parse(&image.debug).expect("its header was read");
                assert_eq!(debug.layout(), Board::LAYOUT);
                if let Ok((view, time)) = view::view(&description, &image) {
                    shown += 1;
                    let _ = view::board(&description, &image.board, time);
                    assert!(view.active.len() <= 24 && view.trace.len() <= 64);
                }
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    assert!(shown > cases / 50 && refused > cases / 50, "{shown} shown, {refused} refused");
}

#[test]
fn spoiled_memory_is_no_panic() {
    spoil(2_000);
}

#[test]
#[ignore = "takes a minute"]
fn a_hundred_thousand_spoiled_memories_are_no_panic() {
    spoil(100_000);
}

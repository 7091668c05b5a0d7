//! Watching a microcontroller at a serial port, which is a pseudo terminal here: what is seen, and lines that lose,
//! corrupt and add bytes.
#![cfg(unix)]

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use skill_runtime::debug::serial::{HEAD, SerialWriter};
use skill_runtime::debug::{DebugMemory, DebugWriter};
use skill_runtime::skiller::{NoTypedCalls, SkillerInterface};
use skill_runtime::{
    Blackboard, Instant, SkillKey, Skiller, Tick, TraceRing, Writer, WriterId, blackboard,
    interface, skill, skill_space,
};
use skill_studio::Description;
use skill_studio::record::{Ending, Options, Recording, SeenRecorder};
use skill_studio::view::{self, Image};
use skill_studio::watch::{self, SerialError, SerialPort, Source as _, SourceError, WatchError};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Write as _;
use std::num::NonZeroU32;
use std::ops::Range;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{self, Duration};

interface! {
    /// A lamp.
    pub Lamp {
        fields { level: u32, twice: u32 }
        messages { Blink }
    }
}

blackboard! { pub Board { lamp: Lamp, "Skiller": SkillerInterface } }
blackboard! { pub Other { "Skiller": SkillerInterface } }

skill! {
    /// Blinks.
    pub skill Blink() {
        start state Dark { -> Bright after 100ms; }
        state Bright { -> Dark after 100ms; }
    }
}

skill_space! { pub Space on Board { Blink } }
skill_space! { pub OtherSpace on Other { Blink } }

fn description() -> Description {
    Description::of::<Space>("lamp", &[])
}

/// The memory of a microcontroller, which nobody else can read.
#[derive(Default)]
struct Memory {
    board: Board,
    debug: DebugMemory,
}

impl Memory {
    fn image(&self) -> Image {
        let cells = (0..2).filter_map(|index| self.board.cell_words(index));
        let board =
            cells.flat_map(|cell| cell.words().map(|word| word.load(Relaxed)).collect::<Vec<_>>());
        Image { board: board.collect(), debug: self.debug.copy().to_vec(), starts: 0 }
    }
}

/// The program of a microcontroller, which blinks.
struct Firmware<'m> {
    memory: &'m Memory,
    lamp: Writer<'m, Lamp>,
    skiller: Skiller<'m, Space, NoTypedCalls>,
    ring: TraceRing<32, SkillKey>,
    debug: DebugWriter<'m>,
    serial: SerialWriter<'m, Board>,
    passes: u32,
}

impl<'m> Firmware<'m> {
    fn start(memory: &'m Memory) -> Self {
        let id = WriterId::replacing(NonZeroU32::new(3).unwrap());
        Self {
            memory,
            lamp: memory.board.lamp.writer_as(id).unwrap(),
            skiller: Skiller::<Space, _>::without_typed_calls(&memory.board, id).unwrap(),
            ring: TraceRing::of_keys(),
            debug: DebugWriter::new(&memory.debug, &memory.board, description().hash),
            serial: SerialWriter::new(&memory.debug, &memory.board),
            passes: 0,
        }
    }

    /// Runs a pass, and returns what is sent after it.
    fn pass(&mut self, bytes: usize) -> Vec<u8> {
        self.passes += 1;
        let now =
            Tick { time: Instant::from_millis(u64::from(self.passes) * 20), count: self.passes };
        if self.passes == 1 {
            let skill_string = skill_runtime::Text::try_from("blink{}").unwrap();
            let call = skill_runtime::skiller::ExecSkill { skill_string };
            self.skiller.receive(1, call, now, &mut self.ring);
        }
        self.lamp.write(&Lamp { level: now.count, twice: 2 * now.count }, now.time);
        self.skiller.tick(now, &mut self.ring);
        self.debug.publish_skiller(now, &self.skiller, &self.ring);
        let mut sent = Vec::new();
        self.serial.send(bytes, |byte| sent.push(byte));
        sent
    }
}

/// A port, and the plug at its end.
struct Line {
    plug: File,
    port: PathBuf,
}

impl Line {
    fn new() -> Self {
        let plug = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&plug).unwrap();
        unlockpt(&plug).unwrap();
        let name = ptsname(&plug, Vec::new()).unwrap();
        let port = PathBuf::from(std::ffi::OsStr::from_bytes(name.to_bytes()));
        Self { plug: plug.into(), port }
    }

    fn open(&self) -> SerialPort {
        SerialPort::open(&self.port, 115_200).unwrap()
    }
}

/// Tries until it succeeds.
fn until<T>(mut attempt: impl FnMut() -> Option<T>) -> T {
    let start = time::Instant::now();
    loop {
        if let Some(found) = attempt() {
            return found;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "it does not come");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Runs a robot until its whole memory is seen as it is.
fn settle(firmware: &mut Firmware<'_>, line: &mut Line, port: &mut SerialPort) -> Image {
    let description = description();
    until(|| {
        let _ = port.sample(&description);
        line.plug.write_all(&firmware.pass(1000)).unwrap();
        port.sample(&description).ok()
    });
    until(|| {
        let bytes = {
            let mut sent = Vec::new();
            firmware.serial.send(1000, |byte| sent.push(byte));
            sent
        };
        line.plug.write_all(&bytes).unwrap();
        let image = port.sample(&description).ok()?;
        let is_same = Image { starts: 0, ..image.clone() } == firmware.memory.image();
        is_same.then_some(image)
    })
}

#[test]
fn a_robot_is_seen_as_it_is() {
    let (memory, mut line, description) = (Memory::default(), Line::new(), description());
    let (mut firmware, mut port) = (Firmware::start(&memory), line.open());
    settle(&mut firmware, &mut line, &mut port);
    let robot = port.header().unwrap();
    assert_eq!((robot.layout, robot.descriptions), (Board::LAYOUT, description.hash));
    for _ in 0..20 {
        for _ in 0..7 {
            line.plug.write_all(&firmware.pass(300)).unwrap();
        }
        let image = settle(&mut firmware, &mut line, &mut port);
        let (view, time) = view::view(&description, &image).unwrap();
        assert_eq!(time, Instant::from_millis(u64::from(firmware.passes) * 20));
        assert_eq!((view.skiller.call.as_str(), view.session.as_str()), ("blink{}", "1"));
        let active = firmware.skiller.active().next().unwrap();
        assert_eq!(view.active[0].name, active.state_name());
        assert_eq!(view.active[0].entered_sec, active.entered.map(Instant::as_secs_f64));
    }
    assert_eq!(port.news(), None, "the line has lost nothing");
}

/// The mean rate of what is sent is what the firmware allows, and a long frame is compensated for.
#[test]
fn a_firmware_sends_as_much_as_it_may() {
    let memory = Memory::default();
    let mut firmware = Firmware::start(&memory);
    let mut sent = 0;
    for pass in 1..=2000 {
        sent += firmware.pass(115).len();
        assert!(sent <= pass * 115 + 3800, "{sent} bytes in {pass} passes");
    }
    assert!(sent > 2000 * 115 * 9 / 10, "{sent} bytes");
    firmware.serial.send(0, |_| panic!("nothing may be sent"));
}

/// Random numbers, the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }

    /// Loses, corrupts and adds some bytes.
    fn corrupt(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..self.below(4) {
            let at = usize::try_from(self.below(bytes.len() as u64 + 1)).unwrap();
            let end = (at + usize::try_from(self.below(40)).unwrap()).min(bytes.len());
            match self.below(5) {
                0 => drop(bytes.drain(at..end)),
                1 => bytes.truncate(at),
                2 => bytes[at..end].iter_mut().for_each(|byte| *byte ^= 1 << self.below(8)),
                3 => drop(bytes.splice(at..at, *b"panicked at src/main.rs\r\n")),
                _ => {
                    let again = bytes[at..end].to_vec();
                    drop(bytes.splice(at..at, again));
                }
            }
        }
    }
}

/// The words of a skiller in the debug interface, without the time of the last pass.
const SKILLER: Range<usize> = 13..723;

/// Each image consists of what was in the memory: an interface as a whole, the skiller as a whole.
#[test]
fn a_bad_line_never_shows_what_was_not_there() {
    let (memory, mut line, description) = (Memory::default(), Line::new(), description());
    let mut port = line.open();
    let parts = |image: &Image| {
        let cells =
            description.interfaces.iter().map(|of| &image.board[of.offset..of.offset + of.words]);
        let parts = cells.chain([&image.debug[..12], &image.debug[SKILLER], &image.debug[723..]]);
        parts.enumerate().map(|(part, words)| (part, words.to_vec())).collect::<Vec<_>>()
    };
    let mut firmware = Firmware::start(&memory);
    let (mut history, mut random) = (HashSet::new(), Random(0x9e37_79b9_7f4a_7c15));
    let (mut seen, mut levels, mut news) = (0, HashSet::new(), Vec::new());
    for pass in 0..6000_u32 {
        // A second of noise, and a quiet one.
        let mut bytes = firmware.pass(600);
        history.extend(parts(&memory.image()));
        if pass % 400 < 200 {
            random.corrupt(&mut bytes);
        }
        line.plug.write_all(&bytes).unwrap();
        if pass % 4 == 0 {
            std::thread::sleep(Duration::from_micros(200));
        }
        let Ok(image) = port.sample(&description) else { continue };
        for (part, words) in parts(&image) {
            assert!(history.contains(&(part, words)), "part {part} was never so, in pass {pass}");
        }
        let (view, time) = view::view(&description, &image).expect("an image can be shown");
        assert_eq!(view.active.len(), 1);
        let now = Instant::from_millis(u64::from(firmware.passes) * 20);
        assert!(time <= now, "{time:?} is after {now:?}");
        assert_eq!(image.starts, 0, "it was not started again");
        seen += 1;
        levels.insert(image.board[6]);
        news.extend(port.news());
    }
    assert!(seen > 1000 && levels.len() > 500, "{seen} images, {} levels", levels.len());
    let last = news.last().expect("something was lost");
    for part in ["frames received", "lost", "corrupted", "bytes of no frame"] {
        assert!(last.contains(part) && !last.contains(&format!(" 0 {part}")), "{last}");
    }
    settle(&mut firmware, &mut line, &mut port);
}

/// The page goes on when the robot is plugged in again, and when it was started again.
#[test]
fn a_robot_is_unplugged_plugged_in_and_started_again() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("ttyACM0");
    let plug = |path: &Path| {
        let line = Line::new();
        let _ = fs::remove_file(path);
        symlink(&line.port, path).unwrap();
        line
    };
    let memory = Memory::default();
    let (mut firmware, mut line) = (Firmware::start(&memory), plug(&path));
    assert!(matches!(
        SerialPort::open(directory.path().join("ttyACM1"), 9600),
        Err(SerialError::Gone(_))
    ));
    let port = SerialPort::open(&path, 115_200).unwrap();
    let is_over = AtomicBool::new(false);
    let hub = std::thread::scope(|scope| {
        let sender = scope.spawn(|| {
            while !is_over.load(Relaxed) {
                line.plug.write_all(&firmware.pass(400)).unwrap();
                std::thread::sleep(Duration::from_millis(1));
            }
        });
        let hub = watch::watch(Box::new(port), &[description()]).unwrap();
        is_over.store(true, Relaxed);
        sender.join().unwrap();
        hub
    });
    let view = || hub.subscribe().borrow().view.value.clone();
    let show = |firmware: &mut Firmware<'_>, line: &mut Line, session: &str| {
        until(|| {
            line.plug.write_all(&firmware.pass(400)).unwrap();
            let view = view();
            let is_new =
                (firmware.passes.saturating_sub(50)..=firmware.passes).contains(&view.pass);
            (view.lost.is_none() && is_new && view.session == session).then_some(())
        });
    };
    show(&mut firmware, &mut line, "1");
    drop(line);
    let lost = until(|| view().lost.clone());
    assert!(lost.contains("no serial port") && lost.contains("; plug it in"), "{lost}");
    let mut line = plug(&path);
    show(&mut firmware, &mut line, "1");
    // Its memory is zero again.
    let memory = Memory::default();
    let mut firmware = Firmware::start(&memory);
    show(&mut firmware, &mut line, "1.1");
}

#[test]
fn another_robot_or_none_is_an_error() {
    let (memory, mut line) = (Memory::default(), Line::new());
    let (mut firmware, mut port) = (Firmware::start(&memory), line.open());
    settle(&mut firmware, &mut line, &mut port);
    let other = Description::of::<OtherSpace>("other", &[]);
    let error = watch::described(&mut port, &[other]).unwrap_err();
    assert!(matches!(error, WatchError::Unknown { layout: Board::LAYOUT, .. }));
    assert!(error.to_string().contains("\nhelp: build both from the same source"), "{error}");
    let error = port.sample(&other).unwrap_err();
    assert!(matches!(error, WatchError::Source(SourceError::Layout { found: Board::LAYOUT, .. })));

    let error = SerialPort::open("/dev/null", 9600).unwrap_err();
    assert!(matches!(error, SerialError::NotAPort(_)), "{error}");
    // Nothing, then text, then frames of another version.
    let case = |(text, expected): (Vec<u8>, &str)| {
        let mut line = Line::new();
        let mut port = line.open();
        line.plug.write_all(&text).unwrap();
        let error = port.header().unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    };
    std::thread::scope(|scope| {
        for of in [
            (vec![], "nothing comes from"),
            (b"hello\r\n".repeat(10), "are no frames\nhelp: if the firmware has another rate"),
            (later_frame(), "the frames have version 2, expected 1\nhelp: build"),
        ] {
            scope.spawn(|| case(of));
        }
    });
}

/// Returns a frame of the next version.
fn later_frame() -> Vec<u8> {
    let mut frame = [HEAD + (1 << 24), 0, 0].map(u32::to_le_bytes).concat();
    frame.extend(skill_runtime::debug::serial::checksum(&frame).to_le_bytes());
    assert!(!frame.contains(&0xc0) && !frame.contains(&0xdb));
    [&[0xc0], &frame[..], &[0xc0]].concat()
}

#[test]
fn a_robot_is_recorded() {
    let directory = tempfile::tempdir().unwrap();
    let (memory, mut line, description) = (Memory::default(), Line::new(), description());
    let (mut firmware, mut port) = (Firmware::start(&memory), line.open());
    let file = directory.path().join("lamp.mcap");
    let mut recorder = SeenRecorder::new(description, &Options::new(&file)).unwrap();
    for _ in 0..30 {
        recorder.look(&settle(&mut firmware, &mut line, &mut port)).unwrap();
    }
    recorder.finish().unwrap();
    let recording = Recording::open(&file).unwrap();
    assert!(!recording.each_pass && recording.ending == Ending::Whole);
    let events: Vec<_> = recording.events.iter().map(|event| event.text.as_str()).collect();
    assert!(events.iter().any(|text| text.contains("Dark -> Bright")), "{events:?}");
    let (mut passes, mut levels) = (recording.passes(&description), Vec::new());
    while let Some(now) = passes.next() {
        // Both words of the value are of one pass.
        assert_eq!(passes.words()[6], 2 * passes.words()[5]);
        levels.push((now.time, passes.words()[5]));
    }
    let expected =
        |(time, level): &(Instant, u32)| *time == Instant::from_millis(u64::from(*level) * 20);
    assert!(levels.len() > 20 && levels.iter().all(expected), "{levels:?}");
}

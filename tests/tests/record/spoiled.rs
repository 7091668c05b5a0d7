//! Corrupted recordings, read by a process that may have 256 MB: each is read up to somewhere, or refused.

use super::{Duration, MINUTE, Player, description, file, record, run_again};
use skill_runtime::Instant;
use skill_studio::record::{Ending, Recording};
use std::process::Command;

/// The variables of the environment by which a process knows what it is to spoil.
const CASES: &str = "SKILL_SPOILED_CASES";
const CONTENTS: &str = "SKILL_SPOILED_CONTENTS";
/// The address space of the process, in KiB.
const LIMIT_KIB: u32 = 256 << 10;
const CHUNK: u8 = 6;
const ATTACHMENT: u8 = 9;
const METADATA: u8 = 12;
const DATA_END: u8 = 15;

/// A record of a file.
struct Part {
    opcode: u8,
    body: Vec<u8>,
    /// The content of a chunk.
    content: Vec<u8>,
}

fn long(bytes: &[u8]) -> usize {
    usize::try_from(u64::from_le_bytes(bytes[..8].try_into().unwrap())).unwrap()
}

/// Splits records, which have their opcodes and lengths.
fn records(mut rest: &[u8]) -> Vec<(u8, &[u8])> {
    let mut all = Vec::new();
    while let Some((head, after)) = rest.split_at_checked(9) {
        let (body, after) = after.split_at(long(&head[1..]));
        all.push((head[0], body));
        rest = after;
    }
    all
}

fn write_record(opcode: u8, body: &[u8], to: &mut Vec<u8>) {
    to.push(opcode);
    to.extend((body.len() as u64).to_le_bytes());
    to.extend_from_slice(body);
}

/// Returns the parts of a recording of some seconds.
fn parts() -> Vec<Part> {
    let directory = tempfile::tempdir().unwrap();
    let options = file(directory.path(), "short.mcap");
    record(3, Player::Striker, 10, &options);
    let bytes = std::fs::read(options.path).unwrap();
    let part = |(opcode, body): (u8, &[u8])| {
        let mut content = Vec::new();
        if opcode == CHUNK {
            assert_eq!(&body[32..36], b"zstd");
            content = zstd::bulk::decompress(&body[44..], long(&body[16..])).unwrap();
        }
        Part { opcode, body: body.to_vec(), content }
    };
    let parts: Vec<Part> = records(&bytes[8..bytes.len() - 8]).into_iter().map(part).collect();
    for is_compressed in [false, true] {
        let again = assemble(parts.iter().map(|of| match of.opcode {
            CHUNK => (CHUNK, packed(&of.body, &of.content, is_compressed)),
            opcode => (opcode, of.body.clone()),
        }));
        assert_eq!(Recording::read(&again[..]).unwrap().ending, Ending::Whole);
    }
    parts
}

/// Returns a chunk with this content, whose sizes and checksum are right.
fn packed(body: &[u8], content: &[u8], is_compressed: bool) -> Vec<u8> {
    let mut chunk = body[..16].to_vec();
    chunk.extend((content.len() as u64).to_le_bytes());
    chunk.extend(crc32fast::hash(content).to_le_bytes());
    let (name, data) = if is_compressed {
        ("zstd", zstd::bulk::compress(content, 1).unwrap())
    } else {
        ("", content.to_vec())
    };
    chunk.extend(u32::try_from(name.len()).unwrap().to_le_bytes());
    chunk.extend(name.bytes());
    chunk.extend((data.len() as u64).to_le_bytes());
    chunk.extend(data);
    chunk
}

/// Returns a file of these records, in which the checksum of the data is right.
fn assemble(records: impl Iterator<Item = (u8, Vec<u8>)>) -> Vec<u8> {
    let magic = b"\x89MCAP0\r\n";
    let mut file = magic.to_vec();
    for (opcode, body) in records {
        let sum = crc32fast::hash(&file).to_le_bytes();
        let body = if opcode == DATA_END { &sum } else { &body[..] };
        write_record(opcode, body, &mut file);
    }
    file.extend(magic);
    file
}

/// Changes some bytes. Those of `near` first bytes are changed as often as all.
fn change(bytes: &mut Vec<u8>, near: usize, may_move: bool, next: &mut impl FnMut(usize) -> usize) {
    for _ in 0..=next(4) {
        let len = bytes.len();
        if len == 0 {
            return;
        }
        let at = if next(2) == 0 { next(len) } else { next(len.min(near)) };
        match next(if may_move { 7 } else { 5 }) {
            0 => bytes[at] ^= 1 << next(8),
            1 => bytes[at] = 255,
            2 => bytes[at] = u8::try_from(next(256)).unwrap(),
            // A length, as far as there is one.
            3 => bytes[at..(at + 4).min(len)].fill(255),
            4 => bytes[at..(at + next(16)).min(len)].fill(0),
            5 => drop(bytes.drain(at..(at + 1 + next(16)).min(len))),
            _ => bytes.insert(at, u8::try_from(next(256)).unwrap()),
        }
    }
}

/// Changes a part of a recording, or a record in a chunk, and makes sizes and checksums right again.
fn change_contents(parts: &[Part], next: &mut impl FnMut(usize) -> usize) -> Vec<u8> {
    let opcode = match next(16) {
        0 => METADATA,
        1 => ATTACHMENT,
        _ => CHUNK,
    };
    let all = || parts.iter().enumerate().filter(|(_, part)| part.opcode == opcode);
    let (chosen, _) = all().nth(next(all().count())).unwrap();
    let Part { opcode, body, content } = &parts[chosen];
    let mut changed = body.clone();
    if *opcode == CHUNK {
        let mut content = content.clone();
        if next(3) == 0 {
            change(&mut content, 4000, true, next);
        } else {
            let of_chunk = records(&content);
            let of = next(of_chunk.len());
            let mut again = Vec::with_capacity(content.len());
            for (index, (opcode, data)) in of_chunk.into_iter().enumerate() {
                let mut data = data.to_vec();
                if index == of {
                    change(&mut data, 60, true, next);
                }
                write_record(opcode, &data, &mut again);
            }
            content = again;
        }
        changed = packed(body, &content, next(4) != 0);
    } else {
        if *opcode == ATTACHMENT {
            changed.truncate(body.len() - 4);
        }
        change(&mut changed, 200, true, next);
        if *opcode == ATTACHMENT {
            changed.extend(crc32fast::hash(&changed).to_le_bytes());
        }
    }
    assemble(parts.iter().enumerate().map(|(index, part)| {
        (part.opcode, if index == chosen { &changed } else { &part.body }.clone())
    }))
}

/// Spoils recordings; each pass that can still be read is one of the right blackboard.
fn spoil(cases: u32, contents: bool) {
    let description = description();
    let mut random = 5_u64;
    let mut next = |below: usize| {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(random >> 33).unwrap() % below
    };
    let parts = if contents { parts() } else { Vec::new() };
    let (mut opened, mut refused, mut invalid, mut described) = (0, 0, 0, 0);
    for case in 0..cases {
        let spoiled = if contents {
            change_contents(&parts, &mut next)
        } else {
            let mut spoiled = MINUTE.clone();
            if next(2) == 0 {
                spoiled.truncate(1 + next(spoiled.len()));
            }
            // Half of the changes are near the beginning, which contains more than passes.
            change(&mut spoiled, 2000, false, &mut next);
            spoiled
        };
        match Recording::read(&spoiled[..]) {
            Ok(recording) => {
                opened += 1;
                invalid += u32::from(matches!(recording.ending, Ending::Invalid { .. }));
                assert!(!recording.ending.to_string().is_empty());
                let mut passes = recording.passes(&description);
                let mut count = 0;
                while count < 200 && passes.next().is_some() {
                    count += 1;
                }
                assert_eq!(count, recording.len().min(200));
                let _ = recording.scene(Instant::ZERO.after(Duration::from_secs(5)));
                // A description that is read stays in memory.
                if contents && described < 100 && case % 7 == 0 {
                    described += u32::from(recording.description(&[]).is_ok());
                }
                if case % 50 == 0 && recording.layout == description.layout {
                    let _ = run_again(&recording).map_err(|error| error.to_string());
                }
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    println!("{cases} spoiled: {opened} opened, {refused} refused, {invalid} invalid");
    let least = if contents { 1000 } else { 50 };
    assert!(
        opened > cases / 10 && refused > cases / least.max(50) && invalid > cases / least,
        "{opened} opened, {refused} refused, {invalid} invalid"
    );
}

/// Not a test: spoils recordings in the memory that it has.
#[test]
#[ignore = "is started by the tests below"]
fn process() {
    let variable = |name: &str| std::env::var(name).ok()?.parse::<u32>().ok();
    let Some(cases) = variable(CASES) else { return };
    let contents = variable(CONTENTS) == Some(1);
    spoil(cases, contents);
}

/// Spoils recordings in a process of its own, which is aborted if it wants more memory.
fn limited(cases: u32, contents: bool) {
    let script = format!("ulimit -v {LIMIT_KIB}; exec \"$0\" \"$@\"");
    let mut command = Command::new("bash");
    command.args(["-c", &script]).arg(std::env::current_exe().unwrap());
    command.args(["--exact", "spoiled::process", "--ignored", "--nocapture"]);
    command.env(CASES, cases.to_string()).env(CONTENTS, u8::from(contents).to_string());
    let output = command.output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    assert!(output.status.success(), "{}: {text}", output.status);
    let line = text.lines().find(|line| line.contains("spoiled: "));
    println!("{}", line.expect("it says what it has done"));
}

#[test]
fn spoiled_recordings_are_errors() {
    limited(300, false);
}

#[test]
fn spoiled_contents_are_errors() {
    limited(300, true);
}

#[test]
#[ignore = "takes half an hour"]
fn a_hundred_thousand_spoiled_recordings_are_errors() {
    limited(100_000, false);
}

#[test]
#[ignore = "takes minutes"]
fn a_hundred_thousand_spoiled_contents_are_errors() {
    limited(100_000, true);
}

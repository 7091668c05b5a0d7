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

/// Returns a recording of some seconds whose chunks are not compressed, and have no checksums: what is
/// changed in them is read.
fn open_chunks() -> Vec<u8> {
    let directory = tempfile::tempdir().unwrap();
    let options = file(directory.path(), "short.mcap");
    record(3, Player::Striker, 10, &options);
    let bytes = std::fs::read(options.path).unwrap();
    let (magic, mut rest) = bytes.split_at(8);
    let mut open = magic.to_vec();
    while let Some((head, after)) = rest.split_at_checked(9) {
        let length = u64::from_le_bytes(head[1..].try_into().unwrap());
        let (body, after) = after.split_at(usize::try_from(length).unwrap());
        if head[0] == CHUNK {
            let size = usize::try_from(u64::from_le_bytes(body[16..24].try_into().unwrap()));
            assert_eq!(&body[32..36], b"zstd");
            let content = zstd::bulk::decompress(&body[44..], size.unwrap()).unwrap();
            open.push(CHUNK);
            open.extend((40 + content.len() as u64).to_le_bytes());
            open.extend_from_slice(&body[..24]);
            // Neither a checksum nor a compression.
            open.extend([0; 8]);
            open.extend((content.len() as u64).to_le_bytes());
            open.extend(content);
        } else {
            open.extend_from_slice(head);
            open.extend_from_slice(body);
        }
        rest = after;
    }
    open.extend_from_slice(rest);
    assert_eq!(Recording::read(&open[..]).unwrap().ending, Ending::Whole);
    open
}

/// Spoils bytes of a recording; every pass that can still be read is one of the right blackboard.
fn spoil(bytes: &[u8], cases: u32, contents: bool) {
    let description = description();
    let mut random = 5_u64;
    let mut next = |below: usize| {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(random >> 33).unwrap() % below
    };
    let (mut opened, mut refused, mut invalid) = (0, 0, 0);
    for case in 0..cases {
        // Half of the mutations are near the beginning, which contains more than passes.
        let is_cut = !contents && next(2) == 0;
        let len = if is_cut { 1 + next(bytes.len()) } else { bytes.len() };
        let mut spoiled = bytes[..len].to_vec();
        for _ in 0..=next(4) {
            let near = if contents { 400_000 } else { 2000 };
            let at = if next(2) == 0 { next(len) } else { next(len.min(near)) };
            match next(5) {
                0 => spoiled[at] ^= 1 << next(8),
                1 => spoiled[at] = 255,
                2 => spoiled[at] = u8::try_from(next(256)).unwrap(),
                // A length, as far as there is one.
                3 => {
                    let end = (at + 4).min(len);
                    spoiled[at..end].fill(255);
                }
                _ => {
                    let end = (at + next(16)).min(len);
                    spoiled[at..end].fill(0);
                }
            }
        }
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
    let bytes = if contents { open_chunks() } else { MINUTE.clone() };
    spoil(&bytes, cases, contents);
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

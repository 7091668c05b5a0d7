//! Chunks that zstd has compressed, into at most as much memory as they say.

#[cfg(feature = "zstd")]
pub(super) use with_c::decompress;
#[cfg(not(feature = "zstd"))]
pub(super) use without_c::decompress;

/// Zstd's own code.
#[cfg(feature = "zstd")]
mod with_c {
    /// Decompresses a chunk of `size` bytes.
    pub fn decompress(data: &[u8], size: usize, content: &mut Vec<u8>) -> Result<(), String> {
        content.resize(size, 0);
        let written = zstd::bulk::decompress_to_buffer(data, content);
        content.truncate(written.map_err(|error| error.to_string())?);
        Ok(())
    }
}

/// Code in Rust: so any program reads any recording, whether or not it can write compressed ones.
#[cfg(any(test, not(feature = "zstd")))]
mod without_c {
    use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

    /// The most bytes that the decoder holds back: as many as a chunk may have.
    const MAX_WINDOW: u64 = 1 << 24;

    /// Decompresses a chunk of `size` bytes.
    pub fn decompress(mut data: &[u8], size: usize, content: &mut Vec<u8>) -> Result<(), String> {
        while !data.is_empty() {
            let mut decoder = FrameDecoder::new();
            decoder.set_max_window_size(MAX_WINDOW);
            decoder.init(&mut data).map_err(|error| error.to_string())?;
            while !decoder.is_finished() {
                // Block by block, so that no more is held than the chunk has.
                let strategy = BlockDecodingStrategy::UptoBlocks(1);
                let decoded = decoder.decode_blocks(&mut data, strategy);
                decoded.map_err(|error| error.to_string())?;
                decoder.collect_to_writer(&mut *content).map_err(|error| error.to_string())?;
                if content.len() > size {
                    return Err("a chunk has more than it says".to_owned());
                }
            }
            decoder.collect_to_writer(&mut *content).map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

#[cfg(all(test, feature = "zstd"))]
#[allow(clippy::print_stdout)] // the figures of a campaign
mod tests {
    use super::{with_c, without_c};
    use std::process::Command;

    /// The address space of the process, in KiB.
    const LIMIT_KIB: u32 = 256 << 10;
    const CASES: &str = "SKILL_CORRUPTED_FRAMES";
    /// The size of the chunk that was compressed.
    const SIZE: usize = 200_000;

    /// Returns a frame with a window of 2 to this power, whose every four bytes are 128 KiB: half a
    /// terabyte in a chunk as long as it may be.
    fn expanding(window: u8, blocks: usize) -> Vec<u8> {
        let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0, (window - 10) << 3];
        let header = (128_u32 << 10) << 3 | 1 << 1;
        for _ in 0..blocks {
            frame.extend_from_slice(&header.to_le_bytes()[..3]);
            frame.push(7);
        }
        frame
    }

    /// Returns content as of a recording: much of it again and again, some not.
    fn content() -> Vec<u8> {
        let bytes = (0..SIZE).map(|at| {
            let at = u32::try_from(at).unwrap();
            if at % 64 < 50 { at / 4096 } else { at.wrapping_mul(2_654_435_761) >> 24 }
        });
        bytes.map(|of| of.to_le_bytes()[0]).collect()
    }

    /// Not a test: decompresses corrupted frames in the memory that it has.
    #[test]
    #[ignore = "is started by the tests below"]
    fn process() {
        let Some(cases) = std::env::var(CASES).ok().and_then(|of| of.parse::<u32>().ok()) else {
            return;
        };
        for window in [18, 24, 26, 30, 41] {
            for decompress in [with_c::decompress, without_c::decompress] {
                let mut to = Vec::new();
                assert!(decompress(&expanding(window, 20_000), SIZE, &mut to).is_err(), "{window}");
            }
        }
        let content = content();
        let frames = [1, 19].map(|level| zstd::bulk::compress(&content, level).unwrap());
        let mut random = 5_u64;
        let mut next = |below: usize| {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(random >> 33).unwrap() % below
        };
        let (mut opened, mut refused) = (0, 0);
        for case in 0..cases {
            let mut corrupted = frames[case as usize % 2].clone();
            for _ in 0..=next(3) {
                // The headers are at the beginning.
                let len = corrupted.len();
                let at = if next(2) == 0 { next(len) } else { next(40) };
                corrupted[at] = u8::try_from(next(256)).unwrap();
            }
            if next(4) == 0 {
                corrupted.truncate(next(corrupted.len()));
            }
            for decompress in [with_c::decompress, without_c::decompress] {
                let mut to = Vec::new();
                match decompress(&corrupted, SIZE, &mut to) {
                    Ok(()) => opened += 1,
                    Err(error) => refused += usize::from(!error.is_empty()),
                }
            }
        }
        println!("{cases} frames, each by two decoders: {opened} opened, {refused} refused");
        assert_eq!(opened + refused, 2 * cases as usize);
        assert!(opened > 0 && refused > 0);
    }

    fn limited(cases: u32) {
        let script = format!("ulimit -v {LIMIT_KIB}; exec \"$0\" \"$@\"");
        let mut command = Command::new("bash");
        command.args(["-c", &script]).arg(std::env::current_exe().unwrap());
        command.args(["--exact", "recording::record::zstd::tests::process"]);
        command.args(["--ignored", "--nocapture"]).env(CASES, cases.to_string());
        let output = command.output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        assert!(output.status.success(), "{}: {text}", output.status);
        let line = text.lines().find(|line| line.contains("decoders: "));
        println!("{}", line.expect("it says what it has done"));
    }

    #[test]
    fn decoders_agree() {
        let content = content();
        let frame = zstd::bulk::compress(&content, 1).unwrap();
        for decompress in [with_c::decompress, without_c::decompress] {
            let mut to = Vec::new();
            decompress(&frame, SIZE, &mut to).unwrap();
            assert!(to == content);
        }
    }

    #[test]
    fn corrupted_frames_are_errors_with_and_without_c() {
        limited(200);
    }

    #[test]
    #[ignore = "takes minutes"]
    fn a_hundred_thousand_corrupted_frames_are_errors_with_and_without_c() {
        limited(100_000);
    }
}

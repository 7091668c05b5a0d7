//! Chunks that zstd has compressed, read without its C code: so any program reads any recording,
//! whether or not it can write compressed ones.

use mcap::sans_io::decompressor::{DecompressResult, Decompressor};
use mcap::{McapError, McapResult};
use ruzstd::decoding::FrameDecoder;

/// The bytes in which there is a whole block: the longest one with its header, that of the frame and
/// the checksum.
const WHOLE_BLOCK: usize = 128 * 1024 + 3 + 18 + 4;

#[derive(Default)]
pub(super) struct Zstd(FrameDecoder);

impl Decompressor for Zstd {
    fn next_read_size(&self) -> usize {
        WHOLE_BLOCK
    }

    fn decompress(&mut self, src: &[u8], dst: &mut [u8]) -> McapResult<DecompressResult> {
        let is_over = self.0.is_finished() && self.0.can_collect() == 0;
        if is_over && src.is_empty() {
            return Ok(DecompressResult { consumed: 0, wrote: 0 });
        }
        if is_over {
            self.reset()?;
        }
        let decoded = self.0.decode_from_to(src, dst);
        let (consumed, wrote) =
            decoded.map_err(|error| McapError::DecompressionError(error.to_string()))?;
        Ok(DecompressResult { consumed: consumed.min(src.len()), wrote })
    }

    fn reset(&mut self) -> McapResult<()> {
        self.0 = FrameDecoder::new();
        Ok(())
    }

    fn name(&self) -> &'static str {
        "zstd"
    }
}

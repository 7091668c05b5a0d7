//! Chunks that zstd has compressed, into at most as much memory as they say.

/// Decompresses a chunk of `size` bytes, with zstd's own code.
#[cfg(feature = "zstd")]
pub(super) fn decompress(data: &[u8], size: usize, content: &mut Vec<u8>) -> Result<(), String> {
    content.resize(size, 0);
    let written = zstd::bulk::decompress_to_buffer(data, content);
    content.truncate(written.map_err(|error| error.to_string())?);
    Ok(())
}

/// Decompresses a chunk of `size` bytes without C code: so any program reads any recording, whether or
/// not it can write compressed ones.
#[cfg(not(feature = "zstd"))]
pub(super) fn decompress(
    mut data: &[u8],
    size: usize,
    content: &mut Vec<u8>,
) -> Result<(), String> {
    use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
    while !data.is_empty() {
        let mut decoder = FrameDecoder::new();
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

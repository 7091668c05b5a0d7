//! The message with the block of some passes.

use super::blocks::{Block, BlockError};
use prost::Message;

/// The greatest number of words on a blackboard.
const MAX_WORDS: usize = 1 << 20;

/// The message of some passes.
#[derive(Clone, PartialEq, Eq, Message)]
struct PassesMessage {
    #[prost(uint64, tag = "1")]
    count: u64,
    #[prost(bytes = "vec", tag = "2")]
    block: Vec<u8>,
}

/// Reads a block of passes; of the words alone that are `wanted`, if that is given.
pub(super) fn read_block(data: &[u8], wanted: Option<&[bool]>) -> Result<Block, String> {
    let message = PassesMessage::decode(data).map_err(|error| error.to_string())?;
    let block = Block::read(&message.block, MAX_WORDS, wanted);
    block.map_err(|error: BlockError| error.to_string())
}

//! Responses to queries.

use crate::message::json;
use skill_studio::live::Refusal;
use zenoh::Wait as _;
use zenoh::bytes::Encoding;
use zenoh::query::Query;

/// Sends the response to a command.
pub fn respond(query: &Query, key: &str, response: Result<String, Refusal>) {
    // A client that is gone reads nothing.
    let _ = match response {
        Ok(text) => query.reply(key, text).encoding(Encoding::APPLICATION_JSON).wait(),
        Err(refusal) => query.reply_err(json(&refusal)).encoding(Encoding::APPLICATION_JSON).wait(),
    };
}

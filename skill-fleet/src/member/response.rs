//! Responses to queries, and lines for the log.

use crate::message::json;
use skill_studio::live::{Hub, Refusal};
use skill_studio::view::LogLine;
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

/// Adds a line to the log of the robot.
pub fn log(hub: &Hub, text: String) {
    let time_sec = hub.subscribe().borrow().view.value.time_sec;
    hub.log(vec![LogLine { time_sec, text }]);
}

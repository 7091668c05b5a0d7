//! The messages of the protocol.

use crate::recording::record::{Channel, News, Viewers};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use serde_json::json;
use skill_runtime::Instant;

/// The names of the protocol, newest first: its messages here are those of each.
pub const NAMES: [&str; 2] = ["foxglove.sdk.v1", "foxglove.websocket.v1"];

/// The first byte of a message of a channel, and of the robot's time.
const MESSAGE: u8 = 1;
const TIME: u8 = 2;

/// The subscription to a channel.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Subscription {
    pub id: u32,
    pub channel_id: u16,
}

/// A request of a viewer.
#[derive(Deserialize)]
#[serde(tag = "op", rename_all = "camelCase")]
pub enum Request {
    Subscribe {
        subscriptions: Vec<Subscription>,
    },
    #[serde(rename_all = "camelCase")]
    Unsubscribe {
        subscription_ids: Vec<u32>,
    },
    #[serde(other)]
    Other,
}

/// The level of a problem in a viewer's list.
#[derive(Clone, Copy)]
pub enum Level {
    Warning = 1,
    Error = 2,
}

/// Returns what the server says of itself.
pub fn server_info(robot: &str, session: &str) -> String {
    let capabilities = ["time"];
    json!({ "op": "serverInfo", "name": robot, "capabilities": capabilities, "sessionId": session })
        .to_string()
}

/// Returns the channels.
pub fn advertise(viewers: &Viewers) -> String {
    let channel = |(id, of): (u16, &Channel)| {
        json!({
            "id": id, "topic": of.topic, "encoding": "protobuf", "schemaName": of.name,
            "schema": BASE64_STANDARD.encode(&of.schema), "schemaEncoding": "protobuf",
        })
    };
    let channels: Vec<_> = viewers.channels().map(channel).collect();
    json!({ "op": "advertise", "channels": channels }).to_string()
}

/// Returns a line of a viewer's list of problems.
pub fn status(level: Level, message: &str) -> String {
    json!({ "op": "status", "level": level as u8, "message": message }).to_string()
}

fn nanoseconds(time: Instant) -> [u8; 8] {
    (time.as_micros() * 1000).to_le_bytes()
}

/// Returns the robot's time.
pub fn time(time: Instant) -> Vec<u8> {
    [&[TIME][..], &nanoseconds(time)].concat()
}

/// Returns a message of a channel for a subscription.
pub fn message(subscription: u32, time: Instant, data: &[u8]) -> Vec<u8> {
    [&[MESSAGE][..], &subscription.to_le_bytes(), &nanoseconds(time), data].concat()
}

/// Returns news as they go to a viewer: a message once for each subscription to its channel.
pub fn news(news: &News, subscriptions: impl Iterator<Item = Subscription>) -> Vec<Vec<u8>> {
    match news {
        News::Time(now) => vec![time(*now)],
        News::Message { channel, time, data } => {
            let those = subscriptions.filter(|of| of.channel_id == *channel);
            those.map(|of| message(of.id, *time, data)).collect()
        }
    }
}

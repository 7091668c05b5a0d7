//! The protocol by which a browser is driven: JSON over a WebSocket.

use anyhow::{Context as _, bail};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::net::TcpStream;
use std::time::Duration;
use tungstenite::{Message, WebSocket};

/// The longest time until the browser responds.
const PATIENCE: Duration = Duration::from_secs(30);

/// The requests and the errors of a page.
#[derive(Default)]
pub struct Seen {
    pub requests: Vec<String>,
    pub errors: Vec<String>,
}

pub struct Protocol {
    socket: RefCell<WebSocket<TcpStream>>,
    last: RefCell<u64>,
    seen: RefCell<BTreeMap<String, Seen>>,
}

impl Protocol {
    /// Connects to `ws://HOST:PORT/PATH`.
    pub fn connect(address: &str) -> anyhow::Result<Self> {
        let host = address.trim_start_matches("ws://").split('/').next().unwrap_or_default();
        let stream = TcpStream::connect(host).with_context(|| format!("cannot reach {address}"))?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let (socket, _) = tungstenite::client(address, stream)
            .map_err(|error| anyhow::anyhow!("cannot connect to {address}: {error}"))?;
        Ok(Self {
            socket: RefCell::new(socket),
            last: RefCell::default(),
            seen: RefCell::default(),
        })
    }

    /// Calls a method of a session, or of the browser if it is empty, and reads events until the
    /// response comes.
    pub fn call(&self, session: &str, method: &str, options: &Value) -> anyhow::Result<Value> {
        let id = self.last.replace_with(|id| *id + 1) + 1;
        let mut call = json!({ "id": id, "method": method, "params": options });
        if !session.is_empty() {
            call["sessionId"] = json!(session);
        }
        let mut socket = self.socket.borrow_mut();
        socket.send(Message::text(call.to_string()))?;
        loop {
            let Message::Text(text) = socket.read().with_context(|| method.to_owned())? else {
                continue;
            };
            let mut message: Value = serde_json::from_str(&text)?;
            if message["id"] != id {
                self.note(&message);
            } else if message["error"].is_null() {
                return Ok(message["result"].take());
            } else {
                bail!("{method}: {}", message["error"]["message"]);
            }
        }
    }

    pub fn seen<T>(&self, session: &str, with: impl FnOnce(&mut Seen) -> T) -> T {
        with(self.seen.borrow_mut().entry(session.to_owned()).or_default())
    }

    fn note(&self, event: &Value) {
        let session = event["sessionId"].as_str().unwrap_or_default();
        let of = &event["params"];
        self.seen(session, |seen| match event["method"].as_str().unwrap_or_default() {
            "Network.requestWillBeSent" => {
                seen.requests.push(of["request"]["url"].as_str().unwrap_or_default().to_owned());
            }
            "Runtime.exceptionThrown" => seen.errors.push(of["exceptionDetails"].to_string()),
            "Runtime.consoleAPICalled" if is_bad(&of["type"]) => {
                seen.errors.push(of["args"].to_string());
            }
            "Log.entryAdded" if is_bad(&of["entry"]["level"]) => {
                seen.errors.push(format!("{} {}", of["entry"]["text"], of["entry"]["url"]));
            }
            _ => {}
        });
    }
}

fn is_bad(kind: &Value) -> bool {
    ["error", "warning", "assert"].iter().any(|bad| kind == bad)
}

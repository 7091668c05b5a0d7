//! The page of a fleet.

use crate::client::Client;
use crate::error::FleetError;
use crate::name::Name;
use crate::watcher::Watcher;
use serde::Deserialize;
use serde_json::{Value, json};
use skill_studio::live::server::Site;
use skill_studio::live::{Refusal, Role};

/// The page of a fleet, which a watcher fills.
pub struct FleetSite {
    watcher: Watcher,
    client: Client,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StopRequest {
    /// The robots; all if there is none.
    #[serde(default)]
    robots: Vec<Name>,
}

impl FleetSite {
    pub fn new(watcher: Watcher) -> Self {
        let client = Client::of_connection(watcher.connection());
        Self { watcher, client }
    }

    fn stop(&self, body: &[u8]) -> Result<Value, Refusal> {
        let StopRequest { robots } = crate::message::read(body)?;
        let stopped = match &robots[..] {
            [] => self.client.stop_all(),
            some => self.client.stop_each(some),
        };
        let stopped = stopped.map_err(refusal)?;
        let text = stopped.to_string().replace('\n', "; ");
        if !stopped.is_whole() {
            return Err(Refusal::new(502, "not_stopped", text));
        }
        Ok(json!({ "ok": true, "message": text }))
    }
}

fn refusal(error: FleetError) -> Refusal {
    match error {
        FleetError::Refused(refusal) => refusal,
        error => Refusal::new(503, "gone", error.to_string()),
    }
}

impl Site for FleetSite {
    fn file(&self, name: &str) -> Option<&'static str> {
        Some(match name {
            "index.html" => include_str!("page/index.html"),
            "fleet.css" => include_str!("page/fleet.css"),
            "fleet.js" => include_str!("page/fleet.js"),
            _ => return None,
        })
    }

    fn role(&self, method: &str, path: &str) -> Result<Role, Refusal> {
        let (only, role) = match path {
            "/api/fleet" => ("GET", Role::See),
            "/api/stop" | "/api/forget" => ("POST", Role::Call),
            _ => return Err(Refusal::not_found("there is nothing at this address")),
        };
        if method != only {
            return Err(Refusal::new(405, "wrong_method", "this address has other methods"));
        }
        Ok(role)
    }

    fn respond(&self, _: &str, path: &str, body: &[u8]) -> Result<Value, Refusal> {
        match path {
            "/api/stop" => self.stop(body),
            "/api/forget" => {
                self.watcher.forget_lost();
                Ok(json!({ "ok": true }))
            }
            _ => Ok(json!({ "robots": self.watcher.rows() })),
        }
    }
}

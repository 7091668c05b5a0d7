//! Sessions of zenoh.

use crate::error::{FleetError, without_places, zenoh as error};
use clap::Args;
use serde_json::Value;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};
use zenoh::{Config, Session, Wait as _};

/// The time in which peers without a router find each other.
const SETTLE: Duration = Duration::from_secs(2);

/// The way into the network of a fleet: without any of these options, peers of the local network find each other by
/// multicast.
#[derive(Args, Clone, PartialEq, Eq, Debug, Default)]
pub struct Network {
    /// The file with zenoh's own configuration, JSON5: mode, endpoints, TLS, access rules. Nothing of it is changed, but
    /// for the time for which a client waits for its router.
    #[arg(
        long,
        global = true,
        value_name = "FILE",
        env = "ZENOH_CONFIG",
        conflicts_with = "connect"
    )]
    pub zenoh: Option<PathBuf>,
    /// The router of the fleet, as tcp/10.0.0.2:7447; one of several.
    #[arg(long, global = true, value_name = "ENDPOINT")]
    pub connect: Vec<String>,
}

impl Network {
    /// Returns the configuration. A client waits `patience` for its router, or as long as its file says; without a file
    /// for ever.
    ///
    /// # Errors
    /// [`FleetError::Config`] or [`FleetError::Endpoint`].
    pub(crate) fn config(&self, patience: Option<Duration>) -> Result<Config, FleetError> {
        if let Some(path) = &self.zenoh {
            let mut config = Config::from_file(path).map_err(|error| {
                FleetError::Config(path.clone(), without_places(&error.to_string()))
            })?;
            if let Some(patience) = patience
                && router_of(&config).is_some()
            {
                let patience = patience.as_millis();
                let own = value(&config, "connect/timeout_ms").as_u64().map_or(0, u128::from);
                // One of 0 is a single attempt, of any length.
                let millis = if own == 0 { patience } else { own.min(patience) };
                config.insert_json5("connect/timeout_ms", &millis.to_string()).map_err(error)?;
            }
            return Ok(config);
        }
        let mut config = Config::default();
        if self.connect.is_empty() {
            return Ok(config);
        }
        let endpoints = Value::from(self.connect.clone()).to_string();
        let wrong = |error: zenoh::Error| {
            FleetError::Endpoint(self.connect.join(", "), without_places(&error.to_string()))
        };
        config.insert_json5("connect/endpoints", &endpoints).map_err(wrong)?;
        let millis = patience.map_or("-1".to_owned(), |of| of.as_millis().to_string());
        for (key, value) in [
            ("mode", "\"client\""),
            ("connect/timeout_ms", &millis),
            ("connect/exit_on_failure", "true"),
            ("scouting/multicast/enabled", "false"),
        ] {
            config.insert_json5(key, value).map_err(error)?;
        }
        Ok(config)
    }

    /// Opens a session. A client waits `patience` for its router, or as [`config`](Self::config) says.
    ///
    /// # Errors
    /// [`FleetError`].
    pub(crate) fn open(&self, patience: Option<Duration>) -> Result<Connection, FleetError> {
        let config = self.config(patience)?;
        let router = router_of(&config);
        match zenoh::open(config).wait() {
            Ok(session) => Ok(Connection { session, router, opened: Instant::now() }),
            Err(of) => Err(match (error(of), router) {
                (FleetError::Zenoh(text), Some(router)) => FleetError::NoRouter(router, text),
                (error, _) => error,
            }),
        }
    }
}

/// Returns a value of a configuration for a client.
fn value(config: &Config, key: &str) -> Value {
    let text = config.get_json(key).unwrap_or_default();
    let value = serde_json::from_str(&text).unwrap_or(Value::Null);
    match value.get("client") {
        Some(of_mode) => of_mode.clone(),
        None => value,
    }
}

/// Returns where a client finds its router; `None` if the configuration is not that of a client.
pub(crate) fn router_of(config: &Config) -> Option<String> {
    if value(config, "mode") != "client" {
        return None;
    }
    let text = |of: &Value| of.as_str().map_or_else(|| of.to_string(), ToOwned::to_owned);
    match value(config, "connect/endpoints").as_array().map(Vec::as_slice) {
        None | Some([]) => Some("the addresses that multicast finds".to_owned()),
        Some(endpoints) => Some(endpoints.iter().map(text).collect::<Vec<_>>().join(", ")),
    }
}

/// A session, and how it finds robots.
#[derive(Clone)]
pub(crate) struct Connection {
    pub session: Session,
    /// The endpoints of the router, for a client.
    router: Option<String>,
    opened: Instant,
}

impl Connection {
    /// Returns the time at which peers have found each other, if that is yet to come. A router knows all at once.
    pub fn settles(&self) -> Option<Instant> {
        let at = self.opened + SETTLE;
        (self.router.is_none() && Instant::now() < at).then_some(at)
    }

    /// Checks that a client has a router.
    ///
    /// # Errors
    /// [`FleetError::NoRouter`] if it has lost it.
    pub fn check_router(&self) -> Result<(), FleetError> {
        let Some(router) = &self.router else { return Ok(()) };
        let is_alone = || {
            let info = self.session.info();
            info.routers_zid().wait().next().is_none() && info.peers_zid().wait().next().is_none()
        };
        // In a thread of its own: zenoh panics where the server of the page has its runtime.
        if thread::scope(|scope| scope.spawn(is_alone).join().unwrap_or(false)) {
            return Err(FleetError::NoRouter(router.clone(), "it is gone".to_owned()));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_configuration_is_named() {
        let endpoints = |text: &str| Network { connect: vec![text.to_owned()], zenoh: None };
        assert!(endpoints("tcp/127.0.0.1:7447").config(None).is_ok());
        let error = endpoints("10.0.0.2").config(None).expect_err("none").to_string();
        assert!(error.starts_with("`10.0.0.2` is no endpoint: "), "{error}");
        let file = Network { zenoh: Some("/nowhere.json5".into()), connect: Vec::new() };
        let error = file.config(None).expect_err("none").to_string();
        assert!(error.starts_with("/nowhere.json5: no configuration of zenoh: "), "{error}");
    }

    #[test]
    fn a_client_with_a_configuration_waits_no_longer_than_its_program() {
        let of = |text: &str| Config::from_json5(text).expect("a configuration");
        for (text, router) in [
            ("{}", None),
            ("{ mode: 'peer', connect: { endpoints: ['tcp/a:1'] } }", None),
            (
                "{ mode: 'client', connect: { endpoints: ['tcp/a:1', 'tcp/b:2'] } }",
                Some("tcp/a:1, tcp/b:2"),
            ),
            (
                "{ mode: 'client', connect: { endpoints: { client: ['tcp/a:1'], peer: ['tcp/b:2'] } } }",
                Some("tcp/a:1"),
            ),
            ("{ mode: 'client' }", Some("the addresses that multicast finds")),
        ] {
            assert_eq!(router_of(&of(text)).as_deref(), router, "{text}");
        }
        let path = std::env::temp_dir().join(format!("skill-fleet-{}.json5", std::process::id()));
        let patience = Some(Duration::from_secs(5));
        for (mode, own, patience, millis) in [
            ("client", "-1", patience, "5000"),
            ("client", "0", patience, "5000"),
            ("client", "null", patience, "5000"),
            ("client", "2000", patience, "2000"),
            ("client", "9000", patience, "5000"),
            ("client", "{ client: -1, peer: 1 }", patience, "5000"),
            ("client", "-1", None, "-1"),
            ("peer", "-1", patience, "-1"),
        ] {
            let text = format!("{{ mode: '{mode}', connect: {{ timeout_ms: {own} }} }}");
            std::fs::write(&path, text).expect("a file");
            let network = Network { zenoh: Some(path.clone()), connect: Vec::new() };
            let config = network.config(patience).expect("a configuration");
            let json = config.get_json("connect/timeout_ms").expect("a value");
            assert_eq!(json, millis, "{mode}: {own}");
        }
        std::fs::remove_file(&path).expect("removed");
    }
}

//! Sessions of zenoh.

use crate::error::{FleetError, without_places, zenoh as error};
use clap::Args;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;
use zenoh::{Config, Session, Wait as _};

/// The way into the network of a fleet: without any of these options, peers of the local network find each other by
/// multicast.
#[derive(Args, Clone, PartialEq, Eq, Debug, Default)]
pub struct Network {
    /// The file with zenoh's own configuration, JSON5: mode, endpoints, TLS, access rules. Nothing of it is changed.
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
    /// Returns the configuration. A client waits `patience` for its router, or for ever.
    ///
    /// # Errors
    /// [`FleetError::Config`] or [`FleetError::Endpoint`].
    pub(crate) fn config(&self, patience: Option<Duration>) -> Result<Config, FleetError> {
        if let Some(path) = &self.zenoh {
            return Config::from_file(path).map_err(|error| {
                FleetError::Config(path.clone(), without_places(&error.to_string()))
            });
        }
        let mut config = Config::default();
        if self.connect.is_empty() {
            return Ok(config);
        }
        let endpoints = serde_json::Value::from(self.connect.clone()).to_string();
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

    /// Opens a session. A client waits `patience` for its router, or for ever.
    ///
    /// # Errors
    /// [`FleetError`].
    pub(crate) fn open(&self, patience: Option<Duration>) -> Result<Session, FleetError> {
        let opened = zenoh::open(self.config(patience)?).wait();
        opened.map_err(|of| match error(of) {
            FleetError::Zenoh(text) if !self.connect.is_empty() => {
                FleetError::NoRouter(self.connect.join(", "), text)
            }
            error => error,
        })
    }

    /// Checks that a client has a router.
    ///
    /// # Errors
    /// [`FleetError::NoRouter`] if it has lost it.
    pub(crate) fn check_router(&self, session: &Session) -> Result<(), FleetError> {
        let is_alone = || {
            let info = session.info();
            info.routers_zid().wait().next().is_none() && info.peers_zid().wait().next().is_none()
        };
        // In a thread of its own: zenoh panics where the server of the page has its runtime.
        let is_alone = || thread::scope(|scope| scope.spawn(is_alone).join().unwrap_or(false));
        if !self.connect.is_empty() && is_alone() {
            return Err(FleetError::NoRouter(self.connect.join(", "), "it is gone".to_owned()));
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
}

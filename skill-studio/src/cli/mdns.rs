//! `--mdns`: the name of a robot in the local network.

use crate::console::error::Error;
use crate::console::log::{self, Level};
use mdns_sd::{DaemonEvent, IfKind, ServiceDaemon, ServiceInfo};
use std::net::SocketAddr;
use std::str::FromStr;

/// A web page, among the services of a network.
const SERVICE: &str = "_http._tcp.local.";

/// The name of a host without `.local`: letters, digits and hyphens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct HostName(String);

impl FromStr for HostName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let name = text.strip_suffix(".local").unwrap_or(text).to_ascii_lowercase();
        let is_inside = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let is_name = (1..=63).contains(&name.len())
            && name.chars().all(is_inside)
            && !name.starts_with('-')
            && !name.ends_with('-');
        let text = "expected at most 63 letters, digits and hyphens, as `robot` for `robot.local`";
        is_name.then_some(Self(name)).ok_or_else(|| text.to_owned())
    }
}

impl HostName {
    /// Returns the name of the host: `robot.local`.
    pub(super) fn host(&self) -> String {
        format!("{}.local", self.0)
    }

    /// Checks that others reach an address.
    ///
    /// # Errors
    /// [`Error::Usage`] if only this machine does.
    pub(super) fn check(address: SocketAddr) -> Result<(), Error> {
        if !address.ip().is_loopback() {
            return Ok(());
        }
        let text = "only this machine reaches the page, whatever its name\nhelp: give an address that \
                    others reach: --gui=0.0.0.0:8080";
        Err(Error::Usage(text.to_owned()))
    }

    /// Gives a server at an address this name from now on, until the program ends. If another machine has the
    /// name, a line says so, and the server has none.
    ///
    /// # Errors
    /// [`Error::Usage`] if there are no sockets for it.
    pub(super) fn announce(&self, address: SocketAddr) -> Result<(), Error> {
        let host = self.host();
        let cannot = |error: &dyn std::fmt::Display| {
            Error::Usage(format!("cannot announce {host} in the local network: {error}"))
        };
        let daemon = ServiceDaemon::new().map_err(|error| cannot(&error))?;
        let (server, port, none) = (format!("{host}."), address.port(), None);
        let info = if address.ip().is_unspecified() {
            ServiceInfo::new(SERVICE, &self.0, &server, (), port, none).map(|mut info| {
                if address.is_ipv4() {
                    info.set_interfaces(vec![IfKind::IPv4]);
                }
                info.enable_addr_auto()
            })
        } else {
            ServiceInfo::new(SERVICE, &self.0, &server, address.ip(), port, none)
        };
        let info = info.map_err(|error| cannot(&error))?;
        let events = daemon.monitor().map_err(|error| cannot(&error))?;
        daemon.register(info).map_err(|error| cannot(&error))?;
        let follow = move || {
            for event in events {
                match event {
                    DaemonEvent::NameChange(change) if change.original == server => {
                        let line = format!(
                            "another machine has the name {host}, so this one has none: choose another one for --mdns"
                        );
                        log::say(Level::Error, "mdns", &line);
                        // Then it is not known under a name that its page refuses.
                        let _ = daemon.shutdown();
                        return;
                    }
                    DaemonEvent::Error(error) => {
                        log::say(Level::Warn, "mdns", &format!("{host}: {error}"));
                    }
                    _ => {}
                }
            }
        };
        let thread = std::thread::Builder::new().name("mdns".to_owned()).spawn(follow);
        thread.map(drop).map_err(Error::usage)
    }
}

#[cfg(test)]
mod tests {
    use super::HostName;

    #[test]
    fn a_name_is_one_label() {
        for (text, host) in [("robot", "robot.local"), ("AGV-7.local", "agv-7.local")] {
            assert_eq!(text.parse::<HostName>().map(|name| name.host()), Ok(host.to_owned()));
        }
        let long = "a".repeat(64);
        for wrong in ["", ".local", "a.b", "a_b", "-a", "a-", "ä", "robot.local.", &long] {
            assert!(wrong.parse::<HostName>().is_err(), "{wrong}");
        }
    }
}

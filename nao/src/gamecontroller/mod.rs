//! The league's referee on the network: arguments of the command line, socket, and the meaning of
//! packets for the blackboard.
//!
//! A main loop calls [`Link::receive`] at the beginning of a pass, publishes [`Link::official`]
//! in its world model stage, and calls [`Link::report`]. On the simulated field the simulated
//! referee then only assists: it moves ball and robot as people beside a field do. A robot without
//! a referee waits, since it must not assume an unknown state of the game.

#[cfg(target_os = "linux")]
mod filter;
mod link;
mod official;
mod status;
#[cfg(test)]
mod tests;

pub use link::Link;
pub use status::RobotStatus;

use clap::Args;
use robocup_gamecontroller::{CONTROL_PORT, PlayerId, RETURN_PORT};
use skill_studio::Error;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

/// The arguments for a referee on the network.
#[derive(Args)]
pub struct RefereeArgs {
    /// Obeys the league's referee: the GameController on the machine with this address; packets
    /// from other machines are refused. With 0.0.0.0, it is the first machine that sends a packet
    /// of our game. The port is the one on which packets arrive [default: 3838].
    #[arg(long, value_name = "IP[:PORT]", requires = "team", requires = "player")]
    gamecontroller: Option<Address>,
    /// The number of our team.
    #[arg(long, value_name = "N", requires = "gamecontroller")]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=254))]
    team: Option<u8>,
    /// The number of this robot in our team.
    #[arg(long, value_name = "N", requires = "gamecontroller")]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=20))]
    player: Option<u8>,
    /// The port of the referee to which this robot reports.
    #[arg(long, value_name = "PORT", requires = "gamecontroller", default_value_t = RETURN_PORT)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    return_port: u16,
}

impl RefereeArgs {
    /// Returns the number of our team, if there is a referee.
    pub fn team(&self) -> Option<u8> {
        self.team
    }

    /// Opens the socket, if there is a referee.
    pub fn open(&self) -> Result<Option<Link>, Error> {
        let (Some(address), Some(team), Some(number)) =
            (self.gamecontroller, self.team, self.player)
        else {
            return Ok(None);
        };
        let player = PlayerId::new(team, number).map_err(Error::usage)?;
        let link = Link::open(address, self.return_port, player);
        link.map(Some).map_err(|error| {
            let help = if error.kind() == std::io::ErrorKind::AddrInUse {
                "\nhelp: another robot of this machine listens there: give each a port of its own, IP:PORT"
            } else {
                ""
            };
            let local = address.local();
            Error::usage(format_args!("cannot receive packets on {local}: {error}{help}"))
        })
    }
}

/// The address of a referee, and the port on which its packets arrive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Address {
    /// The machine; unspecified for any.
    ip: IpAddr,
    port: u16,
}

impl Address {
    /// Returns the address of the socket. Only loopback has a socket of its own: a referee on
    /// another machine broadcasts, and broadcasts do not arrive at a socket bound to one address.
    fn local(self) -> SocketAddr {
        let any = match self.ip {
            IpAddr::V4(_) => IpAddr::from([0; 4]),
            IpAddr::V6(_) => IpAddr::from([0; 16]),
        };
        SocketAddr::new(if self.ip.is_loopback() { self.ip } else { any }, self.port)
    }
}

impl FromStr for Address {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let of_ip = text.parse().map(|ip| SocketAddr::new(ip, CONTROL_PORT));
        let address = of_ip.or_else(|_| text.parse::<SocketAddr>());
        let address = address.map_err(|_| "expected an IP address, or one with a port: IP:PORT")?;
        let is_broadcast = matches!(address.ip(), IpAddr::V4(ip) if ip.is_broadcast());
        if is_broadcast || address.ip().is_multicast() {
            return Err(
                "expected the address of the referee's machine, from which its packets come",
            );
        }
        if address.port() == 0 {
            return Err("expected the port to which the referee sends, 1 to 65535");
        }
        Ok(Address { ip: address.ip().to_canonical(), port: address.port() })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.ip.is_unspecified() {
            return write!(f, "any referee, on port {}", self.port);
        }
        write!(f, "the referee at {}, on port {}", self.ip, self.port)
    }
}

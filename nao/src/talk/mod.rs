//! Team messages on the network: broadcasts on UDP port 10000 plus the number of the team.
//!
//! A main loop gives the packets of [`Radio::receive`] to its team stage, which counts the ones that are
//! repeated, late or foreign, and sends the stage's messages. Packets that get lost are nobody's error: the
//! last message of a mate grows old.

#[cfg(test)]
mod tests;

use crate::packets;
use clap::Args;
use skill_studio::Error;
use skills_nao::interfaces::Team;
use skills_nao::team::message::LENGTH;
use socket2::{Domain, Protocol, Socket, Type};
use std::collections::VecDeque;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, UdpSocket};

/// The port of team 0.
const FIRST_PORT: u16 = 10_000;
/// The help for another address.
const BROADCAST: &str = "help: `--talk` has the broadcast address of a network of this machine, `ip address` lists them";
/// The number of own messages that a broadcast may still bring back.
const ECHOES: usize = 32;

/// The argument for messages to robots of other processes.
#[derive(Args)]
pub struct TalkArgs {
    /// Sends team messages to robots of other processes and machines, and receives theirs: the broadcast
    /// address of the network, such as 10.0.255.255, or 127.255.255.255 within this machine. The port
    /// is 10000 plus the number of the team; those of --players are 1 and 2.
    #[arg(long, value_name = "IP")]
    talk: Option<Ipv4Addr>,
}

impl TalkArgs {
    /// Returns whether messages go to the network.
    pub fn is_requested(&self) -> bool {
        self.talk.is_some()
    }

    /// Opens the socket of a team, if messages go to the network.
    pub fn open(&self, team: u8) -> Result<Option<Radio>, Error> {
        let Some(ip) = self.talk else { return Ok(None) };
        let to = SocketAddrV4::new(ip, FIRST_PORT + u16::from(team));
        #[cfg(target_os = "linux")]
        if !is_broadcast(to) {
            return Err(Error::Usage(format!(
                "{ip} is not a broadcast address of this machine\n{BROADCAST}"
            )));
        }
        Radio::open(to)
            .map(Some)
            .map_err(|error| Error::Usage(format!("cannot talk on {to}: {error}\n{BROADCAST}")))
    }
}

/// Whether an address is that of all machines of a network: the kernel refuses it to a socket that does not
/// expect it.
#[cfg(target_os = "linux")]
fn is_broadcast(to: SocketAddrV4) -> bool {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0));
    let refused = socket.and_then(|socket| socket.connect(to)).err();
    refused.is_some_and(|error| error.kind() == io::ErrorKind::PermissionDenied)
}

/// The socket of a team.
pub struct Radio {
    socket: UdpSocket,
    to: SocketAddr,
    /// The last own messages.
    said: VecDeque<[u8; LENGTH]>,
    /// Whether a failure to send has been logged.
    cannot_send: bool,
}

impl Radio {
    /// Opens the socket that sends to a broadcast address, and receives what others send there. Other
    /// processes of this machine may have the same.
    pub fn open(to: SocketAddrV4) -> io::Result<Radio> {
        let socket = Socket::new(Domain::IPV4, Type::DGRAM, Some(Protocol::UDP))?;
        socket.set_reuse_address(true)?;
        socket.set_broadcast(true)?;
        socket.set_nonblocking(true)?;
        // Within the machine nothing is heard from outside.
        let local = if to.ip().is_loopback() { *to.ip() } else { Ipv4Addr::UNSPECIFIED };
        socket.bind(&SocketAddr::from((local, to.port())).into())?;
        Ok(Radio {
            socket: socket.into(),
            to: to.into(),
            said: VecDeque::with_capacity(ECHOES),
            cannot_send: false,
        })
    }

    /// Sends a message. Returns a line for the log if that fails for the first time in a row.
    pub fn send(&mut self, message: &[u8; LENGTH]) -> Option<String> {
        if self.said.len() == ECHOES {
            self.said.pop_front();
        }
        self.said.push_back(*message);
        let error = self.socket.send_to(message, self.to).err();
        let was_logged = std::mem::replace(&mut self.cannot_send, error.is_some());
        let error = error.filter(|_| !was_logged)?;
        Some(format!("error: cannot send team messages to {}: {error}", self.to))
    }

    /// Takes the packets that have arrived, whatever they are, without the own messages that a broadcast
    /// brings back.
    pub fn receive(&mut self) -> Vec<Vec<u8>> {
        let packets = packets::arrived(&self.socket).into_iter().map(|(packet, _)| packet);
        // The first copy is the echo; a second one was repeated by the network.
        let mut is_echo = |packet: &[u8]| {
            let echo = self.said.iter().position(|said| said == packet);
            echo.and_then(|place| self.said.remove(place)).is_some()
        };
        packets.filter(|packet| !is_echo(packet)).collect()
    }
}

/// Returns the line about a robot's messages for the end of its log.
pub fn counted(team: &Team) -> String {
    let Team { sent, received, duplicates, late, refused, .. } = team;
    format!(
        "team messages: {sent} sent, {received} received, {duplicates} repeated, {late} late, {refused} refused"
    )
}

//! The socket to the referee.

#[cfg(target_os = "linux")]
use super::filter;
use super::official::official;
use super::{Address, RobotStatus};
use crate::packets;
use robocup_gamecontroller::{
    ControlPacket, GamePhase, NoReferee, PlayerId, Receiver, Rejected, ReturnPacket, Version,
};
use skills_nao::referee::Official;
use std::collections::BTreeSet;
use std::io;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::time::{Duration, Instant};

/// The time between two reports; the referee expects 0.5 s to 2 s, also of a program that did not run for a second.
const REPORT: Duration = Duration::from_millis(600);
/// The times between two lines about packets that were refused: each is twice the last one, up to the greatest,
/// as long as such packets come.
const REFUSED: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(60)];

/// The number of unknown versions that have a line of their own.
const MAX_UNKNOWN: usize = 3;

/// Returns the line about a referee of another season, beside one that is heard or not.
fn unknown_version(from: IpAddr, version: u8, is_heard: bool) -> String {
    let [first, .., last] = [Version::V18, Version::V19, Version::V20].map(Version::number);
    let then = if is_heard { "such packets are ignored" } else { "the robot waits" };
    format!(
        "error: the referee {from} sends version {version} of its packets, and this program reads \
         {first} to {last}: start a GameController of that range (7.0 sends 20), or install a newer \
         `nao`; {then}"
    )
}

/// The parts of the newest packet whose changes are logged.
#[derive(Clone, Copy, PartialEq)]
struct Logged {
    version: Version,
    teams: [u8; 2],
    first_half: bool,
    stopped: bool,
    timeout: bool,
}

impl Logged {
    fn of(packet: &ControlPacket) -> Logged {
        Logged {
            version: packet.version,
            teams: packet.teams.map(|team| team.number),
            first_half: packet.first_half,
            stopped: packet.stopped,
            timeout: packet.phase == GamePhase::Timeout,
        }
    }
}

/// The packets that were refused.
#[derive(Default)]
struct Refused {
    /// The number since the last line about them.
    count: u32,
    /// The time of the last one.
    last: Option<Duration>,
    /// The time from which another line may be written, and the time between the two.
    next: Duration,
    pause: Duration,
}

impl Refused {
    /// Counts one, and returns the line about it and those before if it is time for one.
    fn line(&mut self, now: Duration, from: IpAddr, reason: &str) -> Option<String> {
        let [least, most] = REFUSED;
        if self.last.is_none_or(|last| now.saturating_sub(last) > most) {
            self.pause = Duration::ZERO;
        }
        self.last = Some(now);
        self.count = self.count.saturating_add(1);
        if now < self.next {
            return None;
        }
        self.pause = (2 * self.pause).clamp(least, most);
        self.next = now.saturating_add(self.pause);
        let more = match core::mem::take(&mut self.count) {
            1 => String::new(),
            2 => "; 1 other packet, too".to_owned(),
            count => format!("; {} other packets, too", count - 1),
        };
        Some(format!("error: packet from {from} refused: {reason}{more}"))
    }

    /// Whether one came within a time.
    fn came(&self, now: Duration, within: Duration) -> bool {
        self.last.is_some_and(|last| now.saturating_sub(last) <= within)
    }
}

/// The referee on the network.
pub struct Link {
    socket: UdpSocket,
    address: Address,
    return_port: u16,
    receiver: Receiver,
    /// The clock of the receiver.
    start: Instant,
    /// The machine of the referee that was heard last.
    peer: Option<IpAddr>,
    /// The machine whose packets the kernel lets through; `None` for all.
    only: Option<IpAddr>,
    /// The time of the next report.
    report: Option<Duration>,
    logged: Option<Logged>,
    /// Whether the absence of a referee has been logged.
    is_missed: bool,
    refused: Refused,
    /// The unknown versions that have been logged.
    unknown: BTreeSet<u8>,
    /// Whether a failure to send reports has been logged.
    cannot_report: bool,
}

impl Link {
    /// Opens the socket on which packets arrive.
    pub fn open(address: Address, return_port: u16, player: PlayerId) -> io::Result<Link> {
        let socket = UdpSocket::bind(address.local())?;
        socket.set_nonblocking(true)?;
        Ok(Link {
            socket,
            address,
            return_port,
            receiver: Receiver::new(player),
            start: Instant::now(),
            peer: None,
            only: None,
            report: None,
            logged: None,
            is_missed: false,
            refused: Refused::default(),
            unknown: BTreeSet::new(),
            cannot_report: false,
        })
    }

    /// Returns the address on which packets arrive.
    #[cfg(test)]
    pub fn local(&self) -> SocketAddr {
        self.socket.local_addr().expect("a socket that is bound")
    }

    /// Advances the clock of the receiver.
    #[cfg(test)]
    pub fn advance(&mut self, time: Duration) {
        self.start = self.start.checked_sub(time).expect("a clock that has run for so long");
    }

    /// Takes all packets that have arrived. Returns lines for the log.
    pub fn receive(&mut self) -> Vec<String> {
        let now = self.start.elapsed();
        let mut lines = Vec::new();
        for (packet, from) in packets::arrived(&self.socket) {
            self.take(&packet, from.ip().to_canonical(), now, &mut lines);
        }
        let is_heard = self.receiver.situation(now).is_ok();
        self.filter(self.peer.filter(|_| is_heard));
        if let Err(none) = self.receiver.situation(now) {
            let expected = match none {
                NoReferee::NeverHeard => now >= Receiver::SILENCE,
                NoReferee::Silent(_) => true,
            };
            if expected && !self.is_missed {
                self.is_missed = true;
                let none = if self.refused.came(now, Receiver::SILENCE) {
                    "only packets that are refused".to_owned()
                } else {
                    none.to_string()
                };
                lines.push(format!("error: {none} ({}): the robot waits", self.address));
            }
        }
        lines
    }

    /// Has the kernel drop what does not come from `only`, so that other packets cannot fill the
    /// queue of the socket. A referee that is silent may have moved: then all are let through, and
    /// are reported. Without filters in the kernel, [`take`](Self::take) refuses the same packets.
    fn filter(&mut self, only: Option<IpAddr>) {
        if self.only == only {
            return;
        }
        self.only = only;
        #[cfg(target_os = "linux")]
        let _ = match only {
            Some(referee) => filter::attach(&self.socket, referee),
            None => filter::detach(&self.socket),
        };
    }

    /// Takes a packet, and adds lines for the log to `lines`.
    fn take(&mut self, bytes: &[u8], from: IpAddr, now: Duration, lines: &mut Vec<String>) {
        let is_heard = self.receiver.situation(now).is_ok();
        let referee = if self.address.ip.is_unspecified() {
            self.peer.filter(|_| is_heard)
        } else {
            Some(self.address.ip)
        };
        let taken = if referee.is_none_or(|referee| referee == from) {
            self.receiver.receive(bytes, now).map_err(|rejected| {
                let version = match rejected {
                    Rejected::Late { .. } => return None,
                    Rejected::Packet(error) => error.unknown_version(),
                    Rejected::OtherGame { .. } => None,
                };
                let few = self.unknown.len() < MAX_UNKNOWN;
                let known = |version: &u8| few || self.unknown.contains(version);
                let Some(version) = version.filter(known) else {
                    return Some(rejected.to_string());
                };
                if self.unknown.insert(version) {
                    // This line says why the robot waits.
                    self.is_missed |= !is_heard;
                    lines.push(unknown_version(from, version, is_heard));
                }
                None
            })
        } else {
            Err(Some("not the referee".to_owned()))
        };
        match taken {
            Ok(packet) => {
                let new = Logged::of(packet);
                self.peer = Some(from);
                self.log(new, from, lines);
            }
            // The network may reorder packets.
            Err(None) => {}
            Err(Some(reason)) => {
                lines.extend(self.refused.line(now, from, &reason));
            }
        }
    }

    /// Logs the changes of a packet that was accepted.
    fn log(&mut self, new: Logged, from: IpAddr, lines: &mut Vec<String>) {
        let old = self.logged.replace(new);
        let is_back = core::mem::take(&mut self.is_missed);
        if is_back || old.is_none_or(|old| (old.version, old.teams) != (new.version, new.teams)) {
            let (version, [left, right]) = (new.version.number(), new.teams);
            lines.push(format!(
                "referee {from}, version {version}: team {left} on the left, team {right} on the \
                 right"
            ));
        }
        if let Some(old) = old {
            if old.first_half != new.first_half {
                let half = if new.first_half { "first" } else { "second" };
                lines.push(format!("{half} half"));
            }
            if old.stopped != new.stopped {
                lines.push(if new.stopped { "play stopped" } else { "play goes on" }.to_owned());
            }
            if old.timeout != new.timeout {
                lines.push(if new.timeout { "timeout" } else { "timeout over" }.to_owned());
            }
        }
    }

    /// Returns the decisions for the robot at this time. Without a referee the robot waits.
    pub fn official(&self) -> Official {
        official(&self.receiver, self.start.elapsed())
    }

    /// Sends a report to the referee if it is due, also to one that is not heard any more. Returns a line for the log if sending fails for
    /// the first time.
    pub fn report(&mut self, status: impl FnOnce() -> RobotStatus) -> Option<String> {
        let now = self.start.elapsed();
        let peer = self.peer?;
        if self.report.is_some_and(|due| now < due) {
            return None;
        }
        self.report = Some(now.saturating_add(REPORT));
        let RobotStatus { fallen, pose, ball } = status();
        let packet = ReturnPacket { player: self.receiver.player(), fallen, pose, ball };
        let to = SocketAddr::new(peer, self.return_port);
        let sent = match packet.write() {
            Ok(bytes) => self.socket.send_to(&bytes, to).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        let error = sent.err()?;
        let is_first = !core::mem::replace(&mut self.cannot_report, true);
        is_first.then(|| format!("error: cannot report to {to}: {error}"))
    }

    /// Checks that there was a referee.
    ///
    /// # Errors
    /// A text that says where it was expected.
    pub fn check_heard(&self) -> Result<(), String> {
        match self.receiver.newest() {
            Some(_) => Ok(()),
            None => Err(format!("no packet of our game from {}", self.address)),
        }
    }
}

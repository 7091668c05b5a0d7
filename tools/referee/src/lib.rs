//! A referee for tests, independent of the crate `robocup-gamecontroller`: it writes control
//! packets and reads return packets by itself.

mod packet;
mod report;
mod step;

pub use packet::{Packet, TeamState};
pub use report::Report;
pub use step::{Step, WHOLE_GAME};

use anyhow::Context as _;
use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::time::{Duration, Instant};

/// The time between two packets, as the league's referee sends them.
pub const PERIOD: Duration = Duration::from_millis(500);

/// A referee that sends to one robot.
pub struct Referee {
    control: UdpSocket,
    reports: UdpSocket,
    robot: SocketAddr,
    /// The packet that is sent.
    pub packet: Packet,
}

impl Referee {
    /// Returns a referee at the address `ip` that sends to `robot`, and receives reports on the
    /// port `return_port`; 0 is any that is free.
    ///
    /// # Errors
    /// If one of the sockets cannot be opened.
    pub fn new(
        ip: IpAddr,
        robot: SocketAddr,
        return_port: u16,
        packet: Packet,
    ) -> anyhow::Result<Referee> {
        let bind = |port| UdpSocket::bind((ip, port)).with_context(|| format!("port {port}"));
        let (control, reports) = (bind(0)?, bind(return_port)?);
        control.set_broadcast(true)?;
        Ok(Referee { control, reports, robot, packet })
    }

    /// Returns the port on which reports are received.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn return_port(&self) -> anyhow::Result<u16> {
        Ok(self.reports.local_addr()?.port())
    }

    /// Sends the packet, and counts it.
    ///
    /// # Errors
    /// If it cannot be sent.
    pub fn send(&mut self) -> anyhow::Result<()> {
        self.send_bytes(&self.packet.bytes())?;
        self.packet.number = self.packet.number.wrapping_add(1);
        Ok(())
    }

    /// Sends bytes, whatever they are.
    ///
    /// # Errors
    /// If they cannot be sent.
    pub fn send_bytes(&self, bytes: &[u8]) -> anyhow::Result<()> {
        self.control.send_to(bytes, self.robot).context("cannot send")?;
        Ok(())
    }

    /// Receives the next report, if one comes within `time`.
    ///
    /// # Errors
    /// If it breaks a rule, or the socket fails.
    pub fn report(&self, time: Duration) -> anyhow::Result<Option<Report>> {
        let mut buffer = [0; 64];
        self.reports.set_read_timeout(Some(time.max(Duration::from_millis(1))))?;
        match self.reports.recv_from(&mut buffer) {
            Ok((length, _)) => Report::read(&buffer[..length]).map(Some),
            Err(error) => match error.kind() {
                std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut => Ok(None),
                _ => Err(error.into()),
            },
        }
    }

    /// Sends the packet once and then at the league's rate for `time`. Returns the reports that
    /// came, with their times since the start of the call.
    ///
    /// # Errors
    /// If a report breaks a rule, or a socket fails.
    pub fn send_for(&mut self, time: Duration) -> anyhow::Result<Vec<(Duration, Report)>> {
        let (start, mut next) = (Instant::now(), Duration::ZERO);
        let mut reports = Vec::new();
        loop {
            let now = start.elapsed();
            if now >= next {
                self.send()?;
                next += PERIOD;
            }
            if now >= time {
                return Ok(reports);
            }
            if let Some(report) = self.report(next.min(time).saturating_sub(now))? {
                reports.push((start.elapsed(), report));
            }
        }
    }
}

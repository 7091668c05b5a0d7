//! The process between the robot and the behavior: it has the socket, and a [`Watchdog`].

use super::link::{FRAME_BYTES, REPLY_BYTES};
use nao_lola::sensors::SENSOR_BYTES;
use nao_lola::watchdog::MAX_MISSED;
use nao_lola::{ActuatorPacket, PERIOD_MS, SensorPacket, State, Watchdog};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{ioctl_fionread, retry_on_intr};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use skill_studio::{Error, Output};
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The variable of the environment by which the program knows that it is the behavior.
pub const BEHAVIOR: &str = "NAO_LOLA_BEHAVIOR";
/// The time between two attempts to connect, and between two checks whether to end.
const RETRY: Duration = Duration::from_millis(100);
/// The longest time between two attempts to connect, after connections that ended soon.
const MAX_RETRY: Duration = Duration::from_secs(2);
/// The number of wrong packets in a row after which their stream is given up.
const MAX_WRONG: u32 = 25;
/// The time between two lines about wrong packets.
const WRONG: Duration = Duration::from_secs(1);
/// The time that a behavior has for its first reply.
const FIRST_REPLY: Duration = Duration::from_secs(2);

/// The behavior: another process of this program.
struct Behavior {
    process: Child,
    stream: UnixStream,
    /// The reply that is read, and how many bytes of it have come.
    bytes: [u8; REPLY_BYTES],
    count: usize,
    /// The number of packets without a reply so far.
    open: u32,
    /// Whether the next packet is the first one of a connection.
    begins: bool,
    /// Whether the behavior's end of the stream is closed.
    is_gone: bool,
    code: Option<ExitCode>,
}

impl Behavior {
    /// Starts this program again with the same arguments.
    fn start() -> io::Result<Self> {
        let (stream, theirs) = UnixStream::pair()?;
        let mut command = Command::new(std::env::current_exe()?);
        command.args(std::env::args_os().skip(1)).env(BEHAVIOR, "1");
        // Keys typed at the terminal are for the watchdog.
        command.stdin(Stdio::from(OwnedFd::from(theirs))).process_group(0);
        let process = command.spawn()?;
        stream.set_write_timeout(Some(RETRY))?;
        Ok(Self {
            process,
            stream,
            bytes: [0; REPLY_BYTES],
            count: 0,
            open: 0,
            begins: true,
            is_gone: false,
            code: None,
        })
    }

    /// Passes a sensor packet on. Returns the reply, if it comes within `deadline`.
    fn reply(&mut self, bytes: &[u8; SENSOR_BYTES], deadline: Duration) -> Option<ActuatorPacket> {
        let mut frame = [0; FRAME_BYTES];
        frame[0] = std::mem::take(&mut self.begins).into();
        frame[1..].copy_from_slice(bytes);
        self.stream.write_all(&frame).ok()?;
        self.open += 1;
        let end = Instant::now() + deadline;
        let mut newest = None;
        // Each packet has exactly one reply, so counting identifies a reply to an older packet: it
        // is late.
        while self.open > 0 {
            match self.next(end) {
                Ok(Some(packet)) => (newest, self.open) = (Some(packet), self.open - 1),
                Ok(None) => break,
                Err(_) => {
                    self.is_gone = true;
                    break;
                }
            }
        }
        newest.filter(|_| self.open == 0)
    }

    /// Returns the next reply, or `None` if it has not come at `end`.
    fn next(&mut self, end: Instant) -> io::Result<Option<ActuatorPacket>> {
        while self.count < REPLY_BYTES {
            // A read with a timeout would wait for whole ticks of the kernel.
            let left = end.saturating_duration_since(Instant::now());
            let left = Timespec::try_from(left).map_err(io::Error::other)?;
            let mut stream = [PollFd::new(&self.stream, PollFlags::IN)];
            if retry_on_intr(|| poll(&mut stream, Some(&left)))? == 0 {
                return Ok(None);
            }
            self.count += match self.stream.read(&mut self.bytes[self.count..])? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                more => more,
            };
        }
        self.count = 0;
        let packet = ActuatorPacket::from_bytes(&self.bytes);
        packet.map(Some).ok_or_else(|| io::ErrorKind::InvalidData.into())
    }

    /// Ends the process, if it has not ended by itself. Returns its exit code.
    fn end(&mut self) -> ExitCode {
        if let Some(code) = self.code {
            return code;
        }
        // A process whose stream is closed is about to end by itself.
        let end = Instant::now() + if self.is_gone { RETRY } else { Duration::ZERO };
        while Instant::now() < end && matches!(self.process.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let status = match self.process.try_wait() {
            Ok(Some(status)) => Ok(status),
            _ => self.process.kill().and_then(|()| self.process.wait()),
        };
        let code = status.ok().and_then(|status| status.code());
        let code =
            code.and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::from(2), ExitCode::from);
        *self.code.insert(code)
    }

    /// Returns whether the process has ended by itself.
    fn has_ended(&mut self) -> bool {
        self.is_gone || matches!(self.process.try_wait(), Ok(Some(_)))
    }
}

impl Drop for Behavior {
    fn drop(&mut self) {
        self.end();
    }
}

/// Reads a sensor packet. Returns `None` if it was interrupted by `ends`.
fn read(stream: &mut UnixStream, ends: &AtomicBool) -> io::Result<Option<[u8; SENSOR_BYTES]>> {
    let (mut bytes, mut count) = ([0; SENSOR_BYTES], 0);
    while count < bytes.len() {
        match stream.read(&mut bytes[count..]) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(more) => count += more,
            Err(error)
                if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) =>
            {
                if ends.load(Relaxed) && count == 0 {
                    return Ok(None);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Some(bytes))
}

/// Drops the packets that wait after the one in `bytes`, but for the newest, which replaces it, if
/// there are more than `allowed`. Returns the number of those dropped: nobody replied to them.
fn skip(
    stream: &mut UnixStream,
    bytes: &mut [u8; SENSOR_BYTES],
    allowed: u32,
    ends: &AtomicBool,
) -> io::Result<u32> {
    let packet = u64::try_from(SENSOR_BYTES).map_err(io::Error::other)?;
    let waiting = |stream: &UnixStream| io::Result::Ok(ioctl_fionread(stream)? / packet);
    let mut dropped = 0;
    if waiting(stream)? <= allowed.into() {
        return Ok(0);
    }
    while waiting(stream)? > 0
        && let Some(newer) = read(stream, ends)?
    {
        *bytes = newer;
        dropped += 1;
    }
    Ok(dropped)
}

/// Wrong packets: those in a row, those not logged yet, and the time of the last line.
#[derive(Default)]
struct Wrong {
    in_row: u32,
    untold: u32,
    told: Option<Instant>,
}

impl Wrong {
    /// Counts a packet. Returns a line about it, at most one in [`WRONG`].
    fn packet(&mut self, error: nao_lola::PacketError) -> Option<String> {
        self.in_row += 1;
        if self.told.is_some_and(|told| told.elapsed() < WRONG) {
            self.untold += 1;
            return None;
        }
        self.told = Some(Instant::now());
        let more = match std::mem::take(&mut self.untold) {
            0 => String::new(),
            count => format!(" (and {count} more)"),
        };
        Some(format!("error: packet refused: {error}{more}"))
    }
}

/// The watchdog process, between the robot's socket and the behavior.
pub struct Guard<'o> {
    pub output: &'o Output,
    pub socket: &'o Path,
    pub deadline: Duration,
    pub restart: bool,
    ends: Arc<AtomicBool>,
}

impl<'o> Guard<'o> {
    /// Prepares the process to be ended by a signal: the robot sits down first.
    pub fn new(
        output: &'o Output,
        socket: &'o Path,
        deadline: Duration,
        restart: bool,
    ) -> Result<Self, Error> {
        let ends = Arc::new(AtomicBool::new(false));
        for signal in [SIGHUP, SIGINT, SIGTERM] {
            signal_hook::flag::register(signal, Arc::clone(&ends)).map_err(Error::usage)?;
        }
        Ok(Self { output, socket, deadline, restart, ends })
    }

    /// Runs until the behavior has ended, or a signal ends it, and the robot rests.
    pub fn run(&self, mut saved: Option<File>) -> Result<ExitCode, Error> {
        let mut watchdog = Watchdog::new();
        let mut behavior = Behavior::start().map_err(Error::usage)?;
        let mut pause = RETRY;
        loop {
            let Some(mut stream) = self.connect() else { return Ok(behavior.end()) };
            watchdog.begin();
            behavior.begins = true;
            let begin = Instant::now();
            match self.serve(&mut stream, &mut watchdog, &mut behavior, &mut saved) {
                Ok(code) => return Ok(code),
                Err(error) => {
                    self.print(&format!("the connection to the robot has ended: {error}"));
                }
            }
            pause = if begin.elapsed() > MAX_RETRY { RETRY } else { MAX_RETRY.min(2 * pause) };
            self.sleep(pause);
            if behavior.has_ended() || watchdog.state() > State::Behaving {
                if !self.restart {
                    return Ok(behavior.end());
                }
                behavior = Behavior::start().map_err(Error::usage)?;
            }
        }
    }

    /// Waits for the robot. Returns `None` if a signal came.
    fn connect(&self) -> Option<UnixStream> {
        let mut is_said = false;
        while !self.ends.load(Relaxed) {
            let stream = UnixStream::connect(self.socket).and_then(|stream| {
                stream.set_read_timeout(Some(RETRY))?;
                stream.set_write_timeout(Some(RETRY))?;
                Ok(stream)
            });
            match stream {
                Ok(stream) => {
                    self.print("connected to the robot");
                    return Some(stream);
                }
                Err(error) if !is_said => {
                    is_said = true;
                    let path = skill_studio::Escaped(self.socket.display());
                    self.print(&format!("waiting for the robot at `{path}`: {error}"));
                }
                Err(_) => {}
            }
            std::thread::sleep(RETRY);
        }
        None
    }

    /// Sleeps, but not after a signal.
    fn sleep(&self, time: Duration) {
        let end = Instant::now() + time;
        while Instant::now() < end && !self.ends.load(Relaxed) {
            std::thread::sleep(RETRY);
        }
    }

    fn print(&self, line: &str) {
        self.output.line(format_args!("{line}"));
    }

    /// Serves a connection. Returns how the program ends.
    ///
    /// # Errors
    /// The reason why the connection has ended.
    fn serve(
        &self,
        stream: &mut UnixStream,
        watchdog: &mut Watchdog,
        behavior: &mut Behavior,
        saved: &mut Option<File>,
    ) -> io::Result<ExitCode> {
        // Replies that take as long as they may let packets wait.
        let deadline_ms = u32::try_from(self.deadline.as_millis()).map_err(io::Error::other)?;
        let allowed = MAX_MISSED + deadline_ms / u32::from(PERIOD_MS);
        let mut wrong = Wrong::default();
        loop {
            let Some(mut bytes) = read(stream, &self.ends)? else { return Ok(behavior.end()) };
            let dropped = match watchdog.state() {
                State::Waiting => skip(stream, &mut bytes, 0, &self.ends)?,
                State::Behaving => skip(stream, &mut bytes, allowed, &self.ends)?,
                State::SittingDown | State::Resting => 0,
            };
            watchdog.miss(dropped);
            let sensors = match SensorPacket::parse(&bytes) {
                Ok(sensors) => sensors,
                Err(error) if wrong.in_row == MAX_WRONG => return Err(io::Error::other(error)),
                Err(error) => {
                    watchdog.miss(1);
                    if let Some(line) = wrong.packet(error) {
                        self.print(&line);
                    }
                    continue;
                }
            };
            wrong.in_row = 0;
            if let Some(file) = saved
                && let Err(error) = file.write_all(&bytes)
            {
                self.print(&format!("error: packets are saved no longer: {error}"));
                *saved = None;
            }
            let before = watchdog.state();
            let reply = match before {
                // Ending the program must leave the robot sitting.
                _ if self.ends.load(Relaxed) => None,
                State::Waiting => behavior.reply(&bytes, FIRST_REPLY),
                State::Behaving if dropped > 0 => None,
                State::Behaving => behavior.reply(&bytes, self.deadline),
                State::SittingDown | State::Resting => None,
            };
            if before == State::Waiting
                && reply.is_none()
                && (behavior.has_ended() || self.ends.load(Relaxed))
            {
                return Ok(behavior.end());
            }
            if let Some(packet) = watchdog.decide(&sensors, reply.as_ref()) {
                stream.write_all(packet.bytes())?;
            }
            match (before, watchdog.state()) {
                (State::Behaving, State::SittingDown) => {
                    let reason = if self.ends.load(Relaxed) {
                        "a signal came"
                    } else if dropped > 0 {
                        "the program did not run, and packets got no reply"
                    } else if behavior.has_ended() {
                        "the behavior has ended"
                    } else {
                        "the behavior does not reply"
                    };
                    let packets = match dropped {
                        0 => String::new(),
                        _ => format!(" ({dropped} packets)"),
                    };
                    self.print(&format!("{reason}{packets}: the robot sits down"));
                    // A behavior that hangs must not command anything else.
                    if !behavior.is_gone {
                        behavior.end();
                    }
                }
                (State::SittingDown | State::Behaving, State::Resting) => {
                    let code = behavior.end();
                    if !self.restart || self.ends.load(Relaxed) {
                        self.print("the robot rests");
                        return Ok(code);
                    }
                    self.print("the robot rests; the behavior is started again");
                    *behavior = Behavior::start()?;
                    watchdog.begin();
                }
                _ => {}
            }
        }
    }
}

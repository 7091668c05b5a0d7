//! A fleet over the loopback: a router, robots in threads of this program, and programs.

use rover::agent::Collector;
use rover::interfaces::RoverBoard;
use rover::simulator::Simulator;
use rover::skills::RoverSkills;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pty::{OpenptFlags, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use skill_fleet::{
    Awaited, Client, FleetError, Link, Member, MemberOptions, Name, Network, Row, Watcher,
};
use skill_runtime::{Agent, NoTrace};
use skill_studio::live::Hub;
use skill_studio::{Description, Session};
use std::fs::File;
use std::io::Read as _;
use std::net::TcpListener;
use std::os::fd::AsFd as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use zenoh::{Config, Wait as _};

pub const PATIENCE: Duration = Duration::from_secs(10);

pub fn name(text: &str) -> Name {
    text.parse().expect("a name")
}

/// Returns an endpoint that only this test has. Its port is none that a system gives to others while no router listens.
pub fn free_endpoint() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let first = 12_000 + std::process::id() % 200 * 100;
    let port = || u16::try_from(first + NEXT.fetch_add(1, Ordering::Relaxed)).expect("a port");
    let mut ports = std::iter::repeat_with(port);
    let port = ports.find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok());
    format!("tcp/127.0.0.1:{}", port.expect("a free port"))
}

pub fn network(endpoint: &str) -> Network {
    Network { zenoh: None, connect: vec![endpoint.to_owned()] }
}

/// Writes a configuration of zenoh without multicast. Returns its file.
pub fn file(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.json5"));
    let text = format!("{{ {text}, scouting: {{ multicast: {{ enabled: false }} }} }}");
    std::fs::write(&path, text).expect("a file");
    path
}

pub fn router(endpoint: &str) -> zenoh::Session {
    let mut config = Config::default();
    for (key, value) in [
        ("mode", "\"router\"".to_owned()),
        ("listen/endpoints", format!("[\"{endpoint}\"]")),
        ("scouting/multicast/enabled", "false".to_owned()),
    ] {
        config.insert_json5(key, &value).expect("a configuration");
    }
    zenoh::open(config).wait().expect("a router")
}

/// A rover that is a member, in a thread.
pub struct Robot {
    is_over: Arc<AtomicBool>,
    /// Its passes do not go on while this holds; the second one says that they do not.
    hangs: Arc<[AtomicBool; 2]>,
    /// Its error as a member.
    pub error: Arc<Mutex<Option<String>>>,
    hub: mpsc::Receiver<Arc<Hub>>,
    thread: Option<JoinHandle<()>>,
}

impl Robot {
    pub fn start(id: &str, endpoint: &str) -> Self {
        Self::join(id, network(endpoint))
    }

    pub fn join(id: &str, network: Network) -> Self {
        let is_over = Arc::<AtomicBool>::default();
        let options = MemberOptions {
            network,
            id: name(id),
            period: Duration::from_millis(100),
            url: Some("http://127.0.0.1:8080/".to_owned()),
        };
        let (hangs, error) =
            (Arc::<[AtomicBool; 2]>::default(), Arc::<Mutex<Option<String>>>::default());
        let (flag, hung, failed) = (Arc::clone(&is_over), Arc::clone(&hangs), Arc::clone(&error));
        let (sender, hub) = mpsc::channel();
        let run = move || {
            let description = Description::of::<RoverSkills>("rover", const { &[Collector::INFO] });
            let board: &RoverBoard = Box::leak(Box::default());
            let simulator = Simulator::new(board).expect("a new board");
            let mut session: Session<'_, RoverSkills, _> =
                Session::new(board, simulator).expect("a new board").in_realtime(true);
            let hub = session.make_live(description);
            sender.send(Arc::clone(&hub)).expect("it is awaited");
            let member = Member::start(hub, options).expect("a member");
            while !flag.load(Ordering::Relaxed) {
                session.pass(&mut NoTrace);
                *failed.lock().expect("no panic") = member.error().map(ToString::to_string);
                while hung[0].load(Ordering::Relaxed) {
                    hung[1].store(true, Ordering::Relaxed);
                    thread::sleep(Duration::from_millis(5));
                }
            }
            drop(member);
        };
        Self { is_over, hangs, error, hub, thread: Some(thread::spawn(run)) }
    }

    /// Has its passes not go on, or go on.
    pub fn hang(&self, hangs: bool) {
        self.hangs[1].store(false, Ordering::Relaxed);
        self.hangs[0].store(hangs, Ordering::Relaxed);
        wait("it hangs", || !hangs || self.hangs[1].load(Ordering::Relaxed));
    }

    /// Returns the hub of the robot, once.
    pub fn hub(&self) -> Arc<Hub> {
        self.hub.recv_timeout(PATIENCE).expect("a hub")
    }
}

impl Drop for Robot {
    fn drop(&mut self) {
        self.hangs[0].store(false, Ordering::Relaxed);
        self.is_over.store(true, Ordering::Relaxed);
        let Some(thread) = self.thread.take() else { return };
        let start = Instant::now();
        // One that is still paused, as a test has failed, ends with the program.
        while !thread.is_finished() && start.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(2));
        }
        if thread.is_finished() {
            drop(thread.join());
        }
    }
}

/// Watches a fleet, and waits until these robots are live.
pub fn watch(endpoint: &str, robots: &[&str]) -> Watcher {
    let watcher = Watcher::start(&network(endpoint), None, Some(PATIENCE)).expect("a watcher");
    until(&watcher, "all robots", |rows| robots.iter().all(|robot| is_live(rows, robot)));
    watcher
}

/// Waits until the rows of a watcher have a property.
pub fn until(watcher: &Watcher, what: &str, holds: impl Fn(&[Row]) -> bool) -> Vec<Row> {
    let start = Instant::now();
    loop {
        let rows = watcher.rows();
        if holds(&rows) {
            return rows;
        }
        assert!(start.elapsed() < PATIENCE, "{what}: {rows:#?}");
        thread::sleep(Duration::from_millis(10));
    }
}

pub fn is_live(rows: &[Row], id: &str) -> bool {
    rows.iter().any(|row| row.id == id && row.link == Link::Live && row.seen_sec.is_some())
}

pub fn drives(rows: &[Row], id: &str) -> bool {
    rows.iter().any(|row| row.id == id && row.path.iter().any(|of| of.starts_with("drive_to.")))
}

pub fn client(endpoint: &str, id: &str) -> Client {
    Client::start(&network(endpoint), name(id), PATIENCE).expect("a client")
}

pub fn call(client: &Client, robot: &str, call: &str) -> Result<skill_fleet::Ended, FleetError> {
    client.call(&name(robot), call, Awaited::Ended(PATIENCE), (PATIENCE, || Ok(())))
}

pub const FAR: &str = "drive_to{x_m=9.0, y_m=0.0}";

pub fn start_driving(client: &Client, robot: &str) -> Result<(), FleetError> {
    let called = Awaited::Called(PATIENCE);
    client.call(&name(robot), FAR, called, (PATIENCE, || Ok(()))).map(drop)
}

/// Waits until something holds.
pub fn wait(what: &str, mut holds: impl FnMut() -> bool) {
    let start = Instant::now();
    while !holds() {
        assert!(start.elapsed() < PATIENCE * 2, "{what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// A program that runs; it is killed at the end.
pub struct Program {
    child: Child,
    /// The screen of its terminal, if it has one, and what was read of it or of its standard output.
    screen: Option<File>,
    seen: String,
}

impl Program {
    fn start(mut command: Command) -> Self {
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = command.spawn().expect("a program");
        Self { child, screen: None, seen: String::new() }
    }

    /// Starts the program `skill-fleet` in a terminal of a width and a height.
    pub fn terminal(words: &[&str], (width, height): (u16, u16)) -> Self {
        let screen = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
        unlockpt(&screen).expect("a terminal");
        let path = ptsname(&screen, Vec::new()).expect("a name").into_string().expect("text");
        let own = File::options().read(true).write(true).open(path).expect("a terminal");
        let size = Winsize { ws_row: height, ws_col: width, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&own, size).expect("a size");
        let mut command = Command::new(env!("CARGO_BIN_EXE_skill-fleet"));
        command.args(words).stdin(Stdio::null()).stdout(own).stderr(Stdio::null());
        let child = command.spawn().expect("a program");
        Self { child, screen: Some(screen.into()), seen: String::new() }
    }

    /// Waits until it has written a text. Returns all that it has written until then.
    pub fn until(&mut self, text: &str) -> &str {
        let start = Instant::now();
        while !self.seen.contains(text) {
            assert!(start.elapsed() < PATIENCE, "{text}: {:?}", self.seen);
            let source = match (&self.screen, &self.child.stdout) {
                (Some(screen), _) => screen.as_fd(),
                (None, Some(out)) => out.as_fd(),
                (None, None) => panic!("{text}: it has no output"),
            };
            let time = Timespec { tv_sec: 0, tv_nsec: 100_000_000 };
            let polled = poll(&mut [PollFd::from_borrowed_fd(source, PollFlags::IN)], Some(&time));
            if polled.expect("it is polled") == 0 {
                continue;
            }
            let mut bytes = [0; 4096];
            let count = match (&mut self.screen, &mut self.child.stdout) {
                (Some(screen), _) => screen.read(&mut bytes),
                (None, Some(out)) => out.read(&mut bytes),
                (None, None) => Ok(0),
            };
            let count = count.expect("it writes");
            assert!(count > 0, "{text}: {:?}", self.seen);
            self.seen.push_str(&String::from_utf8_lossy(&bytes[..count]));
        }
        &self.seen
    }

    /// Starts the example `member` as a robot.
    pub fn join(id: &str, endpoint: &str) -> Self {
        let fleet = PathBuf::from(env!("CARGO_BIN_EXE_skill-fleet"));
        let folder = fleet.parent().expect("a folder");
        let mut command = Command::new(folder.join("examples/member"));
        command.args(["fleet", "join", id, "--period", "0.1", "--connect", endpoint]);
        Self::start(command)
    }

    /// Starts the program `skill-fleet`.
    pub fn fleet(words: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_skill-fleet"));
        command.args(words);
        Self::start(command)
    }

    /// Sends it a signal.
    pub fn signal(&self, signal: rustix::process::Signal) {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, signal).expect("it runs");
    }

    /// Returns whether it has ended.
    pub fn is_over(&mut self) -> bool {
        self.child.try_wait().expect("a program").is_some()
    }

    /// Waits for its end. Returns its exit status, its standard output and its standard error.
    pub fn end(mut self) -> (i32, String, String) {
        let mut texts = [String::new(), String::new()];
        let (out, error) = (self.child.stdout.take(), self.child.stderr.take());
        out.expect("piped").read_to_string(&mut texts[0]).expect("text");
        error.expect("piped").read_to_string(&mut texts[1]).expect("text");
        let status = self.child.wait().expect("an end");
        let [out, error] = texts;
        (status.code().unwrap_or(-1), out, error)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Runs the program `skill-fleet` to its end.
pub fn fleet(words: &[&str]) -> (i32, String, String) {
    Program::fleet(words).end()
}

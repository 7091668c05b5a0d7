//! A lamp with a live page, in a thread of its own.

use serde_json::{Value, json};
use skill_runtime::skiller::SkillerInterface;
use skill_runtime::{
    Agent as _, AgentRunner, NoTrace, Stages, Tick, Writer, agent, blackboard, interface, skill,
    skill_space,
};
use skill_studio::live::Role;
use skill_studio::live::server::{Options, start};
use skill_studio::watch::Remote;
use skill_studio::{Description, Session};
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

/// The token of each robot.
pub const TOKEN: &str = "0123456789abcdef0123";

interface! {
    /// A lamp.
    pub Lamp {
        fields {
            /// The brightness, 0 to 1.
            level: f32,
        }
    }
}

interface! {
    /// A microphone.
    pub Microphone {
        fields {
            /// The sound.
            samples: [f32; 600],
        }
    }
}

blackboard! {
    pub Board { lamp: Lamp, microphone: Microphone, "Skiller": SkillerInterface }
}

skill! {
    /// Counts the times that it is on.
    pub skill Blink(
        /// The number of times.
        times: u32 = 3 in 1..=1_000_000,
    ) {
        depends_interfaces { lamp: Lamp }
        vars { done: u32 = 0 }
        start state On {
            init { self.done += 1; }
            -> FINAL when self.done > self.times && lamp.level >= 0.0;
            -> Off after 20ms;
        }
        state Off { -> On after 20ms; }
    }
}

skill_space! { pub Skills on Board { Blink } }

agent! {
    /// Blinks again and again.
    pub agent Keeper() {
        depends_skills { Blink }
        start state Work = Blink { times: 2 } {
            -> Rest on FINAL;
            -> Rest on FAILED;
        }
        state Rest { -> Work after 30ms; }
    }
}

struct Body<'a> {
    lamp: Writer<'a, Lamp>,
    /// Hears something else in each pass.
    microphone: Option<Writer<'a, Microphone>>,
}

impl Stages for Body<'_> {
    fn sensor(&mut self, now: Tick) {
        self.lamp.write(&Lamp { level: 0.5 }, now.time);
        if let Some(microphone) = &mut self.microphone {
            // Bits that look random, as a number from 1 to 2.
            let bits = |index: u32| (now.count << 10 | index).wrapping_mul(2_654_435_761);
            let sample = |index: u32| f32::from_bits(0x3f80_0000 | bits(index) >> 9);
            let mut samples = [0.0; 600];
            (0..).zip(&mut samples).for_each(|(index, of)| *of = sample(index));
            microphone.write(&Microphone { samples }, now.time);
        }
    }
}

/// A running robot, until it is dropped.
pub struct Robot {
    /// The address of its server.
    pub address: SocketAddr,
    /// A client with the token.
    pub remote: Remote,
    /// The number of its passes.
    pub passes: Arc<AtomicU32>,
    ends: Arc<AtomicBool>,
}

impl Robot {
    /// Starts a robot.
    pub fn new(with_agent: bool, hosts: &[&str]) -> Self {
        Self::with(with_agent, false, hosts)
    }

    /// Starts a robot with more than 100 kB of news in each second, for any host.
    pub fn noisy() -> Self {
        Self::with(false, true, &["127.0.0.1"])
    }

    /// Starts a robot with tokens of roles.
    pub fn guarded(roles: &[(Role, &str)]) -> Self {
        Self::of(false, false, &[], roles)
    }

    fn with(with_agent: bool, hears: bool, hosts: &[&str]) -> Self {
        Self::of(with_agent, hears, hosts, &[])
    }

    fn of(with_agent: bool, hears: bool, hosts: &[&str], roles: &[(Role, &str)]) -> Self {
        let (ends, passes) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
        let (is_over, count) = (Arc::clone(&ends), Arc::clone(&passes));
        let (sender, receiver) = mpsc::channel();
        let options = Options {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            allow_commands: true,
            token: Some(TOKEN.to_owned()),
            roles: roles.iter().map(|&(role, token)| (role, token.to_owned())).collect(),
            hosts: hosts.iter().map(|&host| host.to_owned()).collect(),
        };
        std::thread::spawn(move || {
            let board: &'static Board = Box::leak(Box::default());
            let lamp = board.lamp.writer().expect("the only one");
            let microphone = board.microphone.writer().expect("the only one");
            let body = Body { lamp, microphone: hears.then_some(microphone) };
            let description = Description::of::<Skills>("lamp", const { &[Keeper::INFO] });
            let mut session = Session::<Skills, _>::new(board, body).expect("the only one");
            let hub = session.make_live(description);
            sender.send(start(hub, &options).expect("a free port").address).expect("it waits");
            if with_agent {
                let sender = NonZeroU32::new(7).expect("not zero");
                let agent = AgentRunner::new(board, Keeper::default(), sender);
                let mut session = session.with_agent(agent.expect("the only agent"));
                while !is_over.load(Relaxed) {
                    session.pass(&mut NoTrace);
                    count.fetch_add(1, Relaxed);
                }
            } else {
                while !is_over.load(Relaxed) {
                    session.pass(&mut NoTrace);
                    count.fetch_add(1, Relaxed);
                }
            }
        });
        let address = receiver.recv().expect("the robot starts");
        Self { address, remote: client(address), passes, ends }
    }

    /// Sends a command that must succeed.
    #[track_caller]
    pub fn post(&self, path: &str, body: &Value) -> Value {
        self.remote.post(path, body).unwrap_or_else(|error| panic!("{path} {body}: {error}"))
    }

    /// Waits until a view satisfies `is_there`.
    #[track_caller]
    pub fn until(&self, what: &str, is_there: impl Fn(&Value) -> bool) -> Value {
        let start = Instant::now();
        loop {
            let view = self.remote.get("/api/view").expect("a view");
            if is_there(&view) {
                return view;
            }
            assert!(start.elapsed() < Duration::from_secs(20), "never {what}: {view}");
        }
    }

    /// Opens a connection without a request.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time");
        stream
    }

    /// Opens the stream of events.
    pub fn events(&self) -> TcpStream {
        let mut stream = self.connect();
        let request = format!("GET /api/events HTTP/1.1\r\nHost: {}\r\n\r\n", self.address);
        stream.write_all(request.as_bytes()).expect("is read");
        stream
    }

    /// Sends bytes, and returns what comes until the end of the connection.
    pub fn raw(&self, request: &str) -> String {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("is read");
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }
}

impl Drop for Robot {
    fn drop(&mut self) {
        self.ends.store(true, Relaxed);
        let _ = self.remote.post("/api/debug", &json!({"command": "continue"}));
    }
}

/// Another client of a server.
pub fn client(address: SocketAddr) -> Remote {
    Remote::new(address.to_string(), Some(TOKEN.to_owned()))
}

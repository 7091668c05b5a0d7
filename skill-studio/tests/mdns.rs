//! The name of a robot in a local network: one of two namespaces, with a wire between them. This program is the
//! laptop, and the robot if it gets the arguments of one. `cargo xtask check mdns` runs it: it needs `unshare`
//! and `ip`.

use skill_runtime::skiller::SkillerInterface;
use skill_runtime::{Stages, WriterTaken, blackboard, skill, skill_space};
use skill_studio::cli::Robot;
use std::env;
use std::error::Error;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream, UdpSocket};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

blackboard! { pub Board { "Skiller": SkillerInterface } }
skill! {
    pub skill Wait() {
        start state Still { -> FINAL after 1s; }
    }
}
skill_space! { pub Skills on Board { Wait } }

struct Lamp;

impl Stages for Lamp {}

/// Says that this program is the robot, or the laptop.
const ROLE: &str = "MDNS_ROLE";
const LAPTOP: Ipv4Addr = Ipv4Addr::new(10, 9, 8, 1);
const ROBOT: Ipv4Addr = Ipv4Addr::new(10, 9, 8, 7);
const GROUP: (Ipv4Addr, u16) = (Ipv4Addr::new(224, 0, 0, 251), 5353);
const PATIENCE: Duration = Duration::from_secs(20);

type Checked<T = ()> = Result<T, Box<dyn Error>>;

/// A program that is killed when it is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn shell(line: &str) -> Checked {
    let status = Command::new("sh").args(["-ec", line]).status()?;
    if status.success() { Ok(()) } else { Err(format!("`{line}` fails: {status}").into()) }
}

/// Returns the robot as a command; `prefix` is what starts it.
fn robot(prefix: &[&str], gui: &str, name: &str) -> Checked<Command> {
    let program = env::current_exe()?;
    let mut words = prefix.iter().map(std::ffi::OsStr::new).chain([program.as_os_str()]);
    let mut command = Command::new(words.next().ok_or("no program")?);
    command.args(words).args(["start", gui, "--mdns", name]).env(ROLE, "robot");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Ok(command)
}

/// Returns the addresses that a query for a name gets, within a time.
fn resolve(name: &str, time: Duration) -> Checked<Vec<[u8; 4]>> {
    let labels = name.split('.').flat_map(|label| {
        let length = u8::try_from(label.len()).unwrap_or(0);
        std::iter::once(length).chain(label.bytes())
    });
    let name: Vec<u8> = labels.chain([0]).collect();
    // A question for an address; nothing else.
    let query = [&[0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0][..], &name, &[0, 1, 0, 1]].concat();
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, GROUP.1))?;
    socket.join_multicast_v4(&GROUP.0, &LAPTOP)?;
    socket.set_read_timeout(Some(Duration::from_millis(200)))?;
    let (begin, mut found) = (Instant::now(), Vec::new());
    while begin.elapsed() < time && found.is_empty() {
        socket.send_to(&query, GROUP)?;
        let mut packet = [0; 2000];
        while let Ok((length, from)) = socket.recv_from(&mut packet) {
            let packet = &packet[..length];
            let is_answer = packet[2] & 0x80 != 0 && from.ip() != LAPTOP;
            // The name in full, then type, class, time to live and length of the address.
            let mut at = packet.windows(name.len()).enumerate().filter(|(_, part)| *part == name);
            let place = at.next().map(|(at, _)| at + name.len());
            let data = place.filter(|_| is_answer).and_then(|at| packet.get(at..at + 14));
            if let Some([0, 1, _, 1, _, _, _, _, 0, 4, address @ ..]) = data {
                found.push(address.try_into()?);
            }
        }
    }
    Ok(found)
}

/// Returns the head of the answer to a request for a host.
fn page(host: &str) -> Checked<String> {
    let mut stream = TcpStream::connect((ROBOT, 8080))?;
    write!(stream, "GET /api/skills HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

fn laptop() -> Checked {
    // The robot waits in its own namespace until there is a wire.
    let wire = format!(
        "read line; ip link set lo up; ip addr add {ROBOT}/24 dev there; ip link set there up; \
         ip route add 224.0.0.0/4 dev there; exec \"$@\" </dev/null"
    );
    let mut robot_there =
        robot(&["unshare", "--net", "sh", "-ec", &wire, "sh"], "--gui=0.0.0.0:8080", "lamp")?;
    let mut robot_there = Running(robot_there.spawn()?);
    let begin = Instant::now();
    while shell(&format!(
        "test \"$(readlink /proc/{}/ns/net)\" != \"$(readlink /proc/$$/ns/net)\"",
        robot_there.0.id()
    ))
    .is_err()
    {
        if begin.elapsed() > PATIENCE {
            return Err("the robot has no namespace".into());
        }
    }
    shell(&format!(
        "ip link set lo up; ip link add here type veth peer name there; \
         ip link set there netns {}; ip addr add {LAPTOP}/24 dev here; ip link set here up; \
         ip route add 224.0.0.0/4 dev here",
        robot_there.0.id()
    ))?;
    robot_there.0.stdin.take().ok_or("no input")?.write_all(b"go\n")?;
    let found = resolve("lamp.local", PATIENCE)?;
    assert_eq!(found.first(), Some(&ROBOT.octets()), "of lamp.local");
    assert_eq!(resolve("other.local", Duration::from_secs(1))?, [[0; 4]; 0], "of other.local");
    for (host, expected) in
        [("lamp.local:8080", " 200 "), ("LAMP.local:8080", " 200 "), ("other.local:8080", " 403 ")]
    {
        let answer = page(host)?;
        assert!(answer.lines().next().is_some_and(|of| of.contains(expected)), "{host}: {answer}");
    }
    let mut lines = BufReader::new(robot_there.0.stdout.take().ok_or("no output")?).lines();
    let printed = lines.find(|line| {
        line.as_ref()
            .is_ok_and(|line| line.starts_with("in the local network: http://lamp.local:8080/"))
    });
    printed.ok_or("the name is not printed")??;

    // Another robot with this name has none, and says so.
    let mut second = Running(robot(&[], "--gui=0.0.0.0:8080", "lamp")?.spawn()?);
    let log = BufReader::new(second.0.stderr.take().ok_or("no output")?);
    let begin = Instant::now();
    for line in log.lines() {
        let line = line?;
        if line.contains("another machine has the name lamp.local") && line.contains("--mdns") {
            return Ok(());
        }
        assert!(begin.elapsed() < PATIENCE, "it has the name, too: {line}");
    }
    Err("the second robot has ended".into())
}

fn check() -> Checked {
    // The page of a robot that nobody else reaches has no use of a name.
    let output = robot(&[], "--gui=127.0.0.1:0", "lamp")?.output()?;
    let error = String::from_utf8(output.stderr)?;
    assert!(output.status.code() == Some(2) && error.contains("--gui=0.0.0.0:8080"), "{error}");
    let mut laptop = Command::new("timeout");
    laptop.args(["90", "unshare", "--map-root-user", "--net"]).arg(env::current_exe()?);
    let status = laptop.env(ROLE, "laptop").status()?;
    if status.success() { Ok(()) } else { Err(format!("the laptop: {status}").into()) }
}

fn main() -> ExitCode {
    let done = match env::var(ROLE).as_deref() {
        Ok("robot") => {
            let new = |_: &'static Board| -> Result<Lamp, WriterTaken> { Ok(Lamp) };
            return Robot::<Skills, _>::new("lamp", new).main();
        }
        Ok(_) => laptop(),
        Err(_) if env::args().any(|argument| argument == "--ignored") => check(),
        Err(_) => {
            println!("ignored; --ignored runs it, with `unshare` and `ip`");
            Ok(())
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

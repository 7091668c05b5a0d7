//! `nao lola` with a robot that this test plays: one tick a packet, new connections, a behavior
//! that dies or hangs, the referee.
#![cfg(target_os = "linux")]
// Small numbers.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_sign_loss)]

#[path = "../../nao-lola/tests/common/mod.rs"]
mod packets;

use packets::{floats, lying, upright};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::UdpSocket;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tool_referee::Packet;

const REPLY_BYTES: usize = 786;
/// On a busy machine the behavior may need long for a reply.
const DEADLINE_MS: &str = "1000";

/// The program, and the robot's end of its socket.
struct Lab {
    program: Child,
    output: Receiver<String>,
    listener: UnixListener,
    path: PathBuf,
    _directory: TempDir,
}

impl Lab {
    fn new(arguments: &[&str]) -> Self {
        Self::with_deadline(DEADLINE_MS, arguments)
    }

    fn with_deadline(deadline_ms: &str, arguments: &[&str]) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("robocup");
        let listener = UnixListener::bind(&path).unwrap();
        let deadline = ["--deadline-ms", deadline_ms];
        Self::at(directory, path, listener, &[&deadline[..], arguments].concat())
    }

    fn at(directory: TempDir, path: PathBuf, listener: UnixListener, arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nao"));
        command.args(["lola", "--socket"]).arg(&path).args(arguments);
        let mut program = command.stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(program.stdout.take().unwrap()).lines();
        let (sender, output) = channel();
        std::thread::spawn(move || {
            lines.map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Self { program, output, listener, path, _directory: directory }
    }

    fn accept(&self) -> Robot {
        let (stream, _) = self.listener.accept().unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        Robot(stream)
    }

    /// Reads lines up to one with this text.
    #[track_caller]
    fn line(&self, text: &str) -> String {
        let mut all = Vec::new();
        loop {
            let line = self.output.recv_timeout(Duration::from_secs(30));
            let line = line.unwrap_or_else(|_| panic!("no `{text}` in {all:?}"));
            if line.contains(text) {
                return line;
            }
            all.push(line);
        }
    }

    /// The process of the behavior, if there is one at this moment.
    fn behavior(&self) -> Option<u32> {
        let id = self.program.id();
        let path = format!("/proc/{id}/task/{id}/children");
        let text = std::fs::read_to_string(path).unwrap();
        text.split_whitespace().next().map(|id| id.parse().unwrap())
    }

    fn signal(process: u32, signal: &str) {
        let status = Command::new("kill").args([signal, &process.to_string()]).status();
        assert!(status.unwrap().success());
    }

    fn code(&mut self) -> Option<i32> {
        self.program.wait().unwrap().code()
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

struct Robot(UnixStream);

impl Robot {
    /// Sends a sensor packet and returns the reply: angles and stiffness.
    fn tick(&mut self, packet: &[u8]) -> (Vec<f32>, Vec<f32>) {
        self.0.write_all(packet).unwrap();
        let mut reply = [0; REPLY_BYTES];
        self.0.read_exact(&mut reply).expect("a reply");
        (floats(&reply, "Position"), floats(&reply, "Stiffness"))
    }
}

fn most(values: &[f32]) -> f32 {
    values.iter().copied().fold(0.0, f32::max)
}

#[test]
fn each_packet_is_a_tick_and_has_a_reply() {
    let mut lab = Lab::new(&["standup{}"]);
    let mut robot = lab.accept();
    // The motion moves it, but it goes on lying.
    for _ in 0..400 {
        robot.tick(&lying(1.0));
    }
    let (up, _) = robot.tick(&lying(1.0));
    assert!(up.iter().any(|angle| angle.abs() > 0.1));
    // The robot lies, so the watchdog leaves it there, with little stiffness.
    while robot.0.write_all(&lying(1.0)).is_ok() {
        let mut reply = [0; REPLY_BYTES];
        if robot.0.read_exact(&mut reply).is_err() {
            break;
        }
    }
    lab.line("standup: Wait -> Check");
    let end = lab.line("FAILED after");
    assert!(end.ends_with(" s: it still lies"), "{end}");
    assert_eq!(lab.code(), Some(1));
}

#[test]
fn the_robot_may_come_later_go_and_come_back() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("robocup");
    let unused = UnixListener::bind(directory.path().join("unused")).unwrap();
    let mut lab = Lab::at(directory, path, unused, &["--deadline-ms", DEADLINE_MS]);
    lab.line("waiting for the robot at");
    lab.listener = UnixListener::bind(&lab.path).unwrap();
    for angle_rad in [0.1, 0.2, 0.3] {
        let mut robot = lab.accept();
        for _ in 0..20 {
            let (angles, stiffness) =
                robot.tick(&upright(|index| if index == 9 { angle_rad } else { 0.0 }));
            // As it is, without a jump to where the last robot was.
            assert!((angles[9] - angle_rad).abs() < 1e-6 && (stiffness[9] - 1.0).abs() < 1e-6);
        }
        drop(robot);
        lab.line("the connection to the robot has ended");
    }
}

#[test]
fn a_wrong_value_costs_its_packet_and_a_wrong_stream_the_connection() {
    let lab = Lab::new(&[]);
    let mut robot = lab.accept();
    robot.tick(&upright(|_| 0.0));
    let mut packet = upright(|_| 0.0);
    packet[400] ^= 0xff;
    for _ in 0..3 {
        robot.0.write_all(&packet).unwrap();
        // The reply to a packet that is right; one to the wrong packet would come before it.
        let (angles, stiffness) = robot.tick(&upright(|index| if index == 9 { 0.2 } else { 0.0 }));
        assert!(angles[9].abs() < 1e-6 && most(&stiffness) > 0.99, "{angles:?}");
    }
    assert!(lab.line("packet refused").contains("`Position[7]`"));
    let start = Instant::now();
    let mut waits = Vec::new();
    for _ in 0..3 {
        while robot.0.write_all(&packet[1..]).is_ok() {}
        let line = lab.line("the connection to the robot has ended");
        assert!(line.contains("byte 0"), "{line}");
        robot = lab.accept();
        waits.push(start.elapsed());
    }
    // Not at once: after 0.2, 0.4 and 0.8 s.
    assert!(waits[2] > Duration::from_millis(1300), "{waits:?}");
    robot.tick(&upright(|_| 0.0));
}

#[test]
fn a_program_that_did_not_run_does_not_reply_to_the_past() {
    // Less than the queue of the socket takes, and more than may wait within the deadline.
    let mut lab = Lab::with_deadline("300", &[]);
    let mut robot = lab.accept();
    for _ in 0..10 {
        robot.tick(&upright(|_| 0.0));
    }
    Lab::signal(lab.program.id(), "-STOP");
    for _ in 0..80 {
        robot.0.write_all(&upright(|_| 0.0)).unwrap();
    }
    Lab::signal(lab.program.id(), "-CONT");
    let line = lab.line("the robot sits down");
    assert!(line.contains("the program did not run") && line.contains("79 packets"), "{line}");
    // A single reply, and it is the first one of sitting down.
    let mut reply = [0; REPLY_BYTES];
    robot.0.read_exact(&mut reply).unwrap();
    assert!(most(&floats(&reply, "Stiffness")) <= 0.3);
    robot.0.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
    assert!(robot.0.read_exact(&mut reply).is_err(), "a reply to a packet of the past");
    robot.0.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let (stiff, soft) = until_the_end(&mut robot);
    assert!(stiff == 0 && soft > 50, "{stiff} and {soft}");
    assert_eq!(lab.code(), Some(2));
}

/// Ticks until the program ends the connection. Returns the numbers of packets that were replied to
/// with more, and with less than the stiffness of resting.
fn until_the_end(robot: &mut Robot) -> (usize, usize) {
    let (mut stiff, mut soft) = (0, 0);
    loop {
        let mut reply = [0; REPLY_BYTES];
        let is_sent = robot.0.write_all(&upright(|_| 0.0)).is_ok();
        if !is_sent || robot.0.read_exact(&mut reply).is_err() {
            return (stiff, soft);
        }
        if most(&floats(&reply, "Stiffness")) > 0.3 {
            assert_eq!(soft, 0, "stiff again");
            stiff += 1;
        } else {
            soft += 1;
        }
    }
}

#[test]
fn without_the_behavior_the_robot_sits_down() {
    for (signal, reason) in [("-KILL", "has ended"), ("-STOP", "does not reply")] {
        let mut lab = Lab::new(&[]);
        let mut robot = lab.accept();
        for _ in 0..10 {
            let (_, stiffness) = robot.tick(&upright(|_| 0.0));
            assert!(most(&stiffness) > 0.99);
        }
        Lab::signal(lab.behavior().unwrap(), signal);
        let (stiff, soft) = until_the_end(&mut robot);
        // At most three packets without a reply; one may be on its way.
        assert!(stiff <= 4 && soft > 50, "{signal}: {stiff} and {soft}");
        lab.line(reason);
        lab.line("the robot rests");
        assert_eq!(lab.code(), Some(2), "{signal}");
    }
}

#[test]
fn a_behavior_that_has_died_is_started_again_if_wanted() {
    let lab = Lab::new(&["--restart"]);
    let mut robot = lab.accept();
    robot.tick(&upright(|_| 0.0));
    for _ in 0..2 {
        let before = lab.behavior();
        Lab::signal(before.unwrap(), "-KILL");
        let mut packets = 0;
        while lab.behavior().is_none_or(|now| Some(now) == before) {
            robot.tick(&lying(1.0));
            packets += 1;
            assert!(packets < 10_000, "never started again");
        }
        lab.line("started again");
        robot.tick(&lying(1.0));
    }
}

#[test]
fn a_signal_has_the_robot_sit_down_first() {
    let lab = Lab::new(&[]);
    let mut robot = lab.accept();
    robot.tick(&upright(|_| 0.0));
    Lab::signal(lab.program.id(), "-TERM");
    let (stiff, soft) = until_the_end(&mut robot);
    assert!(stiff <= 4 && soft > 50, "{stiff} and {soft}");
    lab.line("a signal came");
}

#[test]
fn the_referee_is_obeyed_in_the_tick_of_arrival() {
    for version in [18, 19] {
        let port = UdpSocket::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let address = format!("127.0.0.1:{port}");
        let reports = UdpSocket::bind("127.0.0.1:0").unwrap();
        reports.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let return_port = reports.local_addr().unwrap().port().to_string();
        let arguments = ["--gamecontroller", &address, "--return-port", &return_port];
        let lab = Lab::new(&[&arguments[..], &["--team", "7", "--player", "3"]].concat());
        let mut robot = lab.accept();
        robot.tick(&upright(|_| 0.0));
        let sender = UdpSocket::bind("127.0.0.1:0").unwrap();
        let mut packet = Packet::new(version, 7, 8);
        for (state, text) in [(0, ""), (3, "Wait -> Play"), (4, "-> Wait")] {
            packet.state = state;
            packet.number += 1;
            sender.send_to(&packet.bytes(), &address).unwrap();
            robot.tick(&upright(|_| 0.0));
            if !text.is_empty() {
                lab.line(text);
            }
        }
        let mut report = [0; 64];
        let length = reports.recv(&mut report).expect("a return packet");
        // Version 4, player, team, not fallen.
        assert_eq!((&report[..4], &report[4..8], length), (&b"RGrt"[..], &[4, 3, 7, 0][..], 32));
    }
}

/// Real-time priority for this thread, as `--realtime` has. Returns whether it is allowed here.
fn prioritize() -> bool {
    skill_studio::realtime::begin(1, |_| {}).is_ok()
}

#[test]
fn realtime_priority_is_held_or_refused() {
    /// The priority of a process for `SCHED_FIFO`: proc(5), field 40, after the name in brackets.
    fn priority(process: u32) -> u32 {
        let text = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
        let (_, fields) = text.rsplit_once(") ").unwrap();
        fields.split(' ').nth(40 - 3).unwrap().parse().unwrap()
    }
    let is_allowed = std::thread::spawn(prioritize).join().unwrap();
    let mut lab = Lab::new(&["--realtime"]);
    if !is_allowed {
        assert_eq!(lab.code(), Some(2));
        return;
    }
    let mut robot = lab.accept();
    robot.tick(&upright(|_| 0.0));
    let behavior = lab.behavior().expect("a behavior");
    assert_eq!((priority(lab.program.id()), priority(behavior)), (21, 20));
}

/// At the robot's own pace; in time beside other programs only where real-time priority is allowed.
#[test]
#[ignore = "takes ten minutes"]
fn replies_are_in_time_for_ten_minutes() {
    const PERIOD: Duration = Duration::from_millis(12);
    let minutes: u32 = std::env::var("MINUTES").map_or(10, |text| text.parse().unwrap());
    // Only the program is measured, not this process.
    let _ = rustix::mm::mlockall(rustix::mm::MlockAllFlags::CURRENT);
    let lab = Lab::new(if prioritize() { &["--realtime"] } else { &[] });
    let mut robot = lab.accept();
    for _ in 0..100 {
        robot.tick(&upright(|_| 0.0));
    }
    let packet = upright(|_| 0.0);
    let (start, count) = (Instant::now(), minutes * 60_000 / 12);
    let mut times = Vec::new();
    for number in 0..count {
        let due = PERIOD * number;
        std::thread::sleep(due.saturating_sub(start.elapsed()));
        let sent = Instant::now();
        robot.0.write_all(&packet).unwrap();
        let mut reply = [0; REPLY_BYTES];
        robot.0.read_exact(&mut reply).unwrap();
        times.push(sent.elapsed());
    }
    let took = start.elapsed();
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{count} packets in {took:.1?}: median {:.1?}, p99 {:.1?}, p99.9 {:.1?}, most {:.1?}",
        at(0.5),
        at(0.99),
        at(0.999),
        at(1.0)
    );
    assert!(took < PERIOD * count + Duration::from_millis(100), "83 Hz were not kept: {took:?}");
    assert!(at(0.999) < Duration::from_millis(1), "p99.9 is {:?}", at(0.999));
}

//! `nao play --gamecontroller` with a referee in another process: this one.

use std::io::{BufRead as _, BufReader, Read as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tool_referee::{Packet, Referee, Step};

const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// The lines of a program, each with the time when it was read.
type Lines = Arc<Mutex<Vec<(Instant, String)>>>;

fn free_port() -> u16 {
    UdpSocket::bind((LOOPBACK, 0)).unwrap().local_addr().unwrap().port()
}

fn nao() -> Command {
    Command::new(env!("CARGO_BIN_EXE_nao"))
}

/// Returns the time from `since` until a line contains `part`.
fn wait_for(lines: &Lines, part: &str, since: Instant) -> Duration {
    loop {
        let found = lines.lock().unwrap().iter().find_map(|(at, line)| {
            (*at >= since && line.contains(part)).then(|| at.duration_since(since))
        });
        if let Some(found) = found {
            return found;
        }
        assert!(since.elapsed() < Duration::from_secs(20), "no {part} in {lines:?}");
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Plays a game with packets of this version.
fn play(version: u8) {
    let control = SocketAddr::new(LOOPBACK, free_port());
    let packet = Packet::new(version, 5, 12);
    let mut referee = Referee::new(LOOPBACK, control, 0, packet).unwrap();
    let mut program = nao()
        .args(["play", "--calm", "--minutes", "0.2", "--team", "5", "--player", "2"])
        .args(["--gamecontroller", &control.to_string()])
        .args(["--return-port", &referee.return_port().unwrap().to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = Lines::default();
    let reader = {
        let (lines, out) = (Arc::clone(&lines), BufReader::new(program.stdout.take().unwrap()));
        std::thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                lines.lock().unwrap().push((Instant::now(), line));
            }
        })
    };
    // Until the socket is open, packets get lost.
    let start = Instant::now();
    while lines.lock().unwrap().is_empty() {
        assert!(start.elapsed() < Duration::from_secs(20), "no line");
        referee.send_for(Duration::from_millis(20)).unwrap();
    }
    let leaving = if version == 18 { 6 } else { 7 };
    let game = [
        (Step::State(1), "READY"),
        (Step::State(2), "SET"),
        (Step::State(3), "PLAY"),
        (Step::Penalty(leaving, 30), "penalty: leaving the field"),
        (Step::Penalty(0, 0), "penalty over"),
        (Step::State(4), "FINISHED"),
        (Step::Half(2), "second half"),
        (Step::State(0), "INITIAL"),
        (Step::State(1), "READY"),
    ];
    let (mut delays, mut reports, begin) = (Vec::new(), Vec::new(), Instant::now());
    for (step, line) in game {
        step.apply(&mut referee.packet, 5, 2);
        let sent = Instant::now();
        referee.send().unwrap();
        delays.push(wait_for(&lines, line, sent));
        reports.extend(referee.send_for(Duration::from_millis(550)).unwrap());
    }
    println!("version {version}: {:?} at most from packet to line", delays.iter().max().unwrap());
    // On a busy machine; how many ticks a packet takes is checked without a clock of the wall.
    assert!(delays.iter().all(|delay| *delay < Duration::from_secs(2)), "{delays:?}");
    // Once a second, where the league wants one in 0.5 s to 2 s.
    let (count, sec) = (reports.len(), begin.elapsed().as_secs_f64());
    let rate = f64::from(u32::try_from(count).unwrap()) / sec;
    assert!((0.5..=2.0).contains(&rate), "{count} reports in {sec} s");
    assert!(reports.iter().all(|(_, report)| (report.team, report.player) == (5, 2)));
    let end = loop {
        referee.send_for(Duration::from_millis(200)).unwrap();
        if let Some(end) = program.try_wait().unwrap() {
            break end;
        }
    };
    assert!(end.success());
    reader.join().unwrap();
    let lines = lines.lock().unwrap();
    let errors: Vec<_> = lines.iter().filter(|(_, line)| line.contains("error")).collect();
    assert!(errors.is_empty(), "{errors:?}");
}

#[test]
fn a_game_of_version_18_is_played() {
    play(18);
}

#[test]
fn a_game_of_version_19_is_played() {
    play(19);
}

/// Asserts that a run ends with status 2 and this error.
fn refused(arguments: &[&str], part: &str) {
    let mut program = nao()
        .arg("play")
        .args(arguments)
        .args(["--minutes", "0.05", "-q"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut error = String::new();
    program.stderr.take().unwrap().read_to_string(&mut error).unwrap();
    assert_eq!(program.wait().unwrap().code(), Some(2), "{error}");
    assert!(error.starts_with("error: ") && error.contains(part), "{error}");
}

#[test]
fn a_referee_that_is_not_there_is_an_error() {
    let address = format!("127.0.0.1:{}", free_port());
    let part =
        format!("no packet of our game from the referee at 127.0.0.1, on port {}", &address[10..]);
    refused(&["--gamecontroller", &address, "--team", "5", "--player", "2"], &part);
}

#[test]
fn arguments_that_cannot_be_used_are_refused() {
    let taken = UdpSocket::bind((LOOPBACK, 0)).unwrap();
    let address = taken.local_addr().unwrap().to_string();
    refused(
        &["--gamecontroller", &address, "--team", "5", "--player", "2"],
        &format!("cannot receive packets on {address}: "),
    );
    refused(&["--gamecontroller", "localhost", "--team", "5", "--player", "2"], "IP:PORT");
    refused(&["--gamecontroller", "127.0.0.1"], "--team <N>");
    refused(&["--gamecontroller", "127.0.0.1", "--team", "255", "--player", "2"], "0..=254");
    refused(&["--gamecontroller", "127.0.0.1", "--team", "5", "--player", "21"], "1..=20");
    refused(&["--team", "5", "--player", "2"], "--gamecontroller");
}

/// A robot in a process of its own that talks to its mates, with a referee that is for it alone.
fn talking(team: u8, player: u8) -> (Referee, std::process::Child) {
    let control = SocketAddr::new(LOOPBACK, free_port());
    let mut referee = Referee::new(LOOPBACK, control, 0, Packet::new(20, team, 12)).unwrap();
    Step::State(3).apply(&mut referee.packet, team, player);
    let program = nao()
        .args(["play", "--calm", "--minutes", "0.1", "--talk", "127.255.255.255"])
        .args(["--team", &team.to_string(), "--player", &player.to_string()])
        .args(["--gamecontroller", &control.to_string()])
        .args(["--return-port", &referee.return_port().unwrap().to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    (referee, program)
}

#[test]
fn robots_of_two_processes_talk() {
    let mut robots = [2, 3].map(|player| talking(213, player));
    let begin = Instant::now();
    while robots.iter_mut().any(|(_, program)| program.try_wait().unwrap().is_none()) {
        assert!(begin.elapsed() < Duration::from_secs(60), "it does not end");
        for (referee, _) in &mut robots {
            referee.send().unwrap();
        }
        std::thread::sleep(Duration::from_millis(200));
    }
    for (_, mut program) in robots {
        let mut out = String::new();
        program.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        let line = out.lines().find_map(|line| line.strip_prefix("team messages: ")).unwrap();
        let counts: Vec<u32> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        assert!(counts[0] > 0 && counts[1] > 0 && counts[2..] == [0, 0, 0], "{line}");
    }
}

//! Programs that are killed while they record: less than a second is lost.

use super::{Game, Options, Player, description};
use nao_sim::field::Field;
use skill_runtime::Agent as _;
use skill_studio::record::{self, Recorder, Recording};
use skills_nao::agents::Striker;
use skills_nao::interfaces::NaoBlackboard;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The variable of the environment by which a process knows that it is to be killed.
const FILE: &str = "SKILL_KILLED_RECORDING";
/// The time that may be lost, in seconds.
const LOST_SEC: f64 = 1.0;

/// The robot's time from a pass to the next.
const PERIOD: Duration = Duration::from_millis(10);

/// Not a test: a robot that runs until it is killed, and prints the time of each pass.
#[test]
#[ignore = "is started by the tests below"]
fn robot() {
    let Some(path) = std::env::var_os(FILE) else { return };
    let board = NaoBlackboard::new();
    let mut game = Game::new(&board, Field::new(&Options::default()), Player::Striker).unwrap();
    let options = record::Options::new(Path::new(&path));
    let agent = Some(Striker::INFO.name);
    let mut recorder = Recorder::new(description(), &board, agent, &options).unwrap();
    let mut out = std::io::stdout().lock();
    loop {
        // It never runs faster than the clock, not to make up for a delay either: what is lost of its
        // time is lost of the clock's.
        std::thread::sleep(PERIOD);
        let time = game.time();
        game.pass_observed(&mut recorder);
        if writeln!(out, "pass {}", time.as_secs_f64()).and_then(|()| out.flush()).is_err() {
            return;
        }
    }
}

/// Kills a robot after this time, and returns how much of what it had done is not in its recording.
fn lost_sec(path: &Path, after: Duration) -> f64 {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "kills::robot", "--ignored", "--nocapture"]);
    command.env(FILE, path).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let (mut last, mut first) = (None, None);
    for line in lines.map_while(Result::ok) {
        let Some(time) = line.strip_prefix("pass ") else { continue };
        last = time.parse::<f64>().ok().or(last);
        // What it has printed until it died is read as well.
        if first.get_or_insert_with(Instant::now).elapsed() >= after {
            let _ = child.kill();
        }
    }
    child.wait().unwrap();
    let end = Recording::open(path).unwrap().times().map_or(0.0, |(_, end)| end.as_secs_f64());
    last.expect("it has run") - end
}

/// Kills some robots, several at a time. Returns the most that was lost.
fn kill(count: u32, at_once: u32) -> f64 {
    let directory = tempfile::tempdir().unwrap();
    let kill = |number: u32| {
        let path = directory.path().join(format!("{number}.mcap"));
        // At any moment of the recorder's rounds.
        let after = Duration::from_millis(1200 + u64::from(number.wrapping_mul(7919) % 1000));
        lost_sec(&path, after)
    };
    let kill = &kill;
    let numbers: Vec<u32> = (0..count).collect();
    let most = numbers.chunks(at_once as usize).flat_map(|some| {
        std::thread::scope(|scope| {
            let all: Vec<_> =
                some.iter().map(|number| scope.spawn(move || kill(*number))).collect();
            all.into_iter().map(|one| one.join().unwrap()).collect::<Vec<f64>>()
        })
    });
    most.fold(0.0, f64::max)
}

#[test]
fn a_kill_loses_less_than_a_second() {
    let most = kill(6, 3);
    assert!(most < LOST_SEC, "{most} s");
}

#[test]
#[ignore = "takes a minute"]
fn a_hundred_kills_lose_less_than_a_second_each() {
    let most = kill(100, 4);
    println!("100 kills: at most {most:.3} s lost");
    assert!(most < LOST_SEC, "{most} s");
}

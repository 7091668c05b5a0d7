//! A viewer at the end of a slow link that buffers any amount of bytes.

use super::rig::{Robot, TOKEN};
use serde_json::{Value, json};
use skill_studio::watch::Remote;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

/// The rate of the link, in bytes per second.
const RATE: u32 = 50_000;
/// The time in which everything comes at first.
const FIRST: Duration = Duration::from_secs(4);
const WATCHED: Duration = Duration::from_secs(12);
/// The most that a viewer shows the past.
const MAX_AGE: Duration = Duration::from_secs(1);

/// Starts a link to a server. What comes from there waits in it without limit.
fn link(server: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("a port");
    // When the link has sent all that it was given; shared by its connections.
    let free = Arc::new(Mutex::new(Instant::now()));
    std::thread::spawn(move || {
        for client in listener.incoming().map_while(Result::ok) {
            let to_server = TcpStream::connect(server).expect("the server listens");
            let mut from_server = to_server.try_clone().expect("a socket");
            let (mut from_client, mut to_client) = (client.try_clone().expect("a socket"), client);
            let (sender, waiting) = mpsc::channel::<Vec<u8>>();
            std::thread::spawn(move || std::io::copy(&mut from_client, &mut { to_server }));
            std::thread::spawn(move || {
                let mut bytes = [0; 1000];
                while let Ok(count @ 1..) = from_server.read(&mut bytes) {
                    if sender.send(bytes[..count].to_vec()).is_err() {
                        return;
                    }
                }
            });
            let free = Arc::clone(&free);
            std::thread::spawn(move || {
                for bytes in waiting {
                    let takes =
                        Duration::from_secs(1) * u32::try_from(bytes.len()).expect("few") / RATE;
                    let until = {
                        let mut free = free.lock().expect("no panic");
                        *free = (*free).max(Instant::now()) + takes;
                        *free
                    };
                    std::thread::sleep(until.saturating_duration_since(Instant::now()));
                    if to_client.write_all(&bytes).is_err() {
                        return;
                    }
                }
            });
        }
    });
    address
}

/// Watches a robot until it is gone; `shown_us` is its time, and `bytes` what was read.
fn watch(address: SocketAddr, shown_us: &AtomicU64, bytes: &AtomicU64) {
    let remote = Remote::new(address.to_string(), Some(TOKEN.to_owned()));
    let mut stream = TcpStream::connect(address).expect("the link listens");
    let request = format!("GET /api/events?confirm=17 HTTP/1.1\r\nHost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes()).expect("is read");
    for line in BufReader::new(stream).lines().map_while(Result::ok) {
        bytes.fetch_add(line.len() as u64, Relaxed);
        let Some(data) = line.strip_prefix("data:") else { continue };
        let batch: Value = serde_json::from_str(data).expect("JSON");
        let view = &batch["view"];
        let time = view[0]["time_sec"].as_f64().or_else(|| view["time_sec"][0].as_f64());
        if let Some(time) = time {
            let time = Duration::from_secs_f64(time).as_micros();
            shown_us.store(u64::try_from(time).expect("a short test"), Relaxed);
        }
        let seen = json!({ "stream": 17, "number": batch["number"] });
        if remote.post("/api/seen", &seen).is_err() {
            return;
        }
    }
}

#[test]
fn a_slow_viewer_skips_and_is_never_far_behind() {
    let robot = Robot::noisy();
    let slow = link(robot.address);
    let (shown_us, bytes) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let (shown, read) = (Arc::clone(&shown_us), Arc::clone(&bytes));
    std::thread::spawn(move || watch(slow, &shown, &read));
    std::thread::sleep(FIRST);
    let (start, before) = (Instant::now(), bytes.load(Relaxed));
    let mut ages = Vec::new();
    // The link is busy, so the viewer has to skip something; on a loaded machine that takes longer.
    let busy = u64::from(RATE) / 3 * WATCHED.as_secs();
    let is_busy = || bytes.load(Relaxed) - before > busy;
    while start.elapsed() < WATCHED || !is_busy() && start.elapsed() < 4 * WATCHED {
        let shown = Duration::from_micros(shown_us.load(Relaxed));
        let view = robot.remote.get("/api/view").expect("a view");
        let now = Duration::from_secs_f64(view["time_sec"].as_f64().expect("a time"));
        ages.push(now.saturating_sub(shown));
        std::thread::sleep(Duration::from_millis(50));
    }
    ages.sort_unstable();
    let read = bytes.load(Relaxed) - before;
    let (median, longest) = (ages[ages.len() / 2], ages[ages.len() - 1]);
    let elapsed = start.elapsed();
    println!(
        "{read} bytes in {elapsed:?}; age of the view: median {median:?}, maximum {longest:?}"
    );
    assert!(is_busy(), "{read} bytes");
    assert!(longest < MAX_AGE, "{longest:?} behind");
}

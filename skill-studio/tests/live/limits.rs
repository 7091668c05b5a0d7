//! Clients that are idle, stalled, slow or many.

use super::rig::{Robot, TOKEN};
use serde_json::json;
use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// Returns whether the server has closed a connection; what it has sent is dropped.
fn is_closed(stream: &mut TcpStream) -> bool {
    stream.set_nonblocking(true).expect("a connection");
    let mut bytes = [0; 4096];
    loop {
        match stream.read(&mut bytes) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => return error.kind() != ErrorKind::WouldBlock,
        }
    }
}

/// Checks that the robot goes on, and that a page and a call get what they need.
fn works(robot: &Robot) {
    let before = robot.passes.load(Relaxed);
    let start = Instant::now();
    robot.post("/api/call", &json!({"call": "blink{}"}));
    robot.until("blinking", |view| view["skiller"]["call"] == "blink{}");
    let mut page = [0; 15];
    robot.events().read_exact(&mut page).expect("events");
    assert_eq!(&page, b"HTTP/1.1 200 OK");
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    robot.until("on", |_| robot.passes.load(Relaxed) > before + 10);
}

#[test]
fn idle_connections_shut_nobody_out() {
    let robot = Robot::new(false, &[]);
    let mut idle: Vec<_> = (0..400).map(|_| robot.connect()).collect();
    works(&robot);
    let open = idle.iter_mut().filter_map(|stream| (!is_closed(stream)).then_some(())).count();
    assert!(open <= 128, "{open} are open");
}

#[test]
fn half_requests_are_not_held() {
    let robot = Robot::new(false, &[]);
    let begin = format!("POST /api/call HTTP/1.1\r\nHost: {}\r\n", robot.address);
    let body = format!(
        "{begin}Authorization: Bearer {TOKEN}\r\nContent-Length: 100\r\nConnection: close\r\n\r\n{{"
    );
    let mut halves: Vec<_> = (0..200)
        .map(|number| {
            let mut stream = robot.connect();
            stream
                .write_all(if number % 2 == 0 { begin.as_bytes() } else { body.as_bytes() })
                .expect("is read");
            stream
        })
        .collect();
    works(&robot);
    let start = Instant::now();
    while !halves.iter_mut().all(is_closed) {
        assert!(start.elapsed() < Duration::from_secs(15), "still held");
        std::thread::sleep(Duration::from_millis(100));
    }
    let answer = robot.raw(&body);
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("too_slow"), "{answer}");
}

#[test]
fn viewers_that_do_not_read_make_way() {
    let robot = Robot::new(false, &[]);
    robot.post("/api/call", &json!({"call": "blink{times=100000}"}));
    let stalled: Vec<_> = (0..64).map(|_| robot.events()).collect();
    let start = Instant::now();
    // A new viewer gets in as soon as others have had their turn.
    loop {
        let mut status = [0; 12];
        robot.events().read_exact(&mut status).expect("a response");
        match &status {
            b"HTTP/1.1 200" => break,
            b"HTTP/1.1 503" => {}
            other => panic!("{}", String::from_utf8_lossy(other)),
        }
        assert!(start.elapsed() < Duration::from_secs(15), "shut out");
        std::thread::sleep(Duration::from_millis(200));
    }
    works(&robot);
    drop(stalled);
}

#[test]
fn a_client_that_does_not_read_is_dropped() {
    let robot = Robot::new(false, &[]);
    let mut stream = robot.connect();
    // More responses than the system holds for a client.
    let request = format!("GET /page/style.css HTTP/1.1\r\nHost: {}\r\n\r\n", robot.address);
    let _ = stream.write_all(request.repeat(2000).as_bytes());
    std::thread::sleep(Duration::from_secs(7));
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let all = 2000 * include_str!("../../src/live/page/style.css").len();
    assert!(bytes.len() < all, "{} of {all} bytes", bytes.len());
}

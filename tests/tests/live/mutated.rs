//! Mutated requests: each gets a success or a typed error, and the robot goes on.

use super::{Robot, TOKEN};
use serde_json::{Value, json};
use skill_tests::Random;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

/// The requests that are mutated.
const SEEDS: &[(&str, &str)] = &[
    ("GET /api/description", ""),
    ("GET /api/graph/fetch?format=svg&open=1,2,3&direction=right", ""),
    ("GET /api/graph/@space?format=dot", ""),
    ("GET /api/complete?text=approach%7Bdist&at=13", ""),
    ("GET /api/skills", ""),
    ("GET /page/main.js", ""),
    ("POST /api/call", r#"{"call":"drive_to{x_m=1, y_m=0.5}"}"#),
    ("POST /api/stop", "{}"),
    ("POST /api/control", r#"{"action":"acquire"}"#),
    ("POST /api/debug", r#"{"command":"speed","factor":2}"#),
    ("POST /api/debug", r#"{"command":"run_to","skill":"search","on":"entry","state":1}"#),
    (
        "POST /api/breakpoints",
        r#"{"skill":"search","on":"loop","state":0,"condition":"lidar.sees && self.x > 2"}"#,
    ),
    ("DELETE /api/breakpoints/1", ""),
    ("POST /api/override", r#"{"skill":"search","machine":0,"transition":1,"action":"force"}"#),
    ("POST /api/fault", r#"{"interface":"Lidar","kind":"set","field":"distance_m","value":1.5}"#),
    ("POST /api/fault", r#"{"interface":"Wheels","kind":"stall"}"#),
    ("POST /api/move", r#"{"shape":"can","x_m":1,"y_m":2}"#),
];

/// Mutates some bytes of a text: replaces, removes, inserts, or repeats a part.
fn mutate(random: &mut Random, text: &mut Vec<u8>) {
    for _ in 0..=random.below(3) {
        if text.is_empty() {
            return;
        }
        let at = random.below(text.len());
        let byte = u8::try_from(random.below(256)).expect("a byte");
        match random.below(5) {
            0 => text[at] = byte,
            1 => _ = text.remove(at),
            2 => text.insert(at, byte),
            3 => text[at] = b"\"{}[]:,0-9.eE%&=/?\\ \r\n"[random.below(22)],
            _ => {
                let end = (at + 1 + random.below(12)).min(text.len());
                let part = text[at..end].to_vec();
                text.splice(at..at, part);
            }
        }
    }
}

/// Sends mutated requests; each response is a success or a typed error.
fn send_mutated(count: usize) {
    let robot = Robot::new(false, true);
    let mut random = Random(1);
    let (mut good, mut refused, mut closed) = (0, 0, 0);
    let connect = || {
        let stream = TcpStream::connect(robot.address).expect("the server listens");
        // A request whose length was changed waits for more.
        stream.set_read_timeout(Some(Duration::from_millis(300))).expect("a time");
        stream.set_nodelay(true).expect("a connection");
        BufReader::new(stream)
    };
    let mut stream = connect();
    for number in 0..count {
        let (line, body) = SEEDS[random.below(SEEDS.len())];
        let (mut line, mut body) = (line.as_bytes().to_vec(), body.as_bytes().to_vec());
        let mut headers =
            format!("Host: {}\r\nAuthorization: Bearer {TOKEN}\r\n", robot.address).into_bytes();
        match random.below(8) {
            0 => mutate(&mut random, &mut headers),
            1..=3 => mutate(&mut random, &mut line),
            _ => mutate(&mut random, &mut body),
        }
        // A stream of events does not end.
        if line.windows(7).any(|of| of.eq_ignore_ascii_case(b"/events")) {
            continue;
        }
        let mut request = line;
        request.extend(format!(" HTTP/1.1\r\nContent-Length: {}\r\n", body.len()).bytes());
        request.extend(&headers);
        request.extend(b"\r\n");
        request.extend(&body);
        let sent = stream.get_mut().write_all(&request).is_ok();
        match sent.then(|| read_answer(&mut stream)).flatten() {
            None => {
                closed += 1;
                stream = connect();
            }
            Some((200, _, _)) => good += 1,
            Some((status, text, ends)) => {
                assert!((400..=503).contains(&status), "{number}: {status}");
                // The library itself refuses what is not HTTP, without a text.
                let value: Value = serde_json::from_str(&text).unwrap_or_default();
                assert!(text.is_empty() || value["error"].is_string(), "{number}: {status} {text}");
                refused += 1;
                if ends {
                    stream = connect();
                }
            }
        }
        if number % 1000 == 0 {
            robot.post("/api/debug", &json!({"command": "continue"}));
        }
    }
    assert!(good > count / 50 && refused > count / 10, "{good} {refused} {closed}");
    assert!(closed < count / 10, "{good} {refused} {closed}");
    robot.post("/api/debug", &json!({"command": "continue"}));
    robot.until("alive", |view| view["alive"] == true && view["paused"] == false);
}

/// Reads a response: its status, its text, and whether the connection ends.
fn read_answer(stream: &mut BufReader<TcpStream>) -> Option<(u16, String, bool)> {
    let mut line = String::new();
    let (mut status, mut length, mut ends) = (0, 0, false);
    loop {
        line.clear();
        if stream.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let text = line.trim_end().to_lowercase();
        if let Some(rest) = text.strip_prefix("http/1.") {
            status = rest.split(' ').nth(1)?.parse().ok()?;
        } else if let Some(value) = text.strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        } else if text == "connection: close" {
            ends = true;
        } else if text.is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).ok()?;
    Some((status, String::from_utf8_lossy(&body).into_owned(), ends))
}

#[test]
fn mutated_requests_get_typed_errors() {
    send_mutated(1500);
}

/// `cargo test --release -p skill-tests --test live -- --ignored`
#[test]
#[ignore = "some minutes"]
fn a_million_mutated_requests_get_typed_errors() {
    send_mutated(1_000_000);
}

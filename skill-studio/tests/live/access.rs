//! The hosts of requests.

use super::rig::{Robot, TOKEN};
use serde_json::json;
use skill_studio::watch::RemoteError;

fn answer(robot: &Robot, host: &str) -> String {
    robot.raw(&format!("GET /api/skills HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
}

#[test]
fn a_request_is_for_this_server() {
    let robot = Robot::new(false, &["robot.local", "tunnel:8080", "192.0.2.7"]);
    let port = robot.address.port();
    for host in [
        format!("127.0.0.1:{port}"),
        format!("localhost:{port}"),
        format!("LocalHost:{port}"),
        format!("[::ffff:127.0.0.1]:{port}"),
        format!("robot.local:{port}"),
        "Robot.Local".to_owned(),
        "tunnel:8080".to_owned(),
        "192.0.2.7:1".to_owned(),
    ] {
        let answer = answer(&robot, &host);
        assert!(answer.starts_with("HTTP/1.1 200"), "{host}: {answer}");
    }
    for host in [
        "127.0.0.1:1".to_owned(),
        "127.0.0.1".to_owned(),
        format!("127.0.0.2:{port}"),
        format!("8.8.8.8:{port}"),
        format!("[::1]:{port}"),
        "localhost".to_owned(),
        "localhost:1".to_owned(),
        format!("evil.example:{port}"),
        format!("robot.local.evil.example:{port}"),
        "tunnel".to_owned(),
        "tunnel:8081".to_owned(),
        "robot.local:x".to_owned(),
        String::new(),
    ] {
        let answer = answer(&robot, &host);
        let is_refused = answer.contains("foreign_host") && answer.contains("--allow-host NAME");
        assert!(is_refused, "{host}: {answer}");
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    let robot = Robot::new(false, &[]);
    for (path, body, expected) in [
        ("/api/push", json!({"shape": "robot", "x_m": 1e308, "y_m": 0}), "-1000 to 1000 m"),
        ("/api/move", json!({"shape": "ball", "x_m": 0, "y_m": -1001}), "-1000 to 1000 m"),
        (
            "/api/fault",
            json!({"interface": "lamp", "kind": "set", "field": "level", "value": 1e39}),
            "-3.4028235e38 to 3.4028235e38",
        ),
    ] {
        match robot.remote.post(path, &body) {
            Err(RemoteError::Refused { error, message, .. }) => {
                assert!(error == "bad_request" && message.contains(expected), "{message}");
            }
            other => panic!("{path} {body}: {other:?}"),
        }
    }
}

#[test]
fn a_command_is_json() {
    let robot = Robot::new(false, &[]);
    let answer = |headers: &str| {
        robot.raw(&format!(
            "POST /api/stop HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {TOKEN}\r\n{headers}\
             Connection: close\r\nContent-Length: 2\r\n\r\n{{}}",
            robot.address
        ))
    };
    let json = "Content-Type: Application/JSON; charset=utf-8\r\n";
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    for headers in ["", json] {
        let answer = answer(headers);
        assert!(answer.starts_with("HTTP/1.1 200"), "{headers}: {answer}");
    }
    for headers in [form.to_owned(), form.repeat(2), format!("{json}{form}")] {
        let answer = answer(&headers);
        assert!(answer.contains("`Content-Type: application/json`"), "{headers}: {answer}");
    }
}

#[test]
fn what_is_no_request_has_an_answer_without_a_body() {
    let robot = Robot::new(false, &[]);
    let large = format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(20_000));
    for (request, status) in [("HELLO\r\n\r\n", "400"), (&large, "431")] {
        let answer = robot.raw(request);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{answer}");
        assert!(answer.ends_with("\r\n\r\n"), "{answer}");
    }
}

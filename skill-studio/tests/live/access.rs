//! The hosts of requests.

use super::rig::Robot;

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

//! Control that a client leases.

use super::rig::{Robot, client};
use serde_json::{Value, json};
use skill_studio::watch::Remote;
use std::time::{Duration, Instant};

/// The time after which control ends.
const LEASE: Duration = Duration::from_secs(10);

fn lease(remote: &Remote, action: &str) {
    let body = json!({"action": action, "lease": true});
    remote.post("/api/control", &body).expect("control");
}

/// Returns the client that has control, as another one sees it.
fn controller(robot: &Robot) -> Value {
    robot.remote.get("/api/view").expect("a view")["skiller"]["controller"].clone()
}

#[test]
fn leased_control_ends_when_its_client_is_gone() {
    let robot = Robot::new(false, &[]);
    let [page, other] = [(); 2].map(|()| client(robot.address));
    lease(&page, "acquire");
    robot.until("in control", |view| view["skiller"]["controller"] == page.client());
    // As long as it is heard, it is kept.
    let start = Instant::now();
    while start.elapsed() < LEASE + Duration::from_secs(2) {
        page.get("/api/skills").expect("the skills");
        assert_eq!(controller(&robot), page.client());
        std::thread::sleep(Duration::from_millis(500));
    }
    let gone = Instant::now();
    // A client without the token does not keep it.
    let stranger = Remote::new(robot.address.to_string(), None);
    while controller(&robot) == page.client() {
        stranger.get("/api/skills").expect("the skills");
        assert!(gone.elapsed() < LEASE + Duration::from_secs(4), "it has control for ever");
        std::thread::sleep(Duration::from_millis(200));
    }
    assert!(gone.elapsed() + Duration::from_secs(2) > LEASE, "{:?}", gone.elapsed());
    assert_eq!(controller(&robot), 0);
    other.post("/api/call", &json!({"call": "blink{}"})).expect("nobody has control");
}

#[test]
fn other_control_is_kept() {
    let robot = Robot::new(false, &[]);
    let [page, other] = [(); 2].map(|()| client(robot.address));
    lease(&page, "acquire");
    robot.until("in control", |view| view["skiller"]["controller"] == page.client());
    // The lease ends with the control, not with that of the next one.
    other.post("/api/control", &json!({"action": "steal"})).expect("always");
    robot.until("stolen", |view| view["skiller"]["controller"] == other.client());
    std::thread::sleep(LEASE + Duration::from_secs(2));
    assert_eq!(controller(&robot), other.client());
}

#[test]
fn a_leased_call_ends_when_its_client_is_gone() {
    let robot = Robot::new(false, &[]);
    let [page, other] = [(); 2].map(|()| client(robot.address));
    let call = json!({"call": "blink{times=1000000}", "lease": true});
    let status = || robot.remote.get("/api/view").expect("a view")["skiller"]["status"].clone();
    page.post("/api/call", &call).expect("a call");
    robot.until("running", |view| view["skiller"]["status"] == "running");
    let gone = Instant::now();
    while status() == "running" {
        // Others do not keep it.
        other.get("/api/skills").expect("the skills");
        assert!(gone.elapsed() < LEASE + Duration::from_secs(4), "it runs for ever");
        std::thread::sleep(Duration::from_millis(200));
    }
    assert!(gone.elapsed() + Duration::from_secs(2) > LEASE, "{:?}", gone.elapsed());
    // The lease is that of this call, not of the next one.
    page.post("/api/call", &call).expect("a call");
    other.post("/api/call", &json!({"call": "blink{times=1000000}"})).expect("a call");
    std::thread::sleep(LEASE + Duration::from_secs(2));
    assert_eq!(status(), "running");
}

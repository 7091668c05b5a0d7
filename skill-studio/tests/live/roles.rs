//! The roles of clients: which requests the token of each one is for.

use super::rig::{Robot, Skills, TOKEN, client};
use serde_json::{Value, json};
use skill_studio::Description;
use skill_studio::live::Role::{self, Call, See, Set};
use skill_studio::live::server::{Options, start};
use skill_studio::live::{Capabilities, Hub};
use skill_studio::watch::{Remote, RemoteError};

const SEE: &str = "see-token-0123456789";
const CALL: &str = "call-token-0123456789";
const SET: &str = "set-token-0123456789";
const ALL: [(Role, &str); 3] = [(See, SEE), (Call, CALL), (Set, SET)];

/// All requests, and the role that each needs. Each body is one that no command has: a client that may send it gets
/// another refusal.
const ROUTES: [(&str, &str, Role); 28] = [
    ("GET", "/metrics", See),
    ("GET", "/api/description", See),
    ("GET", "/api/skills", See),
    ("GET", "/api/complete?text=b", See),
    ("GET", "/api/timeline", See),
    ("GET", "/api/mark?after=0", See),
    ("GET", "/api/plot", See),
    ("GET", "/api/condition?skill=blink&text=a", See),
    ("GET", "/api/source/blink", See),
    ("GET", "/api/graph/blink", See),
    ("GET", "/api/image", See),
    ("GET", "/api/view", See),
    ("GET", "/api/board", See),
    ("GET", "/api/why", See),
    ("HEAD", "/api/events", See),
    ("POST", "/api/seen", See),
    ("GET", "/api/nothing", See),
    ("POST", "/api/call", Call),
    ("POST", "/api/stop", Call),
    ("POST", "/api/control", Call),
    ("POST", "/api/debug", Set),
    ("POST", "/api/breakpoints", Set),
    ("DELETE", "/api/breakpoints/x", Set),
    ("POST", "/api/override", Set),
    ("POST", "/api/fault", Set),
    ("POST", "/api/params", Set),
    ("POST", "/api/move", Set),
    ("POST", "/api/push", Set),
];

fn answer(robot: &Robot, method: &str, path: &str, token: Option<&str>) -> String {
    let bearer = token.map(|token| format!("Authorization: Bearer {token}\r\n"));
    let (bearer, body) = (bearer.unwrap_or_default(), "{\"none\":0}");
    let length = if method == "POST" { body.len() } else { 0 };
    robot.raw(&format!(
        "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{bearer}Content-Length: \
         {length}\r\n\r\n{}",
        robot.address,
        &body[..length]
    ))
}

fn status(answer: &str) -> &str {
    answer.get(9..12).unwrap_or(answer)
}

fn is_role(status: &str) -> bool {
    status != "401" && status != "403"
}

#[test]
fn each_request_has_its_role() {
    let robot = Robot::guarded(&ALL);
    for &(method, path, needs) in &ROUTES {
        let refused = |token, status: &str, error: &str, more: &str| {
            let answer = answer(&robot, method, path, token);
            let is_body = method == "HEAD"
                || [error, &format!("\"needs\":\"{needs}\""), more]
                    .iter()
                    .all(|of| answer.contains(of));
            let is_status = answer.starts_with(&format!("HTTP/1.1 {status}"));
            assert!(is_status && is_body, "{method} {path} {token:?}: {answer}");
        };
        refused(None, "401", "no_token", "--token TOKEN");
        refused(Some("another-token-0123456"), "401", "wrong_token", "--token TOKEN");
        refused(Some(""), "401", "wrong_token", "--token TOKEN");
        for (role, token) in ALL.into_iter().chain([(Set, TOKEN)]) {
            if role >= needs {
                let answer = answer(&robot, method, path, Some(token));
                assert!(is_role(status(&answer)), "{method} {path} {role}: {answer}");
            } else {
                refused(Some(token), "403", "wrong_role", &format!("\"role\":\"{role}\""));
            }
        }
    }
    // The page itself is the same for all robots.
    for path in ["/", "/page/main.js"] {
        assert_eq!(status(&answer(&robot, "GET", path, None)), "200", "{path}");
    }
}

#[test]
fn reading_is_open_unless_it_has_a_token() {
    let robot = Robot::guarded(&ALL[1..]);
    for &(method, path, needs) in &ROUTES {
        let answer = answer(&robot, method, path, None);
        assert_eq!(is_role(status(&answer)), needs == See, "{method} {path}: {answer}");
    }
}

#[test]
fn a_client_does_what_its_token_is_for() {
    let robot = Robot::guarded(&ALL);
    let remote = |token: &str| Remote::new(robot.address.to_string(), Some(token.to_owned()));
    let role =
        |remote: &Remote| remote.get("/api/description").expect("it sees")["can"]["role"].clone();
    let [seer, caller, setter] = [SEE, CALL, SET].map(remote);
    assert_eq!([&seer, &caller, &setter].map(role), ["see", "call", "set"].map(Value::from));
    assert_eq!(role(&client(robot.address)), "set");
    // The stream, too.
    let hub = seer.watch().expect("it sees");
    skill_studio::watch::first(&hub).expect("it sees the robot");

    let refusal = |answer: Result<Value, RemoteError>| match answer {
        Err(RemoteError::Refused { error, .. }) => error,
        other => panic!("{other:?}"),
    };
    let call = json!({ "call": "blink{times=100000}" });
    assert_eq!(refusal(seer.post("/api/call", &call)), "wrong_role");
    caller.post("/api/call", &call).expect("it calls");
    robot.until("running", |view| view["skiller"]["status"] == "running");
    let fault = json!({ "interface": "lamp", "kind": "stall" });
    assert_eq!(refusal(caller.post("/api/fault", &fault)), "wrong_role");
    setter.post("/api/fault", &fault).expect("it disturbs");
    setter.post("/api/stop", &json!({})).expect("it calls, too");
    robot.until("stopped", |view| view["skiller"]["status"] == "inactive");
}

#[test]
fn a_role_without_a_token_is_nobodys() {
    let options = |roles: &[(Role, &str)], allow_commands| Options {
        address: ([127, 0, 0, 1], 0).into(),
        allow_commands,
        token: None,
        roles: roles.iter().map(|&(role, token)| (role, token.to_owned())).collect(),
        hosts: Vec::new(),
    };
    let of = |options: &Options| {
        let can = Capabilities { commands: true, ..Capabilities::default() };
        let (hub, _) = Hub::with_commands(Description::of::<Skills>("lamp", &[]), can);
        start(hub, options)
    };
    for (roles, allow_commands, expected) in [
        (&[(Call, CALL)][..], false, "--allow-commands"),
        (&[(See, CALL), (Call, CALL)], true, "`see` and `call` have the same token"),
        (&[(See, "short")], false, "role `see` needs at least 16 visible ASCII characters"),
        (&[(Set, "a token with spaces in it")], true, "visible ASCII"),
    ] {
        let error = of(&options(roles, allow_commands)).expect_err("refused").to_string();
        assert!(error.contains(expected), "{error}");
    }
    // A token for everything is made only if no file has one for commands.
    let url = |roles: &[(Role, &str)]| of(&options(roles, true)).expect("a free port").url;
    assert!(url(&[]).contains("#token=") && url(&ALL[..1]).contains("#token="));
    assert!(!url(&ALL[..2]).contains("token"));
    let server = of(&options(&ALL[..2], true)).expect("a free port");
    let caller = Remote::new(server.address.to_string(), Some(CALL.to_owned()));
    let Err(RemoteError::Refused { error, message, .. }) = caller.post("/api/params", &json!({}))
    else {
        panic!("nobody sets");
    };
    assert!(error == "read_only" && message.contains("--token-file set=FILE"), "{message}");
}

//! `--foxglove`: viewers that speak Foxglove's WebSocket protocol.

use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead as _, BufReader, Read as _};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::{Message, WebSocket};

const SEE: &str = "see-token-0123456789";
/// The longest wait for anything.
const PATIENCE: Duration = Duration::from_secs(30);

fn nao(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nao"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A program that is killed when it is dropped.
struct Robot {
    program: Child,
    address: String,
}

impl Robot {
    fn start(arguments: &[&str]) -> Self {
        let mut program =
            nao(arguments).arg("--foxglove=127.0.0.1:0").spawn().expect("the program");
        let mut lines = BufReader::new(program.stdout.take().expect("a pipe")).lines();
        let address = lines.find_map(|line| {
            let line = line.expect("a text");
            Some(
                line.strip_prefix("for Foxglove: ws://")?
                    .trim_end_matches("/?token=TOKEN")
                    .to_owned(),
            )
        });
        std::thread::spawn(move || lines.for_each(drop));
        Self { program, address: address.expect("an address") }
    }

    fn game(more: &[&str]) -> Self {
        Self::start(&[&["play", "--realtime", "--minutes", "5"][..], more].concat())
    }

    /// Connects a viewer that sends these headers to this path.
    fn try_viewer(
        &self,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Viewer, (u16, String)> {
        let mut request =
            format!("ws://{}{path}", self.address).into_client_request().expect("a request");
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().expect("a header"));
        }
        let stream = TcpStream::connect(&self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        match tungstenite::client(request, stream) {
            Ok((socket, response)) => {
                let protocol =
                    response.headers().get("sec-websocket-protocol").expect("a protocol");
                let protocol = protocol.to_str().expect("a text").to_owned();
                Ok(Viewer { socket, protocol, session: String::new(), channels: BTreeMap::new() })
            }
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
                let body = response.body().clone().unwrap_or_default();
                Err((response.status().as_u16(), String::from_utf8(body).expect("a text")))
            }
            Err(error) => panic!("{error}"),
        }
    }

    fn viewer(&self) -> Viewer {
        let mut viewer = self.try_viewer("", &[PROTOCOL]).expect("a viewer");
        viewer.greeting();
        viewer
    }
}

impl Drop for Robot {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

const PROTOCOL: (&str, &str) = ("sec-websocket-protocol", "foxglove.sdk.v1");

/// Something that a viewer gets.
#[derive(Debug, PartialEq)]
enum Got {
    Text(Value),
    /// A message of a subscription: its time in nanoseconds, and its bytes.
    Data(u32, u64, Vec<u8>),
    Time(u64),
}

struct Viewer {
    socket: WebSocket<TcpStream>,
    protocol: String,
    session: String,
    /// The number of each topic, and the name of its schema.
    channels: BTreeMap<String, (u64, String)>,
}

impl Viewer {
    fn next(&mut self) -> Got {
        match self.socket.read().expect("a message") {
            Message::Text(text) => Got::Text(serde_json::from_str(&text).expect("JSON")),
            Message::Binary(bytes) => {
                let number = |at: &[u8]| u64::from_le_bytes(at.try_into().expect("eight bytes"));
                match bytes[0] {
                    1 => {
                        let id = u32::from_le_bytes(bytes[1..5].try_into().expect("four bytes"));
                        Got::Data(id, number(&bytes[5..13]), bytes[13..].to_vec())
                    }
                    2 => Got::Time(number(&bytes[1..])),
                    other => panic!("{other}"),
                }
            }
            other => panic!("{other}"),
        }
    }

    fn greeting(&mut self) {
        let Got::Text(info) = self.next() else { panic!("no text") };
        assert_eq!((&info["op"], &info["name"]), (&json!("serverInfo"), &json!("nao")));
        assert_eq!(info["capabilities"], json!(["time"]));
        info["sessionId"].as_str().expect("a session").clone_into(&mut self.session);
        let Got::Text(list) = self.next() else { panic!("no text") };
        assert_eq!(list["op"], "advertise");
        for of in list["channels"].as_array().expect("channels") {
            assert_eq!(
                (&of["encoding"], &of["schemaEncoding"]),
                (&json!("protobuf"), &json!("protobuf"))
            );
            assert!(of["schema"].as_str().is_some_and(|schema| schema.len() > 20));
            let topic = of["topic"].as_str().expect("a topic").to_owned();
            let name = of["schemaName"].as_str().expect("a name").to_owned();
            self.channels.insert(topic, (of["id"].as_u64().expect("a number"), name));
        }
    }

    fn send(&mut self, request: &Value) {
        self.socket.send(Message::text(request.to_string())).expect("sent");
    }

    fn subscribe(&mut self, id: u32, topic: &str) {
        let channel = self.channels[topic].0;
        self.send(&json!({"op": "subscribe", "subscriptions": [{"id": id, "channelId": channel}]}));
    }

    /// Waits for what `is_it` takes.
    #[track_caller]
    fn until<T>(&mut self, what: &str, is_it: impl Fn(Got) -> Option<T>) -> T {
        let start = Instant::now();
        loop {
            assert!(start.elapsed() < PATIENCE, "never {what}");
            if let Some(found) = is_it(self.next()) {
                return found;
            }
        }
    }

    /// Returns the next line of the viewer's list of problems.
    fn problem(&mut self) -> (u64, String) {
        self.until("a problem", |got| match got {
            Got::Text(of) if of["op"] == "status" => {
                Some((of["level"].as_u64()?, of["message"].as_str()?.to_owned()))
            }
            _ => None,
        })
    }
}

fn data(id: u32) -> impl Fn(Got) -> Option<(u64, Vec<u8>)> {
    move |got| match got {
        Got::Data(of, time, bytes) if of == id => Some((time, bytes)),
        _ => None,
    }
}

#[test]
fn a_viewer_gets_the_topics_of_a_recording() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("game.mcap");
    let robot = Robot::game(&[]);
    let mut viewer = robot.viewer();
    assert_eq!(viewer.protocol, "foxglove.sdk.v1");
    let topics: BTreeSet<_> = viewer.channels.keys().cloned().collect();
    viewer.subscribe(7, "/interface/WM_Ball");
    viewer.subscribe(8, "/tf");
    let first = viewer.until("the ball", data(7));
    // A tenth of a second of the robot later, in order.
    let second = viewer.until("the ball again", data(7));
    assert!((90_000_000..300_000_000).contains(&(second.0 - first.0)), "{first:?} {second:?}");
    viewer.until("transforms", data(8));
    let time = viewer.until("the time", |got| match got {
        Got::Time(time) => Some(time),
        _ => None,
    });
    assert!(time >= first.0);
    viewer.send(&json!({"op": "unsubscribe", "subscriptionIds": [7]}));
    // What was sent before is on its way; then there are others alone.
    viewer.subscribe(9, "/interface/WM_Ball");
    viewer.until("the third", data(9));
    for _ in 0..100 {
        assert!(!matches!(viewer.next(), Got::Data(7, ..)));
    }
    report(nao(&["play", "--minutes", "0.1", "--record"]).arg(&path));
    let recorded = std::fs::read(&path).expect("the recording");
    let summary = mcap::Summary::read(&recorded).expect("a recording").expect("a summary");
    let mut recorded: BTreeSet<_> =
        summary.channels.values().map(|channel| channel.topic.clone()).collect();
    assert!(recorded.remove("/passes") && recorded == topics, "{recorded:?} {topics:?}");
}

#[test]
fn a_viewer_that_comes_late_gets_what_holds() {
    let robot = Robot::start(&["run", "standup{}", "--pose", "sitting", "--gui=127.0.0.1:0"]);
    let mut viewer = robot.viewer();
    // Its writer has gone, and its values never change.
    viewer.subscribe(1, "/interface/Nao_Joint_Stiffness");
    let (_, bytes) = viewer.until("the stiffness", data(1));
    assert!(!bytes.is_empty());
    // A second viewer is another one, of the same program.
    let mut other = robot.viewer();
    assert_eq!(other.session, viewer.session);
    other.subscribe(1, "/interface/Nao_Joint_Stiffness");
    assert_eq!(other.until("the stiffness", data(1)).1, bytes);
}

#[test]
fn what_a_viewer_may_not_do_is_a_problem_in_its_list() {
    let robot = Robot::game(&[]);
    let mut viewer = robot.viewer();
    let ball = viewer.channels["/interface/WM_Ball"].0;
    let only = "a viewer only reads: this was not used";
    let subscribe = |id: u32, channel: u64| json!({"op": "subscribe", "subscriptions": [{"id": id, "channelId": channel}]});
    viewer.send(&subscribe(1, ball));
    let requests: [(Value, u64, &str); 6] = [
        (subscribe(1, ball), 2, "there is a subscription 1 already"),
        (subscribe(2, 60_000), 2, "there is no channel 60000"),
        (json!({"op": "unsubscribe", "subscriptionIds": [5]}), 1, "there is no subscription 5"),
        (json!({"op": "setParameters", "parameters": []}), 1, only),
        (json!({"op": "advertise", "channels": []}), 1, only),
        (json!({"op": "subscribe"}), 2, "no request: missing field `subscriptions`"),
    ];
    for (request, level, text) in requests {
        viewer.send(&request);
        assert_eq!(viewer.problem(), (level, text.to_owned()), "{request}");
    }
    viewer.socket.send(Message::text("{")).expect("sent");
    assert!(viewer.problem().1.starts_with("no request: EOF"));
    viewer.socket.send(Message::binary(vec![1, 2, 3])).expect("sent");
    assert_eq!(viewer.problem(), (2, only.to_owned()));
    // It goes on.
    viewer.until("the ball", data(1));
    // One message of a megabyte ends it, and nobody else.
    let _ = viewer.socket.send(Message::text("x".repeat(1 << 20)));
    let ended = (0..100_000).any(|_| viewer.socket.read().is_err());
    assert!(ended);
    robot.viewer();
}

#[test]
fn pages_of_other_origins_and_other_protocols_are_refused() {
    let mut robot = Robot::game(&["--foxglove-origin", "https://viewer.example"]);
    for protocols in ["foxglove.websocket.v1", "other, foxglove.sdk.v1"] {
        let viewer = robot.try_viewer("", &[("sec-websocket-protocol", protocols)]);
        assert!(protocols.contains(&viewer.expect("a viewer").protocol));
    }
    let (status, body) = robot.try_viewer("", &[]).err().expect("refused");
    assert!(
        status == 400 && body.contains("`foxglove.sdk.v1` or `foxglove.websocket.v1`"),
        "{body}"
    );
    let origin = |origin| robot.try_viewer("/", &[PROTOCOL, ("origin", origin)]);
    assert!(origin("https://viewer.example").is_ok());
    for other in ["https://evil.example", "null", "https://viewer.example.evil.example"] {
        assert_eq!(origin(other).err().expect("refused").0, 403);
    }
    let (status, _) =
        robot.try_viewer("", &[PROTOCOL, ("host", "evil.example")]).err().expect("refused");
    assert_eq!(status, 403);
    let _ = origin("https://evil.example");
    robot.program.kill().expect("killed");
    let mut said = String::new();
    robot.program.stderr.take().expect("a pipe").read_to_string(&mut said).expect("a text");
    let line = "a viewer of the origin https://evil.example was refused; \
                --foxglove-origin https://evil.example lets its pages read\n";
    assert_eq!(said.matches(line).count(), 1, "{said}");
    assert!(said.contains("a viewer of the origin null was refused\n"), "{said}");
}

#[test]
fn a_robot_whose_reading_needs_a_token_needs_it_here() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("see");
    std::fs::write(&path, SEE).expect("a file");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).expect("a mode");
    }
    let robot = Robot::game(&[&format!("--token-file=see={}", path.display())]);
    assert_eq!(robot.try_viewer("/", &[PROTOCOL]).err().expect("refused").0, 401);
    assert_eq!(robot.try_viewer("/?token=wrong", &[PROTOCOL]).err().expect("refused").0, 401);
    assert!(robot.try_viewer(&format!("/?token={SEE}"), &[PROTOCOL]).is_ok());
    let header = format!("Bearer {SEE}");
    assert!(robot.try_viewer("/", &[PROTOCOL, ("authorization", &header)]).is_ok());
}

#[test]
fn each_robot_of_a_run_has_its_topics() {
    let robot = Robot::game(&["--players", "2"]);
    let mut viewer = robot.viewer();
    assert_eq!(viewer.channels.keys().filter(|topic| *topic == "/scene").count(), 1);
    for (id, name) in (1..).zip(["1_1", "1_2", "2_1", "2_2"]) {
        viewer.subscribe(id, &format!("/{name}/interface/WM_Pose"));
        viewer.until(name, data(id));
    }
}

fn report(command: &mut Command) -> String {
    let Output { status, stdout, .. } = command.output().expect("an output");
    assert!(status.success());
    String::from_utf8(stdout).expect("a text")
}

#[test]
fn viewers_do_not_change_a_game_even_if_they_do_not_read() {
    let game = ["play", "--minutes", "5", "--format", "json", "--seed", "3"];
    let alone = report(&mut nao(&game));
    let mut program = nao(&game).arg("--foxglove=127.0.0.1:0").spawn().expect("the program");
    let mut lines = BufReader::new(program.stdout.take().expect("a pipe")).lines();
    let mut watched = String::new();
    let mut deaf = None;
    for line in &mut lines {
        let line = line.expect("a text");
        if let Some(address) = line.strip_prefix("for Foxglove: ws://") {
            let robot = Robot {
                program: nao(&["list"]).spawn().expect("any"),
                address: address.to_owned(),
            };
            let mut viewer = robot.viewer();
            for (id, topic) in (0..).zip(viewer.channels.keys().cloned().collect::<Vec<_>>()) {
                viewer.subscribe(id, &topic);
            }
            deaf = Some(viewer);
        } else {
            watched += &line;
            watched += "\n";
        }
    }
    assert!(program.wait().expect("its end").success());
    assert!(deaf.is_some());
    assert_eq!(watched, alone);
}

#[test]
fn options_that_do_not_fit_are_errors() {
    let output = |arguments: &[&str]| {
        let output = nao(arguments).output().expect("an output");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        anstream::adapter::strip_str(&String::from_utf8(output.stderr).expect("a text")).to_string()
    };
    assert!(
        output(&["play", "--foxglove-origin", "https://a"]).contains("--foxglove[=<ADDRESS:PORT>]")
    );
    assert!(output(&["play", "--foxglove=here"]).contains("invalid value 'here'"));
    assert!(output(&["play", "--allow-host", "robot.local"]).contains("--gui"));
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("--foxglove={}", taken.local_addr().expect("an address"));
    assert!(output(&["play", &address]).contains("help: another program uses the port"));
    let watch = output(&["watch", "127.0.0.1:1", "--gui", "--foxglove"]);
    assert!(watch.contains("help: give --foxglove to that program"), "{watch}");
}

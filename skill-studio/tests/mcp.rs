//! Skills as tools: a client of the Model Context Protocol, a server, and a robot, each in a process of its own. This
//! program is the robot and the server, too, if it gets the arguments of one.

use serde_json::{Value, json};
use skill_runtime::skiller::SkillerInterface;
use skill_runtime::{
    Argument, Stages, Tick, Writer, WriterTaken, blackboard, interface, skill, skill_space,
};
use skill_studio::cli::Robot;
use std::env;
use std::error::Error;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

/// The way to go.
#[derive(Argument, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// Forward.
    Ahead,
    /// Backward.
    FarBack,
}

interface! {
    pub Motor {
        fields { x_m: f32 }
        messages { Go { m_per_sec: f32 } until Stop, flush Stop }
    }
}
blackboard! { pub Board { motor: Motor, "Skiller": SkillerInterface } }
skill! {
    /// Moves.
    pub skill Move(
        /// The distance.
        x_m: f32 in 0.1..=2.0,
        /// The direction.
        way: Way = Way::Ahead,
        times: u32 = 1 in 1..=3,
        pause_sec: Option<f32> = None,
    ) -> f32 {
        depends_interfaces { motor: Motor }
        vars { sign: f32 = 0.0 }
        start state Go = motor.send(motor::Go { m_per_sec: self.sign }) {
            init { self.sign = if self.way == Way::Ahead { 1.0 } else { -1.0 }; }
            -> Rest when motor.x_m.abs() >= self.x_m * self.times as f32;
            -> FAILED("stuck at {} m", motor.x_m) after 2s;
        }
        state Rest { -> FINAL(motor.x_m) after self.pause_sec.unwrap_or(0.0); }
    }
}
skill! {
    /// Drives until it is stopped.
    pub skill Cruise() {
        depends_interfaces { motor: Motor }
        start state Go = motor.send(motor::Go { m_per_sec: 1.0 }) {
            -> FINAL when motor.x_m < -1e6;
        }
    }
}
skill_space! { pub Skills on Board { "go" => Move, Cruise } }

/// A motor that turns as it is commanded.
struct Simulator {
    motor: Writer<'static, Motor>,
    m_per_sec: f32,
    x_m: f32,
}

impl Simulator {
    fn new(board: &'static Board) -> std::result::Result<Self, WriterTaken> {
        Ok(Self { motor: board.motor.writer()?, m_per_sec: 0.0, x_m: 0.0 })
    }
}

impl Stages for Simulator {
    fn sensor(&mut self, now: Tick) {
        self.motor.write(&Motor { x_m: self.x_m }, now.time);
    }

    fn act(&mut self, _: Tick) {
        while let Some(received) = self.motor.next_message() {
            self.m_per_sec = match received.message {
                motor::Message::Go(go) => go.m_per_sec,
                motor::Message::Stop(_) => 0.0,
            };
        }
        self.x_m += self.m_per_sec * 0.01;
    }
}

/// The role of this process.
const ROLE: &str = "MCP_TEST_ROLE";
const TOKEN: &str = "token-of-this-test";

fn program(arguments: &[&str]) -> Result<Command> {
    let mut command = Command::new(env::current_exe()?);
    command.args(arguments).env(ROLE, "robot").env("SKILL_STUDIO_TOKEN", TOKEN);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    Ok(command)
}

/// A robot in a process of its own.
struct Running {
    process: Child,
    place: String,
}

impl Running {
    fn start() -> Result<Self> {
        let arguments = ["start", "--gui=127.0.0.1:0", "--allow-commands"];
        // Its log goes to standard error.
        let mut process = program(&arguments)?.stderr(Stdio::null()).spawn()?;
        let output = process.stdout.take().ok_or("no output")?;
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line)?;
        let place = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let place = place.ok_or_else(|| format!("no address: {line}"))?.to_owned();
        Ok(Self { process, place })
    }

    /// Returns a part of what `call --status` prints.
    fn status(&self, part: &str) -> Result<String> {
        let output = program(&["call", &self.place, "--status", "--format=json"])?.output()?;
        let status: Value = serde_json::from_slice(&output.stdout)?;
        Ok(status[part].as_str().ok_or("no status")?.to_owned())
    }

    fn until(&self, expected: &str) -> Result {
        let start = Instant::now();
        while self.status("status")? != expected {
            if start.elapsed() > Duration::from_secs(10) {
                return Err(
                    format!("the skill is {}, not {expected}", self.status("status")?).into()
                );
            }
        }
        Ok(())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A client with its server.
struct Client {
    server: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    number: u64,
    /// The notifications that came between.
    notifications: Vec<Value>,
}

impl Client {
    fn start(place: &str, options: &[&str]) -> Result<Self> {
        let mut server = program(&[&["mcp", place], options].concat())?.spawn()?;
        let input = server.stdin.take();
        let output = BufReader::new(server.stdout.take().ok_or("no output")?);
        Ok(Self { server, input, output, number: 0, notifications: Vec::new() })
    }

    fn write(&mut self, line: &str) -> Result {
        let input = self.input.as_mut().ok_or("ended")?;
        writeln!(input, "{line}")?;
        Ok(input.flush()?)
    }

    fn send(&mut self, method: &str, params: &Value) -> Result<u64> {
        self.number += 1;
        let id = self.number;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.write(&message.to_string())?;
        Ok(id)
    }

    /// Returns the next reply.
    fn reply(&mut self) -> Result<Value> {
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err("the server has ended".into());
            }
            let message: Value = serde_json::from_str(&line)?;
            if message["method"].is_null() {
                return Ok(message);
            }
            self.notifications.push(message);
        }
    }

    fn request(&mut self, method: &str, params: &Value) -> Result<Value> {
        let id = self.send(method, params)?;
        let reply = self.reply()?;
        assert_eq!(reply["id"], id, "{reply}");
        Ok(reply)
    }

    /// Returns the text of a tool's result, after `error: ` if it is one.
    fn tool(&mut self, name: &str, arguments: &Value) -> Result<String> {
        let params = json!({ "name": name, "arguments": arguments });
        let reply = self.request("tools/call", &params)?;
        let result = &reply["result"];
        let text = result["content"][0]["text"].as_str().ok_or_else(|| reply.to_string())?;
        let error = if result["isError"] == true { "error: " } else { "" };
        Ok(format!("{error}{text}"))
    }

    /// Ends the input, and waits for the end of the server.
    fn end(mut self) -> Result {
        self.input = None;
        let status = self.server.wait()?;
        if status.success() { Ok(()) } else { Err(format!("server: {status}").into()) }
    }
}

/// Tools, their schemas, and each end of a call.
fn skills_are_tools(robot: &Running) -> Result {
    let mut client = Client::start(&robot.place, &["--allow-commands", "--timeout=5"])?;
    let hello = client.request("initialize", &json!({ "protocolVersion": "2025-03-26" }))?;
    assert_eq!(hello["result"]["protocolVersion"], "2025-03-26");
    assert_eq!(hello["result"]["serverInfo"]["name"], "mover");
    let hello = client.request("initialize", &json!({ "protocolVersion": "1999-01-01" }))?;
    assert_eq!(hello["result"]["protocolVersion"], "2025-11-25");
    client.write(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)?;
    let tools = client.request("tools/list", &json!({}))?["result"]["tools"].clone();
    let names: Vec<&str> = tools
        .as_array()
        .ok_or("no tools")?
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    assert_eq!(names, ["robot-stop", "robot-check", "robot-why", "robot-plan", "go", "cruise"]);
    let go = &tools[4];
    assert_eq!(go["description"], "Moves.\n\nIts result: f32.");
    assert_eq!(go["inputSchema"]["required"], json!(["x_m"]));
    let properties = &go["inputSchema"]["properties"];
    let x = json!({
        "type": "number", "minimum": 0.1, "maximum": 2.0, "description": "The distance. Unit: m.",
    });
    assert_eq!(properties["x_m"], x);
    let way = json!({
        "type": "string", "enum": ["ahead", "far_back"], "default": "ahead",
        "description": "The direction.",
    });
    assert_eq!(properties["way"], way);
    let times = json!({
        "type": "integer", "minimum": 1, "maximum": 3, "default": 1, "description": "",
    });
    assert_eq!(properties["times"], times);
    assert_eq!(properties["pause_sec"]["type"], json!(["number", "null"]));

    let moved = client.tool("go", &json!({ "x_m": 0.1, "pause_sec": null, "way": "ahead" }))?;
    assert!(moved.starts_with("FINAL go{x_m=0.1, way=\"ahead\"}: 0.1"), "{moved}");
    let stuck = client.tool("go", &json!({ "x_m": 2, "way": "far_back", "times": 3 }))?;
    assert!(stuck.starts_with("error: FAILED go{"), "{stuck}");
    assert!(stuck.contains(": stuck at -1."), "{stuck}");
    for (name, arguments, expected) in [
        ("go", json!({ "x_m": 5 }), "error: column 8: must lie in 0.1..=2.0"),
        ("go", json!({ "xm": 1 }), "no such argument; did you mean \"x_m\"?"),
        ("go", json!({}), "error: skill `go` needs `x_m`\n  go{}"),
        ("go", json!({ "x_m": null, "way": "ahead" }), "error: skill `go` needs `x_m`"),
        ("go", json!({ "x_m": 1, "speed": null }), "no such argument"),
        ("robot-check", json!({ "calls": ["go{way=\"x_m=1\"}"] }), "error: "),
        ("robot-check", json!({ "calls": ["go{way=\"ahead\"}"] }), "error: skill `go` needs `x_m`"),
        ("robot-check", json!({ "calls": ["go(way=\"ahead\")"] }), "error: skill `go` needs `x_m`"),
        ("robot-check", json!({ "calls": ["cruise{}"], "more": 1 }), "error: unexpected \"more\""),
        ("go", json!({ "x_m": 1, "way": "fr_back" }), "did you mean \"far_back\"?"),
        (
            "go",
            json!({ "x_m": [1] }),
            "argument `x_m`: expected a number, a text, true, false or null, found an array",
        ),
        ("go", json!({ "x_m}, cruise{": 1 }), "is not the name of an argument"),
        ("go", json!({ "x_m": 1, "way": "\"}" }), "error: column"),
        ("robot-plan", json!({ "calls": [] }), "error: expected `calls`, a list of 1 to 64 texts"),
        ("robot-plan", json!({ "calls": ["go{x_m=1}", "gp{}"] }), "did you mean \"go\"?"),
    ] {
        let text = client.tool(name, &arguments)?;
        assert!(text.contains(expected), "{name} {arguments}: {text}");
    }
    let unknown = client.request("tools/call", &json!({ "name": "cruse" }))?;
    let expected =
        json!({ "code": -32602, "message": "no tool \"cruse\"; did you mean \"cruise\"?" });
    assert_eq!(unknown["error"], expected);
    client.end()
}

/// A call is stopped by its tool, by its cancellation, by its timeout, by another call, and with the client.
fn calls_are_stopped(robot: &Running) -> Result {
    let mut client = Client::start(&robot.place, &["--allow-commands", "--timeout=3"])?;
    let cruise = json!({ "name": "cruise", "_meta": { "progressToken": "p" } });
    let text = |reply: &Value| reply["result"]["content"][0]["text"].to_string();

    let call = client.send("tools/call", &cruise)?;
    robot.until("running")?;
    assert_eq!(client.request("ping", &json!({}))?["result"], json!({}));
    assert!(client.tool("robot-why", &json!({}))?.starts_with("cruise"));
    assert_eq!(client.tool("robot-stop", &json!({}))?, "stopped");
    let stopped = client.reply()?;
    assert_eq!(
        (&stopped["id"], text(&stopped)),
        (&json!(call), "\"STOPPED cruise{}: it was stopped\"".to_owned())
    );

    let call = client.send("tools/call", &cruise)?;
    robot.until("running")?;
    client.write(
        &json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": call },
        })
        .to_string(),
    )?;
    robot.until("inactive")?;
    // A request that was cancelled has no reply.
    assert_eq!(client.request("ping", &json!({}))?["result"], json!({}));

    client.notifications.clear();
    let late = client.request("tools/call", &cruise)?;
    assert_eq!(text(&late), "\"STOPPED cruise{}: it ran longer than 3 s\"");
    assert!(client.notifications.len() >= 2, "{:?}", client.notifications);
    let progress = &client.notifications[0]["params"];
    assert_eq!(progress["progressToken"], "p");
    assert!(
        progress["message"].as_str().is_some_and(|text| text.starts_with("cruise")),
        "{progress}"
    );

    let first = client.send("tools/call", &cruise)?;
    robot.until("running")?;
    let second = client.send("tools/call", &json!({ "name": "cruise", "arguments": {} }))?;
    let taken = client.reply()?;
    assert_eq!(
        (&taken["id"], text(&taken)),
        (&json!(first), "\"STOPPED cruise{}: `cruise{}` was called\"".to_owned())
    );
    client.end()?;
    // The client has ended without a word.
    robot.until("inactive")?;
    assert!(second > first);
    Ok(())
}

/// A stop waits for nothing: neither for requests that only read, nor for a client that does not read.
fn a_stop_comes_first(robot: &Running) -> Result {
    let cruise = json!({ "name": "cruise" });
    let mut client = Client::start(&robot.place, &["--allow-commands"])?;
    client.send("tools/call", &cruise)?;
    robot.until("running")?;
    for _ in 0..60 {
        client.send("tools/call", &json!({ "name": "robot-why" }))?;
    }
    let stop = client.send("tools/call", &json!({ "name": "robot-stop" }))?;
    let mut before = 0;
    while client.reply()?["id"] != stop {
        before += 1;
    }
    assert!(before < 30, "{before} replies before that to the stop");
    robot.until("inactive")?;
    client.end()?;

    // Its output is full.
    for ends_input in [true, false] {
        let mut client = Client::start(&robot.place, &["--allow-commands"])?;
        client.send("tools/call", &cruise)?;
        robot.until("running")?;
        for _ in 0..200 {
            client.send("tools/list", &json!({}))?;
        }
        if ends_input {
            client.input = None;
        } else {
            #[cfg(unix)]
            {
                let id = rustix::process::Pid::from_child(&client.server);
                rustix::process::kill_process(id, rustix::process::Signal::TERM)?;
            }
        }
        robot.until("inactive")?;
        let start = Instant::now();
        while client.server.try_wait()?.is_none() {
            assert!(start.elapsed() < Duration::from_secs(10), "the server has not ended");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
    Ok(())
}

/// A plan is simulated first; what fails there, the robot does not begin.
fn plans_are_simulated(robot: &Running) -> Result {
    let mut client = Client::start(&robot.place, &["--allow-commands"])?;
    let good = json!({ "calls": ["go{x_m=0.1}", "go{x_m=0.2, pause_sec=0.1}"] });
    let checked = client.tool("robot-check", &good)?;
    assert!(checked.starts_with("in simulation:\nFINAL go{x_m=0.1}: 0.1"), "{checked}");
    assert!(checked.ends_with("\nall calls are FINAL in simulation"), "{checked}");
    let before = robot.status("call")?;
    let bad = json!({ "calls": ["go{x_m=0.1}", "go{x_m=2, times=3}", "go{x_m=0.1}"] });
    let failed = client.tool("robot-plan", &bad)?;
    assert!(failed.contains("FAILED go{x_m=2, times=3}: stuck at 2."), "{failed}");
    assert!(failed.ends_with("the robot has not moved"), "{failed}");
    assert_eq!(robot.status("call")?, before);
    let done = client.tool("robot-plan", &good)?;
    assert!(done.contains("on the robot:\nFINAL go{x_m=0.1}"), "{done}");
    assert_eq!(robot.status("call")?, "go{x_m=0.2, pause_sec=0.1}");
    client.end()
}

/// Without `--allow-commands`, and whatever is sent, nothing moves.
fn nothing_moves_without_permission(robot: &Running) -> Result {
    let before = robot.status("call")?;
    let mut client = Client::start(&robot.place, &[])?;
    let tools = client.request("tools/list", &json!({}))?["result"]["tools"].clone();
    assert_eq!(tools.as_array().map(Vec::len), Some(2));
    for name in ["go", "cruise", "robot-stop", "robot-plan"] {
        let text = client.tool(name, &json!({ "x_m": 1 }))?;
        assert!(text.starts_with("error: commands are not allowed\nhelp: "), "{text}");
    }
    let resources = client.request("resources/list", &json!({}))?["result"]["resources"].clone();
    for resource in resources.as_array().ok_or("no resources")? {
        let read = client.request("resources/read", &json!({ "uri": resource["uri"] }))?;
        let text =
            read["result"]["contents"][0]["text"].as_str().ok_or_else(|| read.to_string())?;
        if resource["mimeType"] == "application/json" {
            serde_json::from_str::<Value>(text)?;
        }
    }
    let lost = client.request("resources/read", &json!({ "uri": "robot://wy" }))?;
    assert_eq!(lost["error"]["code"], -32002);
    // Mutated requests: each line with a number gets one reply, and the server goes on.
    let seeds = [
        r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"go","arguments":{"x_m":1}}}"#,
        r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"robot-plan","arguments":{"calls":["cruise{}"]}}}"#,
        r#"{"jsonrpc":"2.0","id":7,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}"#,
        r#"{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":"robot://x"}}"#,
    ];
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        usize::try_from(random >> 33).unwrap_or(0) % below
    };
    let tokens =
        ["{", "}", "[", "]", "\"", ":", ",", "null", "7", "-1e99", "\\u0000", "\u{1}", "ä", "true"];
    let count: usize = env::var("MCP_MESSAGES").map_or(Ok(20_000), |count| count.parse())?;
    for batch in 0..count / 100 {
        for _ in 0..100 {
            let mut line = seeds[next(seeds.len())].to_owned();
            for _ in 0..=next(3) {
                let mut at = next(line.len());
                while !line.is_char_boundary(at) {
                    at -= 1;
                }
                if next(2) == 0 {
                    line.insert_str(at, tokens[next(tokens.len())]);
                } else {
                    line.remove(at);
                }
            }
            client.write(&line)?;
        }
        let id = format!("batch {batch}");
        client.write(&json!({ "jsonrpc": "2.0", "id": id, "method": "ping" }).to_string())?;
        loop {
            let reply = client.reply()?;
            if reply["id"] == id {
                break;
            }
            let is_typed = reply["error"]["code"].is_i64() || reply["result"].is_object();
            assert!(is_typed, "{reply}");
        }
    }
    client.end()?;
    assert_eq!(robot.status("call")?, before);
    Ok(())
}

/// A robot that is not there, or is gone, is a result that says so.
fn a_robot_is_lost() -> Result {
    let robot = Running::start()?;
    let mut client = Client::start(&robot.place, &["--allow-commands"])?;
    let call = json!({ "name": "cruise" });
    client.send("tools/call", &call)?;
    robot.until("running")?;
    drop(robot);
    let lost = client.reply()?["result"]["content"][0]["text"].to_string();
    assert!(lost.starts_with("\"LOST cruise{}: 127.0.0.1:"), "{lost}");
    assert!(client.tool("robot-why", &json!({}))?.starts_with("error: 127.0.0.1:"));
    client.end()
}

fn check() -> Result {
    let robot = Running::start()?;
    skills_are_tools(&robot)?;
    calls_are_stopped(&robot)?;
    a_stop_comes_first(&robot)?;
    drop(robot);
    let robot = Running::start()?;
    plans_are_simulated(&robot)?;
    nothing_moves_without_permission(&robot)?;
    a_robot_is_lost()
}

fn main() -> ExitCode {
    if env::var_os(ROLE).is_some() {
        return Robot::<Skills, _>::new("mover", Simulator::new).main();
    }
    match check() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

//! The operator of the torso: calls to both arms at once, an arm that is unplugged, a button, a replay.

use serde_json::{Value, json};
use skill_studio::watch::{Place, Remote};
use std::error::Error;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const TOKEN: &str = "0123456789abcdef0123";
const SOON: Duration = Duration::from_secs(20);

/// Runs the program of the robot with these arguments.
fn text_of(arguments: &[&str]) -> Result<(bool, String), Box<dyn Error>> {
    let Output { status, stdout, stderr } = robot(arguments).output()?;
    Ok((status.success(), String::from_utf8([stdout, stderr].concat())?))
}

fn robot(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_torso"));
    command.args(arguments);
    command
}

/// A process that ends with its test.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // It has usually ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A robot that runs.
struct Running {
    child: Process,
    remote: Remote,
    address: String,
    folder: tempfile::TempDir,
}

impl Running {
    fn start() -> Result<Self, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let path = |name: &str| folder.path().join(name).display().to_string();
        fs::write(
            path("params.toml"),
            "[left_to]\nslack_m = 0.02\n[robot.right.right_to]\nslack_m = 0.03\n",
        )?;
        let mut child = robot(&[
            "start",
            "--gui=127.0.0.1:0",
            "--foxglove=127.0.0.1:0",
            "--allow-commands",
            "--token",
            TOKEN,
            "--record",
            &path("torso.mcap"),
            "--params",
            &path("params.toml"),
            "--agent-state",
            &path("state.json"),
            "--devices",
            &path(""),
        ])
        .stdout(Stdio::piped())
        .stderr(fs::File::create(path("log"))?)
        .spawn()?;
        let mut lines = BufReader::new(child.stdout.take().ok_or("no output")?).lines();
        let line = lines.next().ok_or("no viewers")??;
        assert!(line.starts_with("for Foxglove: ws://127.0.0.1:"), "{line}");
        let line = lines.next().ok_or("no address")??;
        let url = line.split_once("http://").ok_or("no address")?.1;
        let address = url.split_once('/').ok_or("no address")?.0.to_owned();
        let remote = Remote::new(address.clone(), Some(TOKEN.to_owned()));
        Ok(Self { child: Process(child), remote, address, folder })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn skiller(&self, part: &str) -> Value {
        self.remote
            .get(&format!("/robots/{part}/api/view"))
            .map_or(Value::Null, |mut view: Value| view["skiller"].take())
    }

    fn call(&self, part: &str, call: &str) -> Result<(), Box<dyn Error>> {
        self.remote.post(&format!("/robots/{part}/api/call"), &json!({ "call": call }))?;
        Ok(())
    }

    /// Returns a document of the server.
    fn text(&self, path: &str) -> Result<String, Box<dyn Error>> {
        let mut stream = TcpStream::connect(&self.address)?;
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            self.address
        )?;
        let mut text = String::new();
        stream.read_to_string(&mut text)?;
        Ok(text)
    }

    fn until(&self, what: &str, holds: impl Fn(&Self) -> bool) {
        let begin = Instant::now();
        while !holds(self) {
            assert!(
                begin.elapsed() < SOON,
                "not in time: {what}\n{}\n{}",
                self.skiller("left"),
                self.skiller("right")
            );
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn has(&self, part: &str, status: &str, text: &str) -> bool {
        let skiller = self.skiller(part);
        skiller["status"] == status && skiller.to_string().contains(text)
    }

    /// Ends the robot by SIGTERM; returns its exit status and its log.
    fn end(mut self) -> Result<(Option<i32>, String, tempfile::TempDir), Box<dyn Error>> {
        let id = rustix::process::Pid::from_child(&self.child.0);
        rustix::process::kill_process(id, rustix::process::Signal::TERM)?;
        let status = self.child.0.wait()?;
        let mut log = String::new();
        fs::File::open(self.path("log"))?.read_to_string(&mut log)?;
        Ok((status.code(), log, self.folder))
    }
}

/// Returns the tools that `mcp` lists.
fn tools_of(place: &str) -> Result<String, Box<dyn Error>> {
    let mut server = robot(&["mcp", place, "--allow-commands", "--token", TOKEN])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = server.stdin.take().ok_or("no input")?;
    let client = json!({ "name": "test", "version": "1" });
    for request in [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client } }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" }),
    ] {
        writeln!(input, "{request}")?;
    }
    drop(input);
    Ok(String::from_utf8(server.wait_with_output()?.stdout)?)
}

/// Both arms move at once; a failure of one leaves the other running; all read the button.
#[test]
fn two_arms_move_at_once_and_a_failure_of_one_leaves_the_other_running()
-> Result<(), Box<dyn Error>> {
    let running = Running::start()?;
    running.call("left", "left_to{z_m=1}")?;
    running.call("right", "right_to{z_m=1}")?;
    running.until("both move", |of| {
        of.has("left", "running", "left_to") && of.has("right", "running", "right_to")
    });
    running
        .until("both are there", |of| of.has("left", "final", "") && of.has("right", "final", ""));
    // Each with the parameter of its own table.
    let height = |part: &str, id: &str| -> Result<f64, Box<dyn Error>> {
        let board: Value = running.remote.get(&format!("/robots/{part}/api/board"))?;
        let interfaces = board["interfaces"].as_array().ok_or("no interfaces")?.clone();
        let arm = interfaces.into_iter().find(|of| of["id"] == id).ok_or("no arm")?;
        Ok(arm["values"][0].as_f64().ok_or_else(|| format!("no height: {arm}"))?)
    };
    let [left, right] = [height("left", "Left")?, height("right", "Right")?];
    assert!((0.98..0.9999).contains(&left) && (0.97..0.9999).contains(&right), "{left} {right}");
    assert!((height("right", "Left")? - left).abs() < 1e-6, "the right arm sees the left one");

    // By the command line, by name.
    let place = format!("{}/?robot=right", running.address);
    let (is_final, said) = text_of(&["call", &place, "right_to{z_m=0.8}", "--token", TOKEN])?;
    assert!(is_final && said.contains("FINAL right_to{z_m=0.8}"), "{said}");
    let (_, why) = text_of(&["why", &format!("{}/?robot=head", running.address)])?;
    assert!(why.contains("look"), "{why}");
    let refused =
        running.call("left", "right_to{z_m=1}").expect_err("not a skill of this part").to_string();
    assert!(refused.contains("no such skill"), "{refused}");
    let robot: Place = place.parse()?;
    assert!(robot.remote(None).is_some());

    // As tools of language models.
    let tools = tools_of(&place)?;
    assert!(tools.contains("\"right_to\"") && !tools.contains("left_to"), "{tools}");

    running.call("left", "left_to{z_m=2}")?;
    running.call("right", "right_to{z_m=2}")?;
    running
        .until("both move", |of| of.has("left", "running", "") && of.has("right", "running", ""));
    fs::write(running.path("left"), "")?;
    running.until("left has failed", |of| of.has("left", "failed", "no writer for arm"));
    running.until("right is there", |of| of.has("right", "final", ""));

    running.call("right", "right_to{z_m=0}")?;
    running.until("right moves", |of| of.has("right", "running", ""));
    fs::write(running.path("pressed"), "")?;
    running.until("the button stops it", |of| of.has("right", "failed", "stopped by the button"));
    fs::remove_file(running.path("pressed"))?;

    let metrics = running.text("/robots/right/metrics")?;
    assert!(metrics.contains("skill_robot{robot=\"torso\",name=\"right\"} 1"), "{metrics}");
    assert!(
        metrics
            .contains("skill_runs_total{layer=\"skiller\",skill=\"right_to\",result=\"failed\"} 1"),
        "{metrics}"
    );
    let others = running.text("/robots/left/metrics")?;
    assert!(!others.contains("right_to"), "{others}");

    let (status, log, folder) = running.end()?;
    assert_eq!(status, Some(0), "{log}");
    assert!(log.contains(" torso left: t="), "{log}");
    assert!(log.contains("the driver of the left arm has ended: unplugged"), "{log}");
    let path = |name: &str| folder.path().join(name).display().to_string();
    // The head's agent has counted once, and nobody else keeps anything.
    let kept = fs::read_to_string(path("state.head.json"))?;
    assert!(kept.contains("\"pressed\"") && kept.contains("\"value\":\"1\""), "{kept}");
    assert!(!folder.path().join("state.left.json").exists());
    // Each part does the same again.
    let (is_same, replayed) = text_of(&["replay", "--check", &path("torso.mcap")])?;
    for part in ["left", "right", "head"] {
        assert!(is_same && replayed.contains(&format!("{part}: the same: ")), "{replayed}");
    }
    let coverage = |part: &str| text_of(&["coverage", &path("torso.mcap"), "--robot", part]);
    let ((_, left), (_, right)) = (coverage("left")?, coverage("right")?);
    assert!(left.contains("left_to") && right.contains("right_to"), "{left}{right}");
    let (is_found, said) = coverage("arm")?;
    assert!(!is_found && said.contains("no robot `arm` among left, right, head"), "{said}");
    Ok(())
}

/// The other commands name parts, and say what is missing.
#[test]
fn commands_name_parts() -> Result<(), Box<dyn Error>> {
    let (is_final, said) = text_of(&["run", "--robot", "left", "left_to{z_m=0.2}"])?;
    assert!(is_final && said.contains("left t=") && said.contains("FINAL after"), "{said}");
    let (is_final, said) =
        text_of(&["run", "--robot", "left", "left_to{z_m=0.5}", "--timeout", "0.1"])?;
    assert!(!is_final && said.contains("stopped by the timeout") && said.contains("z_m"), "{said}");
    for (arguments, expected) in [
        (
            &["run", "left_to{z_m=0.2}"][..],
            "name the one that runs the call, --robot left or --robot right or --robot head",
        ),
        (
            &["run", "--robot", "arm", "left_to{z_m=0.2}"],
            "torso has no part `arm`\nhelp: its parts are left, right, head",
        ),
        (&["run", "--robot", "right", "left_to{z_m=0.2}"], "left_to{z_m=0.2}\n  ^^^^^^^"),
        (
            &["start", "--params", "/dev/null", "--write-params"],
            "`--write-params` is for a robot without parts",
        ),
        (&["start", "--robot", "left", "--params", "/dev/null"], "--robot names none"),
        (&["graph", "lift"], "no skill or agent of `torso` is called `lift`"),
        (&["start", "--devices", "/nowhere"], "the robot cannot start: /nowhere: No such file"),
        (&["service", "--", "--device", "x"], "`torso start` has other arguments: unexpected"),
    ] {
        let (is_right, said) = text_of(arguments)?;
        assert!(!is_right && said.contains(expected), "{arguments:?}: {said}");
    }
    let (_, script) = text_of(&["completions", "bash"])?;
    assert!(script.contains("default torso\n") && !script.contains("studio"), "{script}");
    let (_, list) = text_of(&["list"])?;
    assert!(
        ["left_to", "right_to", "look", "watch"].iter().all(|name| list.contains(name)),
        "{list}"
    );
    let (is_drawn, graph) = text_of(&["graph", "watch"])?;
    assert!(is_drawn && graph.contains("digraph"), "{graph}");
    let (_, params) = text_of(&["params"])?;
    assert!(
        params.starts_with("[left]\nleft_to.slack_m") && params.contains("\nright_to.slack_m"),
        "{params}"
    );
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("params.toml").display().to_string();
    // Options are those of the program, not of a part.
    fs::write(&path, "[options.start]\nrealtime = true\n")?;
    let (_, params) = text_of(&["params", "--params", &path])?;
    assert_eq!(params.matches("options.start.realtime").count(), 1, "{params}");
    let (_, params) = text_of(&["params", "--robot", "left", "--params", &path])?;
    assert_eq!(params.matches("options.start.realtime").count(), 1, "{params}");
    for (tables, wrong) in [
        ("[robot.lefft.left_to]", "the robot has no part `lefft`; did you mean \"left\"?"),
        ("[robot.right.left_to]", "part `right` has no skill `left_to`"),
    ] {
        fs::write(&path, format!("{tables}\nslack_m = 0.3\n"))?;
        let run = ["run", "--robot", "left", "left_to{z_m=0.2}", "--params", &path];
        for arguments in [&["start", "--params", &path][..], &run, &["params", "--params", &path]] {
            let (is_good, text) = text_of(arguments)?;
            assert!(!is_good && text.contains(wrong), "{arguments:?} {text}");
        }
    }
    fs::write(&path, "[right_to]\nslack_m = 0.2\n[robot.left.left_to]\nslack_m = 0.3\n")?;
    let (_, text) = text_of(&["params", "--params", &path])?;
    assert!(
        text.contains("left_to.slack_m  0.3 (default")
            && text.contains("right_to.slack_m  0.2 (default"),
        "{text}"
    );
    // What can be read once is enough for all parts.
    let mut piped = robot(&["params", "--params", "/dev/stdin"]);
    let mut piped = piped.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    piped.stdin.take().ok_or("no pipe")?.write_all(&fs::read(&path)?)?;
    assert_eq!(String::from_utf8(piped.wait_with_output()?.stdout)?, text);
    let (_, text) = text_of(&["params", "--params", &path, "--robot", "right"])?;
    assert!(text.starts_with("right_to.slack_m  0.2") && !text.contains("left_to"), "{text}");
    let (_, described) = text_of(&["describe"])?;
    let spaces = described.lines().map(serde_json::from_str).collect::<Result<Vec<Value>, _>>()?;
    let spaces: Vec<_> = spaces.iter().map(|of| of["space"].clone()).collect();
    assert_eq!(spaces, ["Left", "Right", "Head"]);
    Ok(())
}

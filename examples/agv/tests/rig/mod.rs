//! The program with devices around it.

mod devices;
mod journal;
mod manager;

use devices::{Battery, Lidar, Motors};
use journal::Journal;
use manager::Manager;
use rustix::process::{Pid, Signal, kill_process};
use std::fs::File;
use std::io::Read as _;
use std::net::TcpListener;
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The program, started by itself.
const PROGRAM: [&str; 2] = [env!("CARGO_BIN_EXE_agv"), "start"];

/// The token of the page.
pub const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// Returns what the program prints with these arguments.
pub fn text_of(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_agv")).args(arguments).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8(text).unwrap()
}

/// Posts JSON, and returns the status and the text of the response.
pub fn post(address: &str, body: &str) -> (u16, String) {
    let agent: ureq::Agent =
        ureq::Agent::config_builder().http_status_as_error(false).build().into();
    let request = agent.post(address).header("Content-Type", "application/json");
    let response = request.header("Authorization", format!("Bearer {TOKEN}")).send(body).unwrap();
    let status = response.status().as_u16();
    (status, response.into_body().read_to_string().unwrap())
}

/// A port that is free now.
pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// The time of a request whose answer does not count.
const SHORT: Duration = Duration::from_millis(500);

pub struct Rig {
    pub motors: Motors,
    pub battery: Battery,
    pub lidar: Lidar,
    pub manager: Manager,
    command: Command,
    child: Child,
    journal: Option<Journal>,
    folder: TempDir,
    orders: String,
}

impl Rig {
    pub fn start(arguments: &[&str]) -> Rig {
        Rig::begin(&PROGRAM, arguments, false, None)
    }

    /// Starts the program by another one, which gets the arguments that it is to have.
    pub fn start_by(program: &[&str]) -> Rig {
        Rig::begin(program, &[], false, None)
    }

    /// Starts the program in a directory with a file.
    pub fn start_with_file(arguments: &[&str], name: &str, text: &str) -> Rig {
        Rig::begin(&PROGRAM, arguments, false, Some((name, text)))
    }

    /// Starts the program as a service whose standard error is read by a journal.
    pub fn start_in_journal(arguments: &[&str]) -> Rig {
        Rig::begin(&PROGRAM, arguments, true, None)
    }

    fn begin(
        program: &[&str],
        arguments: &[&str],
        has_journal: bool,
        file: Option<(&str, &str)>,
    ) -> Rig {
        let folder = tempfile::tempdir().unwrap();
        if let Some((name, text)) = file {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let (motors, battery) = (Motors::start(), Battery::start());
        let (lidar, port) = (Lidar::start(), free_port());
        let manager = Manager::listen(&folder.path().join("notify"));
        let output = File::create(folder.path().join("output")).unwrap();
        let orders = format!("127.0.0.1:{port}");
        // A test may be started with some signals ignored.
        let mut command = Command::new("env");
        command
            .arg("--default-signal=INT,TERM,HUP")
            .args(program)
            .args([&"--motors".into(), &motors.path, &"--battery".into(), &battery.path])
            .args(["--lidar", &lidar.address, "--orders", &orders])
            .arg("--record")
            .arg(folder.path())
            .args(["--record-keep-mb", "100"])
            .args(arguments)
            .current_dir(folder.path())
            .env("NOTIFY_SOCKET", folder.path().join("notify"))
            .env("WATCHDOG_USEC", "600000")
            .stdin(Stdio::null())
            .stdout(output.try_clone().unwrap())
            .stderr(output);
        let journal = has_journal.then(|| Journal::listen(&folder.path().join("journal")));
        if let Some(journal) = &journal {
            let error = std::fs::metadata(folder.path().join("output")).unwrap();
            command.env("JOURNAL_STREAM", format!("{}:{}", error.dev(), error.ino()));
            command.env("SKILL_STUDIO_JOURNAL", &journal.path);
        }
        let child = command.spawn().unwrap();
        Rig { motors, battery, lidar, manager, command, child, journal, folder, orders }
    }

    /// Waits for a condition.
    pub fn until(&self, what: &str, longest: Duration, mut holds: impl FnMut(&Rig) -> bool) {
        let begin = Instant::now();
        while !holds(self) {
            assert!(begin.elapsed() < longest, "not in time: {what}\n{}", self.output());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Returns the journal.
    pub fn journal(&self) -> &Journal {
        self.journal.as_ref().unwrap()
    }

    /// Returns the address at which orders are posted.
    pub fn orders_at(&self) -> String {
        format!("http://{}/orders", self.orders)
    }

    /// Posts an order, and returns its number.
    pub fn order(&self, x_m: f32, y_m: f32) -> u64 {
        let body = serde_json::json!({ "x_m": x_m, "y_m": y_m }).to_string();
        let (status, text) = post(&self.orders_at(), &body);
        assert_eq!(status, 202, "{text}");
        serde_json::from_str::<serde_json::Value>(&text).unwrap()["order"].as_u64().unwrap()
    }

    /// Posts an order, if there is anybody who takes it.
    pub fn try_order(&self, x_m: f32, y_m: f32) {
        let body = serde_json::json!({ "x_m": x_m, "y_m": y_m });
        let request = ureq::post(self.orders_at()).config().timeout_global(Some(SHORT)).build();
        // The program may be on its way.
        let _ = request.send_json(body);
    }

    /// Posts orders until one is carried out: on a busy machine a device may be silent for too long.
    pub fn carries_out(&self, x_m: f32, y_m: f32) {
        let mut order = self.order(x_m, y_m);
        self.until("an order is carried out", Duration::from_mins(1), |rig| {
            match &*rig.state_of(order) {
                "refused" => order = rig.order(x_m, y_m),
                state => return state == "done",
            }
            false
        });
    }

    pub fn state_of(&self, order: u64) -> String {
        let all = ureq::get(self.orders_at()).call().unwrap();
        let all: serde_json::Value = all.into_body().read_json().unwrap();
        let mut all = all.as_array().unwrap().iter();
        let found = all.find(|of| of["order"].as_u64() == Some(order)).unwrap();
        found["state"].as_str().unwrap().to_owned()
    }

    /// Returns the address of the page.
    pub fn page(&self) -> String {
        let output = self.output();
        let line = output.lines().find_map(|line| line.strip_prefix("live page: ")).unwrap();
        line.split("/#").next().unwrap().trim_end_matches('/').to_owned()
    }

    /// Returns the process.
    pub fn id(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Returns the priority of the main loop for `SCHED_FIFO`: proc(5), field 40, after the name in brackets.
    pub fn priority(&self) -> u32 {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        let (_, fields) = text.rsplit_once(") ").unwrap();
        fields.split(' ').nth(40 - 3).unwrap().parse().unwrap()
    }

    /// Returns the path of the last recording, which has the time in its name.
    pub fn recording(&self) -> PathBuf {
        let files = self.folder.path().read_dir().unwrap().map(|entry| entry.unwrap().path());
        files.filter(|path| path.extension().is_some_and(|of| of == "mcap")).max().unwrap()
    }

    /// Sends a signal.
    pub fn signal(&self, signal: Signal) {
        // It may have ended by itself.
        let _ = kill_process(self.id(), signal);
    }

    /// Sends a signal, and returns the exit status and the output.
    pub fn end(&mut self, signal: Signal) -> (ExitStatus, String) {
        self.signal(signal);
        let status = self.child.wait().unwrap();
        // What was written last arrives at the devices.
        std::thread::sleep(Duration::from_millis(100));
        (status, self.output())
    }

    /// Ends the program by a signal, and starts it again, with the same devices.
    pub fn restart(&mut self, signal: Signal) {
        self.end(signal);
        self.manager.forget();
        self.child = self.command.spawn().unwrap();
        self.manager.wait_for("READY=1", Duration::from_secs(20));
    }

    /// Returns the path of a file in the directory of the program.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns how many orders the vehicle has carried out.
    pub fn carried(&self) -> u64 {
        let carried = ureq::get(format!("http://{}/carried", self.orders)).call().unwrap();
        let carried: serde_json::Value = carried.into_body().read_json().unwrap();
        carried["carried"].as_u64().unwrap()
    }

    pub fn output(&self) -> String {
        let mut text = String::new();
        File::open(self.folder.path().join("output")).unwrap().read_to_string(&mut text).unwrap();
        text
    }
}

impl Drop for Rig {
    fn drop(&mut self) {
        // It has usually ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

//! `cargo skill dev` with a robot that is a few lines long.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use tempfile::TempDir;

pub type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

const PATIENCE: Duration = Duration::from_secs(240);

/// Says who it is, that it is ready, and what it is to show.
const ROBOT: &str = r#"
use std::{env, fs, io, os::unix::net::UnixDatagram, process};
fn main() {
    let arguments: Vec<String> = env::args().collect();
    assert_eq!(arguments[1..3], ["start", "--supervised"]);
    let said = fs::File::create("said").unwrap();
    fs::write("is", format!("{} {}", VERSION, process::id())).unwrap();
    BEFORE;
    UnixDatagram::unbound().unwrap().send_to(b"READY=1", env::var("NOTIFY_SOCKET").unwrap()).unwrap();
    fs::write("ready", process::id().to_string()).unwrap();
    io::copy(&mut io::stdin(), &mut &said).unwrap();
}
"#;

/// The package of the robot.
pub struct Package(TempDir);

impl Package {
    pub fn create() -> Result<Self> {
        let package = Self(TempDir::new()?);
        package.write(
            "Cargo.toml",
            "[package]\nname = \"tiny\"\nversion = \"0.1.0\"\nedition = \"2024\"\n",
        )?;
        package.save("1", "()")?;
        Ok(package)
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, file: &str, text: &str) -> Result {
        let path = self.path().join(file);
        fs::create_dir_all(path.parent().ok_or("no directory")?)?;
        Ok(fs::write(path, text)?)
    }

    pub fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path().join(file)).unwrap_or_default()
    }

    /// Saves the program with a version, which is an expression, and with what it does before it is ready.
    pub fn save(&self, version: &str, before: &str) -> Result {
        self.write("src/main.rs", &program(version, before))
    }

    /// Returns `cargo skill dev` with its options, and the arguments of the robot.
    pub fn dev(&self, options: &[&str], arguments: &[&str]) -> Result<Command> {
        // A test may be started with some signals ignored.
        let mut dev = Command::new("env");
        dev.args(["--default-signal=INT,TERM,HUP", env!("CARGO_BIN_EXE_cargo-skill")]);
        dev.args(["skill", "dev"]).args(options).arg("--").args(arguments);
        dev.current_dir(self.path()).env("CARGO_TARGET_DIR", self.path().join("built"));
        dev.env_remove("SKILL_STUDIO_TOKEN").stdin(Stdio::null());
        dev.stderr(fs::File::create(self.path().join("log"))?);
        Ok(dev)
    }

    /// Returns the copies of programs.
    pub fn copies(&self) -> Vec<PathBuf> {
        let entries = |path: &Path| -> Vec<PathBuf> {
            fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
        };
        let built = entries(&self.path().join("built"));
        let kept = built.iter().filter(|path| path.to_string_lossy().contains("skill-dev-"));
        kept.flat_map(|path| entries(path)).collect()
    }
}

pub fn program(version: &str, before: &str) -> String {
    ROBOT.replace("VERSION", version).replace("BEFORE", before)
}

/// A program that runs.
pub struct Dev {
    pub package: Package,
    pub child: Child,
}

impl Dev {
    /// Starts it, and waits for the robot.
    pub fn start() -> Result<Self> {
        let dev = Self::start_of(Package::create()?, &[], &[])?;
        dev.wait_for("1")?;
        Ok(dev)
    }

    pub fn start_of(package: Package, options: &[&str], arguments: &[&str]) -> Result<Self> {
        let child = package.dev(options, arguments)?.spawn()?;
        Ok(Self { package, child })
    }

    pub fn save(&self, version: &str, before: &str) -> Result {
        self.package.save(version, before)
    }

    pub fn read(&self, file: &str) -> String {
        self.package.read(file)
    }

    /// Returns version and process of the robot that started last.
    pub fn is(&self) -> Option<(String, Pid)> {
        let is = self.read("is");
        let (version, id) = is.split_once(' ')?;
        Some((version.to_owned(), Pid::from_raw(id.parse().ok()?)?))
    }

    pub fn wait(&self, wanted: &str, mut is_so: impl FnMut() -> bool) -> Result {
        let begin = Instant::now();
        while !is_so() {
            if begin.elapsed() > PATIENCE {
                return Err(format!("waited in vain for {wanted}; {}", self.read("log")).into());
            }
            sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// Returns whether a robot of this version runs, and is ready: one that is killed before is no fault of a
    /// robot that runs.
    pub fn is_ready(&self, version: &str) -> bool {
        let is_ready = |id: Pid| self.read("ready") == id.as_raw_nonzero().to_string();
        self.is().is_some_and(|(is, id)| is == version && is_ready(id) && runs(id))
    }

    /// Waits until a robot of this version runs.
    pub fn wait_for(&self, version: &str) -> Result<Pid> {
        self.wait(&format!("version {version}"), || self.is_ready(version))?;
        Ok(self.is().ok_or("no robot")?.1)
    }

    pub fn wait_for_notice(&self, text: &str) -> Result {
        self.wait(text, || self.read("said").contains(text))
    }

    pub fn wait_for_line(&self, text: &str) -> Result {
        self.wait(text, || self.read("log").contains(text))
    }

    /// Ends it by a signal, and returns its exit status.
    pub fn end(&mut self, signal: Signal) -> Result<ExitStatus> {
        kill_process(Pid::from_child(&self.child), signal)?;
        Ok(self.child.wait()?)
    }
}

impl Drop for Dev {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether a process runs, and is no zombie.
pub fn runs(id: Pid) -> bool {
    let stat: PathBuf = format!("/proc/{}/stat", id.as_raw_nonzero()).into();
    match fs::read_to_string(stat) {
        Ok(stat) => !stat.contains(") Z "),
        Err(_) => test_kill_process(id).is_ok() && !cfg!(target_os = "linux"),
    }
}

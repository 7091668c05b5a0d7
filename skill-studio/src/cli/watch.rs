//! `watch`, `why` and `call`: robots that other programs run.

use super::{Format, Gui, Record};
use crate::console::error::Error;
use crate::console::output::Output;
use crate::live::{Hub, Newest};
use crate::model::describe::Description;
use crate::model::view::WhyView;
#[cfg(feature = "record")]
use crate::recording::record::{Options, SeenRecorder};
use crate::text::escape::Escaped;
use crate::watch::{Place, Remote, RemoteError};
#[cfg(feature = "record")]
use crate::watch::{SharedMemory, SharedMemoryError};
use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time between two looks at a robot.
const PERIOD: Duration = Duration::from_millis(20);
/// The time in which a robot shows itself.
const FIRST: Duration = Duration::from_secs(5);

/// A robot that another program runs.
#[derive(Args, Clone, Debug)]
pub struct Watched {
    /// The robot: HOST:PORT of its live page, or shm:/NAME of its shared memory.
    #[arg(value_name = "ROBOT")]
    place: Place,
    /// The description of a robot in shared memory that this program does not know: the output of
    /// its `describe`.
    #[arg(long, value_name = "FILE")]
    description: Option<PathBuf>,
}

/// The arguments of `watch`.
#[derive(Args, Clone, Debug)]
pub struct Watch {
    #[command(flatten)]
    robot: Watched,
    /// Shows it in the terminal.
    #[cfg(feature = "tui")]
    #[arg(long, conflicts_with = "format")]
    #[cfg_attr(feature = "live", arg(conflicts_with = "address"))]
    tui: bool,
    /// Prints what happens, for scripts.
    #[arg(long, value_enum)]
    #[cfg_attr(feature = "live", arg(conflicts_with = "address"))]
    format: Option<Format>,
    #[command(flatten)]
    gui: Gui,
    #[command(flatten)]
    record: Record,
}

/// The arguments of `why`.
#[derive(Args, Clone, Debug)]
pub struct WhyOf {
    #[command(flatten)]
    robot: Watched,
    /// The format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// The arguments of `call`.
#[derive(Args, Clone, Debug)]
#[allow(clippy::struct_excessive_bools)] // options of a command line
pub struct Service {
    /// The robot: HOST:PORT of its live page, or the address that it has printed.
    #[arg(value_name = "ROBOT")]
    place: Place,
    /// The call: 'name{argument=value}'.
    #[arg(value_name = "CALL", required_unless_present_any = ["stop", "status", "list", "take_control", "release_control"])]
    call: Option<String>,
    /// Stops the skill that runs, also while another client has control of the robot.
    #[arg(long, conflicts_with_all = ["call", "status", "list"])]
    stop: bool,
    /// Takes exclusive control first, also from an agent or a page, which can then call no skill. It
    /// is released when the call has ended; after --stop or --no-wait, --release-control does so.
    #[arg(long, conflicts_with_all = ["status", "list"])]
    take_control: bool,
    /// Releases exclusive control, also that of another client.
    #[arg(long, conflicts_with_all = ["call", "stop", "status", "list", "take_control"])]
    release_control: bool,
    /// Prints the status of the last call.
    #[arg(long, conflicts_with_all = ["call", "list"])]
    status: bool,
    /// Lists the skills.
    #[arg(long, conflicts_with = "call")]
    list: bool,
    /// Returns at once, not when the skill has ended.
    #[arg(long, requires = "call")]
    no_wait: bool,
    /// The token for commands.
    #[arg(long, value_name = "TOKEN", env = "SKILL_STUDIO_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// The format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Watched {
    /// Begins to watch the robot; `known` are the robots that the program was built with.
    fn watch(&self, known: &[Description]) -> Result<Arc<Hub>, Error> {
        match &self.place {
            Place::Server { host, token } => {
                Remote::new(host.clone(), token.clone()).watch().map_err(Error::usage)
            }
            Place::SharedMemory(name) => {
                crate::watch::shared_memory(name, &self.known(known)?).map_err(Error::usage)
            }
        }
    }

    /// Returns the description that was given, or else those that are `known`.
    fn known(&self, known: &[Description]) -> Result<Vec<Description>, Error> {
        let Some(path) = &self.description else { return Ok(known.to_vec()) };
        let text = std::fs::read_to_string(path)
            .map_err(|error| Error::Usage(format!("{}: {error}", Escaped(path.display()))))?;
        Ok(vec![Description::read(&text).map_err(Error::usage)?])
    }

    #[cfg(feature = "record")]
    /// Records a robot in shared memory until it is gone, or the program is ended.
    fn record(
        &self,
        known: &[Description],
        options: &Options,
        output: &Output,
    ) -> Result<ExitCode, Error> {
        let Place::SharedMemory(name) = &self.place else {
            let text = "only a robot in shared memory can be recorded by another program\nhelp: \
                 start the robot's own program with --record";
            return Err(Error::Usage(text.to_owned()));
        };
        let (mut memory, description) =
            SharedMemory::known(name, &self.known(known)?).map_err(Error::usage)?;
        crate::console::signals::catch()?;
        let mut recorder = SeenRecorder::new(description, options).map_err(Error::usage)?;
        while !output.is_over() {
            let image = memory.sample(&description).map_err(SharedMemoryError::from);
            let seen =
                image.and_then(|image| recorder.look(&image).map_err(SharedMemoryError::Image));
            if let Err(error) = seen {
                let error = Escaped(&error).to_string();
                recorder.log(format!("lost: {error}"));
                let time_sec = recorder.time().as_secs_f64();
                output.line(format_args!("recorded up to {time_sec:.3} s; lost: {error}"));
                break;
            }
            std::thread::sleep(PERIOD);
        }
        recorder.finish().map(|()| ExitCode::SUCCESS).map_err(Error::usage)
    }
}

/// Waits until a robot shows itself.
fn first(hub: &Hub) -> Result<Newest, Error> {
    let (mut newest, start) = (hub.subscribe(), Instant::now());
    loop {
        let seen = newest.borrow_and_update().clone();
        if let Some(lost) = &seen.view.value.lost {
            return Err(Error::Usage(Escaped(lost).to_string()));
        }
        if seen.view.number > 0 && seen.why.number > 0 {
            return Ok(seen);
        }
        if start.elapsed() > FIRST {
            return Err(Error::Usage("the robot does not show itself".to_owned()));
        }
        std::thread::sleep(PERIOD);
    }
}

impl Watch {
    /// Watches a robot until the program is ended; `known` are the robots that the program was built
    /// with.
    ///
    /// # Errors
    /// [`Error::Usage`] if there is no such robot.
    pub fn run(&self, output: &Output, known: &[Description]) -> Result<ExitCode, Error> {
        #[cfg(feature = "record")]
        if let Some(options) = self.record.options(known.first().map_or("robot", |of| of.robot))? {
            return self.robot.record(known, &options, output);
        }
        #[cfg(feature = "live")]
        self.gui.only_shows()?;
        let hub = self.robot.watch(known)?;
        #[cfg(feature = "tui")]
        if self.tui {
            crate::terminal::show(&hub, output, |act| self.act(act))?;
            return Ok(ExitCode::SUCCESS);
        }
        if let Some(format) = self.format {
            print(&hub, output, format);
            return Ok(ExitCode::SUCCESS);
        }
        #[cfg(feature = "live")]
        {
            self.gui.start_in_any_case(output, hub)?;
            while !output.is_over() {
                std::thread::sleep(PERIOD);
            }
            Ok(ExitCode::SUCCESS)
        }
        #[cfg(not(feature = "live"))]
        Err(super::not_built::without("live"))
    }
}

impl Watch {
    /// Has the robot do something that was chosen in the terminal.
    #[cfg(feature = "tui")]
    fn act(&self, act: crate::terminal::Act) -> Result<(), String> {
        let Place::Server { host, token } = &self.robot.place else {
            return Err("a robot in shared memory can only be watched".to_owned());
        };
        let token = token.clone().or_else(|| std::env::var("SKILL_STUDIO_TOKEN").ok());
        let remote = Remote::new(host.clone(), token);
        let (path, body) = match act {
            crate::terminal::Act::Call(call) => ("/api/call", json!({ "call": call })),
            crate::terminal::Act::Stop => ("/api/stop", json!({})),
        };
        remote.post(path, &body).map(drop).map_err(|error| error.to_string())
    }
}

/// Returns the error of a robot that refuses, with its cure.
#[allow(clippy::needless_pass_by_value)] // for `map_err`
pub(super) fn refused(error: RemoteError) -> Error {
    let help = match &error {
        RemoteError::Refused { answer, .. } => answer["help"].as_str(),
        _ => None,
    };
    let help = help.map_or(String::new(), |help| format!("\n  help: {}", Escaped(help)));
    Error::Usage(format!("{}{help}", Escaped(&error)))
}

/// An event as JSON.
#[derive(Serialize)]
struct Event<'e, T> {
    event: &'static str,
    #[serde(flatten)]
    value: &'e T,
}

/// Prints what happens, until nobody reads it.
fn print(hub: &Hub, output: &Output, format: Format) {
    let mut newest = hub.subscribe();
    let (mut sent, mut traced, mut lost) = ([0; 3], [0_u64; 2], None);
    let mut session = String::new();
    while !output.is_closed() {
        let seen = newest.borrow_and_update().clone();
        let view = &seen.view.value;
        if view.session != session {
            (session, traced) = (view.session.clone(), [0; 2]);
        }
        if format == Format::Text {
            for entry in &view.trace {
                let last = &mut traced[entry.layer as usize];
                if entry.number > *last {
                    *last = entry.number;
                    let text = Escaped(&entry.text);
                    output.line(format_args!("{:9.3} {text}", entry.time_sec));
                }
            }
            if lost != view.lost {
                lost.clone_from(&view.lost);
                let text =
                    lost.as_ref().map_or("seen again".to_owned(), |of| format!("lost: {of}"));
                output.line(Escaped(&text));
            }
        } else {
            let numbers = [seen.view.number, seen.board.number, seen.why.number];
            let before = std::mem::replace(&mut sent, numbers);
            if before[0] != numbers[0] {
                output.json(&Event { event: "view", value: &**view });
            }
            if before[1] != numbers[1] {
                output.json(&Event { event: "board", value: &*seen.board.value });
            }
            if before[2] != numbers[2] {
                output.json(&Event { event: "why", value: &*seen.why.value });
            }
        }
        std::thread::sleep(PERIOD);
    }
}

impl WhyOf {
    /// Prints why the active states of a robot are not left; `known` are the robots that the program
    /// was built with.
    ///
    /// # Errors
    /// [`Error::Usage`] if there is no such robot.
    pub fn run(&self, output: &Output, known: &[Description]) -> Result<ExitCode, Error> {
        let hub = self.robot.watch(known)?;
        let seen = first(&hub)?;
        let why: &WhyView = &seen.why.value;
        match self.format {
            Format::Json => output.json(why),
            Format::Text if why.machines.is_empty() => output.line("nothing runs"),
            Format::Text => {
                output.line(Escaped(&why.sentence));
                for line in why.lines() {
                    output.line(Escaped(&line));
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Service {
    /// Calls a skill of a running robot and waits for its end, stops it, or prints the status or the
    /// skills. The exit status is 0 for FINAL and 1 for FAILED or a call that was stopped.
    ///
    /// # Errors
    /// [`Error::Usage`] if the robot refuses.
    pub fn run(&self, output: &Output) -> Result<ExitCode, Error> {
        let Place::Server { host, token } = &self.place else {
            let text = "a robot in shared memory can only be watched: its own process calls skills";
            return Err(Error::Usage(text.to_owned()));
        };
        let remote = Remote::new(host.clone(), token.clone().or_else(|| self.token.clone()));
        if self.list {
            let skills = remote.get("/api/skills").map_err(refused)?;
            self.print_lines(output, &skills, |skill| {
                let text = |name: &str| skill[name].as_str().unwrap_or_default();
                let arguments = skill["arguments"].as_array().into_iter().flatten();
                let arguments: Vec<&str> = arguments.filter_map(Value::as_str).collect();
                let head = format!("{}{{{}}}", text("name"), arguments.join(", "));
                let docs = text("docs").lines().map(|line| format!("  {line}"));
                std::iter::once(head).chain(docs).collect()
            });
            return Ok(ExitCode::SUCCESS);
        }
        if self.status {
            let view = remote.get("/api/view").map_err(refused)?;
            return Ok(self.end(output, &view["skiller"]));
        }
        // While it waits, it is heard; a control that outlasts this command is kept without.
        let lease = self.call.is_some() && !self.no_wait;
        let control =
            |action| remote.post("/api/control", &json!({ "action": action, "lease": lease }));
        if self.take_control || self.release_control {
            control("steal").map_err(refused)?;
        }
        if self.release_control {
            let answer = control("release").map_err(refused)?;
            self.print(output, &answer, |_| "control is free".to_owned());
            return Ok(ExitCode::SUCCESS);
        }
        if self.take_control && self.call.is_none() && !self.stop {
            let answer = json!({ "ok": true, "controller": remote.client() });
            self.print(output, &answer, |_| "took control".to_owned());
            return Ok(ExitCode::SUCCESS);
        }
        let Some(call) = &self.call else {
            let answer = remote.post("/api/stop", &json!({})).map_err(refused)?;
            self.print(output, &answer, |_| "stopped".to_owned());
            return Ok(ExitCode::SUCCESS);
        };
        let sent = remote.post("/api/call", &json!({ "call": call })).map_err(refused)?;
        if self.no_wait {
            let text = |sent: &Value| {
                let waits = sent["waits"].as_str();
                waits.map_or_else(|| format!("called {call}"), str::to_owned)
            };
            self.print(output, &sent, text);
            return Ok(ExitCode::SUCCESS);
        }
        if let (Format::Text, Some(waits)) = (self.format, sent["waits"].as_str()) {
            output.line(Escaped(waits));
        }
        let ended = self.wait(output, &remote, call, &sent["message"]);
        if self.take_control {
            // Another client may have it by now.
            let _ = control("release");
        }
        ended.map_err(refused)
    }

    /// Waits until the skill of the call with this message has ended.
    fn wait(
        &self,
        output: &Output,
        remote: &Remote,
        call: &str,
        message: &Value,
    ) -> Result<ExitCode, RemoteError> {
        loop {
            let view = remote.get("/api/view")?;
            let skiller = &view["skiller"];
            let (is_ours, status) = (skiller["message"] == *message, skiller["status"].as_str());
            if is_ours && status != Some("running") || output.is_closed() {
                return Ok(self.end(output, skiller));
            }
            // In a view after the pass that took it, it runs, or no longer.
            if !is_ours && view["waiting"].is_null() {
                let reason = match (skiller["controller"].as_u64(), status) {
                    (Some(other), _) if other != 0 && other != u64::from(remote.client()) => {
                        format!("sender {other} has exclusive control")
                    }
                    (_, Some("inactive")) => "it was stopped".to_owned(),
                    _ => format!("`{}` was called", skiller["call"].as_str().unwrap_or_default()),
                };
                let stopped = json!({ "status": "stopped", "call": call, "reason": reason });
                self.print(output, &stopped, |_| format!("STOPPED {call}: {reason}"));
                return Ok(ExitCode::FAILURE);
            }
            std::thread::sleep(PERIOD);
        }
    }

    fn end(&self, output: &Output, skiller: &Value) -> ExitCode {
        let text = |name: &str| skiller[name].as_str().unwrap_or("").to_owned();
        self.print(output, skiller, |_| {
            let reason = [text("error"), text("result")].concat();
            let colon = if reason.is_empty() { "" } else { ": " };
            format!("{} {}{colon}{reason}", text("status").to_uppercase(), text("call"))
        });
        if text("status") == "failed" { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }

    /// Prints a value, or each of a list, on a line.
    fn print(&self, output: &Output, value: &Value, text: impl Fn(&Value) -> String) {
        self.print_lines(output, value, |value| vec![text(value)]);
    }

    /// Prints a value, or each of a list, on several lines.
    fn print_lines(&self, output: &Output, value: &Value, lines: impl Fn(&Value) -> Vec<String>) {
        match (self.format, value) {
            (Format::Json, _) => output.json(value),
            (Format::Text, Value::Array(all)) => {
                for line in all.iter().flat_map(lines) {
                    output.line(Escaped(&line));
                }
            }
            (Format::Text, value) => {
                for line in lines(value) {
                    output.line(Escaped(&line));
                }
            }
        }
    }
}

//! `watch`, `why` and `call`: robots that other programs run.

use super::watched::{PERIOD, Watched, refused, server};
use super::{Format, Gui, Record};
use crate::console::error::Error;
use crate::console::output::Output;
use crate::live::Hub;
use crate::model::describe::Description;
use crate::model::view::{CallState, WhyView};
use crate::text::escape::Escaped;
use crate::watch::{Place, Remote, RemoteError};
use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};
use std::process::ExitCode;

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
    /// The robot: HOST:PORT of its live page, HOST:PORT/?robot=NAME for one of several, or the address that it
    /// has printed.
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
    /// The token.
    #[arg(long, value_name = "TOKEN", env = "SKILL_STUDIO_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// The format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
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
            return super::watch_record::record(&self.robot, known, &options, output);
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
            self.gui.start_in_any_case(output, vec![hub])?;
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
        let remote = server(&self.robot.place, None).map_err(|error| error.to_string())?;
        let (path, body) = match act {
            crate::terminal::Act::Call(call) => ("/api/call", json!({ "call": call })),
            crate::terminal::Act::Stop => ("/api/stop", json!({})),
        };
        remote.post(path, &body).map(drop).map_err(|error| error.to_string())
    }
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
        let seen = crate::watch::first(&hub).map_err(refused)?;
        let why: &WhyView = &seen.why.value;
        let is_idle = why.machines.is_empty() && seen.view.value.stopped.is_none();
        match self.format {
            Format::Json => output.json(why),
            Format::Text if is_idle => output.line("nothing runs"),
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
        let remote = server(&self.place, self.token.as_deref())?;
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
            let (state, skiller) = remote.call_state(message)?;
            match state {
                CallState::Ended => return Ok(self.end(output, &skiller)),
                CallState::Waiting | CallState::Running if output.is_closed() => {
                    return Ok(self.end(output, &skiller));
                }
                CallState::Waiting | CallState::Running => {}
                CallState::Stopped(reason) => {
                    let stopped = json!({ "status": "stopped", "call": call, "reason": reason });
                    self.print(output, &stopped, |_| format!("STOPPED {call}: {reason}"));
                    return Ok(ExitCode::FAILURE);
                }
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

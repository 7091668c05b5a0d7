//! A call of a robot that another program runs, until it has ended.

use crate::model::describe::Description;
use crate::model::view::{CallState, WhyView};
use crate::watch::{Remote, RemoteError};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The time between two looks at a robot.
const PERIOD: Duration = Duration::from_millis(20);
/// The time between two lines about the progress.
const PROGRESS: Duration = Duration::from_secs(1);
/// The time in which a skill that is stopped ends.
const STOPPING: Duration = Duration::from_secs(5);

/// The end of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct End {
    pub call: String,
    /// `final`, `failed`, `stopped`, `refused`, or `lost` if the robot is out of reach; what it runs is not known
    /// then.
    pub status: &'static str,
    /// The result of a skill that is FINAL, the reason otherwise; empty if there is none.
    pub text: String,
}

impl End {
    pub fn is_final(&self) -> bool {
        self.status == "final"
    }

    /// Returns the line of this end: `FAILED grip{}: nothing there`.
    pub fn line(&self) -> String {
        let colon = if self.text.is_empty() { "" } else { ": " };
        format!("{} {}{colon}{}", self.status.to_uppercase(), self.call, self.text)
    }

    pub fn json(&self) -> Value {
        let name = if self.is_final() { "result" } else { "reason" };
        let mut json = json!({ "call": self.call, "status": self.status });
        if !self.text.is_empty() {
            json[name] = self.text.clone().into();
        }
        json
    }
}

/// The robot.
#[derive(Debug)]
pub struct Robot {
    remote: Remote,
    description: Description,
    /// The session of the robot that has the skills of this program.
    session: Mutex<String>,
    /// After which time a skill is stopped.
    timeout: Duration,
}

impl Robot {
    pub fn new(remote: Remote, description: Description, timeout: Duration) -> Self {
        Self { remote, description, session: Mutex::default(), timeout }
    }

    pub fn remote(&self) -> &Remote {
        &self.remote
    }

    /// Runs a call until it has ended, is stopped, or has been running for too long. `progress` gets the seconds
    /// since its beginning, and what the robot waits for.
    pub fn call(&self, call: &str, stop: &AtomicBool, progress: impl Fn(f64, &str)) -> End {
        let end = |status, text: String| End { call: call.to_owned(), status, text };
        match self.run(call, stop, progress) {
            Ok((CallState::Ended, skiller)) => {
                let text = |name: &str| skiller[name].as_str().unwrap_or_default().to_owned();
                match skiller["status"].as_str() {
                    Some("final") => end("final", text("result")),
                    _ => end("failed", text("error")),
                }
            }
            Ok((CallState::Stopped(reason), _)) => end("stopped", reason),
            Ok((CallState::Waiting | CallState::Running, _)) => {
                end("stopped", "it was stopped, and has not ended in time".to_owned())
            }
            Err(error @ RemoteError::Unreachable(_)) => end("lost", error.to_string()),
            Err(error) => end("refused", refusal(&error)),
        }
    }

    fn run(
        &self,
        call: &str,
        stop: &AtomicBool,
        progress: impl Fn(f64, &str),
    ) -> Result<(CallState, Value), RemoteError> {
        self.check_version()?;
        // It may be stopped before it began.
        if stop.load(Ordering::Relaxed) {
            return Ok((CallState::Stopped("it was stopped".to_owned()), Value::Null));
        }
        let sent = self.remote.post("/api/call", &json!({ "call": call, "lease": true }))?;
        let (start, mut shown) = (Instant::now(), Duration::ZERO);
        // Since when it is to stop, and whether that is for the time.
        let mut stopped: Option<(Duration, bool)> = None;
        loop {
            let (state, skiller) = self.remote.call_state(&sent["message"])?;
            let took = start.elapsed();
            match state {
                CallState::Waiting | CallState::Running => {}
                CallState::Stopped(_) if stopped.is_some_and(|(_, is_late)| is_late) => {
                    let reason = format!("it ran longer than {} s", self.timeout.as_secs_f64());
                    return Ok((CallState::Stopped(reason), skiller));
                }
                CallState::Stopped(_) | CallState::Ended => return Ok((state, skiller)),
            }
            match stopped {
                None if stop.load(Ordering::Relaxed) || took >= self.timeout => {
                    stopped = Some((took, took >= self.timeout));
                    self.remote.post("/api/stop", &json!({ "message": sent["message"] }))?;
                }
                Some((since, _)) if took.saturating_sub(since) >= STOPPING => {
                    return Ok((state, skiller));
                }
                _ => {}
            }
            if took.saturating_sub(shown) >= PROGRESS {
                shown = took;
                progress(took.as_secs_f64(), &self.why()?);
            }
            std::thread::sleep(PERIOD);
        }
    }

    /// Returns the number of the message with the last call; a stop changes it, too.
    pub fn last_call(&self) -> Result<Value, RemoteError> {
        Ok(self.remote.get("/api/view")?["skiller"]["message"].clone())
    }

    /// Returns which skill runs, and what it waits for.
    pub fn why(&self) -> Result<String, RemoteError> {
        let why: WhyView = serde_json::from_value(self.remote.get("/api/why")?)
            .map_err(|error| RemoteError::Unreachable(error.to_string()))?;
        let runs = !why.machines.is_empty();
        Ok(if runs { why.sentence.to_string() } else { "nothing runs".to_owned() })
    }

    /// Refuses a robot whose skills are not those of this program, which the tools describe.
    fn check_version(&self) -> Result<(), RemoteError> {
        let view = self.remote.get("/api/view")?;
        let session = view["session"].as_str().unwrap_or_default();
        let mut known = self.session.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if *known == session && !session.is_empty() {
            return Ok(());
        }
        let (found, _) = self.remote.description()?;
        if (found.layout, found.hash) != (self.description.layout, self.description.hash) {
            let message =
                "the robot runs other skills than this program describes\nhelp: start both \
                 from the same build"
                    .to_owned();
            let error = "other_version".to_owned();
            return Err(RemoteError::Refused { error, message, answer: Value::Null });
        }
        session.clone_into(&mut known);
        Ok(())
    }
}

/// Returns the reason of a refusal with its cure.
pub fn refusal(error: &RemoteError) -> String {
    let mut text = error.to_string();
    if let RemoteError::Refused { answer, .. } = error
        && let Some(help) = answer["help"].as_str()
    {
        let _ = write!(text, "\nhelp: {help}");
    }
    text
}

//! A robot with the server of a live page.

use super::received::Received;
use crate::live::{Batch, Capabilities, Hub, MIN_CLIENT, clock};
use crate::model::describe::{Description, DescriptionError};
#[cfg(feature = "record")]
use crate::model::view::Image;
use crate::model::view::{CallState, View};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize as _;
use serde_json::{Value, json};
use std::fmt::{self, Display, Formatter};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{BufRead as _, BufReader, Read};
use std::sync::Arc;
use std::time::Duration;
use ureq::{Agent, RequestBuilder};

/// The time in which a server responds.
const RESPONSE: Duration = Duration::from_secs(5);
/// The time between two attempts to connect.
const RETRY: Duration = Duration::from_millis(500);
/// The time for which a connection is kept for the next request; the server ends it later.
const IDLE: Duration = Duration::from_secs(5);
/// The longest line of the stream, in bytes.
const MAX_LINE: u64 = 16 * 1024 * 1024;

/// The reason why a server did not do what it was sent.
#[derive(Debug)]
pub enum RemoteError {
    /// It cannot be reached, or the connection was lost.
    Unreachable(String),
    /// It describes a robot in a way that cannot be read.
    Description(DescriptionError),
    /// It refuses the request: the kind of error, and its text.
    Refused {
        /// The kind of error, as in the answer.
        error: String,
        /// The reason as a text.
        message: String,
        /// The answer with the fields that the kind of error adds.
        answer: Value,
    },
}

impl Display for RemoteError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(reason) => f.write_str(reason),
            Self::Description(error) => error.fmt(f),
            Self::Refused { message, .. } => f.write_str(message),
        }
    }
}

impl std::error::Error for RemoteError {}

/// The server of a live page.
#[derive(Clone, Debug)]
pub struct Remote {
    agent: Agent,
    host: String,
    /// The beginning of the addresses of a robot of a run of several; else empty.
    robot: String,
    token: Option<String>,
    /// The number of this client among those of the server.
    client: u32,
}

fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Returns a number that no other client has.
fn client() -> u32 {
    u32::try_from(random() & u64::from(u32::MAX)).unwrap_or(0) | MIN_CLIENT
}

impl Remote {
    /// Creates a client for a server, with the token for commands.
    #[must_use]
    pub fn new(host: impl Into<String>, token: Option<String>) -> Self {
        let config = Agent::config_builder()
            .timeout_connect(Some(RESPONSE))
            .timeout_recv_response(Some(RESPONSE))
            .http_status_as_error(false)
            .max_redirects(0)
            .max_idle_age(IDLE)
            .proxy(None);
        let (agent, robot) = (config.build().into(), String::new());
        Self { agent, host: host.into(), robot, token, client: client() }
    }

    /// Returns the client for a robot of a run of several, by its name.
    #[must_use]
    pub fn of_robot(mut self, name: &str) -> Self {
        self.robot = format!("/robots/{}", utf8_percent_encode(name, NON_ALPHANUMERIC));
        self
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{}{path}", self.host, self.robot)
    }

    fn unreachable(&self, error: &ureq::Error) -> RemoteError {
        match error {
            ureq::Error::Io(error) => self.lost(error),
            error => self.lost(error),
        }
    }

    fn lost(&self, error: impl Display) -> RemoteError {
        RemoteError::Unreachable(format!("{}: {error}", self.host))
    }

    /// Returns the answer to a request without effect.
    ///
    /// # Errors
    /// [`RemoteError`].
    pub fn get(&self, path: &str) -> Result<Value, RemoteError> {
        // By its name the server knows that this client, which may have control, is still there.
        let answer = self.named(self.agent.get(self.url(path))).call();
        self.read(answer.map_err(|error| self.unreachable(&error))?)
    }

    /// Returns the number of this client, which is that of the controller while it has control.
    #[must_use]
    pub fn client(&self) -> u32 {
        self.client
    }

    /// Sends a command, and returns its answer.
    ///
    /// # Errors
    /// [`RemoteError`].
    pub fn post(&self, path: &str, body: &Value) -> Result<Value, RemoteError> {
        let request = self.named(self.agent.post(self.url(path)));
        self.read(request.send_json(body).map_err(|error| self.unreachable(&error))?)
    }

    /// Returns the state of the call that was sent with this message, and the skiller of the view that says so.
    ///
    /// # Errors
    /// [`RemoteError`].
    pub fn call_state(&self, message: &Value) -> Result<(CallState, Value), RemoteError> {
        let mut view = self.get("/api/view")?;
        let known = View::deserialize(&view).map_err(|error| self.lost(error))?;
        let message = message.as_u64().and_then(|message| u32::try_from(message).ok());
        let state = known.call_state(message.unwrap_or(0), Some(self.client));
        Ok((state, view["skiller"].take()))
    }

    /// Adds the number of this client and the token to a request.
    fn named<B>(&self, request: RequestBuilder<B>) -> RequestBuilder<B> {
        let request = request.header("Skill-Client", self.client.to_string());
        match &self.token {
            Some(token) => request.header("Authorization", format!("Bearer {token}")),
            None => request,
        }
    }

    fn read(&self, mut answer: ureq::http::Response<ureq::Body>) -> Result<Value, RemoteError> {
        let is_good = answer.status().is_success();
        let value: Value = answer.body_mut().read_json().map_err(|error| {
            self.lost(format_args!("what responds there is no live page of a robot: {error}"))
        })?;
        if is_good {
            return Ok(value);
        }
        let text = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or("?").to_owned();
        let (error, message) = (text("error"), text("message"));
        Err(RemoteError::Refused { error, message, answer: value })
    }

    /// Returns the description of the robot.
    ///
    /// # Errors
    /// [`RemoteError`].
    pub fn description(&self) -> Result<(Description, Capabilities), RemoteError> {
        let value = self.get("/api/description")?;
        let description = Description::read(&value.to_string());
        let can = |name: &str| value["can"][name].as_bool().unwrap_or(false);
        // Commands go to the server itself.
        let capabilities = Capabilities {
            scene: can("scene"),
            why: can("why"),
            coverage: can("coverage"),
            ..Capabilities::default()
        };
        Ok((description.map_err(RemoteError::Description)?, capabilities))
    }

    /// Returns the words of the robot's memory, and the session that they are of.
    ///
    /// # Errors
    /// [`RemoteError`].
    #[cfg(feature = "record")]
    pub fn image(&self) -> Result<(String, Image), RemoteError> {
        let value = self.get("/api/image")?;
        let session = value["session"].as_str().unwrap_or_default().to_owned();
        let image = Image::deserialize(value).map_err(|error| self.lost(error))?;
        Ok((session, image))
    }

    /// Begins to watch the robot. The thread connects again when the connection is lost, and ends
    /// with the program.
    ///
    /// # Errors
    /// [`RemoteError`] if the first attempt fails.
    pub fn watch(&self) -> Result<Arc<Hub>, RemoteError> {
        let (description, capabilities) = self.description()?;
        let hub = Hub::read_only(description, capabilities);
        let (remote, watched) = (self.clone(), Arc::clone(&hub));
        let feed = move || loop {
            let error = remote.feed(&watched).err();
            let error = error.map_or("the connection was closed".to_owned(), |of| of.to_string());
            watched.publish_lost(error);
            std::thread::sleep(RETRY);
        };
        let thread = std::thread::Builder::new().name("watch".to_owned()).spawn(feed);
        thread.map_err(|error| self.lost(error))?;
        Ok(hub)
    }

    /// Publishes the batches of one connection, and confirms each.
    fn feed(&self, hub: &Hub) -> Result<(), RemoteError> {
        let (description, _) = self.description()?;
        if (description.layout, description.hash) != (hub.description.layout, hub.description.hash)
        {
            return Err(self.lost("another robot is there now; watch it anew"));
        }
        let stream = random() >> 11;
        let events = self.agent.get(self.url(&format!("/api/events?confirm={stream}")));
        let answer = self.named(events).call();
        let answer = answer.map_err(|error| self.unreachable(&error))?;
        if !answer.status().is_success() {
            self.read(answer)?;
            return Ok(());
        }
        let mut received = Received::default();
        let mut lines = BufReader::new(answer.into_body().into_reader());
        let mut line = String::new();
        loop {
            line.clear();
            let read = lines.by_ref().take(MAX_LINE).read_line(&mut line);
            if read.map_err(|error| self.lost(error))? == 0 {
                return Ok(());
            }
            // Each batch is one line; those of other kinds are of a newer server.
            let Some(data) = line.strip_prefix("data:") else { continue };
            let batch: Batch = serde_json::from_str(data)
                .map_err(|error| self.lost(format!("not a batch: {error}")))?;
            let seen = json!({ "stream": stream, "number": batch.number });
            let (asked, answer) = (clock(), self.post("/api/seen", &seen)?);
            received.compare(asked, answer["clock_ms"].as_u64().unwrap_or(0));
            received.publish(hub, batch).map_err(|error| self.lost(error))?;
        }
    }
}

//! A language server as a child process: requests, answers, and when it is ready.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, IsTerminal as _, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Error;

/// How long the server may take to read the crate and to build its macros.
const READY: Duration = Duration::from_mins(4);
/// How long it must have been idle to count as ready: between two of its tasks it
/// says so for a moment.
const IDLE: Duration = Duration::from_millis(1500);
/// How long it may think about one request.
const ANSWER: Duration = Duration::from_mins(1);
/// How often a request is made again that the server gave up.
const ATTEMPTS: usize = 5;
/// The codes of errors that say: ask again.
const ASK_AGAIN: [i64; 2] = [-32801, -32802];

/// A running server.
#[derive(Debug)]
pub struct Server {
    child: Child,
    stdin: ChildStdin,
    messages: Receiver<Value>,
    /// The number of the last request.
    last: i64,
    answers: BTreeMap<i64, Result<Value, Value>>,
    /// Whether it has nothing left to do, and since when.
    quiescent: Option<bool>,
    since: Instant,
    /// What it says of its own state, if that is not good.
    complaint: Option<String>,
}

impl Server {
    /// Starts `program` in the crate at `root` and says what kind of editor we are.
    /// What it writes to stderr goes to `log`.
    ///
    /// # Errors
    /// [`Error`], if it cannot be started or does not answer.
    pub fn start(program: &OsStr, root: &Path, log: &Path) -> Result<Self, Error> {
        let mut child = Command::new(program)
            .current_dir(root)
            .env("CARGO_TARGET_DIR", root.join("target"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(File::create(log)?)
            .spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Error::Server("it has no stdin or stdout".to_owned()));
        };
        let (sender, messages) = channel();
        thread::spawn(move || read_messages(BufReader::new(stdout), &sender));
        let mut server = Server {
            child,
            stdin,
            messages,
            last: 0,
            answers: BTreeMap::new(),
            quiescent: None,
            since: Instant::now(),
            complaint: None,
        };
        server.request("initialize", &hello(&uri(root)))?.map_err(Error::Server)?;
        server.notify("initialized", &json!({}))?;
        Ok(server)
    }

    /// Waits until the server has read the crate and built its macros. Answers how
    /// long that took.
    ///
    /// # Errors
    /// [`Error::NotReady`] if it takes too long.
    pub fn wait_until_ready(&mut self) -> Result<Duration, Error> {
        let start = Instant::now();
        let live = io::stderr().is_terminal();
        let label = "ide: rust-analyzer reads the probes and builds the macros";
        if !live {
            eprintln!("{label} ..");
        }
        loop {
            let waited = start.elapsed();
            if self.quiescent == Some(true) && self.since.elapsed() > IDLE {
                let clear = if live { "\r" } else { "" };
                eprintln!("{clear}{label}: ready after {} s", waited.as_secs());
                return Ok(waited);
            }
            if waited > READY {
                if live {
                    eprintln!();
                }
                return Err(Error::NotReady(READY));
            }
            if live {
                eprint!("\r{label} .. {} s", waited.as_secs());
                let _ = io::stderr().flush();
            }
            self.receive(Duration::from_millis(200))?;
        }
    }

    /// What the server says of its own state, if that is not good.
    #[must_use]
    pub fn complaint(&self) -> Option<&str> {
        self.complaint.as_deref()
    }

    /// Asks and waits for the answer: a result, or the server's reason.
    ///
    /// # Errors
    /// [`Error`], if the server is gone or silent.
    pub fn request(
        &mut self,
        method: &str,
        params: &Value,
    ) -> Result<Result<Value, String>, Error> {
        for attempt in 1.. {
            self.last += 1;
            let id = self.last;
            self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
            match self.answer(id, method)? {
                Ok(result) => return Ok(Ok(result)),
                Err(error) => {
                    let again = error["code"].as_i64().is_some_and(|c| ASK_AGAIN.contains(&c));
                    if !again || attempt == ATTEMPTS {
                        return Ok(Err(error["message"].as_str().unwrap_or("error").to_owned()));
                    }
                }
            }
        }
        Ok(Err("no attempt was made".to_owned()))
    }

    /// Tells something that has no answer.
    ///
    /// # Errors
    /// The server is gone.
    pub fn notify(&mut self, method: &str, params: &Value) -> Result<(), Error> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    fn answer(&mut self, id: i64, method: &str) -> Result<Result<Value, Value>, Error> {
        let start = Instant::now();
        loop {
            if let Some(answer) = self.answers.remove(&id) {
                return Ok(answer);
            }
            if start.elapsed() > ANSWER {
                let seconds = ANSWER.as_secs();
                return Err(Error::Server(format!("no answer to {method} within {seconds} s")));
            }
            self.receive(Duration::from_secs(1))?;
        }
    }

    /// Takes in one message, if there is one within `patience`.
    fn receive(&mut self, patience: Duration) -> Result<(), Error> {
        let message = match self.messages.recv_timeout(patience) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => return Ok(()),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Error::Server("it has ended".to_owned()));
            }
        };
        match (message.get("method").and_then(Value::as_str), message.get("id")) {
            // Each of its requests may be answered with nothing.
            (Some(_), Some(id)) => {
                self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": null }))?;
            }
            (Some("experimental/serverStatus"), None) => self.status(&message["params"]),
            (Some(_), None) => {}
            (None, id) => {
                let answer = match message.get("error") {
                    Some(error) => Err(error.clone()),
                    None => Ok(message["result"].clone()),
                };
                self.answers.insert(id.and_then(Value::as_i64).unwrap_or_default(), answer);
            }
        }
        Ok(())
    }

    fn status(&mut self, params: &Value) {
        let quiescent = params["quiescent"].as_bool();
        if quiescent != self.quiescent {
            self.quiescent = quiescent;
            self.since = Instant::now();
        }
        let message = params["message"].as_str().unwrap_or_default();
        self.complaint = match params["health"].as_str() {
            None | Some("ok") => None,
            Some(health) => Some(format!("{health}: {message}")),
        };
    }

    fn send(&mut self, message: &Value) -> Result<(), Error> {
        let body = message.to_string();
        write!(self.stdin, "Content-Length: {}\r\n\r\n{body}", body.len())?;
        Ok(self.stdin.flush()?)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let ended = self.request("shutdown", &Value::Null).is_ok();
        let patience = if ended && self.notify("exit", &Value::Null).is_ok() { 20 } else { 0 };
        for _ in 0..patience {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(100));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The address of a file or directory.
#[must_use]
pub fn uri(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "file:///" });
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-_.~:".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

/// What kind of editor we are.
fn hello(root: &str) -> Value {
    json!({
        "processId": std::process::id(),
        "rootUri": root,
        "workspaceFolders": [{ "uri": root, "name": "probes" }],
        "initializationOptions": {
            "checkOnSave": false,
            "cachePriming": { "enable": false },
            "procMacro": { "enable": true },
            // More than most see: unknown fields, too.
            "diagnostics": { "experimental": { "enable": true } },
            "cargo": { "buildScripts": { "enable": true } },
        },
        "capabilities": {
            "general": { "positionEncodings": ["utf-8"] },
            "experimental": { "serverStatusNotification": true },
            "workspace": { "workspaceEdit": { "documentChanges": true } },
            "textDocument": {
                "hover": { "contentFormat": ["markdown"] },
                "completion": { "completionItem": { "snippetSupport": false } },
                "rename": { "prepareSupport": true },
                "diagnostic": {},
            },
        },
    })
}

/// Reads messages until there are no more.
fn read_messages(mut from: BufReader<ChildStdout>, to: &Sender<Value>) {
    while let Ok(Some(message)) = read_message(&mut from) {
        if to.send(message).is_err() {
            return;
        }
    }
}

fn read_message(from: &mut BufReader<ChildStdout>) -> io::Result<Option<Value>> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if from.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("Content-Length:") {
            length = value.trim().parse().map_err(io::Error::other)?;
        }
    }
    let mut body = vec![0; length];
    from.read_exact(&mut body)?;
    Ok(Some(serde_json::from_slice(&body)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_no_blanks() {
        assert_eq!(uri(Path::new("/a b/c_d.rs")), "file:///a%20b/c_d.rs");
    }
}

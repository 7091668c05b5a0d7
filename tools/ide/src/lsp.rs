//! A language server as a child process.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use serde_json::{Value, json};
use tool_support::Progress;

/// The timeout for reading the crate and building its macros.
const READY: Duration = Duration::from_secs(600);
/// The idle time after which it counts as ready: between two of its tasks it reports to be idle
/// for a moment.
const IDLE: Duration = Duration::from_millis(1500);
/// The timeout of a request.
const ANSWER: Duration = Duration::from_secs(60);
/// The maximum number of attempts for a request that the server cancels.
const ATTEMPTS: usize = 5;
/// The codes of errors after which a request is to be repeated.
const RETRY: [i64; 2] = [-32801, -32802];

#[derive(Debug)]
pub struct Server {
    child: Child,
    stdin: ChildStdin,
    messages: Receiver<Value>,
    capabilities: Value,
    last: i64,
    answers: BTreeMap<i64, Result<Value, Value>>,
    /// Whether it is idle, and since when.
    quiescent: Option<bool>,
    since: Instant,
    /// Its report of a state that is not `ok`.
    warning: Option<String>,
}

impl Server {
    /// Starts `program` in the crate at `root`; its stderr is written to `log`.
    pub fn start(program: &OsStr, root: &Path, log: &Path) -> anyhow::Result<Self> {
        let mut child = Command::new(program)
            .current_dir(root)
            .env("CARGO_TARGET_DIR", root.join("target"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(File::create(log)?)
            .spawn()
            .context("cannot be started")?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            bail!("it has no stdin or stdout");
        };
        let (sender, messages) = channel();
        thread::spawn(move || {
            let mut stdout = BufReader::new(stdout);
            while let Ok(Some(message)) = read_message(&mut stdout)
                && sender.send(message).is_ok()
            {}
        });
        let mut server = Server {
            child,
            stdin,
            messages,
            capabilities: Value::Null,
            last: 0,
            answers: BTreeMap::new(),
            quiescent: None,
            since: Instant::now(),
            warning: None,
        };
        let mut answer = server.request("initialize", &initialize(&uri(root)))?;
        server.capabilities = answer["capabilities"].take();
        server.notify("initialized", &json!({}))?;
        Ok(server)
    }

    /// Waits until the server has read the crate and built its macros.
    pub fn wait_until_ready(&mut self) -> anyhow::Result<()> {
        let start = Instant::now();
        let progress =
            Progress::spinner("ide: rust-analyzer reads the probes and builds the macros");
        let ready = loop {
            if self.quiescent == Some(true) && self.since.elapsed() > IDLE {
                break true;
            }
            if start.elapsed() > READY {
                break false;
            }
            self.receive(Duration::from_millis(200))?;
        };
        progress.finish(ready);
        if !ready {
            bail!("it was not ready within {} s; nothing was checked", READY.as_secs());
        }
        Ok(())
    }

    pub fn capabilities(&self) -> &Value {
        &self.capabilities
    }

    /// Returns its report of a state that is not `ok`.
    pub fn warning(&self) -> Option<&str> {
        self.warning.as_deref()
    }

    /// Sends a request and returns its result; the error is [`Refused`] if the server refuses.
    pub fn request(&mut self, method: &str, params: &Value) -> anyhow::Result<Value> {
        let mut attempt = 0;
        loop {
            attempt += 1;
            self.last += 1;
            let id = self.last;
            self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
            match self.answer(id, method)? {
                Ok(result) => return Ok(result),
                Err(error) => {
                    let again = error["code"].as_i64().is_some_and(|c| RETRY.contains(&c));
                    if !again || attempt == ATTEMPTS {
                        bail!(Refused(error["message"].as_str().unwrap_or("error").to_owned()));
                    }
                }
            }
        }
    }

    pub fn notify(&mut self, method: &str, params: &Value) -> anyhow::Result<()> {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }))
    }

    fn answer(&mut self, id: i64, method: &str) -> anyhow::Result<Result<Value, Value>> {
        let start = Instant::now();
        loop {
            if let Some(answer) = self.answers.remove(&id) {
                return Ok(answer);
            }
            if start.elapsed() > ANSWER {
                let seconds = ANSWER.as_secs();
                bail!("no answer to {method} within {seconds} s");
            }
            self.receive(Duration::from_secs(1))?;
        }
    }

    /// Handles a message, if one arrives within `timeout`.
    fn receive(&mut self, timeout: Duration) -> anyhow::Result<()> {
        let message = match self.messages.recv_timeout(timeout) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout) => return Ok(()),
            Err(RecvTimeoutError::Disconnected) => {
                bail!("it has ended");
            }
        };
        match (message.get("method").and_then(Value::as_str), message.get("id")) {
            // `null` is a valid answer to each of its requests.
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
        self.warning = match params["health"].as_str() {
            None | Some("ok") => None,
            Some(health) => Some(format!("{health}: {message}")),
        };
    }

    fn send(&mut self, message: &Value) -> anyhow::Result<()> {
        let body = message.to_string();
        write!(self.stdin, "Content-Length: {}\r\n\r\n{body}", body.len())?;
        Ok(self.stdin.flush()?)
    }
}

/// The reason why the server refuses a request.
#[derive(Debug)]
pub struct Refused(pub String);

impl std::error::Error for Refused {}

impl std::fmt::Display for Refused {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "error: {}", self.0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let ended = self.request("shutdown", &Value::Null).is_ok();
        let attempts = if ended && self.notify("exit", &Value::Null).is_ok() { 20 } else { 0 };
        for _ in 0..attempts {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(100));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the URI of a file or directory.
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

/// Returns the parameters of `initialize`: the capabilities of the editor.
fn initialize(root: &str) -> Value {
    json!({
        "processId": std::process::id(),
        "rootUri": root,
        "workspaceFolders": [{ "uri": root, "name": "probes" }],
        "initializationOptions": {
            "checkOnSave": false,
            "cachePriming": { "enable": false },
            "procMacro": { "enable": true },
            // Some diagnostics, such as unknown fields, are experimental.
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
                "documentSymbol": { "hierarchicalDocumentSymbolSupport": true },
                "semanticTokens": {
                    "requests": { "full": true },
                    "tokenTypes": [],
                    "tokenModifiers": [],
                    "formats": ["relative"],
                    "augmentsSyntaxTokens": false,
                },
            },
        },
    })
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
    fn a_uri_has_no_spaces() {
        assert_eq!(uri(Path::new("/a b/c_d.rs")), "file:///a%20b/c_d.rs");
    }
}

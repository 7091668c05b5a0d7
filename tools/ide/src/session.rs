//! A session with the server about the files of a crate.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::lsp::{Server, uri};
use crate::probe::Source;
use crate::text::Position;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Whether the answer is as expected.
    pub holds: bool,
    pub answer: String,
}

impl Outcome {
    pub fn new(holds: bool, answer: impl Into<String>) -> Self {
        Outcome { holds, answer: answer.into() }
    }

    pub fn wrong(answer: impl Into<String>) -> Self {
        Outcome::new(false, answer)
    }
}

/// The result of a probe; the error is [`Refused`](crate::lsp::Refused) if there is no answer to it.
pub type Judged = anyhow::Result<Outcome>;

/// A session about the files of one crate.
#[derive(Debug)]
pub struct Checker<'a> {
    pub server: &'a mut Server,
    pub sources: &'a [Source],
    pub root: PathBuf,
    version: i64,
}

impl<'a> Checker<'a> {
    /// Starts a session about the crate at `root` with these sources.
    pub fn new(server: &'a mut Server, root: &Path, sources: &'a [Source]) -> Self {
        Checker { server, sources, root: root.to_owned(), version: 1 }
    }

    pub fn open(&mut self, source: &Source) -> anyhow::Result<()> {
        self.version += 1;
        let document = json!({
            "uri": self.uri(source), "languageId": "rust",
            "version": self.version, "text": source.text,
        });
        self.server.notify("textDocument/didOpen", &json!({ "textDocument": document }))
    }

    pub fn close(&mut self, source: &Source) -> anyhow::Result<()> {
        let document = json!({ "uri": self.uri(source) });
        self.server.notify("textDocument/didClose", &json!({ "textDocument": document }))
    }

    pub fn uri(&self, source: &Source) -> String {
        uri(&self.root.join(&source.path))
    }

    /// Returns the file of the crate with a URI.
    pub fn source_at(&self, uri: &str) -> Option<&'a Source> {
        self.sources.iter().find(|source| self.uri(source) == uri)
    }

    /// Sends a request about a position in an open file.
    pub fn ask(
        &mut self,
        method: &str,
        source: &Source,
        at: Position,
        more: Value,
    ) -> anyhow::Result<Value> {
        let mut params = more;
        params["textDocument"] = json!({ "uri": self.uri(source) });
        params["position"] = at.json();
        self.server.request(&format!("textDocument/{method}"), &params)
    }

    pub fn change(&mut self, source: &Source, change: &Value) -> anyhow::Result<()> {
        self.version += 1;
        let document = json!({ "uri": self.uri(source), "version": self.version });
        let params = json!({ "textDocument": document, "contentChanges": [change] });
        self.server.notify("textDocument/didChange", &params)
    }
}

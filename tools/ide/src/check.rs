//! Asks the server what a probe asks, and judges the answer.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::Error;
use super::lsp::{Server, uri};
use super::probe::{Expect, Labels, Probe, Source};
use super::text::{Position, Span, word_end, word_start};

/// How many of the labels that came are shown.
const SHOWN: usize = 24;

/// What came of a probe: what the server answered, and whether that is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// Whether the answer is what must come.
    pub holds: bool,
    /// The answer, on one line.
    pub came: String,
}

impl Outcome {
    /// The outcome of an answer.
    #[must_use]
    pub fn new(holds: bool, came: impl Into<String>) -> Self {
        Outcome { holds, came: came.into() }
    }

    /// It is not what must come.
    #[must_use]
    pub fn wrong(came: impl Into<String>) -> Self {
        Outcome::new(false, came)
    }
}

/// Why there is no answer to judge.
#[derive(Debug)]
pub(super) enum NoAnswer {
    /// The server refused: that is what came.
    Refused(String),
    /// There is no server any more.
    Gone(Error),
}

impl From<Error> for NoAnswer {
    fn from(error: Error) -> Self {
        NoAnswer::Gone(error)
    }
}

/// What came of a probe.
pub(super) type Judged = Result<Outcome, NoAnswer>;

/// Asks about the files of one crate.
#[derive(Debug)]
pub struct Checker<'a> {
    pub(super) server: &'a mut Server,
    pub(super) sources: &'a [Source],
    root: PathBuf,
    version: i64,
}

impl<'a> Checker<'a> {
    /// Asks `server` about the crate at `root` with these sources.
    pub fn new(server: &'a mut Server, root: &Path, sources: &'a [Source]) -> Self {
        Checker { server, sources, root: root.to_owned(), version: 1 }
    }

    /// Opens a file in the editor.
    ///
    /// # Errors
    /// The server is gone.
    pub fn open(&mut self, source: &Source) -> Result<(), Error> {
        self.version += 1;
        let document = json!({
            "uri": self.uri(source), "languageId": "rust",
            "version": self.version, "text": source.text,
        });
        self.server.notify("textDocument/didOpen", &json!({ "textDocument": document }))
    }

    /// Closes it.
    ///
    /// # Errors
    /// The server is gone.
    pub fn close(&mut self, source: &Source) -> Result<(), Error> {
        let document = json!({ "uri": self.uri(source) });
        self.server.notify("textDocument/didClose", &json!({ "textDocument": document }))
    }

    /// Asks one thing of an open file.
    ///
    /// # Errors
    /// The server is gone or silent.
    pub fn check(&mut self, source: &Source, probe: &Probe) -> Result<Outcome, Error> {
        match self.judge(source, probe.at, &probe.expect) {
            Ok(outcome) => Ok(outcome),
            Err(NoAnswer::Refused(reason)) => Ok(Outcome::wrong(format!("error: {reason}"))),
            Err(NoAnswer::Gone(error)) => Err(error),
        }
    }

    fn judge(&mut self, source: &Source, at: Position, expect: &Expect) -> Judged {
        let behind = Position { column: at.column + 1, ..at };
        match expect {
            Expect::Complete(labels) => self.complete(source, source.line(at.line), behind, labels),
            Expect::Type(text, labels) => self.typed(source, behind, text, labels),
            Expect::Hover(text) => self.hover(source, at, text, str::to_owned),
            Expect::Docs(text) => self.hover(source, at, text, documentation),
            Expect::Definition(name) => self.definition(source, at, name),
            Expect::TypeDefinition(name) => self.type_definition(source, at, name),
            Expect::References(count) => self.references(source, at, *count),
            Expect::Rename(count, none_left) => self.rename(source, at, *count, *none_left),
            Expect::Diagnostic(text) => self.diagnostic(source, at, text),
            Expect::DiagnosticsOnly(place) => self.diagnostics_only(source, place.as_deref()),
        }
    }

    /// The address of a file.
    pub(super) fn uri(&self, source: &Source) -> String {
        uri(&self.root.join(&source.path))
    }

    /// The file at an address, if it is one of the crate.
    pub(super) fn source_at(&self, uri: &str) -> Option<&'a Source> {
        self.sources.iter().find(|source| self.uri(source) == uri)
    }

    /// Asks about a place in an open file.
    pub(super) fn ask(
        &mut self,
        method: &str,
        source: &Source,
        at: Position,
        more: Value,
    ) -> Result<Value, NoAnswer> {
        let mut params = more;
        params["textDocument"] = json!({ "uri": self.uri(source) });
        params["position"] = at.json();
        let answer = self.server.request(&format!("textDocument/{method}"), &params)?;
        answer.map_err(NoAnswer::Refused)
    }

    /// Types `text` sign by sign, asks, and takes it back.
    fn typed(&mut self, source: &Source, at: Position, text: &str, labels: &Labels) -> Judged {
        let mut line = source.line(at.line).to_owned();
        let mut cursor = at;
        for sign in text.chars() {
            let place = json!({ "start": cursor.json(), "end": cursor.json() });
            self.change(source, &json!({ "range": place, "text": sign }))?;
            line.insert(cursor.column, sign);
            cursor.column += 1;
        }
        let outcome = self.complete(source, &line, cursor, labels);
        self.change(source, &json!({ "text": source.text }))?;
        outcome
    }

    fn change(&mut self, source: &Source, change: &Value) -> Result<(), Error> {
        self.version += 1;
        let document = json!({ "uri": self.uri(source), "version": self.version });
        let params = json!({ "textDocument": document, "contentChanges": [change] });
        self.server.notify("textDocument/didChange", &params)
    }

    /// Asks what fits behind the sign that was typed last.
    fn complete(
        &mut self,
        source: &Source,
        line: &str,
        cursor: Position,
        labels: &Labels,
    ) -> Judged {
        let context = if line[..cursor.column].ends_with('.') {
            json!({ "triggerKind": 2, "triggerCharacter": "." })
        } else {
            json!({ "triggerKind": 1 })
        };
        let more = json!({ "context": context });
        let answer = self.ask("completion", source, cursor, more)?;
        let items = answer.get("items").unwrap_or(&answer);
        Ok(judge_items(items.as_array().map_or(&[], Vec::as_slice), line, cursor, labels))
    }

    fn hover(
        &mut self,
        source: &Source,
        at: Position,
        text: &str,
        part: fn(&str) -> String,
    ) -> Judged {
        let answer = self.ask("hover", source, at, json!({}))?;
        let hover = answer["contents"]["value"].as_str().unwrap_or_default();
        let holds = on_one_line(&part(hover)).contains(&on_one_line(text));
        let came = if hover.is_empty() { "no hover".to_owned() } else { on_one_line(hover) };
        Ok(Outcome::new(holds, came))
    }
}

/// Whether the items are those that must be offered, and write over what was typed
/// and nothing else.
fn judge_items(items: &[Value], line: &str, cursor: Position, labels: &Labels) -> Outcome {
    let mut wrong = Vec::new();
    for label in &labels.offered {
        match items.iter().find(|item| word(item) == Some(label)) {
            None => wrong.push(format!("not offered: {label}")),
            Some(item) if !replaces_the_word(item, line, cursor) => {
                wrong.push(format!("{label} would be written to another place"));
            }
            Some(_) => {}
        }
    }
    for label in &labels.absent {
        if items.iter().any(|item| word(item) == Some(label)) {
            wrong.push(format!("offered: {label}"));
        }
    }
    wrong.push(list(items));
    Outcome::new(wrong.len() == 1, wrong.join("; "))
}

/// The word that an item stands for. What would first have to be imported is none.
fn word(item: &Value) -> Option<&str> {
    let label = item["label"].as_str()?;
    if label.contains("(use ") {
        return None;
    }
    label.split('(').next()
}

/// Whether an item takes the place of the word at the cursor.
fn replaces_the_word(item: &Value, line: &str, cursor: Position) -> bool {
    let edit = &item["textEdit"];
    let range = edit.get("range").or_else(|| edit.get("insert"));
    let Some(range) = range else { return true };
    Span::read(range).is_some_and(|span| {
        let end = cursor.column..=word_end(line, cursor.column);
        span.start.line == cursor.line
            && span.start.column == word_start(line, cursor.column)
            && end.contains(&span.end.column)
    })
}

/// The labels in the order in which an editor shows them.
fn list(items: &[Value]) -> String {
    let text = |item: &Value, key: &str| item[key].as_str().unwrap_or_default().to_owned();
    let mut labels: Vec<(String, String)> =
        items.iter().map(|item| (text(item, "sortText"), text(item, "label"))).collect();
    labels.sort();
    let mut labels: Vec<String> = labels.into_iter().map(|(_, label)| label).collect();
    labels.truncate(SHOWN);
    let more = if items.len() > SHOWN { ", .." } else { "" };
    format!("{} items: {}{more}", items.len(), labels.join(", "))
}

/// What a hover says outside the code that it shows.
fn documentation(hover: &str) -> String {
    let mut in_code = false;
    let mut text = String::new();
    for line in hover.lines() {
        if line.trim_start().starts_with("```") {
            in_code = !in_code;
        } else if !in_code {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const CURSOR: Position = Position { line: 0, column: 4 };

    fn item(label: &str, columns: [usize; 2]) -> Value {
        let [start, end] = columns.map(|column| Position { line: 0, column }.json());
        json!({ "label": label, "textEdit": { "range": { "start": start, "end": end } } })
    }

    fn judge(items: &[Value], labels: &Labels) -> bool {
        judge_items(items, "m.sp", CURSOR, labels).holds
    }

    #[test]
    fn an_offer_takes_the_place_of_the_word() {
        let labels = Labels { offered: vec!["speed".to_owned()], absent: Vec::new() };
        assert!(judge(&[item("speed", [2, 4])], &labels));
        assert!(judge(&[item("speed()", [2, 4])], &labels));
        assert!(!judge(&[item("speed", [0, 4])], &labels));
        assert!(!judge(&[item("speed(use a::speed)", [2, 4])], &labels));
        assert!(!judge(&[], &labels));
    }

    #[test]
    fn what_must_not_be_offered_is_not() {
        let labels = Labels { offered: Vec::new(), absent: vec!["speed".to_owned()] };
        assert!(judge(&[item("other", [2, 4])], &labels));
        assert!(!judge(&[item("speed", [2, 4])], &labels));
    }

    #[test]
    fn code_is_no_documentation() {
        assert_eq!(documentation("```rust\npub mod when\n```\n\nA guard.\n"), "\nA guard.\n");
    }
}

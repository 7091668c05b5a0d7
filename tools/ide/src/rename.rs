//! Renames: the edits, and the crate after them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Value, json};
use tool_support::command;

use crate::probe::{Renamed, Source};
use crate::session::{Checker, Judged, Outcome};
use crate::text::{Position, Span, lines_with, replace};

/// An edit of a file: its URI, the place, the new text.
struct Edit {
    uri: String,
    span: Span,
    text: String,
}

impl Checker<'_> {
    /// Checks the number of edits of a rename, each of the whole word, and what holds after it.
    pub fn rename(
        &mut self,
        source: &Source,
        at: Position,
        count: usize,
        then: &Renamed,
    ) -> Judged {
        let old = source.word(at);
        let prepared = self.ask("prepareRename", source, at, json!({}))?;
        let range = Span::read(prepared.get("range").unwrap_or(&prepared));
        if !range.is_some_and(|range| range.is_identifier(&source.text, old)) {
            return Ok(Outcome::wrong(format!("the editor would select {prepared}")));
        }
        let new = if old.starts_with(char::is_uppercase) { "Renamed" } else { "renamed" };
        let answer = self.ask("rename", source, at, json!({ "newName": new }))?;
        let edits = edits(&answer);
        let places: Vec<_> = edits.iter().map(|edit| (edit.uri.clone(), edit.span)).collect();
        let mut outcome = match then {
            // The names made from a skill's, such as `DanceState`, contain the word.
            Renamed::Compiles | Renamed::Breaks(_) => self.judge_places(&places, count),
            Renamed::Any | Renamed::NoneLeft => self.judge_words(&places, old, count),
        };
        match then {
            Renamed::Any => {}
            Renamed::NoneLeft => self.require_none_left(&edits, old, &mut outcome),
            Renamed::Compiles => self.compile(&edits, None, &mut outcome)?,
            Renamed::Breaks(error) => self.compile(&edits, Some(error), &mut outcome)?,
        }
        Ok(outcome)
    }

    /// Applies the edits and searches for the old name.
    fn require_none_left(&self, edits: &[Edit], old: &str, outcome: &mut Outcome) {
        let files: BTreeSet<&String> = edits.iter().map(|edit| &edit.uri).collect();
        for uri in files {
            let Some(file) = self.source_at(uri) else { continue };
            for line in lines_with(&self.edited(file, edits), old) {
                outcome.holds = false;
                let _ = write!(outcome.answer, "; left over: {}:{line}", file.path);
            }
        }
    }

    /// Compiles the crate with the edits; `error` is the expected one.
    fn compile(
        &self,
        edits: &[Edit],
        error: Option<&str>,
        outcome: &mut Outcome,
    ) -> anyhow::Result<()> {
        let sources = self.sources.iter().map(|file| (&*file.path, self.edited(file, edits)));
        let renamed = crate::write_crate("ide/renamed", sources)?;
        let renamed = renamed.building_into(self.root.join("target"));
        let output = command::output(renamed.cargo("check").arg("--message-format=short"))?;
        let messages = command::messages(&output);
        let mut errors = messages.lines().filter(|line| line.contains("error"));
        let (holds, found) = match (output.status.success(), error) {
            (true, None) => (true, "it compiles"),
            (true, Some(_)) => (false, "it compiles"),
            (false, None) => (false, errors.next().unwrap_or(&messages)),
            (false, Some(error)) => match errors.find(|line| line.contains(error)) {
                Some(found) => (true, found),
                None => (false, &*messages),
            },
        };
        outcome.holds &= holds;
        let _ = write!(outcome.answer, "; {found}");
        Ok(())
    }

    fn edited(&self, file: &Source, edits: &[Edit]) -> String {
        let uri = self.uri(file);
        let edits = edits.iter().filter(|edit| edit.uri == uri);
        let edits: Vec<_> = edits.map(|edit| (edit.span, edit.text.as_str())).collect();
        replace(&file.text, &edits)
    }
}

fn edits(answer: &Value) -> Vec<Edit> {
    let mut found = Vec::new();
    for document in answer["documentChanges"].as_array().into_iter().flatten() {
        let uri = document["textDocument"]["uri"].as_str().unwrap_or_default();
        for edit in document["edits"].as_array().into_iter().flatten() {
            let (span, text) = (Span::read(&edit["range"]), edit["newText"].as_str());
            let edit = span.zip(text);
            found.extend(edit.map(|(span, text)| Edit {
                uri: uri.to_owned(),
                span,
                text: text.to_owned(),
            }));
        }
    }
    found
}

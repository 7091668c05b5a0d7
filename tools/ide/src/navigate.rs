//! Definitions, references and diagnostics: answers that are positions.

use std::collections::BTreeSet;

use anyhow::bail;
use serde_json::{Value, json};

use crate::lsp::Refused;
use crate::probe::Source;
use crate::session::{Checker, Judged, Outcome};
use crate::text::{Position, Span, token_at};

/// A span in a file, with the URI of the file.
pub type Place = (String, Span);

struct Line {
    uri: String,
    line: usize,
}

impl Line {
    fn is_at(&self, (uri, span): &Place) -> bool {
        *uri == self.uri && span.start.line == self.line
    }
}

/// The maximum number of places that are printed.
const MAX_SHOWN: usize = 10;
/// The first severity that is only a hint.
const HINT: u64 = 3;

impl Checker<'_> {
    /// Checks that a word is defined on the line with this name, and nowhere else.
    pub fn definition(&mut self, source: &Source, at: Position, name: &str) -> Judged {
        let found = self.defined(source, at, "definition")?;
        let expected = self.named_line(source, name)?;
        let is_the_word = |(uri, span): &Place| {
            let file = self.source_at(uri);
            file.is_some_and(|file| span.is_identifier(&file.text, source.word(at)))
        };
        let right = |place: &Place| expected.is_at(place) && is_the_word(place);
        let holds = found.len() == 1 && found.iter().all(right);
        Ok(Outcome::new(holds, self.list(&found)))
    }

    /// Checks that its type, or a parameter of its type, is defined on the line with this name.
    pub fn type_definition(&mut self, source: &Source, at: Position, name: &str) -> Judged {
        let found = self.defined(source, at, "typeDefinition")?;
        let expected = self.named_line(source, name)?;
        let holds = found.iter().any(|place| expected.is_at(place));
        Ok(Outcome::new(holds, self.list(&found)))
    }

    fn defined(
        &mut self,
        source: &Source,
        at: Position,
        kind: &str,
    ) -> anyhow::Result<BTreeSet<Place>> {
        Ok(places(&self.ask(kind, source, at, json!({}))?).into_iter().collect())
    }

    pub fn references(&mut self, source: &Source, at: Position, count: usize) -> Judged {
        let more = json!({ "context": { "includeDeclaration": true } });
        let found = places(&self.ask("references", source, at, more)?);
        Ok(self.judge_words(&found, source.word(at), count))
    }

    /// Checks that the word has an error or a warning.
    pub fn diagnostic(&mut self, source: &Source, at: Position, text: &str) -> Judged {
        let found = self.diagnostics(source)?;
        let columns = token_at(source.line(at.line), at.column).unwrap_or(at.column..at.column);
        let holds = found.iter().any(|(span, message)| {
            let on_line = span.start.line == at.line && span.end.line == at.line;
            on_line
                && span.start.column <= columns.start
                && columns.end <= span.end.column
                && message.contains(text)
        });
        Ok(Outcome::new(holds, list_diagnostics(&found)))
    }

    /// Checks that errors and warnings are on the lines with this name, and only there.
    pub fn diagnostics_only(&mut self, source: &Source, place: Option<&str>) -> Judged {
        let found = self.diagnostics(source)?;
        let lines = place.map(|name| source.named_lines(name)).unwrap_or_default();
        let holds = found.is_empty() == place.is_none()
            && found.iter().all(|(span, _)| {
                lines.contains(&span.start.line) && lines.contains(&span.end.line)
            });
        Ok(Outcome::new(holds, list_diagnostics(&found)))
    }

    /// Returns the errors and warnings of a file.
    fn diagnostics(&mut self, source: &Source) -> anyhow::Result<Vec<(Span, String)>> {
        let start = Position { line: 0, column: 0 };
        let answer = self.ask("diagnostic", source, start, json!({}))?;
        let items = answer["items"].as_array().map_or(&[][..], Vec::as_slice);
        let read = |item: &Value| {
            let message = item["message"].as_str()?.replace('\n', " ");
            Some((Span::read(&item["range"])?, message))
        };
        let severe = |item: &&Value| item["severity"].as_u64().is_none_or(|found| found < HINT);
        let mut found: Vec<_> = items.iter().filter(severe).filter_map(read).collect();
        found.sort();
        Ok(found)
    }

    /// Checks that there are `count` places, all different and all with the word.
    pub fn judge_words(&self, places: &[Place], word: &str, count: usize) -> Outcome {
        let mut outcome = self.judge_places(places, count);
        let right = places.iter().all(|(uri, span)| {
            self.source_at(uri).is_some_and(|file| span.is_identifier(&file.text, word))
        });
        if !right {
            outcome.holds = false;
            outcome.answer.push_str("; not all of them are the word");
        }
        outcome
    }

    /// Checks that there are `count` places, all different and all in the crate.
    pub fn judge_places(&self, places: &[Place], count: usize) -> Outcome {
        let different: BTreeSet<Place> = places.iter().cloned().collect();
        let mut answer = format!("{}: {}", places.len(), self.list(&different));
        if different.len() < places.len() {
            answer.push_str("; some of them twice");
        }
        let inside = places.iter().all(|(uri, _)| self.source_at(uri).is_some());
        Outcome::new(inside && places.len() == count && different.len() == count, answer)
    }

    /// Returns the line with this name, in this file or else in any other.
    fn named_line(&self, source: &Source, name: &str) -> anyhow::Result<Line> {
        let lines = |source: &Source| {
            let uri = self.uri(source);
            let lines = source.named_lines(name).into_iter();
            lines.map(move |line| Line { uri: uri.clone(), line })
        };
        let mut found: Vec<Line> = lines(source).collect();
        if found.is_empty() {
            found = self.sources.iter().flat_map(lines).collect();
        }
        match (found.pop(), found.len()) {
            (Some(line), 0) => Ok(line),
            _ => bail!(Refused(format!("not exactly one line has the name @{name}"))),
        }
    }

    fn list(&self, places: &BTreeSet<Place>) -> String {
        let show = |(uri, span): &Place| {
            let (line, column) = (span.start.line + 1, span.start.column + 1);
            let source = self.source_at(uri);
            let found = source.and_then(|file| span.text(&file.text));
            let path = source.map_or(uri.as_str(), |file| file.path.as_str());
            format!("{path}:{line}:{column} `{}`", found.unwrap_or(".."))
        };
        let list: Vec<String> = places.iter().take(MAX_SHOWN).map(show).collect();
        let more = if places.len() > MAX_SHOWN { ", .." } else { "" };
        if list.is_empty() { "nothing".to_owned() } else { list.join(", ") + more }
    }
}

/// Returns the places of an answer: one, several or none.
fn places(answer: &Value) -> Vec<Place> {
    let one = std::slice::from_ref(answer);
    let list = answer.as_array().map_or(one, Vec::as_slice);
    let read =
        |place: &Value| Some((place["uri"].as_str()?.to_owned(), Span::read(&place["range"])?));
    list.iter().filter_map(read).collect()
}

fn list_diagnostics(found: &[(Span, String)]) -> String {
    let show = |(span, message): &(Span, String)| {
        let (start, end) = (span.start, span.end);
        let (line, column) = (start.line + 1, start.column + 1);
        format!("{line}:{column}-{}:{}: {message}", end.line + 1, end.column + 1)
    };
    let list: Vec<String> = found.iter().map(show).collect();
    if list.is_empty() { "no diagnostics".to_owned() } else { list.join(" | ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_one_place_or_several() {
        let at = |column| Position { line: 1, column }.json();
        let place = json!({ "uri": "file:///a", "range": { "start": at(1), "end": at(2) } });
        assert_eq!(places(&place).len(), 1);
        assert_eq!(places(&json!([place, place])).len(), 2);
        assert_eq!(places(&Value::Null), []);
    }
}

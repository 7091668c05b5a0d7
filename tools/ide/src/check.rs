//! Sends the request of a probe and checks the answer.

use serde_json::{Value, json};

use crate::lsp::Refused;
use crate::probe::{Expect, Labels, Probe, Source};
use crate::session::{Checker, Judged, Outcome};
use crate::text::{Position, Span, word_end, word_start};

/// The maximum number of labels that are printed.
const MAX_SHOWN: usize = 24;

impl Checker<'_> {
    pub fn check(&mut self, source: &Source, probe: &Probe) -> Judged {
        self.judge(source, probe.at, &probe.expect)
            .or_else(|error| Ok(Outcome::wrong(error.downcast::<Refused>()?.to_string())))
    }

    fn judge(&mut self, source: &Source, at: Position, expect: &Expect) -> Judged {
        let after = Position { column: at.column + 1, ..at };
        match expect {
            Expect::Complete(labels) => self.complete(source, source.line(at.line), after, labels),
            Expect::Type(text, labels) => self.typed(source, after, text, labels),
            Expect::Hover(text) => self.hover(source, at, text, str::to_owned),
            Expect::Docs(text) => self.hover(source, at, text, documentation),
            Expect::Definition(name) => self.definition(source, at, name),
            Expect::TypeDefinition(name) => self.type_definition(source, at, name),
            Expect::References(count) => self.references(source, at, *count),
            Expect::Rename(count, then) => self.rename(source, at, *count, then),
            Expect::First(text, labels) => {
                let labels = Labels { first: labels.clone(), ..Labels::default() };
                match text.as_str() {
                    "" => self.complete(source, source.line(at.line), after, &labels),
                    text => self.typed(source, after, text, &labels),
                }
            }
            Expect::Token(kind) => self.token(source, at, kind),
            Expect::Symbol(kinds) => self.symbol(source, at, kinds),
            Expect::Outline(kind) => self.outline(source, at, kind.as_deref()),
            Expect::Diagnostic(text) => self.diagnostic(source, at, text),
            Expect::DiagnosticsOnly(place) => self.diagnostics_only(source, place.as_deref()),
        }
    }

    /// Types `text` character by character, requests completions, and restores the file.
    fn typed(&mut self, source: &Source, at: Position, text: &str, labels: &Labels) -> Judged {
        let mut line = source.line(at.line).to_owned();
        let mut cursor = at;
        for character in text.chars() {
            let place = json!({ "start": cursor.json(), "end": cursor.json() });
            self.change(source, &json!({ "range": place, "text": character }))?;
            line.insert(cursor.column, character);
            cursor.column += 1;
        }
        let outcome = self.complete(source, &line, cursor, labels);
        self.change(source, &json!({ "text": source.text }))?;
        outcome
    }

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
        let shown = if hover.is_empty() { "no hover".to_owned() } else { on_one_line(hover) };
        Ok(Outcome::new(holds, shown))
    }
}

/// Checks that the expected items are offered, and that they replace the typed word only.
fn judge_items(items: &[Value], line: &str, cursor: Position, labels: &Labels) -> Outcome {
    let mut wrong = Vec::new();
    for label in &labels.offered {
        match items.iter().find(|item| word(item) == Some(label)) {
            None => wrong.push(format!("not offered: {label}")),
            Some(item) if !replaces_the_word(item, line, cursor) => {
                wrong.push(format!("{label} would replace other text"));
            }
            Some(_) => {}
        }
    }
    for label in &labels.absent {
        let is_it = |word: &str| match label.strip_suffix('*') {
            Some(begin) => word.starts_with(begin),
            None => word == label,
        };
        if items.iter().filter_map(word).any(is_it) {
            wrong.push(format!("offered: {label}"));
        }
    }
    let first = in_order(items).into_iter().take(labels.first.len());
    for label in first.filter(|label| !labels.first.iter().any(|first| first == name(label))) {
        wrong.push(format!("among the first: {label}"));
    }
    if items.len() < labels.first.len() {
        wrong.push("fewer items".to_owned());
    }
    wrong.push(list(items));
    Outcome::new(wrong.len() == 1, wrong.join("; "))
}

/// Returns the word of an item, or `None` if it would have to be imported first.
fn word(item: &Value) -> Option<&str> {
    let label = item["label"].as_str()?;
    if label.contains("(use ") {
        return None;
    }
    Some(name(label))
}

fn name(label: &str) -> &str {
    label.split('(').next().unwrap_or(label)
}

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

/// Returns the labels in the order in which an editor shows them.
fn in_order(items: &[Value]) -> Vec<String> {
    let text = |item: &Value, key: &str| item[key].as_str().unwrap_or_default().to_owned();
    let mut labels: Vec<(String, String)> =
        items.iter().map(|item| (text(item, "sortText"), text(item, "label"))).collect();
    labels.sort();
    labels.into_iter().map(|(_, label)| label).collect()
}

fn list(items: &[Value]) -> String {
    let mut labels = in_order(items);
    labels.truncate(MAX_SHOWN);
    let more = if items.len() > MAX_SHOWN { ", .." } else { "" };
    format!("{} items: {}{more}", items.len(), labels.join(", "))
}

/// Returns the text of a hover without its code blocks.
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
    fn an_item_replaces_the_word() {
        let labels =
            Labels { offered: vec!["speed".to_owned()], absent: Vec::new(), ..Labels::default() };
        assert!(judge(&[item("speed", [2, 4])], &labels));
        assert!(judge(&[item("speed()", [2, 4])], &labels));
        assert!(!judge(&[item("speed", [0, 4])], &labels));
        assert!(!judge(&[item("speed(use a::speed)", [2, 4])], &labels));
        assert!(!judge(&[], &labels));
    }

    #[test]
    fn some_items_must_not_be_offered() {
        let labels =
            Labels { offered: Vec::new(), absent: vec!["speed".to_owned()], ..Labels::default() };
        assert!(judge(&[item("other", [2, 4])], &labels));
        assert!(!judge(&[item("speed", [2, 4])], &labels));
    }

    #[test]
    fn the_first_items_are_in_the_order_of_an_editor() {
        let items = [("beta", "2"), ("alpha", "1")]
            .map(|(label, sort)| json!({ "label": label, "sortText": sort }));
        let first = |label: &str| {
            judge(&items, &Labels { first: vec![label.to_owned()], ..Labels::default() })
        };
        assert!(first("alpha"));
        assert!(!first("beta"));
        let absent = |label: &str| {
            judge(&items, &Labels { absent: vec![label.to_owned()], ..Labels::default() })
        };
        assert!(absent("__*"));
        assert!(!absent("be*"));
    }

    #[test]
    fn code_is_not_documentation() {
        assert_eq!(documentation("```rust\npub mod when\n```\n\nA guard.\n"), "\nA guard.\n");
    }
}

//! The generated parts of the book: `errors.md` shows every case, `messages.md` every message with
//! its cure.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::fs;

use crate::message::{Message, pattern};
use crate::{cases, root};

/// Returns the cases, by topic: the program and the output of the compiler.
///
/// # Panics
/// Panics if a case cannot be read.
#[must_use]
pub fn errors() -> String {
    let mut page = String::new();
    let mut topic = String::new();
    for case in cases() {
        if case.topic != topic {
            topic.clone_from(&case.topic);
            writeln!(page, "## {topic}\n").expect("text");
        }
        let program = shortened(&case.program);
        writeln!(page, "### {}\n\n```rust\n{program}\n```\n", case.title()).expect("text");
        // The file that the case reads.
        let file = root().join("ui-tests/cases").join(&case.name).with_extension("xml");
        if let Ok(read) = fs::read(file) {
            let read = String::from_utf8_lossy(&read);
            writeln!(page, "```xml\n{}\n```\n", read.trim_end()).expect("text");
        }
        writeln!(page, "```text\n{}\n```\n", case.output.trim_end()).expect("text");
    }
    page
}

/// Returns a program without its `use` lines.
fn shortened(program: &str) -> String {
    let kept = program.lines().filter(|line| !line.starts_with("use "));
    kept.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// Returns the rows of the table of messages, each with an example that leads to its case.
///
/// # Panics
/// Panics if a case cannot be read.
#[must_use]
pub fn messages() -> String {
    let mut rows = BTreeMap::new();
    let mut anchors = HashMap::new();
    // A topic has an anchor, too.
    let mut anchor = |title: &str| {
        let plain = title.to_lowercase().replace(' ', "-");
        let count = anchors.entry(plain.clone()).or_insert(0);
        *count += 1;
        if *count == 1 { plain } else { format!("{plain}-{}", *count - 1) }
    };
    for title in ["Errors", "Lint levels"] {
        anchor(title);
    }
    let mut topic = String::new();
    for case in cases() {
        if case.topic != topic {
            topic.clone_from(&case.topic);
            anchor(&topic);
        }
        let anchor = anchor(&case.title());
        for message in Message::all(&case.output) {
            let key = (
                pattern(&message.text),
                message.cures.iter().map(|cure| pattern(cure)).collect::<Vec<_>>(),
            );
            rows.entry(key).or_insert((message, anchor.clone()));
        }
    }
    let mut text = "| message | cure | example |\n|---|---|---|\n".to_owned();
    for (message, anchor) in rows.values() {
        let cures = match &*message.cures {
            [] if message.text.contains("expected ") => "write what is expected".to_owned(),
            [] => "correct the file".to_owned(),
            cures => cures.join("; "),
        };
        let line = in_cell(&message.line);
        let example = if message.line.is_empty() {
            "[file](errors.md#".to_owned()
        } else if line.contains('`') {
            format!("[`` {line} ``](errors.md#")
        } else {
            format!("[`{line}`](errors.md#")
        };
        writeln!(text, "| {} | {} | {example}{anchor}) |", in_cell(&message.text), in_cell(&cures))
            .expect("text");
    }
    text
}

fn in_cell(text: &str) -> String {
    text.replace('|', "\\|").replace("cases/", "")
}

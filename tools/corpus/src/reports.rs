//! Cargo's reports of a build, one JSON object a line.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Deserialize;

#[derive(Debug, Default, PartialEq, Eq)]
pub struct Built {
    pub programs: BTreeMap<String, PathBuf>,
    /// The first error of each module that has one, with its position.
    pub errors: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum Report {
    CompilerArtifact {
        target: Target,
        executable: Option<PathBuf>,
    },
    CompilerMessage {
        message: Message,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

#[derive(Deserialize)]
struct Message {
    level: String,
    code: Option<Code>,
    #[serde(rename = "message")]
    text: String,
    spans: Vec<Span>,
}

#[derive(Deserialize)]
struct Code {
    code: String,
}

#[derive(Deserialize)]
struct Span {
    file_name: PathBuf,
    line_start: usize,
    column_start: usize,
    is_primary: bool,
    expansion: Option<Box<Expansion>>,
}

#[derive(Deserialize)]
struct Expansion {
    span: Span,
}

impl Span {
    /// Returns the module that the span is in, or that calls the macro that it is in.
    fn module(&self) -> Option<(&str, &Self)> {
        let in_cases = self.file_name.parent().is_some_and(|parent| parent.ends_with("cases"));
        let name = self.file_name.file_stem().and_then(|name| name.to_str());
        let own = name.filter(|_| in_cases).map(|name| (name, self));
        own.or_else(|| self.expansion.as_ref()?.span.module())
    }
}

pub fn read(stdout: &str) -> anyhow::Result<Built> {
    let mut built = Built::default();
    for line in stdout.lines().filter(|line| line.starts_with('{')) {
        let report = serde_json::from_str(line).with_context(|| format!("cargo wrote {line}"))?;
        match report {
            Report::CompilerArtifact { target, executable } => {
                built.programs.extend(executable.map(|path| (target.name, path)));
            }
            Report::CompilerMessage { message } if message.level == "error" => {
                if let Some((module, error)) = error(&message) {
                    built.errors.entry(module).or_insert(error);
                }
            }
            _ => {}
        }
    }
    Ok(built)
}

/// Returns the module of an error, and the error with its position.
fn error(message: &Message) -> Option<(String, String)> {
    let mut spans: Vec<&Span> = message.spans.iter().collect();
    spans.sort_by_key(|span| !span.is_primary);
    let (module, span) = spans.into_iter().find_map(Span::module)?;
    let file = Path::new(&span.file_name).file_name()?.to_string_lossy();
    let code = message.code.as_ref().map_or_else(String::new, |code| format!("[{}]", code.code));
    let text = message.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let Span { line_start, column_start, .. } = span;
    Some((module.to_owned(), format!("{file}:{line_start}:{column_start}: error{code}: {text}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(file: &str, line: usize, primary: bool, expansion: &str) -> String {
        format!(
            r#"{{"file_name":"{file}","line_start":{line},"column_start":1,"is_primary":{primary},"expansion":{expansion}}}"#
        )
    }

    fn message(level: &str, text: &str, code: &str, spans: &str) -> String {
        format!(
            r#"{{"reason":"compiler-message","message":{{"level":"{level}","message":"{text}","code":{code},"spans":[{spans}]}}}}"#
        )
    }

    #[test]
    fn finds_the_module_of_an_error() {
        let code = r#"{"code":"E0425"}"#;
        let a = |line| span("src/bin/../cases/c001_a.rs", line, true, "null");
        let call = format!(r#"{{"span":{}}}"#, span("src/cases/c002_b.rs", 7, false, "null"));
        let lines = [
            message("warning", "odd", "null", &a(3)),
            message("error", "first\\n   of two lines", code, &a(4)),
            message("error", "second", "null", &a(5)),
            message("error", "shared", "null", &span("src/support.rs", 9, true, &call)),
            message("error", "aborting", "null", ""),
            r#"{"reason":"compiler-artifact","target":{"name":"cases000"},"executable":"/x"}"#
                .to_owned(),
            r#"{"reason":"compiler-artifact","target":{"name":"lib"},"executable":null}"#
                .to_owned(),
            r#"{"reason":"build-finished","success":false}"#.to_owned(),
        ];
        let built = read(&lines.join("\n")).expect("reports");
        let first = "c001_a.rs:4:1: error[E0425]: first of two lines";
        let errors = [("c001_a", first), ("c002_b", "c002_b.rs:7:1: error: shared")];
        assert_eq!(built.errors, errors.map(|(a, b)| (a.to_owned(), b.to_owned())).into());
        assert_eq!(built.programs, [("cases000".to_owned(), PathBuf::from("/x"))].into());
    }
}

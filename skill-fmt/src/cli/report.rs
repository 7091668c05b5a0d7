//! Prints errors as `rustc` does, and differences.

use std::io::{self, Write as _};
use std::path::Path;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use similar::TextDiff;

use super::CliError;
use crate::error::{FormatError, Mistake};
use crate::fix::Fix;
use crate::text::Text;

/// Prints the reason why a file is not formatted. Returns the exit status.
pub fn failure(file: Option<(&Path, &str)>, error: &CliError) -> u8 {
    let text = match (file, error) {
        (Some((path, text)), CliError::Format(FormatError::Block(mistakes))) => {
            let text = Text::new(text).inside;
            let each = mistakes.iter().map(|mistake| rendered(path, &text, mistake));
            each.collect::<Vec<_>>().join("\n\n")
        }
        (Some((path, _)), CliError::Format(FormatError::Rust(errors))) => {
            errors.replace("<stdin>", &path.display().to_string()).trim_end().to_owned()
        }
        (Some((path, _)), CliError::Format(error)) => {
            format!("error: {}: {error}", path.display())
        }
        (_, error) => format!("error: {error}"),
    };
    let _ = writeln!(io::stderr().lock(), "{text}");
    let is_mistake = matches!(error, CliError::Format(error) if error.is_mistake());
    if is_mistake { 1 } else { 2 }
}

/// Says which cure was applied.
pub fn fix(path: &Path, fix: &Fix) {
    let Fix { line, message, before, after } = fix;
    let done = match (before.is_empty(), after.is_empty()) {
        (_, true) => format!("removed `{before}`"),
        (true, _) => format!("added `{after}`"),
        _ => format!("`{before}` is now `{after}`"),
    };
    let _ = writeln!(io::stderr().lock(), "{}:{line}: {done}: {message}", path.display());
}

/// Returns an error with the line at fault.
fn rendered(path: &Path, text: &str, mistake: &Mistake) -> String {
    let path = path.display().to_string();
    let (title, more) = mistake.message.split_once('\n').unwrap_or((&mistake.message, ""));
    let at = AnnotationKind::Primary.span(mistake.place.clone());
    let snippet = Snippet::source(text).line_start(1).path(path).annotation(at);
    let mut group = Level::ERROR.primary_title(title).element(snippet);
    for line in more.lines() {
        let (level, line) = match (line.strip_prefix("help: "), line.strip_prefix("note: ")) {
            (Some(help), _) => (Level::HELP, help),
            (None, Some(note)) => (Level::NOTE, note),
            (None, None) => (Level::NOTE, line),
        };
        group = group.element(level.message(line));
    }
    Renderer::plain().render(&[group])
}

/// Prints the differences between a file and the formatted file.
pub fn difference(path: &Path, before: &str, after: &str) -> io::Result<()> {
    let path = path.display().to_string();
    let diff = TextDiff::from_lines(before, after);
    let mut out = io::stdout().lock();
    write!(out, "{}", diff.unified_diff().header(&path, &format!("{path} (formatted)")))
}

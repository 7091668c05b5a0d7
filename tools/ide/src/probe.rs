//! Probes: comments below a line of the probe crate that describe what an editor must show at the
//! position above their `^`.
//!
//! | probe | holds if |
//! |---|---|
//! | `^ complete: a, b, !c` | `a` and `b` are offered after the character above `^`, `c` is not |
//! | `` ^ type ` when m.`: a, b `` | the same, after that text has been typed there |
//! | `^ first: a, b` | the first completions, in the order of an editor, are these, in any order |
//! | `` ^ first after `m.`: a, b `` | the same, after that text has been typed there |
//! | `^ hover: text` | the hover contains the text |
//! | `^ docs: text` | the documentation in the hover, without its code, contains the text |
//! | `^ def: @name` | its definition is the same word on the line that ends with `// @name` |
//! | `^ type-def: @name` | one of the types in its type is defined on that line |
//! | `^ refs: 3` | it has this number of references, each of the whole word |
//! | `^ rename: 3` | a rename makes this number of edits, each of the whole word |
//! | `^ rename: 3, none left` | and the edited files do not contain the old name |
//! | `^ rename: 3, compiles` | and the crate compiles with the new name |
//! | `^ rename: 3, breaks: text` | and it does not compile: an error contains the text |
//! | `^ token: type.modifier` | it is highlighted as this type of token with these modifiers; `none`: it is not |
//! | `^ symbol: Struct, Enum` | the symbol with its name in the workspace, at this word, has one of these kinds |
//! | `^ outline: Struct` | the outline of the file has it, as this kind; `^ outline: none`: it has not |
//! | `^ diag: text` | an error or warning on the line of the word covers it and contains the text |
//! | `//: no diagnostics` | the file has no errors and warnings |
//! | `//: diagnostics only at @name` | the lines that end with `// @name` have some, the others none |
//!
//! Names of lines are searched in the file of the probe, then in the others; a line may have
//! several: `// @a @b`. A `^` beyond the end of its line adds spaces to the line. A label `!__*`
//! means that no item begins with `__`.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, anyhow};

use crate::text::{Position, token_at};

#[derive(Debug, Clone)]
pub struct Source {
    /// Its path in the crate, with `/`.
    pub path: String,
    /// Its text, with the spaces that its probes need.
    pub text: String,
    pub probes: Vec<Probe>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    /// The line of the comment, from 1.
    pub line: usize,
    /// The comment from its `^` or `:` on.
    pub text: String,
    pub at: Position,
    pub expect: Expect,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expect {
    /// The items that must be offered, and those that must not.
    Complete(Labels),
    /// The same, after this text has been typed.
    Type(String, Labels),
    /// The first items, after this text has been typed.
    First(String, Vec<String>),
    Hover(String),
    Docs(String),
    Definition(String),
    /// The line of the definition of its type.
    TypeDefinition(String),
    References(usize),
    /// The number of edits of a rename, and the requirement after it.
    Rename(usize, Renamed),
    Token(String),
    /// The kinds of the symbol in the workspace.
    Symbol(Vec<String>),
    /// The kind in the outline of the file, or `None` if it must not be listed.
    Outline(Option<String>),
    Diagnostic(String),
    /// The lines that must have diagnostics, when no others may.
    DiagnosticsOnly(Option<String>),
}

/// The requirement after a rename.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Renamed {
    Any,
    /// The old name does not remain in the edited files.
    NoneLeft,
    Compiles,
    /// It does not compile, with an error that contains this.
    Breaks(String),
}

/// The items that must be offered, and those that must not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Labels {
    pub offered: Vec<String>,
    /// The items that must not be offered; `a*` are all that begin with `a`.
    pub absent: Vec<String>,
    /// The items that must come first, in any order.
    pub first: Vec<String>,
}

impl Source {
    /// Parses the probes of a file.
    pub fn parse(path: &str, text: &str) -> anyhow::Result<Self> {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut probes = Vec::new();
        let mut target = None;
        for number in 0..lines.len() {
            let line = lines[number].clone();
            let bad = |reason: String| anyhow!("{path}:{}: {reason}", number + 1);
            if !line.is_ascii() {
                return Err(bad(
                    "expected only ASCII, since columns are counted in bytes".to_owned()
                ));
            }
            let probe = match comment(&line) {
                Some(Comment::Caret(column, text)) => {
                    let target = target.ok_or_else(|| bad("there is no line above".to_owned()))?;
                    let at = Position { line: target, column };
                    let expect = expect(text).map_err(bad)?;
                    check_place(&mut lines[target], column, &expect).map_err(bad)?;
                    Probe { line: number + 1, text: text.to_owned(), at, expect }
                }
                Some(Comment::File(text)) => {
                    let at = Position { line: number, column: 0 };
                    let expect = expect_of_file(text).map_err(bad)?;
                    Probe { line: number + 1, text: text.to_owned(), at, expect }
                }
                None => {
                    target = Some(number);
                    continue;
                }
            };
            probes.push(probe);
        }
        let text = lines.join("\n") + "\n";
        Ok(Source { path: path.to_owned(), text, probes })
    }

    /// Returns the lines, counted from 0, that end with `// @name` or with several names.
    pub fn named_lines(&self, name: &str) -> Vec<usize> {
        let named = |line: &str| {
            let names = line.rsplit_once("// @").map_or("", |(_, names)| names);
            names.split(" @").any(|found| found == name)
        };
        let lines = self.text.lines().enumerate();
        lines.filter(|(_, line)| named(line)).map(|(number, _)| number).collect()
    }

    pub fn place(&self, probe: &Probe) -> String {
        let line = self.line(probe.at.line);
        let before = line.get(..=probe.at.column).unwrap_or(line).trim_start();
        match &probe.expect {
            Expect::Complete(_) | Expect::Type(..) | Expect::First(..) => {
                format!(" after `{before}`")
            }
            Expect::DiagnosticsOnly(_) => String::new(),
            _ => {
                format!(" at `{}`", self.word(probe.at))
            }
        }
    }

    pub fn word(&self, at: Position) -> &str {
        let line = self.line(at.line);
        token_at(line, at.column).and_then(|columns| line.get(columns)).unwrap_or_default()
    }

    /// Returns a line, counted from 0.
    pub fn line(&self, number: usize) -> &str {
        self.text.lines().nth(number).unwrap_or_default()
    }
}

/// Reads the `.rs` files below `directory`, sorted by path.
pub fn read_all(directory: &Path, path: &str) -> anyhow::Result<Vec<Source>> {
    let mut entries = fs::read_dir(directory)?.collect::<Result<Vec<_>, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    let mut sources = Vec::new();
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{path}/{name}");
        if entry.file_type()?.is_dir() {
            sources.extend(read_all(&entry.path(), &path)?);
        } else if Path::new(&name).extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(entry.path()).with_context(|| path.clone())?;
            sources.push(Source::parse(&path, &text)?);
        }
    }
    Ok(sources)
}

enum Comment<'a> {
    Caret(usize, &'a str),
    File(&'a str),
}

fn comment(line: &str) -> Option<Comment<'_>> {
    let text = line.trim_start().strip_prefix("//")?;
    if let Some(text) = text.strip_prefix(':') {
        return Some(Comment::File(text.trim()));
    }
    let text = text.trim_start().strip_prefix('^')?;
    Some(Comment::Caret(line.find('^')?, text.trim()))
}

/// Adds spaces up to the column where text is typed; other probes need a word there.
fn check_place(line: &mut String, column: usize, expect: &Expect) -> Result<(), String> {
    if matches!(expect, Expect::Complete(_) | Expect::Type(..) | Expect::First(..)) {
        let missing = (column + 1).saturating_sub(line.len());
        line.push_str(&" ".repeat(missing));
        return Ok(());
    }
    let found = token_at(line, column).is_some();
    found.then_some(()).ok_or_else(|| "nothing is above the `^`".to_owned())
}

fn expect(text: &str) -> Result<Expect, String> {
    if let Some(text) = text.strip_prefix("type `") {
        let parts = text.split_once("`:").ok_or("expected ^ type `text`: labels")?;
        return Ok(Expect::Type(parts.0.to_owned(), labels(parts.1)?));
    }
    if let Some(text) = text.strip_prefix("first after `") {
        let parts = text.split_once("`:").ok_or("expected ^ first after `text`: labels")?;
        return Ok(Expect::First(parts.0.to_owned(), words(parts.1)?));
    }
    let (kind, value) = text.split_once(':').ok_or("expected ^ KIND: EXPECTATION")?;
    let value = value.trim();
    let text = value.to_owned();
    if value.is_empty() {
        return Err(format!("expected text after `{kind}:`"));
    }
    match kind {
        "complete" => Ok(Expect::Complete(labels(value)?)),
        "hover" => Ok(Expect::Hover(text)),
        "docs" => Ok(Expect::Docs(text)),
        "def" => Ok(Expect::Definition(name(value)?)),
        "type-def" => Ok(Expect::TypeDefinition(name(value)?)),
        "refs" => Ok(Expect::References(number(value)?)),
        "rename" => {
            let (count, then) = value.split_once(',').unwrap_or((value, ""));
            Ok(Expect::Rename(number(count)?, renamed(then.trim())?))
        }
        "first" => Ok(Expect::First(String::new(), words(value)?)),
        "token" => Ok(Expect::Token(text)),
        "symbol" => Ok(Expect::Symbol(words(value)?)),
        "outline" => Ok(Expect::Outline((text != "none").then_some(text))),
        "diag" => Ok(Expect::Diagnostic(text)),
        _ => Err(format!("there is no probe `{kind}`")),
    }
}

fn expect_of_file(text: &str) -> Result<Expect, String> {
    if text == "no diagnostics" {
        return Ok(Expect::DiagnosticsOnly(None));
    }
    let place = text.strip_prefix("diagnostics only at ");
    let place = place.ok_or("expected `no diagnostics` or `diagnostics only at @name`")?;
    Ok(Expect::DiagnosticsOnly(Some(name(place)?)))
}

fn labels(text: &str) -> Result<Labels, String> {
    let mut labels = Labels::default();
    for label in text.split(',').map(str::trim) {
        match label.strip_prefix('!') {
            Some(label) => labels.absent.push(label.to_owned()),
            None => labels.offered.push(label.to_owned()),
        }
    }
    let empty = labels.offered.iter().chain(&labels.absent).any(String::is_empty);
    if empty { Err("expected labels with commas between them".to_owned()) } else { Ok(labels) }
}

fn words(text: &str) -> Result<Vec<String>, String> {
    let labels = labels(text)?;
    if labels.absent.is_empty() { Ok(labels.offered) } else { Err("unexpected `!`".to_owned()) }
}

fn renamed(text: &str) -> Result<Renamed, String> {
    match text {
        "" => Ok(Renamed::Any),
        "none left" => Ok(Renamed::NoneLeft),
        "compiles" => Ok(Renamed::Compiles),
        _ => match text.strip_prefix("breaks:").map(str::trim) {
            Some(error) if !error.is_empty() => Ok(Renamed::Breaks(error.to_owned())),
            _ => Err(format!("expected `none left`, `compiles` or `breaks: text`, not `{text}`")),
        },
    }
}

fn name(text: &str) -> Result<String, String> {
    let name = text.strip_prefix('@').filter(|name| !name.is_empty());
    name.map(str::to_owned).ok_or_else(|| format!("expected the name of a line, not `{text}`"))
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("expected a number, not `{text}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn probes(text: &str) -> anyhow::Result<Vec<Probe>> {
        Source::parse("src/a.rs", text).map(|source| source.probes)
    }

    #[test]
    fn parses_probes_below_a_line() {
        let text =
            "a.b // @here @there\n//^ complete: x, !y\n//  ^ def: @here\nc\n//: no diagnostics\n";
        let source = Source::parse("src/a.rs", text).expect("it is right");
        let labels = Labels {
            offered: vec!["x".to_owned()],
            absent: vec!["y".to_owned()],
            ..Labels::default()
        };
        let found: Vec<_> = source.probes.iter().map(|p| (p.line, p.at, &p.expect)).collect();
        let at = |line, column| Position { line, column };
        assert_eq!(
            found,
            [
                (2, at(0, 2), &Expect::Complete(labels)),
                (3, at(0, 4), &Expect::Definition("here".to_owned())),
                (5, at(4, 0), &Expect::DiagnosticsOnly(None)),
            ]
        );
        assert_eq!(source.named_lines("here"), [0]);
        assert_eq!(source.named_lines("there"), [0]);
        assert!(source.named_lines("the").is_empty());
    }

    #[test]
    fn adds_spaces_where_text_is_typed() {
        let source = Source::parse("src/a.rs", "  ->\n//  ^ complete: A\n").expect("it is right");
        assert_eq!(source.text, "  -> \n//  ^ complete: A\n");
    }

    #[test]
    fn rejects_invalid_probes() {
        for text in
            ["abc\n//^ hver: a", "abc\n//    ^ hover: a", "//^ hover: a", "abc\n//: nothing"]
        {
            assert!(probes(text).is_err(), "{text}");
        }
    }

    #[test]
    fn parses_typed_text() {
        let probes = probes("abc;\n// ^ type ` when a:`: b, c").expect("it is right");
        assert!(matches!(&probes[0].expect, Expect::Type(text, _) if text == " when a:"));
    }
}

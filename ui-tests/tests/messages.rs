//! The book's table of messages, written from the cases: one row for each message of the compiler,
//! with an example and the cure.
//!
//! After a change: `UPDATE_DOCS=1 cargo test -p ui-tests --test messages`.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use syn::visit::Visit;
use syn::{Expr, ExprLit, Lit, LitStr};
use ui_tests::message::{Message, pattern};
use ui_tests::{cases, root, sorted};

const INTRODUCTION: &str = "\
# Messages

Each message of the compiler, with the cure that it names and the line of a program that causes it,
which leads to the whole program in [Errors](errors.md). Names in a message are those of the
example. A test generates this table from `ui-tests/cases`, and fails if a message of the compiler
is in none of them.

| message | cure | example |
|---|---|---|
";

/// Messages that no case shows, each with the reason.
const NOT_SHOWN: &[(&str, &str)] = &[
    ("expected what uses the group", "the macro of a group calls itself with it"),
    ("too many transitions", "a program of several megabytes"),
    ("more than {MAX_INSTANCES} instances of states", "rustc takes minutes for so many"),
    ("more than {} rounds of the loops in a block", "the reason of a skill that fails"),
    ("cannot write the expansion to `{}`: {error}", "depends on the environment"),
    ("unexpected token, ", "a text of syn, which is replaced"),
    ("unexpected end of input", "a text of syn, which is replaced"),
    ("unexpected end of input, ", "a text of syn, which is replaced"),
];

/// Returns the table.
fn table() -> String {
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
        let anchor = anchor(&case.title);
        for message in Message::all(&case.output) {
            let key = (
                pattern(&message.text),
                message.cures.iter().map(|cure| pattern(cure)).collect::<Vec<_>>(),
            );
            rows.entry(key).or_insert((message, anchor.clone()));
        }
    }
    let mut text = INTRODUCTION.to_owned();
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
    text.replace('|', "\\|").replace("$DIR/cases/interface_from_xml/", "")
}

#[test]
fn the_table_shows_every_case() {
    let table = table();
    let path = root().join("book/src/messages.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, &table).expect("written");
    }
    let current = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        current == table,
        "book/src/messages.md is out of date: UPDATE_DOCS=1 cargo test -p ui-tests --test messages"
    );
}

/// The words that begin a message, wherever it is written.
const SIGNS: &[&str] = &[
    "expected ",
    "unexpected ",
    "missing ",
    "cannot ",
    "duplicate ",
    "unknown ",
    "invalid ",
    "unreachable ",
    "unused ",
    "too many ",
    "more than ",
];

/// The format strings of the messages in a file of the compiler, each with its place.
struct Formats<'a> {
    file: &'a Path,
    found: BTreeSet<(String, String)>,
}

impl Formats<'_> {
    fn add(&mut self, text: &LitStr, is_message: bool) {
        let place = format!("{}:{}", self.file.display(), text.span().start().line);
        let text = text.value();
        let message = text.lines().next().unwrap_or_default();
        let begins = SIGNS.iter().any(|sign| message.starts_with(sign));
        if (is_message || begins || text.contains("\nhelp:")) && message.contains(' ') {
            self.found.insert((place, message.to_owned()));
        }
    }

    /// Adds the last argument of a call that reports an error.
    fn message(&mut self, argument: &Expr) {
        match argument {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => self.add(text, true),
            Expr::Reference(reference) => self.message(&reference.expr),
            Expr::Macro(call) => {
                if let Some(text) = format_string(&call.mac) {
                    self.add(&text, true);
                }
            }
            _ => {}
        }
    }
}

fn format_string(call: &syn::Macro) -> Option<LitStr> {
    let first = |input: syn::parse::ParseStream<'_>| {
        let text: LitStr = input.parse()?;
        input.parse::<proc_macro2::TokenStream>()?;
        Ok(text)
    };
    call.path.is_ident("format").then(|| call.parse_body_with(first).ok())?
}

impl<'ast> Visit<'ast> for Formats<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if module.ident != "tests" {
            syn::visit::visit_item_mod(self, module);
        }
    }

    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_lit_str(&mut self, text: &'ast LitStr) {
        self.add(text, false);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        if let Some(text) = format_string(call) {
            self.add(&text, false);
        }
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if matches!(call.method.to_string().as_str(), "at" | "span") && call.args.len() == 2 {
            self.message(&call.args[1]);
        }
        syn::visit::visit_expr_method_call(self, call);
    }

    fn visit_expr_call(&mut self, call: &'ast syn::ExprCall) {
        if let Expr::Path(function) = &*call.func {
            let names = function.path.segments.iter().map(|segment| segment.ident.to_string());
            if matches!(&*names.collect::<Vec<_>>(), [.., of, new] if of == "Error" && new.starts_with("new"))
                && call.args.len() == 2
            {
                self.message(&call.args[1]);
            }
        }
        syn::visit::visit_expr_call(self, call);
    }
}

fn formats(folder: &Path, found: &mut BTreeSet<(String, String)>) {
    for path in sorted(folder) {
        if path.is_dir() {
            formats(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs")
            && !matches!(path.file_stem().and_then(|name| name.to_str()), Some("tests" | "work"))
        {
            let text = fs::read_to_string(&path).expect("a file of the compiler");
            let file = syn::parse_file(&text).expect("Rust");
            let mut formats = Formats { file: &path, found: BTreeSet::new() };
            formats.visit_file(&file);
            found.append(&mut formats.found);
        }
    }
}

/// Messages whose cure is another file.
const ABOUT_FILES: &[&str] = &["cannot read ", "element with more than ", "not well-formed XML: "];

#[test]
fn every_message_names_a_cure() {
    let about_a_file = |text: &str| ABOUT_FILES.iter().any(|begin| text.contains(begin));
    let without: Vec<_> = cases()
        .iter()
        .flat_map(|case| Message::all(&case.output))
        .filter(|message| message.cures.is_empty() && !message.text.contains("expected "))
        .filter(|message| !about_a_file(&message.text))
        .map(|message| message.text)
        .collect();
    assert!(without.is_empty(), "{}", without.join("\n"));
}

#[test]
fn every_message_of_the_compiler_has_a_case() {
    let messages: Vec<_> = cases().iter().flat_map(|case| Message::all(&case.output)).collect();
    let mut all = BTreeSet::new();
    for folder in ["skill-compiler/src", "skill-xml/src"] {
        formats(&root().join(folder), &mut all);
    }
    assert!(all.len() >= 200, "{} messages", all.len());
    let missing: Vec<_> = all
        .iter()
        .filter(|(_, format)| !NOT_SHOWN.iter().any(|(known, _)| known == format))
        .filter(|(_, format)| !messages.iter().any(|message| message.is_of(format)))
        .map(|(place, format)| format!("{place}: {format}"))
        .collect();
    assert!(
        missing.is_empty(),
        "{} of {} messages:\n{}",
        missing.len(),
        all.len(),
        missing.join("\n")
    );
    for (known, reason) in NOT_SHOWN {
        assert!(all.iter().any(|(_, format)| format == known), "{known}: {reason}");
    }
}

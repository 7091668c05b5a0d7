//! Every message of the compiler is in a case, names a cure, and is on the pages of the book.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use syn::visit::Visit;
use syn::{Expr, ExprLit, Lit, LitStr};
use ui_tests::message::Message;
use ui_tests::{cases, pages, root, sorted};

/// Messages that no case shows, each with the reason.
const NOT_SHOWN: &[(&str, &str)] = &[
    ("expected what uses the group", "the macro of a group calls itself with it"),
    ("too many transitions", "a program of several megabytes"),
    ("more than {MAX_INSTANCES} instances of states", "rustc takes minutes for so many"),
    ("more than {} rounds of the loops in a block", "the reason of a skill that fails"),
    ("cannot write the expansion to `{}`: {error}", "depends on the environment"),
    ("internal error of the macro, please report it", "a mistake of the compiler itself"),
    ("expected one of: `for`, parentheses", "a text of syn, which is replaced"),
    ("unexpected token, ", "a text of syn, which is replaced"),
    ("unexpected end of input", "a text of syn, which is replaced"),
    ("unexpected end of input, ", "a text of syn, which is replaced"),
];

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

#[test]
fn the_pages_show_every_case_and_message() {
    let cases = cases();
    assert!(cases.len() >= 600, "{} cases", cases.len());
    let (errors, messages) = (pages::errors(), pages::messages());
    assert_eq!(errors.matches("\n### ").count(), cases.len());
    for case in &cases {
        assert!(errors.contains(&format!("### {}\n", case.title())), "{}", case.name);
        assert!(errors.contains(case.output.trim_end()), "{}", case.name);
    }
    assert!(messages.lines().count() >= 300, "{} messages", messages.lines().count());
    assert!(messages.lines().skip(2).all(|row| row.matches(" | ").count() >= 2), "{messages}");
}

#[test]
fn the_stand_up_skill_is_short() {
    let file = root().join("skills-nao/src/skills/standup.rs");
    let text = fs::read_to_string(file).expect("a file with a skill");
    let block = &text[text.find("skill! {").expect("a skill")..];
    let lines = block[..block.find("\n}\n").expect("its end")].lines().count();
    assert!(lines < 46, "the stand-up skill has {lines} lines");
}

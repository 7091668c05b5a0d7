//! A file of fragments for `rustfmt`, each in a function whose lines are indented as those of the
//! fragment, so that `rustfmt` has the final width.

use std::fmt::Write as _;
use std::str::FromStr as _;

use proc_macro2::{TokenStream, TokenTree};

use super::Key;
use crate::lexemes::{Lexemes, place};
use crate::print::trimmed;
use crate::style::Style;
use crate::text::Place;
use crate::tree::CodeKind;

/// The beginning of the names of the functions.
const NAME: &str = "__fragment_";

/// Returns the file with all fragments.
pub fn file(style: &Style, keys: &[&Key]) -> String {
    let mut file = String::new();
    for (index, key) in keys.iter().enumerate() {
        let modules = key.level.saturating_sub(1);
        file.push_str(&"mod m {\n".repeat(modules));
        let indent = style.indent(key.level);
        let (before, after) = around(style, key);
        // The last line may end with a comment.
        let _ = writeln!(file, "fn {NAME}{index}() {{\n{indent}{before}{}{after}\n}}", key.lines);
        file.push_str(&"}\n".repeat(modules));
    }
    file
}

/// Returns the text before and after a fragment that makes it a statement of the right width.
fn around(style: &Style, key: &Key) -> (String, &'static str) {
    match key.kind {
        CodeKind::Statements => (String::new(), ""),
        CodeKind::Attr => (String::new(), "\nlet x;"),
        CodeKind::Type => ("let x: ".to_owned(), ";"),
        // In parentheses there may be several.
        CodeKind::Pattern => ("let (".to_owned(), ");"),
        CodeKind::Expr => {
            let columns = key.before.min(style.max_width / 2);
            match columns.checked_sub("break ' ".len()) {
                Some(label @ 1..) => (format!("break '{} ", "x".repeat(label)), ";"),
                _ => ("return ".to_owned(), ";"),
            }
        }
    }
}

/// Returns the fragments in the formatted file, or `None` if one is missing.
pub fn results(file: &str, keys: &[&Key]) -> Option<Vec<String>> {
    let mut found: Vec<Option<String>> = vec![None; keys.len()];
    let stream = TokenStream::from_str(file).ok()?;
    functions(stream, &mut |name, body| {
        let index: usize = name.strip_prefix(NAME)?.parse().ok()?;
        let text = fragment(file, &body, keys.get(index)?.kind)?;
        *found.get_mut(index)? = Some(text);
        Some(())
    });
    found.into_iter().collect()
}

/// Visits the functions in modules: their names, and the places of their bodies.
fn functions(stream: TokenStream, visit: &mut impl FnMut(&str, Place) -> Option<()>) {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    let mut trees = &trees[..];
    while let [TokenTree::Ident(word), TokenTree::Ident(name), rest @ ..] = trees {
        match rest {
            [TokenTree::Group(body), rest @ ..] if word == "mod" => {
                functions(body.stream(), visit);
                trees = rest;
            }
            [_, TokenTree::Group(body), rest @ ..] => {
                let inside = place(body.span_open()).end..place(body.span_close()).start;
                visit(&name.to_string(), inside);
                trees = rest;
            }
            _ => return,
        }
    }
}

/// Returns the fragment in the body of its function.
fn fragment(file: &str, body: &Place, kind: CodeKind) -> Option<String> {
    let body = trimmed(file, body)?;
    let text = &file[body];
    let tokens = Lexemes::of(text).ok()?.tokens;
    let is = |at: usize, expected: &str| {
        tokens.get(at).is_some_and(|token| &text[token.place.clone()] == expected)
    };
    let start_at = |at: usize| tokens.get(at).map(|token| token.place.start);
    let (start, end) = match kind {
        CodeKind::Statements => (0, text.len()),
        CodeKind::Attr => (0, start_at(tokens.len().checked_sub(3)?)?),
        CodeKind::Pattern => (tokens.get(1)?.place.end, start_at(tokens.len().checked_sub(2)?)?),
        CodeKind::Type => (tokens.get(2)?.place.end, start_at(tokens.len() - 1)?),
        CodeKind::Expr => {
            let first = if is(0, "break") { 2 } else { 0 };
            (tokens.get(first)?.place.end, start_at(tokens.len() - 1)?)
        }
    };
    if kind != CodeKind::Statements && !is(tokens.len() - 1, ";") {
        return None;
    }
    Some(text.get(start..end)?.trim().to_owned())
}

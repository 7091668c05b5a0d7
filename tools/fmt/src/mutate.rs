//! Random changes of a text: some leave it a program, most do not.

use std::ops::Range;
use std::str::FromStr as _;

use fastrand::Rng;
use proc_macro2::{TokenStream, TokenTree};

/// Comments for unusual places.
const COMMENTS: [&str; 8] = [
    " /* note */ ",
    " // note\n",
    "/**/",
    "/* outer /* inner */ outer */",
    "\n\n// alone\n\n",
    " /* two\n      lines */\n",
    "\n/// documented\n",
    " // grüße 世界 🦀\n",
];
/// Words and characters in any place.
const WORDS: [&str; 24] = [
    "\t",
    "\r\n",
    "\r",
    "\n\n\n\n",
    ";",
    ",",
    "{",
    "}",
    "(",
    ")",
    "::<A, B>",
    "é",
    "世界",
    "\u{200e}",
    "r#\"raw \" \n   text\"#",
    "\"two\n    lines\"",
    "'a'",
    "b\"x\"",
    "skill! { }",
    "macro_rules! m { ($x:tt) => { skill! { $x } } }",
    "vec![skill!(a), 1]",
    "#[cfg(test)]",
    "->",
    "state",
];

/// Returns the text with one to three random changes.
#[must_use]
pub fn mutated(text: &str, rng: &mut Rng) -> String {
    let mut text = text.to_owned();
    for _ in 0..rng.usize(1..4) {
        text = once(&text, rng);
    }
    text
}

fn once(text: &str, rng: &mut Rng) -> String {
    match rng.u8(0..16) {
        // Bytes, at the boundaries of characters.
        0 => {
            let part = part(text, rng);
            format!("{}{}", &text[..part.start], &text[part.end..])
        }
        1 => {
            let part = part(text, rng);
            format!("{}{}", &text[..part.end], &text[part.start..])
        }
        2 => swapped(text, &part(text, rng), &part(text, rng)),
        3 => text[..place(text, rng)].to_owned(),
        4 => inserted(text, place(text, rng), WORDS[rng.usize(0..WORDS.len())]),
        // Tokens.
        5 => token(text, rng)
            .map_or_else(String::new, |at| format!("{}{}", &text[..at.start], &text[at.end..])),
        6 => token(text, rng)
            .map_or_else(String::new, |at| format!("{} {}", &text[..at.end], &text[at.start..])),
        7 => match (token(text, rng), token(text, rng)) {
            (Some(a), Some(b)) => swapped(text, &a, &b),
            _ => String::new(),
        },
        // What does not change the meaning.
        8 | 9 => match token(text, rng) {
            Some(at) => inserted(text, at.start, COMMENTS[rng.usize(0..COMMENTS.len())]),
            None => String::new(),
        },
        10 => text.replace('\n', "\r\n"),
        11 => text.replace("    ", "\t"),
        12 => text.replace("\n    ", "\n"),
        13 => respaced(text, "\n"),
        14 => respaced(text, " "),
        // Into another macro or module.
        _ => {
            let (before, after) = [
                ("mod inner {\n", "\n}\n"),
                ("fn outer() { ", " }"),
                ("macro_rules! inner { () => {", "} }"),
                ("quote! {", "}"),
                ("\u{feff}", ""),
                ("#!/usr/bin/env run\n", ""),
                ("#[rustfmt::skip] mod inner {", "}"),
            ][rng.usize(0..7)];
            format!("{before}{text}{after}")
        }
    }
}

fn place(text: &str, rng: &mut Rng) -> usize {
    let at = rng.usize(0..=text.len());
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

fn part(text: &str, rng: &mut Rng) -> Range<usize> {
    let start = place(text, rng);
    let end = (start + rng.usize(1..40)).min(text.len());
    start..(end..=text.len()).find(|&end| text.is_char_boundary(end)).unwrap_or(text.len())
}

fn inserted(text: &str, at: usize, what: &str) -> String {
    format!("{}{what}{}", &text[..at], &text[at..])
}

fn swapped(text: &str, a: &Range<usize>, b: &Range<usize>) -> String {
    let (a, b) = if a.start <= b.start { (a, b) } else { (b, a) };
    if a.end > b.start {
        return text.to_owned();
    }
    let (between, after) = (&text[a.end..b.start], &text[b.end..]);
    format!("{}{}{between}{}{after}", &text[..a.start], &text[b.clone()], &text[a.clone()])
}

/// Returns the place of a random token that is not a bracket.
fn token(text: &str, rng: &mut Rng) -> Option<Range<usize>> {
    let tokens = tokens(text);
    if tokens.is_empty() { None } else { Some(tokens[rng.usize(0..tokens.len())].clone()) }
}

fn tokens(text: &str) -> Vec<Range<usize>> {
    fn all(stream: TokenStream, found: &mut Vec<Range<usize>>) {
        for tree in stream {
            match tree {
                TokenTree::Group(group) => {
                    found.push(group.span_open().byte_range());
                    all(group.stream(), found);
                    found.push(group.span_close().byte_range());
                }
                tree => found.push(tree.span().byte_range()),
            }
        }
    }
    let mut found = Vec::new();
    if !text.starts_with('\u{feff}') {
        all(TokenStream::from_str(text).unwrap_or_default(), &mut found);
    }
    proc_macro2::extra::invalidate_current_thread_spans();
    found.retain(|at| {
        at.end <= text.len() && text.get(at.clone()).is_some_and(|text| !text.is_empty())
    });
    // The tokens of a doc comment are all where it is.
    found.dedup();
    found
}

/// Returns the text with `space` between any two tokens that have white space between them.
fn respaced(text: &str, space: &str) -> String {
    let tokens = tokens(text);
    let Some(first) = tokens.first() else { return text.to_owned() };
    let (mut out, mut at) = (text[..first.start].to_owned(), first.start);
    for token in tokens {
        let Some(gap) = text.get(at..token.start) else { continue };
        let is_space = !gap.is_empty() && gap.trim().is_empty() && !out.trim_end().ends_with('/');
        let ends_line = out.rsplit('\n').next().is_some_and(|line| line.contains("//"));
        out.push_str(if is_space && !ends_line { space } else { gap });
        out.push_str(&text[token.clone()]);
        at = token.end;
    }
    out + &text[at..]
}

//! Keeps the user's tokens in `rustfmt`'s layout.

use crate::lexemes::{Lexemes, is_white_space};

/// Returns `formatted` with exactly the tokens and comments of `written`. `rustfmt` adds and
/// removes commas and semicolons; if it changed anything else, there is no result.
pub fn repaired(written: &str, formatted: &str) -> Option<String> {
    let (from, to) = (Lexemes::of(written).ok()?, Lexemes::of(formatted).ok()?);
    if from.comment_texts(written) != to.comment_texts(formatted) {
        return None;
    }
    let mut wanted = from.token_texts(written).peekable();
    let mut out = String::new();
    // The end of the copied part of `formatted`, and the end of its last token.
    let (mut copied, mut end) = (0, 0);
    for (token, (text, is_joint)) in to.tokens.iter().zip(to.token_texts(formatted)) {
        while wanted.peek().is_some_and(|next| next.0 != text && is_soft(next.0) && !is_soft(text))
        {
            out.push_str(&formatted[copied..end]);
            out.push_str(wanted.next()?.0);
            copied = end;
        }
        match wanted.peek() {
            Some(next) if *next == (text, is_joint) => {
                wanted.next();
            }
            _ if is_soft(text) => {
                out.push_str(&formatted[copied..token.place.start]);
                copied = token.place.end;
            }
            _ => return None,
        }
        end = token.place.end;
    }
    out.push_str(&formatted[copied..end]);
    for (rest, _) in wanted {
        if !is_soft(rest) {
            return None;
        }
        out.push_str(rest);
    }
    out.push_str(&formatted[end.max(copied)..]);
    // `rustfmt` moves commas before comments; apart from that, only white space may change.
    let solid = |text: &str| text.chars().filter(|&c| !is_white_space(c)).collect::<String>();
    (solid(&out) == solid(written)).then_some(out)
}

fn is_soft(token: &str) -> bool {
    matches!(token, "," | ";")
}

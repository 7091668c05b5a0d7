//! Keeps `rustfmt` from removing the braces of `X => { x }` and `|x| { x }`: it keeps braces around
//! a comment.

use crate::lexemes::Lexemes;

const COMMENT: &str = "/*__keep*/";

/// Returns the code with a comment in all braces that `rustfmt` may remove, if there are any.
pub fn with_comments(code: &str) -> Option<String> {
    let tokens = Lexemes::of(code).ok()?.tokens;
    let text = |at: usize| tokens.get(at).map_or("", |token| &code[token.place.clone()]);
    let (mut kept, mut copied) = (String::new(), 0);
    for (at, token) in tokens.iter().enumerate().skip(1) {
        let is_arm = at > 1 && text(at - 2) == "=" && text(at - 1) == ">";
        let is_closure = text(at - 1) == "|";
        if (is_arm || is_closure) && text(at) == "{" && text(at + 1) != "}" {
            let end = token.place.end;
            kept.push_str(&code[copied..end]);
            kept.push_str(COMMENT);
            copied = end;
        }
    }
    kept.push_str(&code[copied..]);
    (copied > 0).then_some(kept)
}

/// Returns the code without the comments that [`with_comments`] has inserted, and without their lines.
pub fn without_comments(code: &str) -> String {
    let mut parts = code.split(COMMENT);
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let line = out.trim_end_matches([' ', '\t']);
        if line.ends_with('\n') && part.starts_with('\n') {
            out.truncate(line.len() - 1);
        }
        out.push_str(part);
    }
    out
}

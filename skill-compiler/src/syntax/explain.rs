//! Errors about code that does not parse, in the words of its author.

use super::foreign;
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::parse::ParseStream;

/// The kind of code, for the words of an error.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum CodeKind {
    /// The guard or time of a transition.
    Trigger,
    /// An expression: an argument, a default, an initial value.
    Value,
    /// Statements.
    Block,
}

/// Returns the error about `tokens` in the place of that of `syn`; `otherwise` is its place if
/// there are no tokens.
pub fn explained(
    tokens: &TokenStream,
    kind: CodeKind,
    otherwise: Span,
    error: &syn::Error,
) -> syn::Error {
    let all = flat(tokens.clone());
    let text = error.to_string();
    let text = text.strip_prefix("unexpected token, ").unwrap_or(&text);
    // A list of all tokens with which one begins.
    let is_at_end =
        same(error.span(), Span::call_site()) || text.starts_with("unexpected end of input");
    let is_type = text.starts_with("expected one of: `for`, parentheses");
    let is_pattern = text.contains("one of: identifier, `::`, `<`, `_`");
    let text = match (is_type, is_pattern) {
        (true, _) => "expected a type",
        (_, true) => "expected a pattern",
        _ => text,
    };
    let text = text.to_owned();
    let Some(last) = last_inside(&all, error.span()).or(all.last()) else {
        let what = if kind == CodeKind::Trigger { "a guard or time" } else { "a value" };
        return syn::Error::new(otherwise, format!("expected {what}"));
    };
    if is_at_end {
        let is_path = all.windows(2).any(|two| {
            same(two[1].span(), last.span()) && two.iter().all(|sign| printed(sign) == ":")
        });
        let found = if is_path { "::".to_owned() } else { printed(last) };
        return syn::Error::new(last.span(), at_end(&text, &found));
    }
    let at = all.iter().position(|token| same(token.span(), error.span()));
    let Some(at) = at else { return error.clone() };
    let before = at.checked_sub(1).and_then(|before| all.get(before));
    let found = &all[at];
    if let Some(error) = foreign::operator(&all, at, kind == CodeKind::Block) {
        return error;
    }
    if let Some(error) = arrow(kind, &all, at) {
        return error;
    }
    let trigger = before.filter(|before| {
        kind == CodeKind::Trigger && matches!(before, TokenTree::Ident(word) if word == "after")
    });
    let (at, found) = match trigger {
        Some(trigger) => (trigger.span(), trigger),
        None => (error.span(), found),
    };
    let message = match (kind, printed(found).as_str()) {
        (CodeKind::Trigger, "on") => "unexpected `on`, a transition has one trigger\nhelp: write `on FINAL when GUARD` or `on FAILED when GUARD` if both must hold, or two transitions".to_owned(),
        (CodeKind::Trigger, "when") => "unexpected `when`, a transition has one trigger\nhelp: write `when GUARD && GUARD`, or `after TIME when GUARD`, if both must hold, or two transitions".to_owned(),
        (CodeKind::Trigger, word @ ("after" | "otherwise")) => format!(
            "unexpected `{word}`, a transition has one trigger\nhelp: write `after TIME when GUARD` if both must hold, or two transitions"
        ),
        (CodeKind::Trigger, word @ ("{" | "do" | "then" | "/")) => format!(
            "unexpected `{word}`, a transition has no action\nhelp: move statements into `init {{ .. }}` of the target or `exit {{ .. }}` of this state"
        ),
        (CodeKind::Trigger, ",") if is_between(&all, error.span()) => {
            "expected `;`, found `,`\nhelp: join two conditions: `&&` if both must hold, `||` for one of them".to_owned()
        }
        (CodeKind::Trigger, word @ ("," | ":" | "." | "=")) if text == "unexpected token" => {
            format!("expected `;`, found `{word}`")
        }
        (CodeKind::Value, word @ ("within" | "between" | "range" | "from")) => {
            format!("unexpected `{word}`\nhelp: write a range as `in LOW..=HIGH`")
        }
        (CodeKind::Value, word) if text == "unexpected token" => {
            format!("expected `,` or an operator, found `{word}`")
        }
        (_, word) if text == "unexpected token" => {
            format!("expected `;` or an operator, found `{word}`")
        }
        (_, word) if text.starts_with("expected ") && !text.contains("found") => {
            format!(
                "{}, found `{word}`",
                text.replace("identifier or integer", "a field or method")
            )
        }
        _ if text == "comparison operators cannot be chained" && has_single_bar(&all) => {
            format!("{text}\nhelp: write `||` for one or the other")
        }
        _ if text == "comparison operators cannot be chained" => {
            format!("{text}\nhelp: compare twice, joined with `&&`: `a < b && b < c`")
        }
        _ => text,
    };
    syn::Error::new(at, message)
}

/// Whether more tokens follow on the one at a place.
fn is_between(all: &[TokenTree], place: Span) -> bool {
    all.last().is_some_and(|last| !same(last.span(), place))
}

/// Whether `|` is between two operands.
fn has_single_bar(all: &[TokenTree]) -> bool {
    let is_bar = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(sign)) if sign.as_char() == '|');
    (1..all.len()).any(|at| {
        let is_alone = !is_bar(all.get(at - 1)) && !is_bar(all.get(at + 1));
        is_bar(all.get(at)) && is_alone && !matches!(all[at - 1], TokenTree::Punct(_))
    })
}

/// Code that ends too early.
fn at_end(text: &str, last: &str) -> String {
    let expected = text.strip_prefix("unexpected end of input, ").unwrap_or(text);
    let expected = expected.replace("identifier or integer", "a field or method");
    if expected.starts_with("expected") {
        format!("{expected} after `{last}`")
    } else {
        format!("incomplete code after `{last}`")
    }
}

/// Returns the error about `base->field`, or about a transition in a block, if its arrow is where
/// the code does not parse.
fn arrow(kind: CodeKind, all: &[TokenTree], at: usize) -> Option<syn::Error> {
    let is = |at: usize, sign: char| matches!(all.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == sign);
    let at = if is(at, '>') { at.checked_sub(1)? } else { at };
    if !(is(at, '-') && is(at + 1, '>')) {
        return None;
    }
    let before = at.checked_sub(1).and_then(|before| all.get(before));
    let message = match (before, all.get(at + 2)) {
        (Some(TokenTree::Ident(base)), Some(TokenTree::Ident(name))) => {
            let base = if base == "this" { "self".to_owned() } else { base.to_string() };
            format!("expected `.`, found `->`\nhelp: write `{base}.{name}`")
        }
        _ if kind == CodeKind::Block => {
            "unexpected transition in a block\nhelp: move it out of the block, into the state"
                .to_owned()
        }
        _ => return None,
    };
    Some(syn::Error::new(all[at].span(), message))
}

/// The last token in the brackets that end at a place.
fn last_inside(all: &[TokenTree], end: Span) -> Option<&TokenTree> {
    let ends = |token: &&TokenTree| matches!(token, TokenTree::Group(group) if same(group.span_close(), end));
    let at = all.iter().position(|token| ends(&token))?;
    let TokenTree::Group(group) = &all[at] else { return None };
    let count = flat(group.stream()).len();
    all.get(at + count).filter(|_| count > 0)
}

/// All tokens, those in groups after the group itself.
fn flat(tokens: TokenStream) -> Vec<TokenTree> {
    let mut all = Vec::new();
    for token in tokens {
        let inside = match &token {
            TokenTree::Group(group) => flat(group.stream()),
            _ => Vec::new(),
        };
        all.push(token);
        all.extend(inside);
    }
    all
}

/// Returns a token as errors name it: of a group, its opening bracket.
pub fn printed(token: &TokenTree) -> String {
    match token {
        TokenTree::Group(group) => match group.delimiter() {
            Delimiter::Brace => "{".to_owned(),
            Delimiter::Bracket => "[".to_owned(),
            Delimiter::Parenthesis | Delimiter::None => "(".to_owned(),
        },
        token => token.to_string(),
    }
}

/// Whether two tokens are at the same place.
pub fn same(one: Span, other: Span) -> bool {
    format!("{one:?}") == format!("{other:?}")
}

/// `, found `x``: the next token, if any.
pub fn found_token(input: ParseStream<'_>) -> String {
    let token = input.fork().parse::<TokenTree>();
    token.map_or(String::new(), |token| format!(", found `{}`", printed(&token)))
}

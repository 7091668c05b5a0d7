//! Operators and words of other languages in code that does not parse.

use super::tokens;
use proc_macro2::{Spacing, TokenStream, TokenTree};

/// Returns the error about an operator of another language, if it is why the token at a place does
/// not parse. `is_block`: the code is a block, not an expression.
pub fn operator(all: &[TokenTree], at: usize, is_block: bool) -> Option<syn::Error> {
    let before = |back: usize| at.checked_sub(back).and_then(|at| all.get(at));
    let (found, last) = (&all[at], before(1));
    let found_word = |word: &str| is_word(Some(found), word);
    let (place, message) = if is_word(last, "not") {
        (last?, "`not` is not an operator\nhelp: use `!`".to_owned())
    } else if let Some((word, sign)) =
        [("and", "&&"), ("or", "||"), ("xor", "^")].into_iter().find(|(word, _)| found_word(word))
    {
        (found, format!("`{word}` is not an operator\nhelp: use `{sign}`"))
    } else if found_word("is") && !is_block {
        let help = "help: write `let PATTERN = VALUE`, or `==`";
        (found, format!("`is` is not an operator\n{help}"))
    } else if is_word(last, "elif") || is_word(last, "elseif") || is_word(last, "elsif") {
        (last?, format!("unexpected `{}`\nhelp: write `else if`", last?))
    } else if let Some(word) =
        ["rising", "falling", "crossing"].into_iter().find(|word| is_block && is_word(last, word))
    {
        let help = format!("help: it belongs to a transition: `-> TARGET when {word} GUARD;`");
        (last?, format!("`{word}` in a block\n{help}"))
    } else if let Some(sign) = doubled(all, at) {
        let help = match (sign, is_block) {
            ('+', true) => "write `+= 1`",
            ('-', true) => "write `-= 1`",
            ('+', _) => "write `+ 1`",
            _ => "write `- 1`",
        };
        let first = if is_sign(last, sign) { last? } else { found };
        (first, format!("`{sign}{sign}` is not an operator\nhelp: {help}"))
    } else if is_sign(Some(found), '=') && is_sign(last, '=') && is_sign(before(2), '=') {
        (before(2)?, "`===` is not an operator\nhelp: use `==`".to_owned())
    } else if is_sign(Some(found), '=') && is_sign(last, '=') && is_sign(before(2), '!') {
        (before(2)?, "`!==` is not an operator\nhelp: use `!=`".to_owned())
    } else if is_sign(Some(found), ':') && is_sign(all.get(at + 1), '=') {
        let help = if is_block {
            "help: write `=`"
        } else {
            "help: write `let NAME = VALUE` as a part of the guard, or before in the block"
        };
        (found, format!("`:=` is not an operator\n{help}"))
    } else if is_sign(Some(found), '~') && is_sign(all.get(at + 1), '=') {
        (found, "`~=` is not an operator\nhelp: use `!=`".to_owned())
    } else if is_sign(Some(found), '=')
        && is_sign(all.get(at + 1), '>')
        && let Some(word) = all[..at].iter().find(|token| is_word(Some(token), "match"))
    {
        (
            word,
            "missing value after `match`\nhelp: write `match VALUE { PATTERN => .. }`".to_owned(),
        )
    } else if !is_block && at > 1 && is_sign(Some(found), '=') && is_sign(all.get(at + 1), '>') {
        (found, "`=>` is not an operator\nhelp: use `>=`".to_owned())
    } else if is_sign(last, '<') && is_sign(before(2), '=') {
        (before(2)?, "`=<` is not an operator\nhelp: use `<=`".to_owned())
    } else if is_sign(Some(found), '>') && is_sign(last, '<') {
        (last?, "`<>` is not an operator\nhelp: use `!=`".to_owned())
    } else if is_sign(last, '?') && is_value(found) {
        let help = "help: write `if CONDITION { A } else { B }`";
        (last?, format!("`?:` is not an operator\n{help}"))
    } else if let (Some(TokenTree::Ident(port)), Some(TokenTree::Ident(message))) =
        (before(3), last)
        && is_sign(before(2), '.')
        && matches!(found, TokenTree::Group(of) if of.delimiter() == proc_macro2::Delimiter::Brace)
        && message.to_string().starts_with(char::is_uppercase)
    {
        let help = format!("help: write `{port}::{message} {{ .. }}`");
        (before(2)?, format!("expected `::` before a message, found `.`\n{help}"))
    } else if is_sign(last, '.') && is_keyword(found) {
        (
            found,
            format!("expected a field or method, found keyword `{found}`\nhelp: write `r#{found}`"),
        )
    } else {
        return None;
    };
    Some(syn::Error::new(place.span(), message))
}

/// Returns the error about `a ** b`, which parses: as `a * *b`.
pub fn power(tokens: &TokenStream) -> Option<syn::Error> {
    let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    for (at, token) in all.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                if let Some(error) = power(&group.stream()) {
                    return Some(error);
                }
            }
            // `&**of` dereferences, and so do `return **of` and `f(**of)`.
            TokenTree::Punct(sign) if sign.as_char() == '*' && sign.spacing() == Spacing::Joint => {
                let before = at.checked_sub(1).and_then(|before| all.get(before));
                let is_operand =
                    before.is_some_and(|before| is_value(before) && !is_keyword(before));
                let is_number = matches!(all.get(at + 2), Some(TokenTree::Literal(_)));
                if is_sign(all.get(at + 1), '*') && is_operand && is_number {
                    let help = "help: write `.powi(2)` or `.powf(0.5)` after the number";
                    let message = format!("`**` is not an operator\n{help}");
                    return Some(syn::Error::new(sign.span(), message));
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the sign of `++` or `--`, of which one is at a place.
fn doubled(all: &[TokenTree], at: usize) -> Option<char> {
    let before = |back: usize| at.checked_sub(back).and_then(|at| all.get(at));
    let is_end = |token: Option<&TokenTree>| {
        token.is_none_or(
            |token| matches!(token, TokenTree::Punct(sign) if matches!(sign.as_char(), ';' | ',')),
        )
    };
    ['+', '-'].into_iter().find(|sign| {
        let second = is_sign(all.get(at), *sign) && is_sign(before(1), *sign);
        let after = is_sign(before(1), *sign) && is_sign(before(2), *sign);
        second && is_end(all.get(at + 1)) || after && is_end(all.get(at))
    })
}

fn is_word(token: Option<&TokenTree>, word: &str) -> bool {
    token.is_some_and(|token| tokens::is_word(token, word))
}

fn is_sign(token: Option<&TokenTree>, sign: char) -> bool {
    token.is_some_and(|token| tokens::is_sign(token, sign))
}

fn is_value(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(_) | TokenTree::Literal(_) | TokenTree::Group(_))
}

/// Whether a word is a keyword of Rust that can be a raw name.
fn is_keyword(token: &TokenTree) -> bool {
    let TokenTree::Ident(word) = token else { return false };
    let text = word.to_string();
    !matches!(&*text, "self" | "Self" | "super" | "crate" | "_" | "await")
        && syn::parse_str::<syn::Ident>(&text).is_err()
}

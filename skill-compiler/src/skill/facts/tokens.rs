//! Patterns in tokens that are not an expression.

use proc_macro2::{Delimiter, Spacing, TokenTree};

/// Whether an assignment operator comes first.
pub fn assigns(tokens: &[TokenTree]) -> bool {
    let mut signs = String::new();
    for token in tokens.iter().take(3) {
        let TokenTree::Punct(sign) = token else { break };
        signs.push(sign.as_char());
        if sign.spacing() == Spacing::Alone {
            break;
        }
    }
    let operators = ["+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="];
    let plain = signs.starts_with('=') && !signs.starts_with("==") && !signs.starts_with("=>");
    plain || operators.iter().any(|operator| signs.starts_with(operator))
}

/// Whether the tokens after a name make it the name of a method.
pub fn is_call(rest: &[TokenTree]) -> bool {
    match rest {
        [TokenTree::Group(group), ..] => group.delimiter() == Delimiter::Parenthesis,
        [TokenTree::Punct(one), TokenTree::Punct(two), ..] => {
            (one.as_char(), two.as_char()) == (':', ':')
        }
        _ => false,
    }
}

/// Whether a field or a method follows.
pub fn begins_field(rest: &[TokenTree]) -> bool {
    matches!(rest.first(), Some(TokenTree::Punct(dot)) if dot.as_char() == '.')
}

/// The tokens after `.field.0[index]`.
pub fn after_place(mut rest: &[TokenTree]) -> &[TokenTree] {
    loop {
        rest = match rest {
            [TokenTree::Punct(dot), TokenTree::Ident(_) | TokenTree::Literal(_), after @ ..]
                if dot.as_char() == '.' && !is_call(after) =>
            {
                after
            }
            [TokenTree::Group(index), after @ ..] if index.delimiter() == Delimiter::Bracket => {
                after
            }
            _ => return rest,
        };
    }
}

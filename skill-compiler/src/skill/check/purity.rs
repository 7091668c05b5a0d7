//! What asks, such as a guard, neither sends nor assigns. `rustc` would refuse it too, but
//! in words about references that the user never wrote.

use crate::syntax::errors::Errors;
use crate::syntax::names::plain;
use proc_macro2::{Spacing, TokenStream, TokenTree};

/// Reports what `tokens`, which are `what`, must not do to interfaces; answers whether they
/// do it.
pub fn check(interfaces: &[String], tokens: &TokenStream, what: &str, errors: &mut Errors) -> bool {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut wrong = false;
    for (place, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            wrong |= check(interfaces, &group.stream(), what, errors);
        }
        let [TokenTree::Ident(owner), TokenTree::Punct(dot), TokenTree::Ident(member), rest @ ..] =
            &tokens[place..]
        else {
            continue;
        };
        if dot.as_char() != '.' || !interfaces.contains(&plain(owner)) {
            continue;
        }
        if member == "send" {
            errors.at(member, format!("cannot send a message in {what}\nhelp: send in `init`, `loop` or `exit`, and check `refused()` here"));
            wrong = true;
        }
        if assigns(rest) {
            errors.at(
                member,
                format!(
                    "cannot assign to `{owner}.{member}` in {what}\nhelp: assign in `init`, `loop` or `exit`"
                ),
            );
            wrong = true;
        }
    }
    wrong
}

/// Whether an assignment operator stands at the beginning.
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

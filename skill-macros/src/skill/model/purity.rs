//! A guard asks: it neither sends nor assigns. `rustc` would refuse it too, but in
//! words about references that the user never wrote.

use super::Model;
use crate::skill::ast;
use crate::syntax::errors::Errors;
use crate::syntax::names::plain;
use proc_macro2::{Spacing, TokenStream, TokenTree};

/// Reports what a guard must not do; answers whether it does nothing of it.
pub fn check(model: &Model, trigger: &ast::Trigger, errors: &mut Errors) -> bool {
    match trigger {
        ast::Trigger::When(guard) | ast::Trigger::Crossing(guard) => {
            pure(model, guard.clone(), errors)
        }
        _ => true,
    }
}

fn pure(model: &Model, tokens: TokenStream, errors: &mut Errors) -> bool {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let inside = tokens.iter().fold(true, |all, token| match token {
        TokenTree::Group(group) => pure(model, group.stream(), errors) && all,
        _ => all,
    });
    let mut here = true;
    for (place, three) in tokens.windows(3).enumerate() {
        let [TokenTree::Ident(owner), TokenTree::Punct(dot), TokenTree::Ident(member)] = three
        else {
            continue;
        };
        if dot.as_char() != '.' {
            continue;
        }
        let interface = model.interfaces.iter().any(|each| plain(&each.variable) == plain(owner));
        if interface && member == "send" {
            errors.at(member, "a guard asks and does not send; send in `init`, `loop` or `exit`, and ask `refused()` here");
            here = false;
        }
        if (interface || owner == "self") && assigns(&tokens[place + 3..]) {
            errors.at(
                member,
                format!(
                    "a guard does not assign; change `{owner}.{member}` in `init`, `loop` or `exit`"
                ),
            );
            here = false;
        }
    }
    inside && here
}

/// Whether an assignment operator stands at the beginning.
fn assigns(tokens: &[TokenTree]) -> bool {
    let Some(TokenTree::Punct(first)) = tokens.first() else { return false };
    let second = match tokens.get(1) {
        Some(TokenTree::Punct(second)) if first.spacing() == Spacing::Joint => {
            Some(second.as_char())
        }
        _ => None,
    };
    match (first.as_char(), second) {
        ('=', second) => !matches!(second, Some('=' | '>')),
        ('+' | '-' | '*' | '/' | '%' | '&' | '|' | '^', Some('=')) => true,
        _ => false,
    }
}

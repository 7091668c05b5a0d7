//! Code in which a reported slip is cured, so that `rustc` reports what else is wrong in it.

use super::{Kind, Names};
use crate::skill::ast::Code;
use crate::skill::facts::{Change, Field};
use crate::syntax::at::with_content;
use crate::syntax::errors::Errors;
use crate::syntax::explain::same;
use crate::syntax::names::plain;
use crate::syntax::tokens::is_sign;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use syn::parse::Parser as _;
use syn::{Block, Expr};

impl Names<'_> {
    /// Reports `limit` for `self.limit`, and `light.on = true` of an interface that the skill only reads, where
    /// the cure is plain.
    pub(super) fn cure(&self, code: &mut Code, errors: &mut Errors) {
        if !code.half_typed {
            self.add_self(code, errors);
            self.without_assignment(code, errors);
        }
    }

    fn add_self(&self, code: &mut Code, errors: &mut Errors) {
        let facts = &code.facts;
        let owners = facts.members.iter().map(|used| &used.owner);
        let lacks = |name: &&Ident| {
            let text = plain(name);
            let is_own = !matches!(self.kinds.get(&text), None | Some(Kind::Not(_)));
            let is_other = facts.bound.contains(&text) || self.interfaces.contains(&text);
            is_own && !is_other && !facts.effects.changed.contains(&text)
        };
        let all: Vec<Ident> = facts.values.iter().chain(owners).filter(lacks).cloned().collect();
        let cured = replaced(&code.tokens, &|rest| match rest {
            [TokenTree::Ident(name), ..] if all.iter().any(|other| is_same(name, other)) => {
                Some((1, quote_spanned!(name.span()=> self.#name)))
            }
            _ => None,
        });
        if all.is_empty() || !parses(&cured) {
            return;
        }
        self.lacks_self(&code.facts, errors);
        code.tokens = cured;
        let is_cured = |name: &Ident| all.iter().any(|other| is_same(name, other));
        let facts = &mut code.facts;
        facts.values.retain(|name| !is_cured(name));
        facts.members.retain(|used| !is_cured(&used.owner));
        let field = |name: Ident| Field { name, is_changed: false, is_assigned: false };
        facts.fields.extend(all.iter().cloned().map(field));
    }

    fn without_assignment(&self, code: &mut Code, errors: &mut Errors) {
        let assigned =
            code.facts.members.iter().filter(|used| used.change == Some(Change::Assigned));
        let all: Vec<Ident> = assigned.map(|used| used.name.clone()).collect();
        let cured = replaced(&code.tokens, &|rest| match rest {
            [TokenTree::Ident(owner), TokenTree::Punct(_), TokenTree::Ident(name), equals, ..]
                if is_sign(equals, '=')
                    && self.read.contains(&plain(owner))
                    && all.iter().any(|other| is_same(name, other)) =>
            {
                Some((4, quote!(let _ =)))
            }
            _ => None,
        });
        let count = code.tokens.clone().into_iter().count();
        if all.is_empty() || cured.clone().into_iter().count() == count || !parses(&cured) {
            return;
        }
        if self.assigns_to_read(&code.facts, errors) {
            code.tokens = cured;
            code.facts
                .members
                .retain(|used| used.change.is_none() || !self.read.contains(&plain(&used.owner)));
        }
    }
}

/// The tokens in place of others, and how many these are.
type Replaced = Option<(usize, TokenStream)>;

/// Replaces what `with` finds at the beginning of the rest of the tokens; nothing after a `.`.
fn replaced(tokens: &TokenStream, with: &dyn Fn(&[TokenTree]) -> Replaced) -> TokenStream {
    let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut new = TokenStream::new();
    let mut at = 0;
    while at < all.len() {
        let is_member = at > 0 && is_sign(&all[at - 1], '.');
        match (with(&all[at..]).filter(|_| !is_member), &all[at]) {
            (Some((count, cure)), _) => {
                new.extend(cure);
                at += count;
                continue;
            }
            (None, TokenTree::Group(group)) => {
                let content = replaced(&group.stream(), with);
                new.extend([TokenTree::from(with_content(group, content))]);
            }
            (None, token) => new.extend([token.clone()]),
        }
        at += 1;
    }
    new
}

fn is_same(one: &Ident, other: &Ident) -> bool {
    one == other && same(one.span(), other.span())
}

fn parses(tokens: &TokenStream) -> bool {
    syn::parse2::<Expr>(tokens.clone()).is_ok()
        || Block::parse_within.parse2(tokens.clone()).is_ok()
}

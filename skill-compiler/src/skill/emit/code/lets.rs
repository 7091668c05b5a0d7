//! Guards with `let`: as a value of type `bool`, and around the values of a transition.
//!
//! The check of a guard needs its value alone. The function of the values evaluates it once more, so
//! that the names exist there: on the same snapshot, with the same result. To rust-analyzer this is the
//! only place of the guard.

use crate::skill::ast::Code;
use crate::skill::check::TransitionId;
use crate::skill::emit::naming::{Names, rt};
use crate::skill::facts::{in_block, lets};
use crate::syntax::rust_analyzer::{only, rustc};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ExprLet};

/// Returns the guard of a transition, if it has a `let`.
pub fn of_transition<'a>(names: &'a Names<'_>, transition: TransitionId) -> Option<&'a Code> {
    names.trigger(transition)?.guard().filter(|guard| guard.facts.effects.lets.is_some())
}

/// `let __fires: bool = GUARD;`
pub fn check(guard: &Code) -> TokenStream {
    if guard.half_typed {
        return TokenStream::new();
    }
    let holds = around(guard, &quote!(true), &quote!(false));
    let compiled = rustc(&quote! {
        #[allow(unused_variables, irrefutable_let_patterns)]
        let __fires: bool = #holds;
    });
    let shown = only(&quote!(let __fires: bool = false;));
    quote!(#compiled #shown)
}

/// `then` where the names of a guard are bound, or `otherwise` if it does not hold.
pub fn around(guard: &Code, then: &TokenStream, otherwise: &TokenStream) -> TokenStream {
    with_parts(guard, |parts| {
        parts.iter().rev().fold(then.clone(), |then, part| match part {
            Expr::Let(ExprLet { pat, expr, .. }) => {
                quote!(if let #pat = #expr { #then } else { #otherwise })
            }
            part => {
                let part = in_block(part);
                quote!(if { #part } { #then } else { #otherwise })
            }
        })
    })
}

/// The guard as statements after which its names are bound, for rust-analyzer.
pub fn shown(guard: &Code) -> TokenStream {
    with_parts(guard, |parts| {
        let statements = parts.iter().map(|part| match part {
            Expr::Let(ExprLet { pat, expr, .. }) => quote!(let (#pat) = (#expr) else { loop {} };),
            part => {
                let part = in_block(part);
                quote!(let _: bool = { #part };)
            }
        });
        statements.collect()
    })
}

/// The value of a function that gives what a transition carries, if it depends on the names of the
/// guard: `None` if the guard does not hold there.
pub fn value(guard: &Code, value: &TokenStream) -> TokenStream {
    let rt = rt();
    around(guard, &quote!(#rt::Some({ #value })), &quote!(#rt::None))
}

fn with_parts(guard: &Code, print: impl FnOnce(&[&Expr]) -> TokenStream) -> TokenStream {
    let expr = syn::parse2(guard.tokens.clone());
    let parts = expr.as_ref().ok().and_then(lets::parts);
    print(&parts.unwrap_or_default())
}

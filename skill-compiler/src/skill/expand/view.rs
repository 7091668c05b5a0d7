//! What `self` is in the code of a state: the skill's variables; or, where the state or
//! one around it has parameters or variables, a view of all that it names.

use super::machine::of_depth;
use super::{data, named, rt};
use crate::skill::model::scope::Level;
use crate::skill::model::{Model, NodeId, StateId};
use crate::syntax::names::plain;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::collections::BTreeSet;
use syn::Ident;

/// When the code of a state runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// Before its variables begin.
    Before,
    /// While it is active.
    Active,
}

/// The type whose methods the code of a state is.
pub fn of(model: &Model, state: Option<StateId>, when: When) -> TokenStream {
    match state {
        Some(state) if model.has_levels(state) => {
            let name = name(model, state, when);
            quote!(#name<'_>)
        }
        _ => {
            let vars = named(model, "Vars");
            quote!(#vars)
        }
    }
}

fn name(model: &Model, state: StateId, when: When) -> Ident {
    let before = when == When::Before && !model.states[state].vars.is_empty();
    let what = if before { "Before" } else { "At" };
    format_ident!("__{}_{}", what, plain(&model.states[state].name))
}

/// The levels of a view, the skill's aside.
fn levels(model: &Model, state: StateId, when: When) -> BTreeSet<Level> {
    let mut levels = model.used(state);
    let of = &model.states[state];
    if !of.vars.is_empty() && !of.params.is_empty() {
        levels.insert(Level::Params(state));
    }
    if when == When::Before {
        levels.remove(&Level::Vars(state));
    }
    levels
}

/// What the code of a node is called on, made of the names that stand for what is active.
pub fn receiver(model: &Model, node: Option<NodeId>, when: When) -> TokenStream {
    let Some(node) = node.filter(|node| model.has_levels(model.nodes[*node].state)) else {
        return quote!(data);
    };
    let state = model.nodes[node].state;
    let chain = model.chain(node);
    let ways = levels(model, state, when).into_iter().map(|level| {
        let way = model.way(level);
        let depth = |owner: StateId| {
            let owner = chain.iter().find(|node| model.nodes[**node].state == owner)?;
            Some(model.nodes[*owner].depth)
        };
        let value = match level {
            Level::Skill => None,
            Level::Params(owner) => depth(owner).map(|depth| {
                let params = of_depth("p", depth);
                quote!(&*#params)
            }),
            Level::Vars(owner) => depth(owner).map(|depth| {
                let vars = of_depth("v", depth);
                quote!(&mut *#vars)
            }),
        };
        // One that is not active was reported.
        let value = value.unwrap_or(quote!(loop {}));
        quote!(#way: #value)
    });
    let name = name(model, state, when);
    quote!(#name { __skill: &mut *data #(, #ways)* })
}

/// The views of a state, if it needs any. They stand behind all code: what they hold
/// follows from it.
pub fn expand(model: &Model, state: StateId) -> TokenStream {
    if !model.has_levels(state) {
        return TokenStream::new();
    }
    let at = view(model, state, When::Active);
    let before = (!model.states[state].vars.is_empty()).then(|| view(model, state, When::Before));
    quote!(#at #before)
}

fn view(model: &Model, state: StateId, when: When) -> TokenStream {
    let (name, skill) = (name(model, state, when), named(model, "Vars"));
    let fields = levels(model, state, when).into_iter().map(|level| {
        let way = model.way(level);
        match level {
            Level::Skill => quote!(#way: &'a mut #skill),
            Level::Params(owner) => {
                let ty = data::params(model, owner);
                quote!(#way: &'a #ty)
            }
            Level::Vars(owner) => {
                let ty = data::vars(model, owner);
                quote!(#way: &'a mut #ty)
            }
        }
    });
    let seen = seen_through(&quote!(#name<'_>), &behind(model, state, when));
    quote! {
        struct #name<'a> { __skill: &'a mut #skill #(, #fields)* }
        #seen
    }
}

/// All that is to be seen behind a view, in order.
fn behind(model: &Model, state: StateId, when: When) -> Vec<TokenStream> {
    let mut types = Vec::new();
    for around in model.around(Some(state)) {
        if !model.states[around].vars.is_empty() && (when == When::Active || around != state) {
            let vars = data::vars(model, around);
            types.push(quote!(#vars));
        }
        if !model.states[around].params.is_empty() {
            let params = data::params(model, around);
            types.push(quote!(#params));
        }
    }
    let skill = named(model, "Vars");
    types.push(quote!(#skill));
    types
}

/// For an IDE, `self.` offers what all levels hold: each is seen through the one inside.
fn seen_through(view: &TokenStream, behind: &[TokenStream]) -> TokenStream {
    let rt = rt();
    behind.first().map_or_else(TokenStream::new, |target| {
        quote! {
            #[cfg(rust_analyzer)]
            impl #rt::core::ops::Deref for #view {
                type Target = #target;
                fn deref(&self) -> &#target { loop {} }
            }
            #[cfg(rust_analyzer)]
            impl #rt::core::ops::DerefMut for #view {
                fn deref_mut(&mut self) -> &mut #target { loop {} }
            }
        }
    })
}

/// The same of the parameters and variables of a state.
pub fn seen_through_levels(model: &Model, state: StateId) -> TokenStream {
    let behind = behind(model, state, When::Active);
    let own = usize::from(!model.states[state].vars.is_empty())
        + usize::from(!model.states[state].params.is_empty());
    let links = (0..own).map(|place| seen_through(&behind[place], &behind[place + 1..]));
    links.collect()
}

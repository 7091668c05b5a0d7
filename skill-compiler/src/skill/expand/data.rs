//! What the code of a skill and of its states works on: variables, with the arguments
//! behind them read-only, and the parameters and variables of states.

use super::{named, rt, view};
use crate::skill::ast::{ParamType, Var};
use crate::skill::model::{Model, StateId};
use crate::syntax::{docs, names};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

/// `__Args`, `StandupVars`, and what states hold.
pub fn expand(model: &Model) -> TokenStream {
    let structs = structs(model);
    let states = (0..model.states.len()).map(|state| state_structs(model, state));
    quote! { #structs #(#states)* }
}

/// The struct of a state's parameters.
pub fn params(model: &Model, state: StateId) -> Ident {
    format_ident!("__In_{}", names::plain(&model.states[state].name))
}

/// The struct of a state's variables.
pub fn vars(model: &Model, state: StateId) -> Ident {
    format_ident!("__Vars_{}", names::plain(&model.states[state].name))
}

/// What a state holds, as two structs.
fn state_structs(model: &Model, state: StateId) -> TokenStream {
    let (vis, of) = (&model.vis, &model.states[state]);
    let params = (!of.params.is_empty()).then(|| {
        let (name, states) = (params(model, state), named(model, "State"));
        let cloned = (!of.preconds.is_empty()).then(|| quote!(#[derive(Clone)]));
        let fields = of.params.iter().map(|param| {
            let (name, docs) = (&param.name, &param.docs);
            match &param.ty {
                ParamType::Value(ty) => quote!(#[doc = #docs] pub #name: #ty),
                ParamType::State(_) => quote!(#[doc = #docs] pub #name: #states),
            }
        });
        quote!(#cloned #vis struct #name { #(#fields),* })
    });
    let vars = (!of.vars.is_empty()).then(|| {
        let (name, fields) = (vars(model, state), of.vars.iter().map(var_field));
        quote!(#vis struct #name { #(#fields),* })
    });
    let seen_through = view::seen_through_levels(model, state);
    quote!(#params #vars #seen_through)
}

fn var_field(var: &Var) -> TokenStream {
    let (name, ty, docs) = (&var.name, &var.ty, docs::only(&var.attrs));
    quote!(#(#docs)* pub #name: #ty)
}

fn structs(model: &Model) -> TokenStream {
    let rt = rt();
    let args = model.args.iter().map(|arg| {
        let (name, ty, docs) = (&arg.name, &arg.ty, &arg.docs);
        quote!(#[doc = #docs] pub #name: #ty)
    });
    let group = model.group.as_ref().map(|group| {
        let (name, ty) = (&group.name, &group.ty);
        quote!(pub #name: #ty,)
    });
    let vars = own_vars(model).map(var_field);
    let (vis, data) = (&model.vis, named(model, "Vars"));
    let flown = model.flows().then(|| quote!(#[doc(hidden)] pub __flown: #rt::FlowClock,));
    let cloned = has_vars(model).then(|| quote!(#[derive(Clone)]));
    let deref = (!model.args.is_empty() || model.group.is_some()).then(|| {
        quote! {
            impl #rt::core::ops::Deref for #data {
                type Target = __Args;
                #[inline(always)]
                fn deref(&self) -> &__Args { &self.__args }
            }
        }
    });
    quote! {
        #cloned
        #vis struct __Args { #(#args,)* #group }
        #vis struct #data { #(#vars,)* #flown #[doc(hidden)] pub __args: __Args }
        #deref
    }
}

/// How a call becomes the variables, and how a reset restores them.
pub fn functions(model: &Model) -> TokenStream {
    let (rt, skill, data) = (rt(), &model.name, named(model, "Vars"));
    let resolve = super::call::resolve(model);
    if !has_vars(model) {
        return quote! {
            #[inline]
            fn vars(__call: #skill) -> #data { #data { __args: { #resolve } } }
        };
    }
    quote! {
        #[inline]
        fn vars(__call: #skill) -> #data { #data::__new({ #resolve }) }
        fn renew(vars: &mut #data) {
            *vars = #data::__new(#rt::core::clone::Clone::clone(&vars.__args));
        }
    }
}

/// The variables of the skill, those that flow included.
fn own_vars(model: &Model) -> impl Iterator<Item = &Var> {
    model.vars.iter().chain(&model.continuous)
}

fn has_vars(model: &Model) -> bool {
    own_vars(model).next().is_some()
}

/// `__new`: the variables' first values, from the arguments.
pub fn new(model: &Model) -> Option<TokenStream> {
    let rt = rt();
    let group = model.group.as_ref().map(|group| &group.name);
    let args = model.args.iter().map(|arg| &arg.name).chain(group);
    let inits = own_vars(model).map(|var| {
        let (name, ty, init) = (&var.name, &var.ty, &var.init);
        quote!(let #name: #ty = #init;)
    });
    let vars = own_vars(model).map(|var| &var.name);
    let flown = model.flows().then(|| quote!(__flown: #rt::core::default::Default::default(),));
    has_vars(model).then(|| {
        quote! {
            #[inline]
            #[allow(unused_variables)]
            fn __new(__args: __Args) -> Self {
                let __Args { #(#args),* } = #rt::core::clone::Clone::clone(&__args);
                #(#inits)*
                Self { #(#vars,)* #flown __args }
            }
        }
    })
}

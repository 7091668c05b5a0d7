//! The data of a skill and of its states: variables, with the arguments read-only beside
//! them, and the parameters and variables of states.

use super::naming::{Names, argument_type, rt};
use super::params;
use crate::skill::ast::{ParamType, Var};
use crate::skill::check::{Arg, Scope, StateId};
use crate::syntax::at::{call as call_at, value as value_at};
use crate::syntax::constant::{is_float, is_integer};
use crate::syntax::derives::{self, Checked};
use crate::syntax::docs;
use crate::syntax::label::{print, print_type};
use crate::syntax::rust_analyzer::{self, body, never, without_span};
use crate::syntax::types::NUMBERS;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Ident;
use syn::spanned::Spanned as _;

/// `__Args`, `StandupVars`, and what states hold.
pub fn emit(names: &Names<'_>) -> TokenStream {
    let structs = structs(names);
    let states = (0..names.states.len()).map(|state| state_structs(names, state));
    let remembered = names.resumes().then(|| remembered(names));
    quote! { #structs #(#states)* #remembered }
}

/// Emits the structs of a state's parameters and variables.
fn state_structs(names: &Names<'_>, state: StateId) -> TokenStream {
    let (vis, of) = (&names.vis, &names.states[state]);
    let params = (!of.params.is_empty()).then(|| {
        let (name, states) = (names.params_struct(state), names.of_skill("State"));
        let is_kept = names.are_params_kept(state);
        let cloned = (!is_kept && !names.hints.order[state].preconds.is_empty())
            .then(|| quote!(#[derive(Clone)]));
        let clone = is_kept.then(|| clone_params(names, state));
        let fields = of.params.iter().map(|param| {
            let (name, docs) = (&param.name, &param.docs);
            match &param.ty {
                ParamType::Value(ty) if param.counts => never(&quote!(pub #name: #ty)),
                ParamType::Value(ty) => quote!(#[doc = #docs] pub #name: #ty),
                ParamType::State(_) => quote!(#[doc = #docs] pub #name: #states),
            }
        });
        quote!(#cloned #vis struct #name { #(#fields),* } #clone)
    });
    let vars = (!of.vars.is_empty()).then(|| {
        let (name, fields) = (names.vars_struct(state), of.vars.iter().map(var_field));
        quote!(#vis struct #name { #(#fields),* })
    });
    let see_through = see_through(names, state);
    quote!(#params #vars #see_through)
}

/// Clones parameters that are remembered: an error is at the type of the parameter.
fn clone_params(names: &Names<'_>, state: StateId) -> TokenStream {
    let (rt, name) = (rt(), names.params_struct(state));
    let fields = names.states[state].params.iter().map(|param| {
        let (name, span) = match &param.ty {
            ParamType::Value(ty) if !param.counts => (without_span(&param.name), ty.span()),
            _ => (without_span(&param.name), Span::call_site()),
        };
        let value = value_at(span, &quote!(&self.#name));
        let value = call_at(span, quote!(#rt::core::clone::Clone::clone), value);
        quote!(#name: #value)
    });
    never(&quote! {
        impl #rt::core::clone::Clone for #name {
            #[inline]
            fn clone(&self) -> Self { Self { #(#fields),* } }
        }
    })
}

/// Emits the structs of what states remember.
fn remembered(names: &Names<'_>) -> TokenStream {
    let (rt, vis) = (rt(), &names.vis);
    let enums = names.remembering().map(|(instance, _)| {
        let name = Names::remembered_enum(instance);
        let inside = names.machine.states[instance].children.iter().map(|child| {
            let (variant, of) = (names.remembered_variant(*child), &names.machine.states[*child]);
            let params = of.has_params.then(|| {
                let params = names.params_struct(of.state);
                quote!((#params))
            });
            quote!(#variant #params)
        });
        quote! {
            #[derive(Clone)]
            #[allow(non_camel_case_types)]
            #vis enum #name { __Nothing, #(#inside),* }
        }
    });
    let fields = names.remembering().map(|(instance, remembers)| {
        let (field, ty) = (Names::remembered_inside(instance), Names::remembered_enum(instance));
        let params = remembers.params.then(|| {
            let field = Names::remembered_params(instance);
            let ty = names.params_struct(names.machine.states[instance].state);
            quote!(#field: #rt::Option<#ty>,)
        });
        quote!(#field: #ty, #params)
    });
    quote! {
        #(#enums)*
        #[derive(Clone)]
        #vis struct __Remembered {
            /// The `resume` of the transition, if it is one.
            entering: #rt::Option<#rt::Resume>,
            /// The same of the state whose preconditions are still to be checked.
            pending: #rt::Option<#rt::Resume>,
            #(#fields)*
        }
    }
}

/// For rust-analyzer, the parameters and variables around a state's own.
fn see_through(names: &Names<'_>, state: StateId) -> TokenStream {
    let Some(view) = &names.machine.code[state].view else { return TokenStream::new() };
    let layers: Vec<TokenStream> = view
        .visible
        .iter()
        .map(|scope| {
            let layer = names.scope_struct(*scope);
            quote!(#layer)
        })
        .collect();
    let own = view.visible.iter().take_while(
        |scope| matches!(scope, Scope::Params(owner) | Scope::Vars(owner) if *owner == state),
    );
    let own = own.enumerate();
    own.map(|(place, _)| rust_analyzer::see_through(&layers[place], &layers[place + 1..])).collect()
}

fn var_field(var: &Var) -> TokenStream {
    let (name, ty, docs) = (&var.name, &var.ty, docs::only(&var.attrs));
    quote!(#(#docs)* pub #name: #ty)
}

fn structs(names: &Names<'_>) -> TokenStream {
    let rt = rt();
    let args = names.args.iter().map(|arg| {
        let (name, ty, docs) = (&arg.name, &arg.ty, &arg.docs);
        quote!(#[doc = #docs] pub #name: #ty)
    });
    let group = names.group.as_ref().map(|group| {
        let (name, ty) = (&group.name, &group.ty);
        quote!(pub #name: #ty,)
    });
    let params = params::fields(names);
    let vars = vars(names).map(var_field);
    let (vis, data) = (&names.vis, names.of_skill("Vars"));
    // Exclude the macro's own fields from completion after `self.`.
    let clock = names
        .machine
        .flows
        .then(|| never(&quote!(#[doc(hidden)] pub __flow_clock: #rt::FlowClock,)));
    let memories = names.memories(None).into_iter().enumerate().map(|(place, (_, memory))| {
        let (name, ty) = (Names::memory(place), Names::memory_type(memory));
        never(&quote!(#[doc(hidden)] pub #name: #ty,))
    });
    let remembered =
        names.resumes().then(|| never(&quote!(#[doc(hidden)] pub __remembered: __Remembered,)));
    let args_field = never(&quote!(#[doc(hidden)] pub __args: __Args));
    let checked: Vec<Checked<'_>> = names
        .args
        .iter()
        .map(|arg| match &arg.inner {
            Some(inner) => Checked::new(&rt, &arg.name, inner, "ValueOf").in_option(),
            None => Checked::new(&rt, &arg.name, &arg.ty, "ValueOf"),
        })
        .chain(names.group.iter().map(|of| Checked::new(&rt, &of.name, &of.ty, "StructOf")))
        .collect();
    let own_name = Ident::new("__Args", proc_macro2::Span::call_site());
    let (cloned, clone) = match (has_vars(names), derives::needed(&checked)) {
        (false, _) => (None, None),
        (true, false) => (Some(quote!(#[derive(Clone)])), None),
        (true, true) => {
            let clone = derives::clone_with(&rt, &own_name, &checked, &params::cloned(names));
            (None, Some(clone))
        }
    };
    let has_args = !names.args.is_empty() || names.group.is_some() || !names.params.is_empty();
    let deref = has_args.then(|| {
        let body = body(&quote!(&self.__args));
        quote! {
            impl #rt::core::ops::Deref for #data {
                type Target = __Args;
                #[inline(always)]
                fn deref(&self) -> &__Args { #body }
            }
        }
    });
    quote! {
        #cloned
        #vis struct __Args { #(#args,)* #group #params }
        #clone
        #vis struct #data { #(#vars,)* #clock #(#memories)* #remembered #args_field }
        #deref
    }
}

/// The variables of the skill, those that flow included.
fn vars<'a>(names: &'a Names<'_>) -> impl Iterator<Item = &'a Var> {
    names.vars.iter().chain(&names.continuous)
}

/// Whether a reset restores something.
fn has_vars(names: &Names<'_>) -> bool {
    vars(names).next().is_some() || !names.memories(None).is_empty() || names.resumes()
}

/// The functions that make a call the variables, and that restore them on a reset.
pub fn from_call(names: &Names<'_>) -> TokenStream {
    let (rt, skill, data) = (rt(), &names.name, names.of_skill("Vars"));
    let args = args_from_call(names);
    if !has_vars(names) {
        let field = never(&quote!(__args));
        return quote! {
            #[inline(always)]
            fn vars(__call: #skill) -> #data { let __args = { #args }; #data { #field } }
        };
    }
    let renew = quote!(*vars = __Code::__new(#rt::core::clone::Clone::clone(&vars.__args)););
    let renew = body(&renew);
    quote! {
        #[inline]
        fn vars(__call: #skill) -> #data { __Code::__new({ #args }) }
        fn renew(vars: &mut #data) { #renew }
    }
}

/// Whether a default is a literal that has the type of its argument.
fn has_type(default: &TokenStream, arg: &Arg) -> bool {
    let name = print_type(&arg.ty);
    match &*name {
        _ if arg.inner.is_some() => print(default) == "None",
        "f32" | "f64" => is_float(default),
        _ => NUMBERS.contains(&&*name) && is_integer(default),
    }
}

/// The value of each argument with its default, in the order of declaration: a `let` for each,
/// from `__call`.
pub fn argument_values(names: &Names<'_>) -> Vec<TokenStream> {
    let rt = rt();
    let values = names.args.iter().map(|arg| {
        let (name, ty) = (&arg.name, &arg.ty);
        let otherwise = match &arg.default {
            Some(default) if has_type(default, arg) => quote!(#default),
            // Its type is expected where it is written.
            Some(default) => quote!({ let __default: #ty = #default; __default }),
            None if arg.inner.is_some() => quote!(#rt::None),
            None => {
                let of = argument_type(arg);
                quote!((#of.placeholder)())
            }
        };
        let given = if arg.inner.is_some() {
            quote!(__given @ #rt::Some(_) => __given)
        } else {
            quote!(#rt::Some(__given) => __given)
        };
        quote! {
            let #name: #ty = match __call.#name {
                #given,
                #rt::None => #otherwise,
            };
        }
    });
    values.collect()
}

/// The arguments with their defaults.
fn args_from_call(names: &Names<'_>) -> TokenStream {
    let values = argument_values(names);
    let args = names.args.iter().map(|arg| &arg.name);
    let group = names.group.as_ref().map(|group| &group.name);
    let group = group.map(|name| quote!(#name: __call.#name,));
    let params = params::first_values(names);
    quote! { #(#values)* __Args { #(#args,)* #group #params } }
}

/// `__new`: the variables' first values, from the arguments.
pub fn first_values(names: &Names<'_>) -> Option<TokenStream> {
    let (rt, data) = (rt(), names.of_skill("Vars"));
    let group = names.group.as_ref().map(|group| &group.name);
    let args = names.args.iter().map(|arg| &arg.name).chain(group);
    let inits = vars(names).map(|var| {
        let (name, ty, init) = (&var.name, &var.ty, &var.init);
        quote!(let #name: #ty = #init;)
    });
    let vars = vars(names).map(|var| &var.name);
    let clock = quote!(__flow_clock: #rt::core::default::Default::default(),);
    let clock = names.machine.flows.then(|| never(&clock));
    let memories = names.memories(None).into_iter().enumerate().map(|(place, (_, memory))| {
        let (name, first) = (Names::memory(place), Names::new_memory(memory));
        never(&quote!(#name: #first,))
    });
    let remembered = names.resumes().then(|| {
        let nothing = names.nothing_remembered();
        never(&quote!(__remembered: #nothing,))
    });
    let field = never(&quote!(__args));
    let rest = (!names.params.is_empty()).then(|| quote!(..));
    has_vars(names).then(|| {
        quote! {
            #[inline]
            #[allow(unused_variables)]
            fn __new(__args: __Args) -> #data {
                let __Args { #(#args,)* #rest } = #rt::core::clone::Clone::clone(&__args);
                #(#inits)*
                #data { #(#vars,)* #clock #(#memories)* #remembered #field }
            }
        }
    })
}

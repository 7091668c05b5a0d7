//! What `self` is in guards and blocks: the variables, with the arguments behind
//! them read-only. The user's code stands here, each token once.

use super::{function, hop, index, named, ports, rt};
use crate::skill::ast::{Action, Call, CallArg, Code, Runs, Trigger};
use crate::skill::model::{EdgeId, Model, StateId, Target};
use crate::syntax::at::{call as call_at, parentheses};
use crate::syntax::docs;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// `__Args`, `StandupVars` and their functions.
pub fn expand(model: &Model) -> TokenStream {
    let structs = structs(model);
    let states = (0..model.states.len()).map(|state| state_functions(model, state));
    let always = always(model);
    let failure = failure(model);
    let (new, access) = (new(model), ports::access(model));
    let one_for_all = ports::one_for_all(model);
    let data = named(model, "Vars");
    quote! {
        #structs
        #one_for_all
        impl #data {
            #new
            #(#states)*
            #always
            #failure
        }
        #access
    }
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
    let vars = model.vars.iter().map(|var| {
        let (name, ty, docs) = (&var.name, &var.ty, docs::only(&var.attrs));
        quote!(#(#docs)* pub #name: #ty)
    });
    let (vis, data) = (&model.vis, named(model, "Vars"));
    let cloned = (!model.vars.is_empty()).then(|| quote!(#[derive(Clone)]));
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
        #vis struct #data { #(#vars,)* #[doc(hidden)] pub __args: __Args }
        #deref
    }
}

/// How a call becomes the variables, and how a reset restores them.
pub fn functions(model: &Model) -> TokenStream {
    let (rt, skill, data) = (rt(), &model.name, named(model, "Vars"));
    let resolve = super::call::resolve(model);
    if model.vars.is_empty() {
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

/// `__new`: the variables' first values, from the arguments.
fn new(model: &Model) -> Option<TokenStream> {
    let rt = rt();
    let group = model.group.as_ref().map(|group| &group.name);
    let args = model.args.iter().map(|arg| &arg.name).chain(group);
    let inits = model.vars.iter().map(|var| {
        let (name, ty, init) = (&var.name, &var.ty, &var.init);
        quote!(let #name: #ty = #init;)
    });
    let vars = model.vars.iter().map(|var| &var.name);
    (!model.vars.is_empty()).then(|| {
        quote! {
            #[inline]
            #[allow(unused_variables)]
            fn __new(__args: __Args) -> Self {
                let __Args { #(#args),* } = #rt::core::clone::Clone::clone(&__args);
                #(#inits)*
                Self { #(#vars,)* __args }
            }
        }
    })
}

fn state_functions(model: &Model, state: StateId) -> TokenStream {
    let of = &model.states[state];
    let blocks = [("init", &of.init), ("loop", &of.loop_), ("exit", &of.exit)];
    let blocks = blocks.into_iter().filter_map(|(what, block)| {
        block.as_ref().map(|block| user_block(model, state, what, block))
    });
    let preconds = (!of.preconds.is_empty()).then(|| preconds(model, state));
    let edges = edges(model, state);
    let runs = match &of.runs {
        Runs::Nothing | Runs::Unknown => TokenStream::new(),
        Runs::Skills(calls) => calls
            .iter()
            .enumerate()
            .map(|(slot, call)| user_call(model, state, slot, call))
            .collect(),
        Runs::Action(action) => user_action(model, state, action),
    };
    quote! { #(#blocks)* #preconds #edges #runs }
}

/// Gives the interfaces their names in a user's code.
fn bind(model: &Model) -> TokenStream {
    let pattern = ports::pattern(model);
    if model.interfaces.is_empty() {
        TokenStream::new()
    } else {
        quote! {
            #[cfg(not(rust_analyzer))]
            #[allow(unused_variables)]
            let #pattern = __ports;
        }
    }
}

/// `init`, `loop` or `exit`. An IDE sees the block even half typed.
fn user_block(model: &Model, state: StateId, what: &str, block: &Code) -> TokenStream {
    let (name, bind) = (function(what, model, state), bind(model));
    let ports = named(model, "Ports");
    let statements = &block.tokens;
    let attribute = seen(block.half_typed);
    let empty = block.half_typed.then(|| {
        quote! {
            #[cfg(not(rust_analyzer))]
            fn #name(&mut self, _: &mut #ports<'_>) {}
        }
    });
    quote! {
        #attribute
        #[inline]
        fn #name(&mut self, __ports: &mut #ports<'_>) { #bind #statements }
        #empty
    }
}

/// Who sees a piece of the user's code.
fn seen(half_typed: bool) -> TokenStream {
    if half_typed { ide_alone() } else { both() }
}

/// What `rustc` and an IDE see. As long as [`ide_alone`]: the text in front of the
/// cursor must be the same whether a line is complete or not.
fn both() -> TokenStream {
    quote!(#[cfg(any(rust_analyzer, not(rust_analyzer)))])
}

/// What only an IDE sees.
fn ide_alone() -> TokenStream {
    quote!(#[cfg(all(rust_analyzer, any(rust_analyzer)))])
}

/// The preconditions of a state, in order.
fn preconds(model: &Model, state: StateId) -> TokenStream {
    let (rt, name, bind) = (rt(), function("precond", model, state), bind(model));
    let ports = named(model, "Ports");
    let checks = model.states[state].preconds.iter().map(|edge| check(model, *edge));
    quote! {
        #[inline(always)]
        #[allow(unused_braces, unreachable_code)]
        fn #name(&self, __ports: &#ports<'_>) -> #rt::Option<#rt::Hop> {
            #bind
            #(#checks)*
            #rt::None
        }
    }
}

/// The edges of a state behind `always`: results first, then in order.
fn edges(model: &Model, state: StateId) -> TokenStream {
    let (rt, name, bind) = (rt(), function("edges", model, state), bind(model));
    let ports = named(model, "Ports");
    let of = &model.states[state];
    let checks =
        of.on_final.iter().chain(&of.on_failed).chain(&of.plain).map(|edge| check(model, *edge));
    quote! {
        #[inline(always)]
        #[allow(unused_braces, unreachable_code, unused_variables)]
        fn #name(
            &self,
            __ports: &#ports<'_>,
            __clock: #rt::Clock,
            __status: #rt::Status,
        ) -> #rt::Option<#rt::Hop> {
            #bind
            #(#checks)*
            #rt::None
        }
    }
}

/// `let __fires: bool = GUARD;`. An IDE sees the guard even half typed.
fn fires(guard: &TokenStream, half_typed: bool) -> TokenStream {
    let attribute = seen(half_typed);
    quote! {
        #attribute
        let __fires: bool = { #guard };
    }
}

/// `let __timeout: u64 = micros(TIME);`. An IDE sees the time even half typed.
fn timeout(time: &TokenStream, half_typed: bool) -> TokenStream {
    let (rt, attribute) = (rt(), seen(half_typed));
    let span = syn::spanned::Spanned::span(time);
    let micros = call_at(span, quote!(#rt::Timeout::micros), quote!(#time));
    quote! {
        #attribute
        let __timeout: u64 = #micros;
    }
}

/// One edge: returns its hop if it fires.
fn check(model: &Model, edge: EdgeId) -> TokenStream {
    let (rt, hop) = (rt(), hop(model, edge));
    match &model.edges[edge].trigger {
        Trigger::When(guard) => {
            let fires = fires(guard, false);
            quote! { #fires if __fires { return #hop; } }
        }
        Trigger::HalfTyped(guard) => fires(guard, true),
        Trigger::Otherwise => quote! { return #hop; },
        Trigger::AfterTicks(ticks) => quote! { if __clock.ticks() >= #ticks { return #hop; } },
        Trigger::After(_, Some(micros)) => {
            quote! { if __clock.micros() >= #micros { return #hop; } }
        }
        Trigger::After(time, None) => {
            let timeout = timeout(time, false);
            quote! { #timeout if __clock.micros() >= __timeout { return #hop; } }
        }
        Trigger::HalfTypedTime(time) => timeout(time, true),
        Trigger::OnFinal => quote! {
            if #rt::core::matches!(__status, #rt::Status::Final) { return #hop; }
        },
        Trigger::Broken => TokenStream::new(),
        Trigger::OnFailed => quote! {
            if #rt::core::matches!(__status, #rt::Status::Failed) { return #hop; }
        },
    }
}

/// The root's edges; a state does not take one that leads to itself.
fn always(model: &Model) -> TokenStream {
    if model.always.is_empty() {
        return TokenStream::new();
    }
    let (rt, bind) = (rt(), bind(model));
    let ports = named(model, "Ports");
    let checks = model.always.iter().map(|edge| {
        let to = super::number(model.target_index(model.edges[*edge].to));
        let hop = hop(model, *edge);
        let (fires, follow) = match &model.edges[*edge].trigger {
            Trigger::When(guard) => (fires(guard, false), quote!(if __fires { return #hop; })),
            Trigger::HalfTyped(guard) => (fires(guard, true), TokenStream::new()),
            _ => return TokenStream::new(),
        };
        quote! {
            if __state != #to {
                #fires
                #follow
            }
        }
    });
    quote! {
        #[inline]
        #[allow(unused_braces)]
        fn __always(
            &self,
            __ports: &#ports<'_>,
            __state: u16,
        ) -> #rt::Option<#rt::Hop> {
            #bind
            #(#checks)*
            #rt::None
        }
    }
}

/// Whether a reason of the skill carries numbers.
pub fn reasons_carry_numbers(model: &Model) -> bool {
    let carries = |reason: &crate::skill::model::Reason| !reason.values.is_empty();
    model.edges.iter().any(|edge| edge.reason.as_ref().is_some_and(carries))
}

/// The failure of an edge into FAILED that carries numbers.
fn failure(model: &Model) -> Option<TokenStream> {
    let (rt, bind, skill) = (rt(), bind(model), &model.name);
    let ports = named(model, "Ports");
    let arms = model.edges.iter().enumerate().filter_map(|(id, edge)| {
        let reason = edge.reason.as_ref().filter(|reason| !reason.values.is_empty())?;
        let index = index(id);
        let half_typed = reason.values.iter().any(|value| value.half_typed);
        let attribute = seen(half_typed);
        let values: Vec<&TokenStream> = reason.values.iter().map(|value| &value.tokens).collect();
        (edge.to == Target::Failed).then(|| {
            let span = values
                .first()
                .map_or(reason.text.span(), |value| syn::spanned::Spanned::span(*value));
            let values = parentheses(span, quote!(#(#values,)*));
            let arguments = quote!(&#skill, #rt::Cause::Edge(__edge), #values);
            let failure = call_at(span, quote!(#rt::Failure::new), arguments);
            quote!(#attribute #index => #failure,)
        })
    });
    let arms: Vec<TokenStream> = arms.collect();
    (!arms.is_empty()).then(|| {
        quote! {
            #[inline]
            #[allow(unused_braces, unused_variables)]
            fn __failure(&self, __ports: &#ports<'_>, __edge: u16) -> #rt::Failure {
                #bind
                match __edge {
                    #(#arms)*
                    _ => #rt::Failure::new(&#skill, #rt::Cause::Edge(__edge), ()),
                }
            }
        }
    })
}

/// The call of a sub-skill, with its arguments as they are now.
fn user_call(model: &Model, state: StateId, slot: usize, call: &Call) -> TokenStream {
    let bind = bind(model);
    let name = function(&format!("call{slot}"), model, state);
    let (ports, skill) = (named(model, "Ports"), super::dependency(model, &call.skill));
    let (sets, alone) = (call.args.iter().map(set_argument), ide_alone());
    let blank = super::blank(model, &call.skill);
    quote! {
        #[inline]
        #[allow(unused_variables)]
        fn #name(&self, __ports: &#ports<'_>) -> #skill {
            #bind
            let mut __call: #skill = (#blank)();
            #(#sets)*
            // Where an argument is begun, an IDE must find the same code either way.
            #alone { __call.clone(); }
            __call
        }
    }
}

/// Gives an argument its value. An IDE sees it even half typed.
fn set_argument(arg: &CallArg) -> TokenStream {
    let field = &arg.name;
    let Some(Code { tokens, half_typed }) = &arg.value else {
        let attribute = ide_alone();
        return quote!(#attribute { __call.#field; });
    };
    let span = syn::spanned::Spanned::span(tokens);
    let rt = rt();
    let give = call_at(span, quote!(#rt::give), quote!(&mut __call.#field, #tokens));
    let attribute = seen(*half_typed);
    quote!(#attribute { #give; })
}

/// The call of an action, with its arguments as they are now.
fn user_action(model: &Model, state: StateId, action: &Action) -> TokenStream {
    let (rt, name, bind) = (rt(), function("action", model, state), bind(model));
    let ports = named(model, "Ports");
    let (function, args) = (&action.function, &action.args);
    let span = super::span_of(function);
    let places = (0..args.len()).map(|place| {
        let place = Literal::usize_unsuffixed(place);
        quote!(__args.#place)
    });
    let call = call_at(span, quote!(#function), quote!(__ports #(, #places)*));
    quote! {
        #[inline]
        #[allow(unused_variables)]
        fn #name(&self, __ports: &mut #ports<'_>) -> #rt::Status {
            let __args = { let __ports = &*__ports; #bind (#({ #args },)*) };
            #call
        }
    }
}

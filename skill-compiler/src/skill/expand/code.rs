//! The user's code, each token once: guards, blocks, values, as methods of what `self` is
//! in them.

use super::machine::{has_results, has_timer};
use super::view::{self, When};
use super::{data, function, hybrid, index, named, ports, rt};
use crate::skill::ast::{Action, Call, CallArg, Code, ParamType, Runs, Trigger};
use crate::skill::model::{EdgeId, Model, StateId, Target, Value};
use crate::syntax::at::{call as call_at, parentheses};
use crate::syntax::names::plain;
use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::{format_ident, quote};

/// The methods of the skill's variables and of the views of its states.
pub fn expand(model: &Model) -> TokenStream {
    let (new, array) = (data::new(model), hybrid::array(model));
    let vars = named(model, "Vars");
    // States whose `self` is the skill's share one `impl`: `rustc` takes its time for each.
    let (own, shared): (Vec<StateId>, Vec<StateId>) =
        (0..model.states.len()).partition(|state| model.has_levels(*state));
    let shared = shared.into_iter().map(|state| {
        let (before, active) = state_functions(model, state);
        quote!(#before #active)
    });
    let own_functions = own.iter().map(|state| of_view(model, *state));
    let always = always(model);
    let (access, one_for_all) = (ports::access(model), ports::one_for_all(model));
    let views = own.iter().map(|state| view::expand(model, *state));
    let rustc = (!own.is_empty()).then(rustc_alone);
    quote! {
        #rustc
        #one_for_all
        impl #vars {
            #new
            #array
            #(#shared)*
            #always
        }
        #(#own_functions)*
        #access
        #(#views)*
    }
}

/// What only `rustc` sees: an IDE would look for what words mean even in items that are
/// not compiled.
fn rustc_alone() -> TokenStream {
    quote! {
        #[cfg(rust_analyzer)]
        macro_rules! __rustc { ($($tokens:tt)*) => {}; }
        #[cfg(not(rust_analyzer))]
        macro_rules! __rustc { ($($tokens:tt)*) => { $($tokens)* }; }
    }
}

/// The methods of the views of a state: first as an IDE shall see them, where each name
/// stands right behind `self.`; then with the way to each.
fn of_view(model: &Model, state: StateId) -> TokenStream {
    let (before, active) = state_functions(model, state);
    let at = view::of(model, Some(state), When::Active);
    let seen = if model.states[state].vars.is_empty() {
        quote!(impl #at { #before #active })
    } else {
        let before_it = view::of(model, Some(state), When::Before);
        quote!(impl #before_it { #before } impl #at { #active })
    };
    let run = model.with_ways(state, seen.clone());
    quote! {
        #[cfg(rust_analyzer)]
        const _: () = { #seen };
        __rustc! { const _: () = { #run }; }
    }
}

/// The methods of a state's code: what runs before its variables begin, and while it is
/// active.
fn state_functions(model: &Model, state: StateId) -> (TokenStream, TokenStream) {
    let of = &model.states[state];
    let blocks = [("init", &of.init), ("loop", &of.loop_), ("exit", &of.exit)];
    let blocks = blocks.into_iter().filter_map(|(what, block)| {
        block.as_ref().map(|block| user_block(model, state, what, block))
    });
    let named = named_alone(model, state);
    let preconds = (!of.preconds.is_empty()).then(|| preconds(model, state));
    let vars = (!of.vars.is_empty()).then(|| first_values(model, state));
    let before = of.preconds.iter().map(|edge| carried(model, *edge));
    let (edges, flow) = (edges(model, state), hybrid::functions(model, state, &bind(model)));
    let after = of.on_final.iter().chain(&of.on_failed).chain(&of.plain);
    let after = after.map(|edge| carried(model, *edge));
    let runs = match &of.runs {
        Runs::Nothing | Runs::Unknown => TokenStream::new(),
        Runs::Skills(calls) => calls
            .iter()
            .enumerate()
            .map(|(slot, call)| user_call(model, state, slot, call))
            .collect(),
        Runs::Action(action) => user_action(model, state, action),
    };
    (
        quote! { #preconds #(#before)* #vars },
        quote! { #named #(#blocks)* #flow #edges #(#after)* #runs },
    )
}

/// For an IDE, the names behind `self.` that stand in no code.
fn named_alone(model: &Model, state: StateId) -> TokenStream {
    let (names, function) = (&model.states[state].named, function("named", model, state));
    if names.is_empty() {
        return TokenStream::new();
    }
    quote! {
        #[cfg(rust_analyzer)]
        fn #function(&self) { #(let _ = &self.#names;)* }
    }
}

/// The first values of a state's variables; its parameters and the variables before each
/// go by their bare names here, as the arguments do in the skill's.
fn first_values(model: &Model, state: StateId) -> TokenStream {
    let (rt, of, name) = (rt(), &model.states[state], function("vars", model, state));
    let vars = data::vars(model, state);
    let params = of.params.iter().map(|param| {
        let (name, field) = (&param.name, unspanned(&param.name));
        quote!(let #name = #rt::core::clone::Clone::clone(&self.#field);)
    });
    let inits = of.vars.iter().map(|var| {
        let (name, ty, init) = (&var.name, &var.ty, &var.init);
        quote!(let #name: #ty = #init;)
    });
    let names = of.vars.iter().map(|var| &var.name);
    quote! {
        #[inline]
        #[allow(unused_variables)]
        fn #name(&self) -> #vars {
            #(#params)*
            #(#inits)*
            #vars { #(#names),* }
        }
    }
}

/// What an edge carries to its target: the values of the target's parameters, or the
/// numbers of its reason.
fn carried(model: &Model, edge: EdgeId) -> TokenStream {
    let of = &model.edges[edge];
    let states = unspanned(&named(model, "State"));
    let values: Vec<TokenStream> = of.values.iter().map(|value| value_of(&states, value)).collect();
    let types = model.param_types(of.to);
    // What is not given yet: an IDE completes it.
    let missing = types.iter().skip(values.len()).filter(|_| of.wrong);
    let missing = missing.map(|ty| match ty {
        ParamType::Value(_) => quote!(loop {}),
        ParamType::State(_) => quote!(#states::FAILED),
    });
    let all = values.iter().cloned().chain(missing);
    match of.to {
        Target::Failed => why(model, edge),
        Target::State(state) if !types.is_empty() => {
            let (target, params) = (data::params(model, state), &model.states[state].params);
            let names = params.iter().map(|param| unspanned(&param.name));
            let surplus = values.get(types.len()..).unwrap_or_default();
            let surplus = (!surplus.is_empty()).then(|| quote!(; (#(#surplus,)*); loop {}));
            let value = quote!(#target { #(#names: #all),* } #surplus);
            carries(model, edge, &quote!(#target), &value)
        }
        Target::Held(_) if !types.is_empty() => {
            let types = types.iter().map(|ty| match ty {
                ParamType::Value(ty) => quote!(#ty),
                ParamType::State(_) => quote!(#states),
            });
            let end = of.wrong.then(|| quote!(; loop {}));
            carries(model, edge, &quote!((#(#types,)*)), &quote!((#(#all,)*) #end))
        }
        // There is nothing to carry; what was given is shown.
        _ if !values.is_empty() => carries(model, edge, &quote!(()), &quote!((#(#values,)*);)),
        _ => TokenStream::new(),
    }
}

/// A name that an IDE does not look at.
pub fn unspanned(name: &syn::Ident) -> syn::Ident {
    crate::syntax::names::ident(&plain(name), proc_macro2::Span::call_site())
}

/// The function of what an edge carries to its target's parameters.
pub fn values_function(edge: EdgeId) -> syn::Ident {
    format_ident!("__values_{edge}")
}

fn carries(model: &Model, edge: EdgeId, ty: &TokenStream, value: &TokenStream) -> TokenStream {
    let (name, ports, bind) = (values_function(edge), named(model, "Ports"), bind(model));
    let of = &model.edges[edge];
    let half_typed = of.wrong
        || of.values.iter().any(|value| matches!(value, Value::Code(code) if code.half_typed));
    let attribute = seen(half_typed);
    let empty = half_typed.then(|| {
        quote! {
            #[cfg(not(rust_analyzer))]
            fn #name(&self, _: &#ports<'_>) -> #ty { loop {} }
        }
    });
    quote! {
        #attribute
        #[inline]
        #[allow(unused_braces, unused_variables)]
        fn #name(&self, __ports: &#ports<'_>) -> #ty { #bind #value }
        #empty
    }
}

/// A value that is passed to a parameter.
fn value_of(states: &syn::Ident, value: &Value) -> TokenStream {
    match value {
        Value::Code(Code { tokens, .. }) | Value::Wrong(Code { tokens, .. }, false) => {
            quote!({ #tokens })
        }
        Value::State(_, name) => quote!(#states::#name),
        Value::Held(_, name) => quote!(self.#name),
        Value::Wrong(Code { tokens, .. }, true) => {
            let mut all = tokens.clone().into_iter();
            match (all.next(), all.next()) {
                (Some(TokenTree::Ident(name)), None) => quote!(#states::#name),
                _ => tokens.clone(),
            }
        }
    }
}

/// The function of an edge's reason.
pub fn why_function(edge: EdgeId) -> syn::Ident {
    format_ident!("__why_{edge}")
}

/// The failure of an edge into FAILED that carries numbers.
fn why(model: &Model, edge: EdgeId) -> TokenStream {
    let of = &model.edges[edge];
    let Some(reason) = of.reason.as_ref().filter(|reason| !reason.values.is_empty()) else {
        return TokenStream::new();
    };
    let (rt, bind, skill, name) = (rt(), bind(model), &model.name, why_function(edge));
    let ports = named(model, "Ports");
    let half_typed = reason.values.iter().any(|value| value.half_typed);
    let attribute = seen(half_typed);
    let values: Vec<TokenStream> = reason.values.iter().map(|value| value.tokens.clone()).collect();
    let span = values.first().map_or(reason.text.span(), syn::spanned::Spanned::span);
    let values = parentheses(span, quote!(#(#values,)*));
    let arguments = quote!(&#skill, #rt::Cause::Edge(__edge), #values);
    let failure = call_at(span, quote!(#rt::Failure::new), arguments);
    let plain = quote!(#rt::Failure::new(&#skill, #rt::Cause::Edge(__edge), ()));
    let empty = half_typed.then(|| {
        quote! {
            #[cfg(not(rust_analyzer))]
            fn #name(&self, _: &#ports<'_>, __edge: u16) -> #rt::Failure { #plain }
        }
    });
    quote! {
        #attribute
        #[inline]
        #[allow(unused_braces, unused_variables)]
        fn #name(&self, __ports: &#ports<'_>, __edge: u16) -> #rt::Failure { #bind #failure }
        #empty
    }
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
pub fn seen(half_typed: bool) -> TokenStream {
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
        fn #name(&self, __ports: &#ports<'_>) -> u16 {
            #bind
            #(#checks)*
            #rt::NONE
        }
    }
}

/// The edges of a state behind `always`: results first, then in order.
fn edges(model: &Model, state: StateId) -> TokenStream {
    let (rt, name, bind) = (rt(), function("edges", model, state), bind(model));
    let ports = named(model, "Ports");
    let of = &model.states[state];
    let clock = has_timer(model, state).then(|| quote!(, __clock: #rt::Clock));
    let status = has_results(of).then(|| quote!(, __status: #rt::Status));
    let checks =
        of.on_final.iter().chain(&of.on_failed).chain(&of.plain).map(|edge| check(model, *edge));
    quote! {
        #[inline(always)]
        #[allow(unused_braces, unreachable_code, unused_variables)]
        fn #name(&self, __ports: &#ports<'_> #clock #status) -> u16 {
            #bind
            #(#checks)*
            #rt::NONE
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

/// One edge: returns its number if it fires.
fn check(model: &Model, edge: EdgeId) -> TokenStream {
    let (rt, number) = (rt(), index(edge));
    match &model.edges[edge].trigger {
        Trigger::When(guard) => {
            let fires = fires(guard, false);
            quote! { #fires if __fires { return #number; } }
        }
        Trigger::HalfTyped(guard) => fires(guard, true),
        Trigger::Otherwise => quote! { return #number; },
        Trigger::AfterTicks(ticks) => quote! { if __clock.ticks() >= #ticks { return #number; } },
        Trigger::After(_, Some(micros)) => {
            quote! { if __clock.micros() >= #micros { return #number; } }
        }
        Trigger::After(time, None) => {
            let timeout = timeout(time, false);
            quote! { #timeout if __clock.micros() >= __timeout { return #number; } }
        }
        Trigger::HalfTypedTime(time) => timeout(time, true),
        Trigger::OnFinal => quote! {
            if #rt::core::matches!(__status, #rt::Status::Final) { return #number; }
        },
        Trigger::OnFailed => quote! {
            if #rt::core::matches!(__status, #rt::Status::Failed) { return #number; }
        },
        // A crossing is looked for while time passes.
        Trigger::Crossing(_) | Trigger::Broken => TokenStream::new(),
    }
}

/// The root's edges; a state does not take one that leads to itself.
fn always(model: &Model) -> TokenStream {
    if model.always.is_empty() {
        return TokenStream::new();
    }
    let (rt, bind) = (rt(), bind(model));
    let ports = named(model, "Ports");
    let carried = model.always.iter().map(|edge| carried(model, *edge));
    let checks = model.always.iter().map(|edge| {
        let number = index(*edge);
        let (fires, follow) = match &model.edges[*edge].trigger {
            Trigger::When(guard) => (fires(guard, false), quote!(if __fires { return #number; })),
            Trigger::HalfTyped(guard) => (fires(guard, true), TokenStream::new()),
            _ => return TokenStream::new(),
        };
        match model.edges[*edge].to {
            Target::State(to) => {
                let to = super::number(to);
                quote!(if __state != #to { #fires #follow })
            }
            _ => quote!(#fires #follow),
        }
    });
    quote! {
        #[inline]
        #[allow(unused_braces)]
        fn __always(&self, __ports: &#ports<'_>, __state: u16) -> u16 {
            #bind
            #(#checks)*
            #rt::NONE
        }
        #(#carried)*
    }
}

/// The call of a sub-skill, with its arguments as they are now.
fn user_call(model: &Model, state: StateId, slot: usize, call: &Call) -> TokenStream {
    let bind = bind(model);
    let name = function(&format!("call{slot}"), model, state);
    let (ports, skill) = (named(model, "Ports"), super::dependency(model, &call.skill));
    let sets = call.args.iter().map(set_argument);
    let alone = ide_alone();
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
    let give = call_at(span, quote!(#rt::assign), quote!(&mut __call.#field, #tokens));
    let attribute = seen(*half_typed);
    quote!(#attribute { #give; })
}

/// The call of an action, with its arguments as they are now.
fn user_action(model: &Model, state: StateId, action: &Action) -> TokenStream {
    let (rt, name, bind) = (rt(), function("action", model, state), bind(model));
    let ports = named(model, "Ports");
    let function = &action.function;
    let args: Vec<TokenStream> = action.args.iter().map(action_argument).collect();
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
            let __args = { let __ports = &*__ports; #bind (#(#args,)*) };
            #call
        }
    }
}

/// An IDE sees it even half typed.
fn action_argument(arg: &Code) -> TokenStream {
    let (attribute, tokens) = (seen(arg.half_typed), &arg.tokens);
    let value = if arg.half_typed { quote!(loop {}) } else { quote!(__value) };
    quote!({ #attribute let __value = { #tokens }; #value })
}

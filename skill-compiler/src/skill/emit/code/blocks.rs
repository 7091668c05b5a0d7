//! Blocks, first values of variables, and calls of what a state runs.

use crate::skill::ast::{Action, ActivityKind, Call, CallArg, Code, Message};
use crate::skill::check::StateId;
use crate::skill::emit::naming::{Names, number, rt, span_of};
use crate::syntax::at::{
    call as call_at, inferred as inferred_at, place_of, value as value_at, value_over,
};
use crate::syntax::constant::is_number;
use crate::syntax::rust_analyzer::{self, visible, without_span};
use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

/// `init`, `loop` and `exit` of a state.
pub fn emit(names: &Names<'_>, state: StateId) -> TokenStream {
    let of = &names.states[state];
    let named = names.hints.named.get(&state).map_or(&[][..], Vec::as_slice);
    let this = names.this(Some(state));
    let fields = rust_analyzer::fields(&names.function("named", state), &this, named);
    let blocks = [("init", &of.init), ("loop", &of.loop_), ("exit", &of.exit)];
    let blocks = blocks
        .into_iter()
        .filter_map(|(what, code)| code.as_ref().map(|code| block(names, state, what, code)));
    quote!(#fields #(#blocks)*)
}

fn block(names: &Names<'_>, state: StateId, what: &str, code: &Code) -> TokenStream {
    let (name, bind) = (names.function(what, state), names.bind_interfaces());
    let (ports, statements, this) =
        (names.of_skill("Ports"), &code.tokens, names.this(Some(state)));
    let whole = quote! {
        #[inline]
        fn #name(self: &mut #this, __ports: &mut #ports<'_>) { #bind #statements }
    };
    let instead = quote!(fn #name(self: &mut #this, _: &mut #ports<'_>) {});
    rust_analyzer::function(code.half_typed, &whole, &instead)
}

/// The number of tries of a state, for an IDE: the guards of the transitions that lead to the next try
/// have it, too.
pub fn tries(names: &Names<'_>, state: StateId) -> TokenStream {
    let count = names.states[state].tries.as_ref().and_then(|tries| tries.count.as_ref());
    let Some(Code { tokens, .. }) = count else { return TokenStream::new() };
    let (name, bind) = (names.function("tries", state), names.bind_interfaces());
    let (ports, this) = (names.of_skill("Ports"), names.this(Some(state)));
    rust_analyzer::only(&quote! {
        fn #name(self: &#this, __ports: &#ports<'_>) -> u32 { #bind #tokens }
    })
}

/// The first values of a state's variables; its parameters and the variables before each
/// go by their bare names here, as the arguments do in the skill's.
pub fn vars(names: &Names<'_>, state: StateId) -> TokenStream {
    let of = &names.states[state];
    if of.vars.is_empty() {
        return TokenStream::new();
    }
    let (rt, name, vars) = (rt(), names.function("vars", state), names.vars_struct(state));
    let this = names.this(Some(state));
    let params = of.params.iter().map(|param| {
        let (name, field) = (&param.name, without_span(&param.name));
        quote!(let #name = #rt::core::clone::Clone::clone(&self.#field);)
    });
    let inits = of.vars.iter().map(|var| {
        let (name, ty, init) = (&var.name, &var.ty, &var.init);
        quote!(let #name: #ty = #init;)
    });
    let fields = of.vars.iter().map(|var| &var.name);
    quote! {
        #[inline]
        #[allow(unused_variables)]
        fn #name(self: &#this) -> #vars {
            #(#params)*
            #(#inits)*
            #vars { #(#fields),* }
        }
    }
}

/// The calls of what a state runs.
pub fn runs(names: &Names<'_>, state: StateId) -> TokenStream {
    let (mut skills, mut actions, mut messages) = (0.., 0.., 0..);
    let runs = names.states[state].runs.iter().filter_map(|activity| match &activity.kind {
        ActivityKind::Skill(call) => Some(skill(names, state, skills.next()?, call)),
        ActivityKind::Action(called) => Some(action(names, state, actions.next()?, called)),
        ActivityKind::Message(sent) => Some(message(names, state, messages.next()?, sent)),
    });
    runs.collect()
}

/// The call of a sub-skill, with its arguments as they are now.
fn skill(names: &Names<'_>, state: StateId, place: usize, call: &Call) -> TokenStream {
    let (name, bind) = (names.call_function(state, place), names.bind_interfaces());
    let (ports, skill) = (names.of_skill("Ports"), names.dependency(&call.skill));
    let this = names.this(Some(state));
    let sets = call.args.iter().map(set_argument);
    // For an IDE, the code must be the same whether or not an argument is half typed.
    let shown = visible(
        true,
        &quote!({
            __call.clone();
        }),
    );
    let default_call = names.default_call(&call.skill);
    let base = call.base.as_ref();
    let base = base.map(|base| visible(base.half_typed, &quote!(let __base: #skill = { #base };)));
    let first = match &call.base {
        Some(base) if !base.half_typed => quote!({ let _ = #default_call; __base }),
        _ => quote!(#default_call()),
    };
    quote! {
        #[inline]
        #[allow(unused_variables)]
        fn #name(self: &#this, __ports: &#ports<'_>) -> #skill {
            #bind
            #base
            let mut __call: #skill = #first;
            #(#sets)*
            #shown
            __call
        }
    }
}

/// Gives an argument its value.
fn set_argument(arg: &CallArg) -> TokenStream {
    let field = &arg.name;
    // A half-typed word may be the beginning of an argument's name.
    let is_value = |value: &&Code| !(arg.shorthand && value.half_typed);
    let Some(Code { tokens, half_typed, .. }) = arg.value.as_ref().filter(is_value) else {
        return visible(true, &quote!({ __call.#field; }));
    };
    let rt = rt();
    let assign = if is_number(tokens) {
        // No `Option`, so a type is expected of it. An error is at the literal.
        quote!(let () = __call.#field = #rt::Some { 0: #tokens };)
    } else {
        let of = inferred_at(place_of(tokens));
        quote!(<#of as #rt::IntoArgument<_>>::assign(&mut __call.#field, #tokens);)
    };
    visible(*half_typed, &assign)
}

/// The call of an action, with its arguments as they are now.
fn action(names: &Names<'_>, state: StateId, place: usize, action: &Action) -> TokenStream {
    let (rt, name, bind) = (rt(), names.action_function(state, place), names.bind_interfaces());
    let (ports, function) = (names.of_skill("Ports"), &action.function);
    let this = names.this(Some(state));
    let args: Vec<TokenStream> = action.args.iter().map(argument).collect();
    let places = action.args.iter().enumerate().map(|(place, arg)| {
        let place = number(place);
        value_over(&arg.tokens, &quote!(__args.#place))
    });
    // A function with other parameters is one error, at its name: the type has this place, too. One
    // that returns another type is the next one.
    let span = span_of(function);
    let (keyword, returned) = (Ident::new("fn", span), inferred_at(span));
    let params = std::iter::repeat_n(quote!(_), args.len() + 1);
    let signature = quote!(#keyword(#(#params),*) -> #returned);
    let given = value_at(span, &quote!(__ports));
    let call = call_at(span, value_at(span, &quote!(__action)), quote!(#given #(, #places)*));
    quote! {
        #[inline]
        #[allow(unused_variables, unreachable_code)]
        fn #name(self: &#this, __ports: &mut #ports<'_>) -> #rt::Status {
            let __args = { let __ports = &*__ports; #bind (#(#args,)*) };
            let __action: #signature = #function;
            <#returned as #rt::Returned>::status(#call)
        }
    }
}

/// Sends a message that the state runs.
fn message(names: &Names<'_>, state: StateId, place: usize, message: &Message) -> TokenStream {
    let (rt, name, bind) = (rt(), names.send_function(state, place), names.bind_interfaces());
    let (ports, this) = (names.of_skill("Ports"), names.this(Some(state)));
    let Code { tokens, half_typed, .. } = &message.whole;
    let whole = quote! {
        #[inline]
        #[allow(unused_variables)]
        fn #name(self: &#this, __ports: &mut #ports<'_>) -> #rt::SentMessage {
            #bind
            let __sent = #tokens;
            #rt::SentMessage::new(__sent)
        }
    };
    let instead = quote! {
        fn #name(self: &#this, _: &mut #ports<'_>) -> #rt::SentMessage { loop {} }
    };
    rust_analyzer::function(*half_typed, &whole, &instead)
}

/// An argument of an action.
fn argument(arg: &Code) -> TokenStream {
    let tokens = visible(arg.half_typed, &quote!(let __value = { #arg };));
    let value = if arg.half_typed { quote!(loop {}) } else { quote!(__value) };
    quote!({ #tokens #value })
}

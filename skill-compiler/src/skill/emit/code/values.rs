//! Values that transitions carry: those of the target's parameters, or the numbers of a
//! reason.

use super::lets;
use crate::skill::ast::{Code, ParamType};
use crate::skill::check::{Binding, DraftValue, Place, StateId, Target, TransitionId, Value};
use crate::skill::emit::naming::{Names, rt};
use crate::syntax::at::{
    call as call_at, inferred as inferred_at, is_place, place_of, value as value_at,
};
use crate::syntax::rust_analyzer::{self, only, without_span};
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens as _, format_ident, quote};
use syn::Ident;

/// The extent to which the values of a transition are wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wrong {
    Nothing,
    /// There is one for each parameter, but some are half typed.
    HalfTyped,
    /// They do not fit the parameters.
    Values,
}

/// The function of what a transition carries, if it carries anything.
pub fn emit(names: &Names<'_>, transition: TransitionId) -> TokenStream {
    carried(names, Of { transition, is_shown: false })
}

/// The function that rust-analyzer alone sees if the guard has a `let`, also if nothing is carried: the
/// guard, and what is carried with its names.
pub fn shown(names: &Names<'_>, transition: TransitionId) -> TokenStream {
    if names.again(transition).is_some() || lets::of_transition(names, transition).is_none() {
        return TokenStream::new();
    }
    let of = Of { transition, is_shown: true };
    match carried(names, of) {
        nothing if nothing.is_empty() => {
            function(names, of, Wrong::Values, &quote!(()), &TokenStream::new())
        }
        carried => carried,
    }
}

/// The transition that a function is about.
#[derive(Clone, Copy)]
struct Of {
    transition: TransitionId,
    /// Whether it is for rust-analyzer alone.
    is_shown: bool,
}

fn carried(names: &Names<'_>, of: Of) -> TokenStream {
    let Of { transition, is_shown } = of;
    let states = without_span(&names.of_skill("State"));
    let (to, values, wrong): (_, Vec<TokenStream>, _) = match names.transitions.get(&transition) {
        Some(right) => {
            let values = right.values.iter().enumerate();
            let values = values.map(|(place, value)| match value {
                Value::Default if is_shown => quote!({ loop {} }),
                value => value_of(names, &states, place, value),
            });
            (right.to, values.collect(), Wrong::Nothing)
        }
        None => {
            let draft = &names.hints.transitions[&transition];
            let Some(to) = draft.to else { return TokenStream::new() };
            let values = draft.values.iter().enumerate();
            let values = values.map(|(place, value)| draft_value(names, &states, place, value));
            let half_typed = |value: &DraftValue| matches!(value, DraftValue::Right(Value::Code(code)) if code.half_typed);
            let wrong = match draft.wrong {
                true => Wrong::Values,
                false if draft.values.iter().any(half_typed) => Wrong::HalfTyped,
                false => Wrong::Nothing,
            };
            (to, values.collect(), wrong)
        }
    };
    let types = names.param_types(to);
    // Placeholders for missing values, so that an IDE can complete them.
    let missing = types.iter().skip(values.len());
    let missing = missing.map(|ty| match ty {
        ParamType::Value(_) => quote!({ loop {} }),
        ParamType::State(_) => quote!(#states::FAILED),
    });
    let all = values.iter().cloned().chain(missing);
    match to {
        Target::Failed if !values.is_empty() => {
            let rt = rt();
            let span = right_span(names, transition);
            let here = inferred_at(span);
            let given = quote!(<#here as #rt::IsFailure>::failure(#(#values)*));
            function(names, of, wrong, &quote!(#rt::StoredFailure), &given)
        }
        Target::Failed => reason(names, of),
        Target::State(state) if !types.is_empty() => {
            let (target, params) = (names.params_struct(state), &names.states[state].params);
            let fields = params.iter().map(|param| without_span(&param.name));
            let surplus = values.get(types.len()..).unwrap_or_default();
            let surplus = (!surplus.is_empty()).then(|| quote!(; (#(#surplus,)*); loop {}));
            let value = quote!(#target { #(#fields: #all),* } #surplus);
            function(names, of, wrong, &quote!(#target), &value)
        }
        Target::Held(_) if !types.is_empty() => {
            let types = types.iter().map(|ty| match ty {
                ParamType::Value(ty) => quote!(#ty),
                ParamType::State(_) => quote!(#states),
            });
            let end = (wrong == Wrong::Values).then(|| quote!(; loop {}));
            function(names, of, wrong, &quote!((#(#types,)*)), &quote!((#(#all,)*) #end))
        }
        Target::Final if !types.is_empty() => {
            let ty = match types[0] {
                ParamType::Value(ty) => quote!(#ty),
                ParamType::State(_) => quote!(#states),
            };
            let surplus = values.get(1..).unwrap_or_default();
            let surplus = (!surplus.is_empty()).then(|| quote!(; (#(#surplus,)*); loop {}));
            let value = all.take(1);
            function(names, of, wrong, &ty, &quote!(#(#value)* #surplus))
        }
        // There is nothing to carry; what was given is shown.
        _ if !values.is_empty()
            || !names.bindings(transition).is_empty()
            || names.failure(transition).is_some() =>
        {
            function(names, of, wrong, &quote!(()), &quote!((#(#values,)*);))
        }
        _ => TokenStream::new(),
    }
}

/// The place of the value of a transition.
fn right_span(names: &Names<'_>, transition: TransitionId) -> proc_macro2::Span {
    let right = names.transitions.get(&transition).and_then(|of| of.values.first());
    match right {
        Some(Value::Code(code)) => syn::spanned::Spanned::span(&code.tokens),
        _ => proc_macro2::Span::call_site(),
    }
}

fn function(
    names: &Names<'_>,
    of: Of,
    wrong: Wrong,
    ty: &TokenStream,
    value: &TokenStream,
) -> TokenStream {
    let transition = of.transition;
    let (name, ports) = (names.values_function(transition), names.of_skill("Ports"));
    let (bind, Results { given, named }) = (names.bind_interfaces(), results(names, transition));
    let this = names.this(names.from(transition));
    let right = names.transitions.get(&transition).filter(|_| !of.is_shown);
    let defaults = right.into_iter().flat_map(|of| {
        let params = match of.to {
            Target::State(state) => &names.states[state].params[..],
            _ => &[],
        };
        let defaults = of.values.iter().map(|value| matches!(value, Value::Default));
        params.iter().enumerate().zip(defaults).filter(|(_, is)| *is).map(|(param, _)| param)
    });
    let defaults = defaults.filter_map(|(place, param)| match &param.ty {
        ParamType::Value(ty) => {
            let value = Names::default_value(place);
            Some(quote!(, #value: #ty))
        }
        ParamType::State(_) => None,
    });
    let given = quote!(#given #(#defaults)*);
    let instead = quote! {
        #[allow(unused_variables)]
        fn #name(self: &#this, _: &#ports<'_> #given) -> #ty { loop {} }
    };
    let head = quote!(fn #name(self: &#this, __ports: &#ports<'_> #given));
    let before = quote!(#bind #named);
    method(names, of, wrong != Wrong::Nothing, (&head, ty), (&before, value), &instead)
}

/// A method with the user's values; `instead` is what `rustc` gets if they are half typed. If they
/// use names of the guard, the method returns an `Option`.
fn method(
    names: &Names<'_>,
    Of { transition, is_shown }: Of,
    half_typed: bool,
    (head, ty): (&TokenStream, &TokenStream),
    (before, value): (&TokenStream, &TokenStream),
    instead: &TokenStream,
) -> TokenStream {
    // A value that is missing is a `loop {}`, for the IDE.
    let plain = quote! {
        #[inline]
        #[allow(unused_braces, unreachable_code, unused_variables)]
        #head -> #ty { #before #value }
    };
    let Some(guard) = lets::of_transition(names, transition) else {
        return rust_analyzer::function(half_typed, &plain, instead);
    };
    if is_shown {
        let statements = lets::shown(guard);
        return only(&quote!(#head -> #ty { #before #statements #value }));
    }
    let rt = rt();
    let compiled = match names.transitions.get(&transition) {
        Some(of) if of.uses_lets() => {
            let value = lets::value(guard, value);
            quote! {
                #[inline]
                #[allow(unused_braces, unused_variables, irrefutable_let_patterns)]
                #head -> #rt::Option<#ty> { #before #value }
            }
        }
        _ if half_typed || guard.half_typed => instead.clone(),
        _ => plain,
    };
    rust_analyzer::rustc(&compiled)
}

/// The functions of the defaults of a state's parameters.
pub fn defaults(names: &Names<'_>, state: StateId) -> TokenStream {
    let (ports, bind, this) =
        (names.of_skill("Ports"), names.bind_interfaces(), names.this(Some(state)));
    let params = names.states[state].params.iter().enumerate();
    let functions = params.filter_map(|(place, param)| {
        let (ParamType::Value(ty), Some(default)) = (&param.ty, &param.default) else {
            return None;
        };
        let name = names.default_function(state, place);
        let whole = quote! {
            #[inline]
            #[allow(unused_braces, unused_variables)]
            fn #name(self: &#this, __ports: &#ports<'_>) -> #ty { #bind #default }
        };
        let instead = quote!(fn #name(self: &#this, _: &#ports<'_>) -> #ty { loop {} });
        Some(rust_analyzer::function(default.half_typed, &whole, &instead))
    });
    functions.collect()
}

/// The results of sub-skills in a function of values.
struct Results {
    /// Its further parameters.
    given: TokenStream,
    /// The statements that give the results their names.
    named: TokenStream,
}

fn results(names: &Names<'_>, transition: TransitionId) -> Results {
    let rt = rt();
    let results = named_results(names, transition).into_iter().map(|of| {
        let NamedResult { result, skill, named, .. } = of;
        (quote!(, #result: &<#skill as #rt::Skill>::Output), named)
    });
    let failure = names
        .failure(transition)
        .map(|name| (quote!(, __failure: #rt::StoredFailure), quote!(let #name = __failure;)));
    let (given, named): (Vec<_>, Vec<_>) = results.chain(failure).unzip();
    Results { given: quote!(#(#given)*), named: quote!(#(#named)*) }
}

/// The result of a sub-skill that a transition names.
struct NamedResult {
    skill: Ident,
    /// The variable with a reference to it.
    result: Ident,
    /// The statement that gives it its name.
    named: TokenStream,
}

fn named_results(names: &Names<'_>, transition: TransitionId) -> Vec<NamedResult> {
    let rt = rt();
    let calls = names.from(transition).into_iter().flat_map(|from| names.states[from].calls());
    let bindings = names.bindings(transition).iter().enumerate();
    let named = bindings.filter(|(_, binding)| binding.name != "_");
    let results = named.filter_map(|(number, Binding { place, name })| {
        let Place::Skill(place) = *place else { return None };
        let skill = names.dependency(&calls.clone().nth(place)?.skill);
        let result = format_ident!("__result{number}");
        // The error for a skill without a result is at the name.
        let of = inferred_at(name.span());
        let skill_of = quote!(#rt::core::marker::PhantomData::<#skill>);
        let function = quote!(<#of as #rt::WithResult>::named_result);
        let named = call_at(name.span(), function, quote!(#skill_of, #result));
        Some(NamedResult { skill, result, named: quote!(let #name = #named;) })
    });
    results.collect()
}

/// The parameters of the function that checks the transitions of a state: the results of what it runs,
/// as far as these need them, which exist once that is FINAL.
pub fn results_for_guards(names: &Names<'_>, state: StateId) -> TokenStream {
    let rt = rt();
    let calls = names.states[state].calls();
    let given = names.results_for_guards(state).into_iter().filter_map(|place| {
        let result = result_of(place);
        let ty = match place {
            Place::Skill(skill) if names.names_result(state, skill) => {
                let skill = names.dependency(&calls.clone().nth(skill)?.skill);
                quote!(<#skill as #rt::Skill>::Output)
            }
            Place::Skill(_) | Place::Action(_) | Place::Message(_) => quote!(()),
        };
        Some(quote!(, #result: #rt::Option<&#ty>))
    });
    given.collect()
}

/// The parameter with the result of what is at a place.
fn result_of(place: Place) -> Ident {
    match place {
        Place::Skill(place) => format_ident!("__result_of{place}"),
        Place::Action(place) => format_ident!("__action{place}"),
        Place::Message(place) => format_ident!("__message{place}"),
    }
}

/// The check `code` of a transition on FINAL, if its guard or an outcome of what it names is checked:
/// gives the results their names.
pub fn with_results(
    names: &Names<'_>,
    transition: TransitionId,
    code: &TokenStream,
) -> TokenStream {
    let rt = rt();
    let bindings = names.bindings(transition);
    let has_guard = names.trigger(transition).is_some_and(|of| of.guard().is_some());
    let needs = names.from(transition).and_then(|from| names.states[from].needs);
    if bindings.is_empty() || !has_guard && needs.is_none() {
        return code.clone();
    }
    let results = named_results(names, transition);
    let variables = (0..bindings.len()).map(|number| format_ident!("__result{number}"));
    let given = bindings.iter().map(|of| result_of(of.place));
    let named = results.iter().filter(|_| has_guard).map(|of| &of.named);
    quote! {
        if let (#(#rt::Some(#variables),)*) = (#(#given,)*) { #(#named)* #code }
    }
}

/// The entries that must be FINAL besides the list, since a transition names it, as text and as a Boolean.
pub fn final_results(names: &Names<'_>, transition: TransitionId) -> Vec<(String, TokenStream)> {
    let from = names.from(transition).map(|from| &names.states[from]);
    let Some(from) = from.filter(|from| from.needs.is_some()) else { return Vec::new() };
    let named = names.bindings(transition).iter().filter_map(|Binding { place, .. }| {
        let result = result_of(*place);
        let (_, activity) = from.places().find(|(other, _)| other == place)?;
        let text = format!("{} is FINAL", activity.name());
        Some((text, quote!(#result.is_some())))
    });
    named.collect()
}

/// A value that is passed to a parameter.
fn value_of(names: &Names<'_>, states: &Ident, place: usize, value: &Value) -> TokenStream {
    match value {
        Value::Code(code) => quote!({ #code }),
        Value::State(state, name) => {
            let mut key = names.states[*state].key.clone();
            key.set_span(name.span());
            quote!(#states::#key)
        }
        Value::Held(_, name) => quote!(self.#name),
        Value::Kept((state, param)) => {
            let (rt, param) = (rt(), &names.states[*state].params[*param]);
            let name = without_span(&param.name);
            match &param.ty {
                // An error is at the type.
                ParamType::Value(ty) => {
                    let span = syn::spanned::Spanned::span(ty);
                    let value = value_at(span, &quote!(&self.#name));
                    call_at(span, quote!(#rt::core::clone::Clone::clone), value)
                }
                ParamType::State(_) => quote!(self.#name),
            }
        }
        Value::Default => Names::default_value(place).to_token_stream(),
    }
}

/// A value of a transition of which something is wrong.
fn draft_value(names: &Names<'_>, states: &Ident, place: usize, value: &DraftValue) -> TokenStream {
    match value {
        // Defaults are evaluated for transitions that are right.
        DraftValue::Right(Value::Default) => quote!({ loop {} }),
        DraftValue::Right(value) => value_of(names, states, place, value),
        DraftValue::Unknown(code) => quote!({ #code }),
        DraftValue::NoState(Code { tokens, .. }) => {
            let mut all = tokens.clone().into_iter();
            match (all.next(), all.next()) {
                (Some(TokenTree::Ident(name)), None) => quote!(#states::#name),
                _ => tokens.clone(),
            }
        }
    }
}

/// The failure of a transition into FAILED that carries numbers.
fn reason(names: &Names<'_>, of: Of) -> TokenStream {
    let transition = of.transition;
    let reason = match names.transitions.get(&transition) {
        Some(of) => of.reason.as_ref(),
        None => names.hints.transitions[&transition].reason.as_ref(),
    };
    let Some(reason) = reason.filter(|reason| !reason.values.is_empty()) else {
        return TokenStream::new();
    };
    let (rt, skill, name) = (rt(), &names.name, names.reason_function(transition));
    let (ports, bind) = (names.of_skill("Ports"), names.bind_interfaces());
    let is_wrong = names.hints.transitions.get(&transition).is_some_and(|draft| draft.wrong);
    let half_typed = is_wrong || reason.values.iter().any(|value| value.half_typed);
    let values = reason.values.iter().map(|Code { tokens, .. }| {
        let of = inferred_at(place_of(tokens));
        quote!(<#of as #rt::ReasonValue>::own(#tokens))
    });
    let cause = quote!(#rt::Cause::Transition(__transition));
    // At a value too: `rustc` drops the second of two equal errors at one place.
    let mut places = reason.values.iter().map(|value| &value.tokens);
    let likely = places.clone().find(|tokens| !is_place(tokens)).or_else(|| places.next_back());
    let all = inferred_at(likely.map_or_else(|| reason.text.span(), place_of));
    let failure = quote!(<#all as #rt::ReasonValues>::failure((#(#values,)*), &#skill, #cause));
    let plain = quote!(#rt::StoredFailure::new(&#skill, #cause, ()));
    let Results { given, named } = results(names, transition);
    let this = names.this(names.from(transition));
    let instead = quote! {
        #[allow(unused_variables)]
        fn #name(self: &#this, _: &#ports<'_>, __transition: u16 #given) -> #rt::StoredFailure { #plain }
    };
    let head = quote!(fn #name(self: &#this, __ports: &#ports<'_>, __transition: u16 #given));
    let (ty, before) = (quote!(#rt::StoredFailure), quote!(#bind #named));
    method(names, of, half_typed, (&head, &ty), (&before, &failure), &instead)
}

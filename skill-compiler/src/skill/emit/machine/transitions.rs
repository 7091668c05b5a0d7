//! Code that evaluates what a transition carries, and says where it leads.

use crate::skill::check::{StateId, StateInstanceId, TransitionInstanceId};
use crate::skill::emit::naming::{Names, number, of_depth, outcome, ports_at, rt};
use crate::skill::lower::machine::{Choice, End, Evaluates, Moment, Take, TransitionInstance};
use crate::syntax::rust_analyzer::{body, without_span};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use std::collections::BTreeMap;
use syn::Ident;

/// The function `evaluate`.
pub fn emit(names: &Names<'_>) -> TokenStream {
    let (rt, nothing) = (rt(), names.values_path(None));
    // Those that only lead somewhere are a table.
    let mut plain = Plain::new();
    let (mut arms, mut failing) = (Vec::new(), Vec::new());
    for (transition, of) in names.machine.transitions.iter().enumerate() {
        match evaluated(names, transition) {
            Some(evaluated) => {
                let number = number(transition);
                arms.push(quote!(#rt::Outcome(#number) => { #evaluated }));
            }
            None if matches!(of.evaluates, Evaluates::Failure) => failing.push(number(transition)),
            None => {
                let end = end(names, transition);
                let same = plain.entry(end.to_string()).or_insert((end, Vec::new()));
                same.1.push(transition);
            }
        }
    }
    // Otherwise, it would keep transitions that only lead somewhere from becoming a table.
    let abort =
        names.machine.steps.then(|| quote!(#rt::Outcome::ABORT => (#rt::Target::FAILED, 0),));
    let skill = &names.name;
    let failing = (!failing.is_empty()).then(|| {
        quote! {
            #rt::Outcome(#(#failing)|*) => {
                failure.set(#skill.key(), #rt::Cause::Transition(outcome.0));
                (#rt::Target::FAILED, 0)
            }
        }
    });
    let start = names.machine.pass.start.unwrap_or(0);
    let many = names.machine.depth > 1 && plain.len() > MANY;
    let (plain, otherwise) = if many { table(names, plain) } else { matched(plain, start) };
    let begins = names.machine.states.get(start).filter(|of| of.has_params).map(|of| {
        let defaults = names.defaults(start, 0..names.states[of.state].params.len());
        let (open_run, values) = (names.open_run(), names.values_path(Some(of.state)));
        let (params, start) = (names.default_params(of.state), number(start));
        quote! {
            #rt::Outcome::NOT_STARTED => {
                #open_run
                #defaults
                return (#rt::Target(#start), 0, #values(#params));
            }
        }
    });
    let resume = names.machine.states.iter().any(|of| of.has_preconditions);
    let resume = resume.then(|| {
        quote! {
            #rt::Outcome::ENTER_PENDING => {
                (#rt::Target(#rt::ActiveState::active(&run.phase).unwrap_or(0)), 0)
            }
        }
    });
    let body = body(&quote! {
        let (__target, __around): (#rt::Target, u16) = match outcome {
            #begins
            #resume
            #plain
            #failing
            #(#arms)*
            #abort
            #otherwise
        };
        (__target, __around, #nothing)
    });
    let may_decline = names.machine.transitions.iter().any(|of| of.may_decline);
    let may_decline = may_decline.then(|| {
        quote!(
            const MAY_DECLINE: bool = true;
        )
    });
    quote! {
        #may_decline
        #[inline]
        fn evaluate<__T: #rt::Tracer>(
            run: &mut #rt::States<Self>,
            cx: &mut #rt::Context<'_, __B, __T>,
            failure: &mut #rt::FailureSlot,
            outcome: #rt::Outcome,
        ) -> (#rt::Target, u16, Self::Values) { #body }
    }
}

/// More ends than these are found in a table, unless all states are outermost: `rustc` makes one
/// itself only of what is the same for all transitions.
const MANY: usize = 8;

/// The transitions that only lead somewhere, by where they lead.
type Plain = BTreeMap<String, (TokenStream, Vec<TransitionInstanceId>)>;

/// The arms of transitions that only lead somewhere, and that of what begins.
fn matched(plain: Plain, start: StateInstanceId) -> (TokenStream, TokenStream) {
    let (rt, start) = (rt(), number(start));
    let plain = plain.into_values().map(|(end, transitions)| {
        let transitions = transitions.into_iter().map(number);
        quote!(#rt::Outcome(#(#transitions)|*) => (#end),)
    });
    (plain.collect(), quote!(_ => (#rt::Target(#start), 0),))
}

/// The same as one arm, which looks the transition up.
fn table(names: &Names<'_>, plain: Plain) -> (TokenStream, TokenStream) {
    let (rt, start) = (rt(), number(names.machine.pass.start.unwrap_or(0)));
    let begins = quote!(#rt::Target(#start), 0);
    let mut ends = vec![begins.clone(); names.machine.transitions.len()];
    for (end, transitions) in plain.into_values() {
        for of in transitions {
            ends[of].clone_from(&end);
        }
    }
    let otherwise = quote! {
        #rt::Outcome(__number) => {
            const __ENDS: &[(#rt::Target, u16)] = &[#((#ends)),*];
            match __ENDS.get(__number as usize) {
                #rt::Some(__end) => *__end,
                #rt::None => (#begins),
            }
        }
    };
    (TokenStream::new(), otherwise)
}

/// The number of states around an instance.
fn around(names: &Names<'_>, instance: StateInstanceId) -> Literal {
    number(names.machine.states[instance].depth - 1)
}

/// The target of a transition: the index of a state, FINAL or FAILED, and the number of states
/// around it.
fn end(names: &Names<'_>, transition: TransitionInstanceId) -> TokenStream {
    let rt = rt();
    match names.machine.transitions[transition].to {
        End::State(instance) => {
            let (number, around) = (number(instance), around(names, instance));
            quote!(#rt::Target(#number), #around)
        }
        End::Final => quote!(#rt::Target::FINAL, 0),
        End::Failed => quote!(#rt::Target::FAILED, 0),
    }
}

/// Evaluates what a transition carries: the target's parameters, or the numbers of its reason.
/// `None` if it carries nothing.
fn evaluated(names: &Names<'_>, transition: TransitionInstanceId) -> Option<TokenStream> {
    let rt = rt();
    let of = &names.machine.transitions[transition];
    let end = end(names, transition);
    let resume = names.resume(of);
    let (moment, held) = match of.evaluates {
        Evaluates::Nothing if resume.is_some() => {
            return Some(quote! {
                run.data.__remembered.entering = #rt::Some(#resume);
                (#end)
            });
        }
        Evaluates::Nothing | Evaluates::Failure | Evaluates::FailureOfSub => return None,
        Evaluates::FailureOfInner => {
            let skill = &names.name;
            return Some(quote! {
                if failure.stored.is_none() {
                    failure.set(#skill.key(), #rt::Cause::Transition(outcome.0));
                }
                (#end)
            });
        }
        Evaluates::FailureOfSubOrOwn => (Moment::Active, None),
        Evaluates::Params(moment)
        | Evaluates::Reason(moment)
        | Evaluates::Result(moment)
        | Evaluates::Given(moment) => (moment, None),
        Evaluates::ParamsOfHeld(moment, state) => (moment, Some(state)),
    };
    let (on, ports) = (
        names.receiver(of.from, moment),
        ports_at(of.from.map_or(1, |from| names.machine.states[from].depth)),
    );
    let (open_run, otherwise) = (names.open_run(), names.values_path(None));
    let otherwise = quote!((#rt::Target::FINAL, 0, #otherwise));
    let decided = |value| or_declined(names, of.may_decline, value);
    let open = of.from.map(|from| match moment {
        Moment::Active => names.open_state(from, &otherwise),
        Moment::Before => names.open_entering(from, &otherwise),
        Moment::Around => names.open_around(from, &otherwise),
    });
    let open = quote!(#open_run #open);
    if let Evaluates::FailureOfSubOrOwn = of.evaluates {
        let failure = failure_of_sub_or_own(names, of);
        return Some(quote!(#open #failure (#end)));
    }
    let results: Vec<Ident> =
        (0..of.results.len()).map(|place| format_ident!("__result{place}")).collect();
    let given = of.results.iter().zip(&results).map(|(slot, result)| {
        let (machine, sub) = (names.sub_machine(*slot), names.slot(*slot));
        // All sub-skills are FINAL here, and have their results.
        quote!(let #rt::Some(#result) = #machine::result(&*#sub) else { return #otherwise; };)
    });
    let failure = named_failure(names, of);
    let open = quote!(#open #(#given)* #failure);
    let failure = failure.map(|_| quote!(, __failure));
    if let Evaluates::Given(_) | Evaluates::Reason(_) = of.evaluates {
        let (function, transition) = match of.evaluates {
            Evaluates::Given(_) => (names.values_function(of.transition), None),
            _ => (names.reason_function(of.transition), Some(quote!(, outcome.0))),
        };
        let value = decided(quote!(#on.#function(&#ports #transition #(, #results)* #failure)));
        return Some(quote!(#open failure.stored = #rt::Some(#value); (#end)));
    }
    if let Evaluates::Result(_) = of.evaluates {
        let function = names.values_function(of.transition);
        let result = decided(quote!(#on.#function(&#ports #(, #results)* #failure)));
        return Some(quote!(#open return (#end, __Values::__Result(#result));));
    }
    let End::State(target) = of.to else { return None };
    let (function, values) = (
        names.values_function(of.transition),
        names.values_path(Some(names.machine.states[target].state)),
    );
    let (defaults, default_values) = (
        names.values_left_out(transition, target),
        of.defaults.iter().copied().map(Names::default_value),
    );
    let given = match held {
        None => {
            decided(quote!(#on.#function(&#ports #(, #results)* #failure #(, #default_values)*)))
        }
        Some(state) => {
            // A state without parameters but the number of the try is given nothing.
            let is_given = !names.transitions[&of.transition].values.is_empty();
            let given = decided(quote!(#on.#function(&#ports #(, #results)* #failure)));
            held_params(names, state, is_given.then_some(given))
        }
    };
    Some(match resume {
        None => quote!(#open #defaults return (#end, #values(#given));),
        Some(resume) => quote! {
            #open
            #defaults
            let __given = #given;
            data.__remembered.entering = #rt::Some(#resume);
            return (#end, #values(__given));
        },
    })
}

/// The failure of the sub-skill that has failed, which is there already, or the skill's own.
fn failure_of_sub_or_own(names: &Names<'_>, of: &TransitionInstance) -> TokenStream {
    let (rt, skill) = (rt(), &names.name);
    let slots = of.from.map_or(&[][..], |from| &names.machine.states[from].slots);
    let subs = slots.iter().map(|slot| names.slot(*slot));
    quote! {
        if !(#(#rt::SubExec::<__B>::has_failed(&*#subs))||*) {
            failure.set(#skill.key(), #rt::Cause::Transition(outcome.0));
        }
    }
}

/// The failure that a transition names, as `__failure`.
fn named_failure(names: &Names<'_>, of: &TransitionInstance) -> Option<TokenStream> {
    let (rt, skill) = (rt(), &names.name);
    names.failure(of.transition)?;
    let cause = quote!(#rt::Cause::Transition(outcome.0));
    Some(match of.evaluates {
        // The numbers of a reason do not see the kind of its transition.
        Evaluates::Reason(_) => {
            quote!(let __failure = #rt::StoredFailure::or_own(failure.stored, #skill.key());)
        }
        _ => quote! {
            let __failure = #rt::StoredFailure::or_of(failure.stored, #skill.key(), #cause);
        },
    })
}

/// The parameters of a state that was held, from the values that the transition gives it.
fn held_params(names: &Names<'_>, state: StateId, given: Option<TokenStream>) -> TokenStream {
    let ty = names.params_struct(state);
    let fields = names.states[state].params.iter().enumerate().map(|(place, param)| {
        let (name, place) = (without_span(&param.name), number(place));
        match &param.default {
            Some(first) if param.counts => quote!(#name: #first),
            _ => quote!(#name: __given.#place),
        }
    });
    let given = given.map(|given| quote!(let __given = #given;));
    quote!({ #given #ty { #(#fields),* } })
}

/// The value of a function of what a transition carries. If it may have none, since the guard is
/// evaluated once more, the transition is not taken then.
fn or_declined(names: &Names<'_>, may_decline: bool, value: TokenStream) -> TokenStream {
    if !may_decline {
        return value;
    }
    let (rt, nothing) = (rt(), names.values_path(None));
    quote! {
        match (#value) {
            #rt::Some(__value) => __value,
            #rt::None => return (#rt::Target::DECLINED, 0, #nothing),
        }
    }
}

/// The transition instance that is taken if the transition `__outcome` of `choices` fires.
pub fn taken(names: &Names<'_>, choices: &[Choice]) -> TokenStream {
    let rt = rt();
    let same = |choice: &Choice| matches!(choice.take, Take::One(one) if one == choice.transition);
    let other = choices.iter().filter(|choice| !same(choice)).map(|choice| {
        let found = outcome(choice.transition);
        let taken = match &choice.take {
            Take::Nothing => quote!(#rt::Outcome::NONE),
            Take::One(one) => outcome(*one),
            Take::ByHeld { owner, param, each } => {
                let of = &names.machine.states[*owner];
                let (params, states) =
                    (of_depth("params", of.depth), without_span(&names.of_skill("State")));
                let param = without_span(&names.states[of.state].params[*param].name);
                let arms = each.iter().map(|(state, taken)| {
                    let (held, taken) = (without_span(&names.states[*state].key), outcome(*taken));
                    quote!(#states::#held => #taken,)
                });
                // It holds none but these.
                quote!(match #params.#param { #(#arms)* _ => #rt::Outcome::NONE })
            }
        };
        quote!(#found => #taken,)
    });
    let other: Vec<TokenStream> = other.collect();
    if other.is_empty() {
        quote!(__outcome)
    } else {
        quote!(match __outcome { #(#other)* _ => __outcome })
    }
}

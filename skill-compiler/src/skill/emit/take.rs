//! How a transition is taken: what it carries is evaluated, states are left, the trace
//! is told, and the target is entered.

use super::code::{unspanned, values_function, why_function};
use super::machine::{of_depth, ports_at, subs};
use super::view::{When, receiver};
use super::{data, enter, hybrid, index, leave, named, number, rt};
use crate::skill::check::{
    End, Model, StateInstanceId, Target, TransitionId, TransitionInstanceId,
};
use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

/// Where the code stands that takes a transition.
#[derive(Clone, Copy)]
pub enum Here {
    /// Any of the states may be active.
    Skill,
    /// This instance is active, and any of those inside it.
    In(StateInstanceId),
    /// This instance is being entered: its preconditions are asked.
    Entering(StateInstanceId),
}

/// The arms that take each of `transitions` out of `from` (the root's: none), and go on with
/// the pass or end it.
pub fn arms(
    model: &Model,
    transitions: &[TransitionId],
    from: Option<StateInstanceId>,
    here: Here,
) -> TokenStream {
    let arms = transitions.iter().map(|transition| {
        let (number, taken) = (index(*transition), take(model, *transition, from, here));
        quote!(#number => { #taken })
    });
    arms.collect()
}

fn take(
    model: &Model,
    transition: TransitionId,
    from: Option<StateInstanceId>,
    here: Here,
) -> TokenStream {
    let transition_instances: Vec<TransitionInstanceId> =
        model.transition_instances_of(transition, from).collect();
    let Target::Held((owner, param)) = model.transitions[transition].to else {
        return transition_instances.first().map_or(TokenStream::new(), |transition_instance| {
            one(model, *transition_instance, here)
        });
    };
    let chain = from.map_or(Vec::new(), |from| model.chain(from));
    let Some(owner) = chain.into_iter().find(|instance| model.instances[*instance].state == owner)
    else {
        return TokenStream::new();
    };
    let params = of_depth("p", model.instances[owner].depth);
    let states = unspanned(&named(model, "State"));
    let name = unspanned(&model.state_of(owner).params[param].name);
    let arms = transition_instances.iter().filter_map(|transition_instance| {
        let held =
            unspanned(&model.states[model.transition_instances[*transition_instance].held?].name);
        let taken = one(model, *transition_instance, here);
        Some(quote!(#states::#held => { #taken }))
    });
    // It holds none but these.
    quote!(match #params.#name { #(#arms)* _ => {} })
}

fn one(model: &Model, transition_instance: TransitionInstanceId, here: Here) -> TokenStream {
    let (rt, skill, number) = (rt(), &model.name, index(transition_instance));
    let to = model.transition_instances[transition_instance].to;
    let parent = match to {
        End::Instance(instance) => model.instances[instance].depth - 1,
        End::Final | End::Failed => 0,
    };
    let carried = carried(model, transition_instance);
    let (from, left) = (left_from(model, here), left(model, here, parent));
    // What leaves the states may change where it stands.
    let (from, from_value) = match here {
        Here::Skill | Here::In(_) if from.1 => {
            let from = from.0;
            (Some(quote!(let __from = #from;)), quote!(__from))
        }
        _ => (None, from.0),
    };
    let restore = hybrid::restore(model);
    let follow = match to {
        End::Instance(instance) => enter::enter(model, instance),
        End::Final => quote! {
            #restore
            *at0 = __ActiveState::__Inactive(#rt::Inactive::Final);
            return #rt::Status::Final;
        },
        End::Failed if model.flows() => quote! {
            let __status = run.fail(cx, __failure);
            cx.now.time = run.data.__flown.now();
            return __status;
        },
        End::Failed => quote!(return run.fail(cx, __failure);),
    };
    quote! {
        if left == 0 { #restore return run.stopped(cx, #number); }
        left -= 1;
        #carried
        #from
        #left
        cx.record_transition(&#skill, #from_value, #number);
        #follow
    }
}

/// The innermost active state, and whether it must be asked for.
fn left_from(model: &Model, here: Here) -> (TokenStream, bool) {
    let rt = rt();
    match here {
        Here::Skill => {
            (quote!(if T::ON { #rt::ActiveState::active(&*at0).unwrap_or(0) } else { 0 }), true)
        }
        Here::In(instance) if !model.instances[instance].children.is_empty() => {
            let at = of_depth("at", model.instances[instance].depth);
            (quote!(if T::ON { #at.__active() } else { 0 }), true)
        }
        Here::In(instance) | Here::Entering(instance) => (number(instance), false),
    }
}

/// Leaves all that is active below depth `parent`.
fn left(model: &Model, here: Here, parent: usize) -> TokenStream {
    match here {
        Here::Skill => {
            let outermost: Vec<StateInstanceId> = model.outermost().collect();
            leave::inside(model, 0, &outermost).unwrap_or_default()
        }
        Here::In(instance) => {
            let of = &model.instances[instance];
            let inside = leave::inside(model, of.depth, &of.children);
            let around = leave::leave(model, instance, parent);
            quote!(#inside #around)
        }
        Here::Entering(instance) => model.instances[instance]
            .parent
            .map_or(TokenStream::new(), |around| leave::leave(model, around, parent)),
    }
}

/// What a transition instance carries, evaluated before anything is left: the target's parameters, or
/// the failure.
fn carried(model: &Model, transition_instance: TransitionInstanceId) -> TokenStream {
    let of = &model.transition_instances[transition_instance];
    let transition = &model.transitions[of.transition];
    let when = if transition.precond { When::Before } else { When::Active };
    let on = receiver(model, of.from, when);
    let ports = ports_at(of.from.map_or(1, |from| model.instances[from].depth));
    match of.to {
        End::Failed => {
            let failure = failure(model, transition_instance, &on, &ports);
            quote!(let __failure = #failure;)
        }
        End::Instance(instance) if !model.state_of(instance).params.is_empty() => {
            let params = of_depth("p", model.instances[instance].depth);
            let (own, function) = (format_ident!("__{params}"), values_function(of.transition));
            if of.held.is_none() {
                return quote!(let #own = #on.#function(&#ports););
            }
            let state = model.instances[instance].state;
            let ty = data::params(model, state);
            let fields = model.states[state].params.iter().enumerate().map(|(place, param)| {
                let (name, place) = (unspanned(&param.name), Literal::usize_unsuffixed(place));
                quote!(#name: __given.#place)
            });
            quote! {
                let __given = #on.#function(&#ports);
                let #own = #ty { #(#fields),* };
            }
        }
        End::Instance(_) | End::Final => TokenStream::new(),
    }
}

/// The failure that a transition instance into FAILED carries: its own, or the sub-skill's.
fn failure(
    model: &Model,
    transition_instance: TransitionInstanceId,
    on: &TokenStream,
    ports: &TokenStream,
) -> TokenStream {
    let (rt, skill, number) = (rt(), &model.name, index(transition_instance));
    let of = &model.transition_instances[transition_instance];
    let transition = &model.transitions[of.transition];
    let plain = quote!(#rt::Failure::new(&#skill, #rt::Cause::Edge(#number), ()));
    if transition.reason.as_ref().is_some_and(|reason| !reason.values.is_empty()) {
        let why = why_function(of.transition);
        return quote!(#on.#why(&#ports, #number));
    }
    let from_sub = of.from.filter(|from| model.state_of(*from).on_failed == Some(of.transition));
    let subs = from_sub.map_or(Vec::new(), |from| subs(model, from));
    if transition.reason.is_some() || subs.is_empty() {
        return plain;
    }
    quote! {
        '__why: {
            #(if let #rt::Some(failure) = #rt::Machine::failure(&*#subs) {
                break '__why *failure;
            })*
            #plain
        }
    }
}

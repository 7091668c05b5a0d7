//! How states are entered: outermost first, each with its start state inside it.

use super::machine::{calls_of, has_timer, of_depth, ports_at, sub, sub_machine};
use super::view::{When, receiver};
use super::{function, phases, rt, step};
use crate::skill::ast::Trigger;
use crate::skill::check::{End, Model, StateInstanceId};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// Enters an instance whose parameters are `__p{k}`, puts it where it belongs, and goes on
/// with the pass.
pub fn enter(model: &Model, instance: StateInstanceId) -> TokenStream {
    let (steps, value) = entered(model, instance);
    let leaf = innermost(model, instance).filter(|_| model.state_of(instance).preconds.is_empty());
    put(model, instance, leaf, &steps, &value)
}

/// The same of an instance whose preconditions have let it be entered.
pub fn resume(model: &Model, instance: StateInstanceId) -> TokenStream {
    let rt = rt();
    let state = model.state_of(instance);
    let params = (!state.params.is_empty()).then(|| {
        let (params, own) = params_of(model, instance);
        quote!(let #own = #rt::core::clone::Clone::clone(&*#params);)
    });
    let (steps, value) = initialised(model, instance);
    put(model, instance, innermost(model, instance), &quote!(#params #steps), &value)
}

/// What is entered may be left at once: the first round of a pass asks here, so that it
/// needs no further one where nothing fires. It cannot where preconditions come first, for
/// then no innermost state is known.
fn put(
    model: &Model,
    instance: StateInstanceId,
    leaf: Option<StateInstanceId>,
    steps: &TokenStream,
    value: &TokenStream,
) -> TokenStream {
    let (rt, again) = (rt(), step::again());
    let place = of_depth("at", model.instances[instance].depth - 1);
    let mode = marks_entries(model).then(|| quote!(mode |= #rt::ENTERED;));
    match leaf.filter(|_| !model.flows()) {
        None => quote!(#steps *#place = #value; #mode #again),
        Some(leaf) if settles(model, instance, leaf) => {
            let end = match mode {
                None => quote!(return #rt::Status::Running;),
                Some(mode) => quote! {
                    #mode
                    if mode != #rt::BEGUN { return #rt::Status::Running; }
                    #again
                },
            };
            quote!(#steps *#place = #value; #end)
        }
        Some(leaf) => {
            let asked = step::asked_on_entry(model, leaf);
            quote! {
                #steps
                if FAST { found = #asked; }
                *#place = #value;
                if FAST { return #rt::settle(run, cx, left, found); }
                #mode
                found = #rt::NONE;
                continue '__pass;
            }
        }
    }
}

/// Whether a pass must know that a state was just entered: something steps, or flows.
fn marks_entries(model: &Model) -> bool {
    model.flows() || (0..model.instances.len()).any(|instance| step::steps_itself(model, instance))
}

/// The innermost state that is active when an instance has been entered, unless preconditions
/// are asked on the way into it.
fn innermost(model: &Model, instance: StateInstanceId) -> Option<StateInstanceId> {
    let mut leaf = instance;
    loop {
        if !model.state_of(leaf).preconds.is_empty() && leaf != instance {
            return None;
        }
        match model.instances[leaf].start {
            Some(start) => leaf = start,
            None => return Some(leaf),
        }
    }
}

/// What enters an instance, and its value then. One with preconditions waits for them.
fn entered(model: &Model, instance: StateInstanceId) -> (TokenStream, TokenStream) {
    if model.state_of(instance).preconds.is_empty() {
        return initialised(model, instance);
    }
    let path = phases::entering_path(model, instance);
    let (_, own) = params_of(model, instance);
    let params = (!model.state_of(instance).params.is_empty()).then(|| quote!({ p: #own }));
    (refuses_nothing(model, instance), quote!(#path #params))
}

fn params_of(model: &Model, instance: StateInstanceId) -> (syn::Ident, syn::Ident) {
    let params = of_depth("p", model.instances[instance].depth);
    let own = format_ident!("__{params}");
    (params, own)
}

/// Rule 3 behind the preconditions: variables, `init`, timer, sub-skills; then the start
/// state inside it.
fn initialised(model: &Model, instance: StateInstanceId) -> (TokenStream, TokenStream) {
    let (of, state) = (&model.instances[instance], model.state_of(instance));
    let (depth, level) = (of.depth, of_depth("l", of.depth));
    let forget = state.preconds.is_empty().then(|| refuses_nothing(model, instance));
    let params = (!state.params.is_empty()).then(|| {
        let (params, own) = params_of(model, instance);
        quote!(let #params = &#own;)
    });
    let vars = (!state.vars.is_empty()).then(|| {
        let (vars, function) = (of_depth("v", depth), function("vars", model, of.state));
        let (own, before) =
            (format_ident!("__{vars}"), receiver(model, Some(instance), When::Before));
        quote!(let mut #own = #before.#function(); let #vars = &mut #own;)
    });
    let (on, ports) = (receiver(model, Some(instance), When::Active), ports_at(depth));
    let init = state.init.as_ref().map(|_| {
        let function = function("init", model, of.state);
        quote!(#on.#function(&mut #ports);)
    });
    let timer = has_timer(model, of.state).then(|| quote!(#level.enter(cx.now);));
    let subs = calls_of(state).iter().enumerate().map(|(slot, call)| {
        let (own, machine) = (format_ident!("__{}", sub(depth, slot)), sub_machine(model, call));
        let function = function(&format!("call{slot}"), model, of.state);
        quote!(let #own = #machine::start(#on.#function(&#ports));)
    });
    let inside = (!of.children.is_empty()).then(|| {
        let inside = of.start.map(|start| entered(model, start));
        inside.unwrap_or_else(|| (TokenStream::new(), phases::nothing(model, instance)))
    });
    let (inner, at) = inside.unzip();
    let steps = quote! { #forget #params #vars #init #timer #(#subs)* #inner };
    (steps, phases::value(model, instance, at))
}

/// What it sends has not been refused yet.
fn refuses_nothing(model: &Model, instance: StateInstanceId) -> TokenStream {
    let level = of_depth("l", model.instances[instance].depth);
    if model.asks_refusals { quote!(#level.refused.set(0);) } else { TokenStream::new() }
}

/// Whether no transition can fire at once when an instance has been entered.
fn settles(model: &Model, instance: StateInstanceId, leaf: StateInstanceId) -> bool {
    let chain = model.chain(leaf);
    let top = End::Instance(chain[0]);
    let root = model
        .transition_instances_from(None)
        .iter()
        .any(|transition_instance| transition_instance.to != top);
    let waits = |at: StateInstanceId| {
        // One that was active before may have its time come now.
        let new = model.instances[at].depth >= model.instances[instance].depth;
        model.state_of(at).plain.iter().all(|transition| {
            match model.transitions[*transition].trigger {
                Trigger::AfterTicks(_) | Trigger::After(_, Some(_)) => new,
                Trigger::Crossing(_) => true,
                _ => false,
            }
        })
    };
    !root && chain.into_iter().all(waits)
}

//! Code that enters states.

use super::blocks::{self, Block};
use super::exits;
use crate::skill::check::StateInstanceId;
use crate::skill::emit::naming::{Names, next_round, number, of_depth, ports_at, rt};
use crate::skill::lower::machine::{Check, Entry, Moment, Step, Then};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

/// The text that enters an instance and goes on with the pass.
pub struct EntryText {
    /// With preconditions: that begins to.
    pub enter: TokenStream,
    /// Once the preconditions have let it be entered.
    pub resume: TokenStream,
}

/// Prints the entry of each instance.
pub fn emit(names: &Names<'_>) -> Vec<EntryText> {
    let all = names.machine.states.iter().enumerate();
    all.map(|(instance, of)| EntryText {
        enter: entry(names, instance, &of.entry),
        resume: of.resume.as_ref().map_or(TokenStream::new(), |of| entry(names, instance, of)),
    })
    .collect()
}

/// Enters an instance, whose parameters are `__p{k}`, and puts it where it belongs.
fn entry(names: &Names<'_>, instance: StateInstanceId, entry: &Entry) -> TokenStream {
    let (rt, next_round) = (rt(), next_round());
    let steps = entry.steps.iter().map(|of| step(names, entry, *of));
    let value = value(names, entry);
    let place = of_depth("inside", names.machine.states[instance].depth - 1);
    let mode = names.machine.marks_entries.then(|| quote!(mode |= #rt::ENTERED;));
    match &entry.then {
        Then::Round => quote!(#(#steps)* *#place = #value; #mode #next_round),
        Then::Settled => {
            let end = match mode {
                None => quote!(return #rt::Status::Running;),
                Some(mode) => quote! {
                    #mode
                    if mode != #rt::BEGUN { return #rt::Status::Running; }
                    #next_round
                },
            };
            quote!(#(#steps)* *#place = #value; #end)
        }
        Then::Check(checks) => {
            let found = first_of(names, checks);
            quote! {
                #(#steps)*
                if FAST { found = #found; }
                *#place = #value;
                if FAST { return #rt::settle(run, cx, left, found); }
                #mode
                found = #rt::NONE;
                continue '__pass;
            }
        }
    }
}

/// The first transition that fires of those of several states.
fn first_of(names: &Names<'_>, checks: &[Check]) -> TokenStream {
    let rt = rt();
    let running = quote!(#rt::Status::Running);
    let all: Vec<TokenStream> = checks.iter().map(|of| names.check(*of, &running)).collect();
    if let [one] = &all[..] {
        return quote!(#one);
    }
    quote! {
        '__check: {
            #(
                let __found = #all;
                if __found != #rt::NONE { break '__check __found; }
            )*
            #rt::NONE
        }
    }
}

/// The entered instances as a value, each inside the one before it.
fn value(names: &Names<'_>, entry: &Entry) -> TokenStream {
    let mut inside = entry.waits.map(|instance| {
        let path = names.entering_path(instance);
        let params = names.machine.states[instance].has_params.then(|| {
            let params = own(&of_depth("params", names.machine.states[instance].depth));
            quote!({ params: #params })
        });
        quote!(#path #params)
    });
    for instance in entry.states.iter().rev() {
        let path = names.variant_path(*instance);
        let fields = names.fields(*instance);
        if fields.is_empty() {
            inside = Some(path);
            continue;
        }
        let held = fields.iter().filter(|(field, _)| field != "inside").map(|(field, name)| {
            let name = own(name);
            quote!(#field: #name,)
        });
        let inner = (!names.machine.states[*instance].children.is_empty()).then(|| {
            let inner = inside.take().unwrap_or_else(|| {
                let nothing = names.active_enum(Some(*instance));
                quote!(#nothing::__Nothing)
            });
            quote!(inside: #inner)
        });
        inside = Some(quote!(#path { #(#held)* #inner }));
    }
    inside.unwrap_or_default()
}

/// The name of a value that is still to be put where it belongs.
fn own(name: &Ident) -> Ident {
    format_ident!("__{name}")
}

fn step(names: &Names<'_>, entry: &Entry, step: Step) -> TokenStream {
    let rt = rt();
    let states = &names.machine.states;
    match step {
        Step::KeepParams(instance) => {
            let params = of_depth("params", states[instance].depth);
            let own = own(&params);
            quote!(let #own = #rt::core::clone::Clone::clone(&*#params);)
        }
        Step::ForgetRefusals(instance) => {
            let activation = of_depth("activation", states[instance].depth);
            quote!(#activation.refused.set(0);)
        }
        Step::Params(instance) => {
            let params = of_depth("params", states[instance].depth);
            let own = own(&params);
            quote!(let #params = &#own;)
        }
        Step::Vars(instance) => {
            let of = &states[instance];
            let (vars, function) = (of_depth("vars", of.depth), names.function("vars", of.state));
            let (own, before) = (own(&vars), names.receiver(Some(instance), Moment::Before));
            quote!(let mut #own = #before.#function(); let #vars = &mut #own;)
        }
        Step::Init(instance) => {
            let init = blocks::call(names, instance, Block::Init);
            let refusal = blocks::refusal(names, instance, Block::Init, || {
                let exits = entry.refused.iter().find(|(of, _)| *of == instance);
                let exits = exits.iter().flat_map(|(_, steps)| steps);
                let exits = exits.map(|of| exits::step(names, *of));
                let fail = blocks::fail(names);
                quote!(#(#exits)* #fail)
            });
            quote!(#init; #refusal)
        }
        Step::Timer(instance) => {
            let activation = of_depth("activation", states[instance].depth);
            quote!(#activation.enter(cx.now);)
        }
        Step::Start(slot) => {
            let sub = &names.machine.slots[slot];
            let of = &states[sub.owner];
            let (own, machine) = (own(&names.slot(slot)), names.sub_machine(slot));
            let (on, ports) = (names.receiver(Some(sub.owner), Moment::Active), ports_at(of.depth));
            let function = names.call_function(of.state, sub.place);
            let offset = names.offset(slot);
            quote! {
                let #own = #on.#function(&#ports);
                #machine::called(&#own, cx, #offset);
                let #own = #machine::start(#own);
            }
        }
        Step::Time(instance) => {
            let (activation, number) =
                (of_depth("activation", states[instance].depth), number(instance));
            quote!(if T::TIMES { #activation.note(cx.now, #number); })
        }
        // Those leave.
        Step::Exit(_) | Step::Reset(_) => TokenStream::new(),
    }
}

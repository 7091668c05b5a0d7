//! Code that enters states.

use super::blocks::{self, Block};
use super::exits;
use crate::skill::check::StateInstanceId;
use crate::skill::emit::naming::{Names, number, of_depth, ports_at, rt};
use crate::skill::lower::machine::{Entry, Moment, Step};
use crate::syntax::rust_analyzer;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use std::collections::BTreeSet;
use syn::Ident;

/// The function `enter`: each state is entered in one place, whatever leads to it.
pub fn emit(names: &Names<'_>) -> TokenStream {
    let states = &names.machine.states;
    let outermost = plain(names, &names.outermost().collect::<Vec<_>>());
    if outermost.len() == states.len() {
        return function(names, &plain_entries(names, &outermost));
    }
    let groups = states.iter().map(|of| plain(names, &of.children));
    let groups: Vec<Vec<StateInstanceId>> = groups.filter(|group| group.len() > 1).collect();
    let together = groups.iter().map(|group| {
        let (numbers, entries) = (group.iter().copied().map(number), plain_entries(names, group));
        quote!(#(#numbers)|* => { #entries })
    });
    let grouped: BTreeSet<_> = groups.iter().flatten().collect();
    let alone = (0..states.len()).filter(|instance| !grouped.contains(instance));
    let arms = alone.map(|instance| {
        let of = &states[instance];
        let (number, values) = (number(instance), target_params(names, instance));
        let begin = entry(names, instance, &of.entry);
        let around = names.open_around(instance, &quote!(false));
        let begin = quote!(#values #around #begin);
        match &of.resume {
            None => quote!(#number => { #begin }),
            Some(resume) => {
                let entering = names.open_entering(instance, &quote!(false));
                let resume = entry(names, instance, resume);
                quote!(#number => if resumes { #entering #resume } else { #begin })
            }
        }
    });
    function(names, &quote!(match target { #(#together)* #(#arms)* _ => {} }))
}

/// The function with a body that enters the target.
fn function(names: &Names<'_>, body: &TokenStream) -> TokenStream {
    let (rt, open_run) = (rt(), names.open_run());
    let body = if names.resumes() {
        // Once for each state, from the outermost to the innermost: a prover sees the bound.
        let depth = number(names.machine.depth);
        quote! {
            let (mut target, mut resumes, mut values) = (target, resumes, values);
            let mut __resume = match resumes {
                true => run.data.__remembered.pending,
                false => run.data.__remembered.entering.take(),
            };
            for _ in 0..#depth { #open_run #body return false; }
            false
        }
    } else {
        quote!(#open_run #body false)
    };
    let body = rust_analyzer::body(&body);
    quote! {
        fn enter<__T: #rt::Tracer>(
            run: &mut #rt::States<Self>,
            cx: &mut #rt::Context<'_, __B, __T>,
            failure: &mut #rt::FailureSlot,
            target: u16,
            resumes: bool,
            values: Self::Values,
        ) -> bool { #body }
    }
}

/// Whether a step may run where what is entered holds nothing.
fn is_plain_step(step: &Step) -> bool {
    matches!(step, Step::Init(_) | Step::Send(..))
}

/// Those of siblings whose entry runs at most their `init` and sends messages: they hold nothing.
fn plain(names: &Names<'_>, siblings: &[StateInstanceId]) -> Vec<StateInstanceId> {
    let is_plain = |instance: &StateInstanceId| {
        let of = &names.machine.states[*instance];
        let steps = &of.entry.steps;
        of.resume.is_none()
            && steps.iter().all(|step| is_plain_step(step) || matches!(step, Step::Time(_)))
            && of.kept_messages() == 0
            && of.entry.states.len() == 1
            && of.entry.goes_on.is_none()
            && !(of.entry.waits.is_some() && names.resumes())
    };
    siblings.iter().copied().filter(is_plain).collect()
}

/// Enters one of several siblings that hold nothing: one assignment, since each adds to the compile
/// time and to the code.
fn plain_entries(names: &Names<'_>, siblings: &[StateInstanceId]) -> TokenStream {
    let states = &names.machine.states;
    let first = siblings.first();
    let depth = first.map_or(1, |first| states[*first].depth);
    let (inside, activation) = (of_depth("inside", depth - 1), of_depth("activation", depth));
    let around = first.map(|first| names.open_around(*first, &quote!(false)));
    let arms = siblings.iter().map(|instance| {
        let entry = &states[*instance].entry;
        let (number, value) = (number(*instance), value(names, entry));
        let steps = entry.steps.iter().filter(|step| is_plain_step(step));
        let steps = steps.map(|of_step| step(names, entry, *of_step));
        quote!(#number => { #(#steps)* #value })
    });
    quote! {
        #around
        *#inside = match target { #(#arms)* _ => return false };
        #activation.note::<__T>(cx.now, target);
    }
}

/// The parameters that the transition gives to an instance.
fn target_params(names: &Names<'_>, instance: StateInstanceId) -> Option<TokenStream> {
    let of = &names.machine.states[instance];
    of.has_params.then(|| {
        let (values, params) = (names.values_path(Some(of.state)), of_depth("params", of.depth));
        let own = own(&params);
        quote!(let #values(#own) = values else { return false; };)
    })
}

/// Enters an instance, whose parameters are `__params{k}`, and puts it where it belongs.
fn entry(names: &Names<'_>, instance: StateInstanceId, entry: &Entry) -> TokenStream {
    let steps = entry.steps.iter().map(|of| step(names, entry, *of));
    let value = value(names, entry);
    let place = of_depth("inside", names.machine.states[instance].depth - 1);
    let pending = entry.waits.filter(|_| names.resumes());
    let pending = pending.map(|_| quote!(data.__remembered.pending = __resume;));
    let goes_on = entry.goes_on.map(|instance| go_on(names, instance));
    quote!(#(#steps)* *#place = #value; #pending #goes_on)
}

/// Goes on with the entry of the state inside an instance that is remembered, otherwise of the start
/// state there.
fn go_on(names: &Names<'_>, instance: StateInstanceId) -> TokenStream {
    let (rt, of) = (rt(), &names.machine.states[instance]);
    let (field, remembered) =
        (Names::remembered_inside(instance), Names::remembered_enum(instance));
    let arms = of.children.iter().map(|child| {
        let (variant, inner) = (names.remembered_variant(*child), &names.machine.states[*child]);
        if !inner.has_params {
            let target = names.entered(*child, None);
            return quote!(#remembered::#variant => #target,);
        }
        let params = format_ident!("__kept");
        let count = names.count_anew(inner.state, &params);
        let mutable = (!count.is_empty()).then(|| quote!(mut));
        let target = names.entered(*child, Some(quote!(#params)));
        quote!(#remembered::#variant(#mutable #params) => { #count #target })
    });
    let otherwise = match names.instances[instance].start {
        Some(start) if names.machine.states[start].has_params => {
            let state = names.machine.states[start].state;
            let around = names.open_around(start, &quote!(false));
            let defaults = names.defaults(start, 0..names.states[state].params.len());
            let target = names.entered(start, Some(names.default_params(state)));
            quote!(#around #defaults #target)
        }
        Some(start) => names.entered(start, None),
        None => quote!(return false;),
    };
    quote! {
        let __inside = match __resume {
            #rt::Some(_) => #rt::core::clone::Clone::clone(&data.__remembered.#field),
            #rt::None => #remembered::__Nothing,
        };
        __resume = __resume.and_then(#rt::Resume::inside);
        (target, values) = match __inside {
            #(#arms)*
            #remembered::__Nothing => { __resume = #rt::None; #otherwise }
        };
        resumes = false;
        continue;
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

/// The code after a block of the entry that may have a message refused: all active states are left.
fn refusal(
    names: &Names<'_>,
    entry: &Entry,
    instance: StateInstanceId,
    block: Block,
) -> Option<TokenStream> {
    blocks::refusal(names, instance, block, || {
        let exits = entry.refused.iter().find(|(of, _)| *of == instance);
        let exits = exits.iter().flat_map(|(_, steps)| steps);
        let exits = exits.map(|of| exits::step(names, *of));
        quote!(#(#exits;)* return true;)
    })
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
        Step::Defaults(instance) => {
            let of = &states[instance];
            let own = own(&of_depth("params", of.depth));
            let defaults = names.defaults(instance, 0..names.states[of.state].params.len());
            let params = names.default_params(of.state);
            quote!(let #own = { #defaults #params };)
        }
        Step::ForgetRefusals(instance) => {
            let activation = of_depth("activation", states[instance].depth);
            quote!(#activation.refused.set(0);)
        }
        Step::Params(instance) => {
            let params = of_depth("params", states[instance].depth);
            let own = own(&params);
            if names.states[states[instance].state].has_mut_params() {
                quote!(let mut #own = #own; let #params = &mut #own;)
            } else {
                quote!(let #params = &#own;)
            }
        }
        Step::Vars(instance) => {
            let of = &states[instance];
            let (vars, function) = (of_depth("vars", of.depth), names.function("vars", of.state));
            let (own, before) = (own(&vars), names.receiver(Some(instance), Moment::Before));
            quote!(let mut #own = #before.#function(); let #vars = &mut #own;)
        }
        Step::Init(instance) => {
            let init = blocks::call(names, instance, Block::Init);
            let refusal = refusal(names, entry, instance, Block::Init);
            quote!(#init; #refusal)
        }
        Step::Send(instance, place) => {
            let send = blocks::call(names, instance, Block::Send(place));
            let refusal = refusal(names, entry, instance, Block::Send(place));
            let kept = (states[instance].kept_messages() > 0).then(|| {
                let sent = own(&names.sent_message(instance, place));
                quote!(let #sent =)
            });
            quote!(#kept #send; #refusal)
        }
        Step::Timer(instance) => {
            let activation = of_depth("activation", states[instance].depth);
            quote!(#activation.enter(cx.now);)
        }
        Step::KeptResults(instance) => {
            let kept = (0..states[instance].kept_results)
                .map(|action| own(&names.kept_result(instance, action)));
            let failed = states[instance].keeps_failure.then(|| {
                let failed = own(&of_depth("failed", states[instance].depth));
                quote!(let #failed = #rt::None;)
            });
            quote!(#(let #kept = #rt::Status::Running;)* #failed)
        }
        Step::Memories(instance) => {
            let memories = states[instance].memories.iter().enumerate();
            let memories = memories.map(|(place, (_, memory))| {
                let own = own(&names.instance_memory(instance, place));
                let first = Names::new_memory(*memory);
                quote!(let #own = #first;)
            });
            memories.collect()
        }
        Step::Start(slot) => {
            let sub = &names.machine.slots[slot];
            let of = &states[sub.owner];
            let (own, machine) = (own(&names.slot(slot)), names.sub_machine(slot));
            let (on, ports) = (names.receiver(Some(sub.owner), Moment::Active), ports_at(of.depth));
            let function = names.call_function(of.state, sub.place);
            let offset = Names::offset(slot);
            quote! {
                let #own = #on.#function(&#ports);
                let #own = #machine::call(#own, cx, #offset);
            }
        }
        Step::Time(instance) => {
            let (activation, number) =
                (of_depth("activation", states[instance].depth), number(instance));
            quote!(#activation.note::<__T>(cx.now, #number);)
        }
        // Those leave.
        Step::Exit(_) | Step::Leave(_) | Step::Remember(_) | Step::Stop(_) => TokenStream::new(),
    }
}
